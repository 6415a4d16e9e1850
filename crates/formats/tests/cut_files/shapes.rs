//! `.Shape`, plain and packed: geometries and layers that are complete.

use super::shape_file::{Codec, Draft, Switches, samples, write};
use super::{Total, alone, cuts, numbers, told};
use castview_base::core::{Diagnostics, Options};
use castview_formats::shape::{Document, read};
use castview_formats::{Import, shape};

/// Bytes of the content that the first bytes of the stream unpack to, by another way than the reader's.
fn unpacked(codec: Codec, stream: &[u8]) -> usize {
    let inflated = |input: &[u8], has_header: bool| {
        let mut inflate = flate2::Decompress::new(has_header);
        let mut out = vec![0; 1 << 20];
        let _ = inflate.decompress(input, &mut out, flate2::FlushDecompress::Sync);
        inflate.total_out() as usize
    };
    match codec {
        Codec::Plain => stream.len(),
        Codec::Zlib => inflated(stream, true),
        Codec::Deflate => inflated(stream, false),
        // Ten bytes of header, no name.
        Codec::Gzip => inflated(stream.get(10..).unwrap_or_default(), false),
        // Blocks that are whole; the reader takes the beginning of one that is not, too.
        Codec::Lz4 => {
            let (mut at, mut blocks) = (7, Vec::new());
            while let Some(size) = stream.get(at..at + 4) {
                let size = u32::from_le_bytes(size.try_into().expect("four bytes"));
                let length = (size & 0x7fff_ffff) as usize;
                let Some(block) = stream.get(at + 4..at + 4 + length).filter(|_| length > 0) else {
                    break;
                };
                blocks.push(match size >> 31 {
                    1 => length,
                    _ => lz4_flex::block::decompress(block, 1 << 22)
                        .expect("a whole block")
                        .len(),
                });
                at += 4 + length;
            }
            blocks.iter().sum()
        }
    }
}

/// Where each geometry, and each layer, ends in the content.
fn ends(document: &Document) -> [Vec<usize>; 2] {
    let length = document.bytes().len();
    let last = |at: Option<usize>| at.unwrap_or(length);
    let node = document.nodes[0].at;
    let geometries = document.geometries.iter().skip(1).map(|geometry| geometry.at);
    let layers = document.layers.iter().skip(1).map(|layer| layer.at);
    [
        geometries
            .chain([last(Some(node))])
            .take(document.geometries.len())
            .collect(),
        layers.chain([last(None)]).take(document.layers.len()).collect(),
    ]
}

/// The scene has a mesh for that geometry: as many vertices, the same triangles.
fn is_shown(import: &Import, cut: &Document, index: usize) -> bool {
    let mut drawn = cut.nodes.iter().flat_map(|node| &node.geometries);
    let has_vertices = |count: u32| {
        let mut meshes = import.scene.models.iter().flat_map(|model| &model.meshes);
        meshes.any(|mesh| mesh.positions.len() == count as usize)
    };
    drawn.any(|(geometry, _)| usize::from(*geometry) == index) && has_vertices(cut.geometries[index].positions.count)
}

