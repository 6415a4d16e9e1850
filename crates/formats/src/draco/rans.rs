//! Entropy coding: single bits, and symbols of a table, both by range asymmetric numeral systems (rANS). Streams are read from
//! their end to their start, and go on with what they have once they are used up.

use super::input::Input;
use super::mesh::{Fault, Memory};

const BROKEN: &str = "an entropy-coded run is broken";

/// State of a decoder and the bytes that it has not read yet, the last of which comes next.
struct Ans<'a> {
    bytes: &'a [u8],
    state: u32,
    /// The state is never below it as long as there are bytes.
    base: u32,
}

impl<'a> Ans<'a> {
    /// The last bytes are the first state; the two highest bits of the last one say how many they are, at most `most`.
    fn new(bytes: &'a [u8], base: u32, most: usize) -> Result<Self, Fault> {
        let last = *bytes.last().ok_or(BROKEN)?;
        let count = usize::from(last >> 6) + 1;
        if count > most {
            return Err(BROKEN);
        }
        let (bytes, stored) = bytes.split_at(bytes.len().checked_sub(count).ok_or(BROKEN)?);
        let state = stored
            .iter()
            .rev()
            .fold(0u32, |state, byte| state << 8 | u32::from(*byte));
        let state = state & ((1 << (8 * count - 2)) - 1);
        let state = state
            .checked_add(base)
            .filter(|state| u64::from(*state) < u64::from(base) << 8);
        Ok(Self {
            bytes,
            state: state.ok_or(BROKEN)?,
            base,
        })
    }

    #[inline]
    fn refill(&mut self) -> bool {
        match self.bytes.split_last() {
            Some((last, rest)) if self.state < self.base => {
                self.state = self.state << 8 | u32::from(*last);
                self.bytes = rest;
                true
            }
            _ => false,
        }
    }
}

/// Bits that are more often one than the other.
pub(super) struct RansBits<'a> {
    ans: Ans<'a>,
    /// Share of ones, of 256.
    ones: u32,
}

impl<'a> RansBits<'a> {
    pub fn read(input: &mut Input<'a>) -> Result<Self, Fault> {
        let ones = 256 - u32::from(input.u8()?);
        let size = input.count()?;
        let ans = Ans::new(input.take(size.into())?, 4096, 3)?;
        Ok(Self { ans, ones })
    }

    #[inline]
    pub fn next(&mut self) -> bool {
        self.ans.refill();
        let (whole, rest) = (self.ans.state >> 8, self.ans.state & 0xff);
        let is_one = rest < self.ones;
        self.ans.state = if is_one {
            whole * self.ones + rest
        } else {
            self.ans.state - whole * self.ones - self.ones
        };
        is_one
    }
}

/// How often each symbol comes, and which one each remainder stands for.
struct Table {
    /// Share and sum of the shares before it, of each symbol.
    shares: Vec<[u32; 2]>,
    by_rest: Vec<u32>,
    precision: u32,
}

/// Symbols have at most 18 bits where each has a share of its own.
const MOST_SYMBOLS: u32 = 1 << 19;

impl Table {
    /// `bits`: how long the symbols are, of which the precision follows.
    fn read(input: &mut Input<'_>, bits: u32, memory: &mut Memory) -> Result<Self, Fault> {
        let precision = (bits * 3 / 2).clamp(12, 20);
        let count = input.count()?;
        if count > MOST_SYMBOLS || u64::from(count) / 64 > input.left() as u64 {
            return Err(BROKEN);
        }
        memory.take(u64::from(count) * 8 + (4 << precision))?;
        let mut shares = Vec::with_capacity(count as usize);
        let mut sum = 0u32;
        let mut by_rest = Vec::with_capacity(1 << precision);
        while shares.len() < count as usize {
            let first = input.u8()?;
            if first & 3 == 3 {
                let absent = usize::from(first >> 2) + 1;
                if absent > count as usize - shares.len() {
                    return Err(BROKEN);
                }
                shares.resize(shares.len() + absent, [0, sum]);
                continue;
            }
            let mut share = u32::from(first >> 2);
            for byte in 0..first & 3 {
                share |= u32::from(input.u8()?) << (8 * (byte + 1) - 2);
            }
            let symbol = shares.len() as u32;
            shares.push([share, sum]);
            sum += share;
            if sum > 1 << precision {
                return Err(BROKEN);
            }
            by_rest.resize(sum as usize, symbol);
        }
        if sum != 1 << precision && count > 0 {
            return Err(BROKEN);
        }
        Ok(Self {
            shares,
            by_rest,
            precision,
        })
    }
}

struct RansSymbols<'a> {
    table: Table,
    ans: Ans<'a>,
}

impl<'a> RansSymbols<'a> {
    fn read(input: &mut Input<'a>, bits: u32, memory: &mut Memory) -> Result<Self, Fault> {
        let table = Table::read(input, bits, memory)?;
        let size = input.varint()?;
        let bytes = input.take(size)?;
        if table.shares.is_empty() {
            return Err(BROKEN);
        }
        let ans = Ans::new(bytes, 4 << table.precision, 4)?;
        Ok(Self { table, ans })
    }

    #[inline]
    fn next(&mut self) -> u32 {
        while self.ans.refill() {}
        let (whole, rest) = (
            self.ans.state >> self.table.precision,
            self.ans.state & ((1 << self.table.precision) - 1),
        );
        let symbol = self.table.by_rest[rest as usize];
        let [share, before] = self.table.shares[symbol as usize];
        self.ans.state = whole * share + rest - before;
        symbol
    }
}

/// `count` numbers; `each` of them belong together.
pub(super) fn symbols(
    input: &mut Input<'_>,
    count: usize,
    each: usize,
    memory: &mut Memory,
) -> Result<Vec<u32>, Fault> {
    if count == 0 {
        return Ok(Vec::new());
    }
    memory.take(count as u64 * 4)?;
    match input.u8()? {
        0 => tagged(input, count, each, memory),
        1 => {
            let bits = u32::from(input.u8()?);
            if !(1..=18).contains(&bits) {
                return Err(BROKEN);
            }
            let mut coded = RansSymbols::read(input, bits, memory)?;
            let mut symbols = Vec::with_capacity(count);
            symbols.extend((0..count).map(|_| coded.next()));
            Ok(symbols)
        }
        _ => Err("a run of symbols is coded in no known way"),
    }
}

/// The coded symbols say how many bits the numbers have; those follow.
fn tagged(input: &mut Input<'_>, count: usize, each: usize, memory: &mut Memory) -> Result<Vec<u32>, Fault> {
    let mut lengths = RansSymbols::read(input, 5, memory)?;
    let mut bits = input.bits();
    let mut symbols = Vec::with_capacity(count);
    for first in (0..count).step_by(each) {
        let length = lengths.next();
        if length > 32 {
            return Err(BROKEN);
        }
        for _ in first..(first + each).min(count) {
            symbols.push(bits.read(length)?);
        }
    }
    input.skip_bits(&bits)?;
    Ok(symbols)
}

/// Symbols as numbers with a sign, which is the lowest bit.
pub(super) fn signed(symbol: u32) -> i32 {
    let half = (symbol >> 1).cast_signed();
    if symbol & 1 == 0 { half } else { !half }
}
