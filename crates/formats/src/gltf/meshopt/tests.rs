//! Against streams that meshoptimizer's own encoder wrote.

use super::*;

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn request<'a>(mode: &'a str, count: usize, stride: usize) -> Compressed<'a> {
    Compressed {
        mode,
        filter: None,
        count,
        stride,
    }
}

/// Elements that the streams below were made of: ramps of three slopes with noise up to `noise`.
fn elements(count: u32, stride: u32, noise: u32) -> Vec<u8> {
    let mut state = stride * 1000 + count;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut out = Vec::new();
    for i in 0..count {
        for w in 0..stride / 4 {
            let n = if noise > 0 { random() % (noise + 1) } else { 0 };
            let slope = [1, 0x10001, 0x400][w as usize % 3];
            let n = n.wrapping_mul(if w % 2 == 1 { 0x10000 } else { 1 });
            out.extend(
                w.wrapping_mul(0x0102_0304)
                    .wrapping_add(i * slope)
                    .wrapping_add(n)
                    .to_le_bytes(),
            );
        }
    }
    out
}

#[test]
fn attributes_of_both_versions_unpack() {
    for (count, stride, noise, packed) in [
        (
            300,
            4,
            1,
            "a099aa6a550ace3aa20404042242040240224204a2ea32b80404044040224040240240404022242022240404022420224042\
         20402242222024040240240240240222404204022402222404220242042024024204042202240240422ae8ccaa040404ba3a\
         aaa30404042e2b2ae304040404a2ea2aab04048cabaa2c04040400000000000000000000000029e2aacba204040440404042\
         0222402222404204022400000180000000000000000000000000000000000000000000000000000000000000000000010000\
         00",
        ),
        (
            300,
            4,
            1,
            "a1a999aa6a550ace3aa20404042242040240224204a2ea32b804040440402240402402404040222420222404040224202240\
         4220402242222024040240240240240222404204022402222404220242042024024204042202240240422ae8ccaa040404ba\
         3aaaa30404042e2b2ae304040404a2ea2aab04048cabaa2c040404a129e2aacba20404044040404202224022224042040224\
         000001010002000000000000000000000000000000000000000100000000",
        ),
        (
            17,
            12,
            7,
            "a006094400644478a9c480000000000000052aaaaaaa800000000006072a0063e383408240000000000209c9837e0ba55a9e\
         060888888888888888c0000000080000000000000000000000000000000000000000000006000000040307010e060402",
        ),
        (
            17,
            12,
            7,
            "a1a999a402094400644478a9c4010002012aaaaaaa01000202072a0063e38340820100010309c9837e0ba55a9e0208888888\
         8888888801000800000000000000000006000000040307010e060402000000",
        ),
        (
            40,
            8,
            300,
            "a1a77900c5196f7185ea0f4fe02bcaba49e4ac7acc17bae6297b802c7d2d32a2ef6fbeb3930a14928b260015024900000090\
         900002400000152aaaaaaaaaaaaaaaaaaa000000174ba5f085027fba2a27259a8396a877ca051927381b29f2591839d902f0\
         2545a5060657edc85e0504400450500418000400010000000000000000000000000000bf00000004030c020001",
        ),
        (
            33,
            16,
            65535,
            "a1aff99ff9009cc4fec88e24bd0e6f3a68dabfa60acec1f73377d5fdb3aaa4322a2fb138069e00c63335cdfcefd9aa31b8fd\
         22c9d4f392df332164ad80faa17728c8b8a1709cf5052aaaaaaaaaaaaaaa01000200b8837850996ee07fd05b697b16404783\
         5a9f648aba22c03356531b6450e7f8910046078db7b8e4a354af5ac08b517a93d53eb2e646324d861d818795a5e8b9745800\
         6f6cd60b0eddb3afdf52a47a999c830e83a278ac06ff38f45d5ca777f0af7cf900dc78ce55a775d49397afbfcdf8562b9c20\
         3387eee17542ed5a129363628aa7ce04c000020100086109010002052aaaaaaaaaaaaaaa01000200a291bb12da206eda7b08\
         1c13bab36899a4068b95a1569b14f76252773d48601b0058042e09df540d13c3c96da17ba34bfee20302f742d8d3bf9e38ec\
         f4eeec06f6000000001f7300000403358954c504020c09bf2900000000",
        ),
        (
            16,
            16,
            65535,
            "a00300ef2b4054627520589e2685dadad29b030020d51fcbb290638d91f09d885d47210000012aaaaaaa00030020771da0d6\
         39af8c26f9aa37b2199003000f8ff5df18fd9bb4050ef79ddb235f03007df2b66cc34cabeb35372313ad7d6e0300834d7ab9\
         b40bc51b5ed6c6288ee83a010000090000012aaaaaaa000300a2f9f86ec357de8f2bf294190c844b0300721b6355d6b0c02d\
         5fb9bba3c6995c000000000000000000000000000000006f710000040377fe7b2104020c09a688",
        ),
        (
            1,
            20,
            3,
            "a1aaaaaaaaaa0100000004030501080604020c090803110c08040000000000",
        ),
        (
            40,
            256,
            0,
            "a1a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a999a6a99986a99986a9\
         9986a99986a99986a99986a99986a9052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888\
         888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888\
         888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaa\
         aaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa\
         052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaa\
         aaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaa\
         aaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa\
         0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a0888888888\
         8888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a0888888888888888888888\
         8888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a0888888888888888888888888888888805\
         2aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaa\
         aaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaa\
         aaaaaaaaaa052aaaaaaaaaaaaaaa0a08888888888888888888888888888888052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa05\
         2aaaaaaaaaaaaaaa0a0888888888888888888888888888888804008002052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaa\
         aaaaaaaaaaaa0a0888888888888888888888888888888804002002052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaa\
         aaaaaaaa0a0888888888888888888888888888888804000802052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaa\
         aaaa0a0888888888888888888888888888888804000202052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa\
         0a0888888888888888888888888888888804400002052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a08\
         88888888888888888888888888888804100002052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa052aaaaaaaaaaaaaaa0a088888\
         8888888888888888888888888804040002052aaaaaaaaaaaaaaaa999aea999aea999aea999aea999aea999aea999aea999ae\
         a999aea999aea999aea9999ea9999ea9999ea999aea999aea999aea999aea995aea999aea999aea901aaaa000001aaaa0000\
         01aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa00\
         00080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808\
         080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa000008080808080808\
         0801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa\
         000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aa\
         aa000001aaaa000008080808080808080040000201aaaa000001aaaa000001aaaa000008080808080808080010000201aaaa\
         000001aaaa000001aaaa000008080808080808080004000201aaaa000001aaaa000001aaaa0000080808080808080801aaaa\
         000001aaaa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa000001aa\
         aa000001aaaa0000080808080808080801aaaa000001aaaa00000010000201aaaa0000080808080808080801aaaa000001aa\
         aa000001aaaa0000080808080808080801aaaa000001aaaa000001aaaa0000080808080808080801aaaa0000000000000403\
         0201080604020c090603100c0804140f0a0518120c061c150e0720181008241b1209281e140a2c21160b3024180c34271a0d\
         382a1c0e3c2d1e0f4030201044332211483624124c392613503c2814543f2a1558422c165c452e1760483018644b3219684e\
         341a6c51361b7054381c74573a1d785a3c1e7c5d3e1f8060402084634221886644228c694623906c4824946f4a2598724c26\
         9c754e27a0785028a47b5229a87e542aac81562bb084582cb4875a2db88a5c2ebc8d5e2fc0906030c4936231c8966432cc99\
         6633d09c6834d49f6a35d8a26c36dca56e37e0a87038e4ab7239e8ae743aecb1763bf0b4783cf4b77a3df8ba7c3efcbd7e3f\
         0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         0000000000000001010001010001",
        ),
    ] {
        let unpacked = decode(&bytes(packed), &request("ATTRIBUTES", count as usize, stride as usize));
        assert_eq!(
            unpacked,
            Ok(elements(count, stride, noise)),
            "{count} of {stride} bytes"
        );
    }
}