fn check(what: &str, draft: &Draft, codec: Codec) {
    let switches = Switches {
        codec,
        ..Switches::default()
    };
    let bytes = write(draft, &switches);
    let parse = |bytes: &[u8]| read(bytes.to_vec().into(), &Options::NONE, &mut Diagnostics::default());
    let whole = parse(&bytes).expect("a good file");
    // Positions of a plain stream count from the start of the file.
    let base = if codec == Codec::Plain { 8 } else { 0 };
    let [geometries, layers] = ends(&whole);
    let boundaries: Vec<usize> = match codec {
        Codec::Plain => geometries.iter().chain(&layers).copied().collect(),
        _ => Vec::new(),
    };
    let mut totals = <[Total; 2]>::default();
    for cut in cuts(bytes.len(), 60, &boundaries) {
        let there = base + unpacked(codec, bytes.get(8..cut).unwrap_or_default());
        let held = |ends: &[usize]| ends.iter().filter(|end| **end <= there).count();
        let (meshes, clips) = (held(&geometries), held(&layers));
        let (Ok(document), Ok(import)) = (parse(&bytes[..cut]), alone(&bytes[..cut])) else {
            assert_eq!(
                (meshes, clips),
                (0, 0),
                "{what}, {codec:?} cut at {cut} of {}",
                bytes.len()
            );
            continue;
        };
        let told = told(&import);
        let shown = (0..meshes).filter(|index| is_shown(&import, &document, *index)).count();
        totals[0].add(meshes, shown);
        let is_whole = |index: &usize| {
            document.layers.get(*index).map(|layer| layer.tracks.len()) == Some(whole.layers[*index].tracks.len())
        };
        totals[1].add(clips, (0..clips).filter(is_whole).count());
        if let Some((said, total)) = numbers(told, &["mesh", "meshes"]) {
            // LZ4's last block is read further than it is counted here.
            assert!(
                said == meshes || codec == Codec::Lz4 && said > meshes,
                "{what}, {codec:?} cut at {cut}: {told}"
            );
            assert_eq!(total, geometries.len(), "{told}");
        }
        assert!(matches!(document.codec, shape::Codec::Plain) == (codec == Codec::Plain));
    }
    if codec == Codec::Lz4 {
        println!("{what}, {codec:?}: {} cuts", totals[0].cuts);
        assert!(totals[0].cuts > 20, "{what}: beginnings of one block are read");
        return;
    }
    totals[0].check(&format!("meshes of {what}, {codec:?}"));
    if totals[1].held > 0 {
        totals[1].check(&format!("clips of {what}, {codec:?}"));
    }
}

#[test]
fn cut_shapes_show_what_is_whole() {
    for codec in [Codec::Plain, Codec::Zlib, Codec::Gzip, Codec::Deflate, Codec::Lz4] {
        check("everything", &samples::everything(), codec);
        check("four layers", &samples::four_layers(), codec);
        check("three levels", &samples::three_lods(), codec);
    }
}

/// Nothing names bare deflate: cut anywhere, and whatever bits its content gives, it is read as what it is or refused.
#[test]
fn bare_deflate_is_never_misread() {
    let switches = Switches {
        codec: Codec::Deflate,
        ..Switches::default()
    };
    let mut shown = 0;
    for variant in 0..60 {
        let mut draft = samples::four_layers();
        draft.root.name = format!("root {}", variant * 7919);
        let bytes = write(&draft, &switches);
        for cut in cuts(bytes.len(), 100, &[]) {
            let Ok(import) = alone(&bytes[..cut]) else { continue };
            let told = told(&import);
            let (_, total) = numbers(told, &["mesh", "meshes"]).expect("meshes are counted");
            assert_eq!(
                total,
                draft.geometries.len(),
                "{variant} cut at {cut} of {}: {told}",
                bytes.len()
            );
            shown += 1;
        }
    }
    assert!(shown > 1000, "{shown}");
}

/// Every section is whole, and the checksum behind them is not.
#[test]
fn what_is_cut_in_its_checksum_alone_is_shown_with_the_error() {
    let whole = samples::everything();
    for (codec, trailer) in [(Codec::Zlib, 4), (Codec::Gzip, 8), (Codec::Lz4, 8)] {
        let switches = Switches {
            codec,
            ..Switches::default()
        };
        let bytes = write(&whole, &switches);
        let scene = alone(&bytes).expect("a good file").scene;
        for missing in 1..=trailer {
            let import = alone(&bytes[..bytes.len() - missing]).unwrap_or_else(|error| {
                panic!("{codec:?} without its last {missing} bytes: {error}");
            });
            let told = told(&import);
            assert!(
                told.contains("; only the last bytes of the compressed data are missing"),
                "{codec:?} without its last {missing} bytes: {told}"
            );
            let (said, total) = numbers(told, &["mesh", "meshes"]).expect("meshes are counted");
            assert_eq!(
                (said, total),
                (whole.geometries.len(), whole.geometries.len()),
                "{told}"
            );
            let meshes = |scene: &castview_base::scene::Scene| {
                scene.models.iter().map(|model| model.meshes.len()).sum::<usize>()
            };
            assert_eq!(meshes(&import.scene), meshes(&scene), "{codec:?}");
            assert_eq!(import.scene.clips.len(), scene.clips.len(), "{codec:?}");
        }
        // A checksum that is there and wrong is no missing one.
        let mut damaged = bytes.clone();
        damaged[bytes.len() - 1] ^= 1;
        assert!(alone(&damaged).is_err(), "{codec:?}");
    }
}
