//! A JPEG file in fewer bytes with the same pixels: codes of its own in place of those of the standard's examples.
//!
//! In: a baseline file as `image` writes it: one scan, all components as fine as the picture, no restarts. Out: the same numbers, coded by
//! tables that follow from how often each symbol is there (ITU T.81, figures K.1 to K.4).

/// A symbol of one of the tables, and the bits that follow it.
struct Coded {
    table: usize,
    symbol: u8,
    bits: u16,
    count: u8,
}

/// Codes of one table: the length and the bits of each symbol that has one.
type Codes = [(u8, u16); 256];

const SCAN: u8 = 0xda;
const TABLES: u8 = 0xc4;
const FRAME: u8 = 0xc0;

/// Returns `jpeg` with codes that fit it.
pub fn tightened(jpeg: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (jpeg[..2].to_vec(), 2);
    let mut tables: [Codes; 4] = [[(0, 0); 256]; 4];
    let mut blocks = 0;
    loop {
        let (marker, length) = (
            jpeg[at + 1],
            usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]])),
        );
        let segment = &jpeg[at..at + 2 + length];
        at += segment.len();
        match marker {
            TABLES => read_tables(&segment[4..], &mut tables),
            SCAN => {
                let components: Vec<usize> = (0..usize::from(segment[4]))
                    .map(|of| usize::from(segment[6 + 2 * of] & 1))
                    .collect();
                let coded = decoded(&jpeg[at..], &tables, &components, blocks);
                write_scan(&mut out, segment, &coded);
                return out;
            }
            other => {
                if other == FRAME {
                    let side = |at: usize| usize::from(u16::from_be_bytes([segment[at], segment[at + 1]])).div_ceil(8);
                    blocks = side(5) * side(7);
                }
                out.extend_from_slice(segment);
            }
        }
    }
}

/// Tables of means are 0 and 1, those of other cosines 2 and 3.
fn read_tables(mut rest: &[u8], tables: &mut [Codes; 4]) {
    while let [place, tail @ ..] = rest {
        let (lengths, symbols) = tail.split_at(16);
        let table = &mut tables[usize::from(place >> 4) * 2 + usize::from(place & 1)];
        *table = codes(lengths.try_into().expect("sixteen of them"), symbols);
        rest = &symbols[lengths.iter().map(|count| usize::from(*count)).sum()..];
    }
}

/// Numbers the symbols: `lengths` says how many have a code of 1 bit, of 2 bits and so on.
fn codes(lengths: [u8; 16], symbols: &[u8]) -> Codes {
    let mut table = [(0, 0); 256];
    let (mut code, mut at) = (0_u32, 0);
    for (length, count) in (1..).zip(lengths) {
        for _ in 0..count {
            table[usize::from(symbols[at])] = (length, code as u16);
            (code, at) = (code + 1, at + 1);
        }
        code <<= 1;
    }
    table
}

/// The symbols of a scan of so many blocks of each component.
fn decoded(data: &[u8], tables: &[Codes; 4], components: &[usize], blocks: usize) -> Vec<Coded> {
    let by_code = tables.each_ref().map(|codes| {
        let known = codes.iter().enumerate().filter(|(_, (length, _))| *length > 0);
        known
            .map(|(symbol, code)| (*code, symbol as u8))
            .collect::<std::collections::HashMap<(u8, u16), u8>>()
    });
    let mut bits = Bits { data, at: 0, bit: 0 };
    let mut coded = Vec::new();
    let mut next = |table: usize| {
        let (mut length, mut code) = (0, 0);
        let symbol = loop {
            (length, code) = (length + 1, code << 1 | bits.next());
            if let Some(symbol) = by_code[table].get(&(length, code)) {
                break *symbol;
            }
        };
        let count = symbol & 15;
        let bits = (0..count).fold(0, |all, _| all << 1 | bits.next());
        coded.push(Coded {
            table,
            symbol,
            bits,
            count,
        });
        symbol
    };
    for _ in 0..blocks {
        for component in components {
            next(*component);
            let mut at = 1;
            while at < 64 {
                match next(2 + component) {
                    0 => break,
                    symbol => at += usize::from(symbol >> 4) + 1,
                }
            }
        }
    }
    coded
}

struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    bit: u8,
}

impl Bits<'_> {
    fn next(&mut self) -> u16 {
        let is_set = self.data[self.at] >> (7 - self.bit) & 1;
        self.bit += 1;
        if self.bit == 8 {
            // A zero is put behind 255, which would begin a marker.
            self.at += if self.data[self.at] == 0xff { 2 } else { 1 };
            self.bit = 0;
        }
        u16::from(is_set)
    }
}

/// Writes new tables, the head of the scan and its data.
fn write_scan(out: &mut Vec<u8>, head: &[u8], coded: &[Coded]) {
    let tables: [Codes; 4] = std::array::from_fn(|table| {
        let mut often = [0_u32; 256];
        let own = coded.iter().filter(|coded| coded.table == table);
        own.for_each(|coded| often[usize::from(coded.symbol)] += 1);
        let (lengths, symbols) = fitting(&often);
        out.extend([0xff, TABLES]);
        out.extend((19 + symbols.len() as u16).to_be_bytes());
        out.push(((table as u8 / 2) << 4) | (table as u8 % 2));
        out.extend(lengths);
        out.extend(&symbols);
        codes(lengths, &symbols)
    });
    out.extend_from_slice(head);
    let (mut held, mut count) = (0_u64, 0);
    let mut put = |bits: u16, length: u8| {
        (held, count) = (held << length | u64::from(bits), count + u32::from(length));
        while count >= 8 {
            count -= 8;
            let byte = (held >> count) as u8;
            out.push(byte);
            if byte == 0xff {
                out.push(0);
            }
        }
    };
    for coded in coded {
        let (length, code) = tables[coded.table][usize::from(coded.symbol)];
        put(code, length);
        put(coded.bits, coded.count);
    }
    // The last byte is filled with ones.
    put(0x7f, 7);
    out.extend([0xff, 0xd9]);
}

/// How many symbols get codes of each length, and the symbols in their order. None gets the code of ones alone.
fn fitting(often: &[u32; 256]) -> ([u8; 16], Vec<u8>) {
    // Symbol 256 is none: it takes the code of ones.
    let mut left: Vec<(u64, Vec<usize>)> = (often.iter().enumerate())
        .filter(|(_, often)| **often > 0)
        .map(|(symbol, often)| (u64::from(*often), vec![symbol]))
        .collect();
    left.push((0, vec![256]));
    let mut depths = [0_usize; 257];
    while left.len() > 1 {
        // The rarest two become one, of which the symbol that is none is the last to be taken apart.
        left.sort_by_key(|(often, symbols)| (std::cmp::Reverse(*often), std::cmp::Reverse(symbols.contains(&256))));
        let [(a, one), (b, other)] = [left.pop(), left.pop()].map(|of| of.expect("two are left"));
        let both: Vec<usize> = one.into_iter().chain(other).collect();
        both.iter().for_each(|symbol| depths[*symbol] += 1);
        left.push((a + b, both));
    }
    let mut lengths = [0_usize; 64];
    depths
        .iter()
        .filter(|depth| **depth > 0)
        .for_each(|depth| lengths[*depth] += 1);
    // Codes that are too long hang below shorter ones.
    for length in (17..64).rev() {
        while lengths[length] > 0 {
            let shorter = (1..length - 1)
                .rev()
                .find(|shorter| lengths[*shorter] > 0)
                .expect("a code has room below it");
            lengths[length] -= 2;
            lengths[length - 1] += 1;
            lengths[shorter + 1] += 2;
            lengths[shorter] -= 1;
        }
    }
    let longest = lengths.iter().rposition(|count| *count > 0).expect("there are symbols");
    lengths[longest] -= 1;
    let mut symbols: Vec<u8> = (0..=255).filter(|symbol| often[usize::from(*symbol)] > 0).collect();
    symbols.sort_by_key(|symbol| depths[usize::from(*symbol)]);
    (std::array::from_fn(|at| lengths[at + 1] as u8), symbols)
}