/// A grid of 7 by 7 vertices and four triangles apart from it, as the encoder leaves them: turned, never mirrored.
fn grid() -> Vec<u32> {
    let mut indices = Vec::new();
    for y in 0..6 {
        for x in 0..6 {
            let a = y * 7 + x;
            indices.extend([a, a + 1, a + 7, a + 7, a + 1, a + 8]);
        }
    }
    indices.extend([40, 3, 9, 1000, 1001, 1002, 60000, 5, 12, 0, 1, 2]);
    indices
}

fn numbers(bytes: &[u8], width: usize) -> Vec<u32> {
    let number = |at: &[u8]| at.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    bytes.chunks(width).map(number).collect()
}

/// Each triangle with its least index first, so that turned ones are equal.
fn turned(indices: &[u32]) -> Vec<[u32; 3]> {
    let least_first = |t: &[u32]| {
        let first = (0..3).min_by_key(|i| t[*i]).unwrap_or(0);
        [t[first], t[(first + 1) % 3], t[(first + 2) % 3]]
    };
    indices.chunks(3).map(least_first).collect()
}

const TRIANGLES: [&str; 2] = [
    "e0fe1f100f100f100f100f100ffe1f1b0f1a0f190f180f170fff1f170f170f170f170f170fff1f170f170f170f170f170fff\
         1f170f170f170f170f170fff1f170f170f170f170f170fffffffff0f0e020202020202bf020202020202026f0b0e02020202\
         02026f0b0e0202020202026f0b0e0202020202026f0b0e020202020202ff0f490cffbe0f0202ffec9907b5a9070eff170202\
         007687566778a9866589689801690000",
    "e1fe1e100e100e100e100e100efe1e1b0e1a0e190e180e170eff1e170e170e170e170e170eff1e170e170e170e170e170eff\
         1e170e170e170e170e170eff1e170e170e170e170e170efffffffe0f0ebf026f0b0e6f0b0e6f0b0e6f0b0eff0f490cffbe0f\
         0202ffec9907b5a9070e00007687566778a9866589689801690000",
];
const SEQUENCES: [&str; 2] = [
    "d000041800161c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a\
         041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a041800161c1a041800161c1a0418\
         00161c1a041800161c16041800161c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c1604180016\
         1c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a041800161c1a\
         041800161c1a041800161c1a041800161c1e0d19801e0404ddd20e921f1c2e040400000000",
    "d100041800161c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a\
         041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a041800161c1a041800161c1a0418\
         00161c1a041800161c16041800161c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c1604180016\
         1c1a041800161c1a041800161c1a041800161c1a041800161c1a041800161c16041800161c1a041800161c1a041800161c1a\
         041800161c1a041800161c1a041800161c1e0d19801e0404ddd20e921f1c2e040400000000",
];

