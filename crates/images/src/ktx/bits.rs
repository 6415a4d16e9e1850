//! Bits of a byte stream, lowest first, and the codes that BasisLZ is made of (KTX 2.0, "BasisLZ Bitstream").

use super::fault::KtxFault;

/// Longest code of a table.
const LONGEST: usize = 16;
/// Order in which the lengths of the codes for lengths are stored.
const LENGTH_ORDER: [usize; 21] = [17, 18, 19, 20, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 16];

/// Reads bits. Beyond the end there are zeros, which [`Bits::is_overrun`] tells.
pub struct Bits<'a> {
    bytes: &'a [u8],
    /// Bytes that went into `buffer`, those beyond the end too.
    taken: usize,
    buffer: u64,
    held: u32,
}

impl<'a> Bits<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            taken: 0,
            buffer: 0,
            held: 0,
        }
    }

    /// The next bits, which stay: 32 at most.
    fn peek(&mut self, count: u32) -> u32 {
        while self.held < count {
            let byte = self.bytes.get(self.taken).copied().unwrap_or_default();
            self.buffer |= u64::from(byte) << self.held;
            self.held += 8;
            self.taken = self.taken.saturating_add(1);
        }
        (self.buffer & ((1 << count) - 1)) as u32
    }

    fn drop_bits(&mut self, count: u32) {
        self.buffer >>= count;
        self.held -= count;
    }

    /// The next bits: 32 at most.
    pub fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.drop_bits(count);
        bits
    }

    /// Whether more bits were taken than there are.
    pub fn is_overrun(&self) -> bool {
        let taken = 8 * self.taken as u64 - u64::from(self.held);
        taken > 8 * self.bytes.len() as u64
    }

    /// A number in groups of `group` bits, each followed by a bit that says whether another comes.
    pub fn number(&mut self, group: u32) -> u32 {
        let mut number = 0u32;
        for shift in (0..32).step_by(group as usize) {
            let bits = self.take(group + 1);
            number |= (bits & ((1 << group) - 1)) << shift;
            if bits >> group == 0 {
                break;
            }
        }
        number
    }

    /// The next symbol of `codes`.
    pub fn symbol(&mut self, codes: &Codes) -> Result<u32, KtxFault> {
        let bits = self.peek(codes.longest);
        let (symbol, length) = codes.lookup[bits as usize];
        if length == 0 {
            return Err(KtxFault::Codes);
        }
        self.drop_bits(u32::from(length));
        Ok(u32::from(symbol))
    }
}

/// Prefix codes of up to 16 384 symbols.
pub struct Codes {
    longest: u32,
    /// Symbol and length of its code, by the next `longest` bits; a length of 0 stands for no code.
    lookup: Vec<(u16, u8)>,
}

impl Codes {
    /// Reads the lengths of the codes, which are coded themselves.
    pub fn read(bits: &mut Bits) -> Result<Self, KtxFault> {
        let symbols = bits.take(14) as usize;
        if symbols == 0 {
            return Err(KtxFault::Codes);
        }
        let stored = bits.take(5) as usize;
        let order = LENGTH_ORDER.get(..stored).ok_or(KtxFault::Codes)?;
        let mut of_lengths = [0u8; LENGTH_ORDER.len()];
        for place in order {
            of_lengths[*place] = bits.take(3) as u8;
        }
        let codes = Self::of(&of_lengths)?;
        let mut lengths = Vec::with_capacity(symbols);
        while lengths.len() < symbols {
            let (length, times) = match bits.symbol(&codes)? {
                17 => (0, bits.take(3) + 3),
                18 => (0, bits.take(7) + 11),
                repeat @ (19 | 20) => {
                    let last = lengths.last().copied().filter(|last| *last > 0);
                    let times = if repeat == 19 {
                        bits.take(2) + 3
                    } else {
                        bits.take(7) + 7
                    };
                    (last.ok_or(KtxFault::Codes)?, times)
                }
                length => (length as u8, 1),
            };
            lengths.extend(std::iter::repeat_n(length, times as usize));
        }
        match lengths.len() == symbols && !bits.is_overrun() {
            true => Self::of(&lengths),
            false => Err(KtxFault::Codes),
        }
    }

    /// Canonical codes of these lengths. They fill all there is, but for a single code.
    fn of(lengths: &[u8]) -> Result<Self, KtxFault> {
        let mut counts = [0u32; LONGEST + 1];
        for length in lengths {
            *counts.get_mut(usize::from(*length)).ok_or(KtxFault::Codes)? += 1;
        }
        counts[0] = 0;
        let longest = counts.iter().rposition(|count| *count > 0).ok_or(KtxFault::Codes)?;
        let mut next = [0u32; LONGEST + 2];
        for length in 1..=longest {
            next[length + 1] = (next[length] + counts[length]) << 1;
        }
        let used: u32 = counts.iter().sum();
        let filled: u64 = (1..=longest)
            .map(|length| u64::from(counts[length]) << (longest - length))
            .sum();
        if filled > 1 << longest || (filled < 1 << longest && used != 1) {
            return Err(KtxFault::Codes);
        }
        let mut lookup = vec![(0, 0); 1 << longest];
        for (symbol, length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
            let code = &mut next[usize::from(*length)];
            let reversed = code.reverse_bits() >> (32 - u32::from(*length));
            *code += 1;
            for place in (reversed as usize..1 << longest).step_by(1 << length) {
                lookup[place] = (symbol as u16, *length);
            }
        }
        Ok(Self {
            longest: longest as u32,
            lookup,
        })
    }
}