#[test]
fn indices_of_both_versions_unpack() {
    for width in [2, 4] {
        for packed in TRIANGLES {
            let unpacked = decode(&bytes(packed), &request("TRIANGLES", grid().len(), width)).expect("a stream");
            assert_eq!(turned(&numbers(&unpacked, width)), turned(&grid()), "{width}");
        }
        for packed in SEQUENCES {
            let unpacked = decode(&bytes(packed), &request("INDICES", grid().len(), width)).expect("a stream");
            assert_eq!(numbers(&unpacked, width), grid(), "{width}");
        }
    }
}

#[test]
fn filters_do_what_the_reference_does() {
    for (filter, stride, before, after) in [
        (
            "OCTAHEDRAL",
            4,
            "1c257f0081497f7f7f7f7f0055ab7f00007f7f00",
            "2e3d6600b4009a7f0000810049b7b600007f0000",
        ),
        (
            "OCTAHEDRAL",
            8,
            "c1015702ff07000001f89204ff07ff7fff07ff07ff0700005505abfaff0700000000ff07ff070000",
            "092e6b3d6e6600003bb300009599ff7f0000000001800000dd4923b607b600000000ff7f00000000",
        ),
        (
            "QUATERNION",
            8,
            "000000000000ff1fa01660e9a016fc1ff3f6b11e7afbfd1f000000000000fc1f00000000261bfe1f",
            "000000000000ff7fff3f004000c0004034f3985966e6d156ff7f0000000000000000cb4c66660000",
        ),
        (
            "EXPONENTIAL",
            12,
            "003000f300dcfff48e2100df3a300000000000f4bfdaff14",
            "0000c03f000010c00038863500e8404600000000000415d0",
        ),
        (
            "COLOR",
            4,
            "407fc1ff66cd00c000000080ff0000ff",
            "fe0100ff3366998000000000ffffffff",
        ),
        (
            "COLOR",
            8,
            "0004ff0701fcff0f6606cdfc0000000c0000000000000008ff0f00000000ff0f",
            "efff10000000ffff33336666999908800000000000000000ffffffffffffffff",
        ),
    ] {
        let mut data = bytes(before);
        filters::apply(filter, &mut data, stride).expect("a filter");
        assert_eq!(data, bytes(after), "{filter} of {stride}");
    }
    assert!(filters::apply("QUATERNION", &mut [0; 12], 12).is_err());
    assert!(filters::apply("SPHERICAL", &mut [0; 12], 12).is_err());
}

/// Cut at every length, with every byte changed, and asked for more or less than there is: an error or other bytes.
#[test]
fn broken_streams_end() {
    let attributes = bytes(
        "a1a999a402094400644478a9c4010002012aaaaaaa01000202072a0063e38340820100010309c9837e0ba55a9e02088888888888888801000800000000000000000006000000040307010e060402000000",
    );
    let streams = [
        (attributes, "ATTRIBUTES", 17, 12),
        (bytes(TRIANGLES[1]), "TRIANGLES", grid().len(), 4),
        (bytes(SEQUENCES[1]), "INDICES", grid().len(), 2),
    ];
    for (stream, mode, count, stride) in streams {
        assert!(decode(&stream, &request(mode, count, stride)).is_ok());
        for length in 0..stream.len() {
            assert!(
                decode(&stream[..length], &request(mode, count, stride)).is_err(),
                "{mode} cut at {length}"
            );
        }
        for at in 0..stream.len() {
            for flip in [1, 0x10, 0xff] {
                let mut broken = stream.clone();
                broken[at] ^= flip;
                let _ = decode(&broken, &request(mode, count, stride));
            }
        }
        for count in [0, 3, count - 3, count + 48, usize::MAX / 3 * 3] {
            assert!(
                decode(&stream, &request(mode, count, stride)).is_err(),
                "{mode} with {count}"
            );
        }
        for stride in [0, 1, 3, 260, usize::MAX] {
            assert!(
                decode(&stream, &request(mode, count, stride)).is_err(),
                "{mode} of {stride} bytes"
            );
        }
    }
}
