//! Bytes of a Draco stream, read from start to end: numbers, runs of bytes, bits. Every read is checked.

use super::mesh::Fault;

const ENDS: &str = "it ends too early";

pub(super) struct Input<'a> {
    left: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: u64) -> Result<&'a [u8], Fault> {
        let count = usize::try_from(count).map_err(|_| ENDS)?;
        let (taken, left) = self.left.split_at_checked(count).ok_or(ENDS)?;
        self.left = left;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (taken, left) = self.left.split_first_chunk().ok_or(ENDS)?;
        self.left = left;
        Ok(*taken)
    }

    pub fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.array::<1>()?[0])
    }

    pub fn i8(&mut self) -> Result<i8, Fault> {
        Ok(self.u8()?.cast_signed())
    }

    pub fn u16(&mut self) -> Result<u16, Fault> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub fn u32(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn i32(&mut self) -> Result<i32, Fault> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    pub fn f32(&mut self) -> Result<f32, Fault> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    /// A number of seven bits a byte, the lowest first; the highest bit says that more follow.
    pub fn varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number has too many bytes")
    }

    /// [`varint`](Self::varint), where no more than 32 bits belong.
    pub fn count(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.varint()?).map_err(|_| "a count is too large")
    }

    /// Bits from here on; [`skip_bits`](Self::skip_bits) goes on behind them.
    pub fn bits(&self) -> Bits<'a> {
        Bits::new(self.left)
    }

    /// Steps over the bytes that `bits`, begun here, has touched.
    pub fn skip_bits(&mut self, bits: &Bits<'_>) -> Result<(), Fault> {
        self.take(bits.at.div_ceil(8) as u64)?;
        Ok(())
    }
}

/// Bits of bytes, the lowest of each byte first.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl<'a> Bits<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next `count` bits as a number, at most 32 of them.
    pub fn read(&mut self, count: u32) -> Result<u32, Fault> {
        let first = self.at / 8;
        let word = match self.bytes.get(first..first + 8) {
            Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
            None => {
                let rest = self.bytes.get(first..).unwrap_or_default();
                if (rest.len() * 8) < self.at % 8 + count as usize {
                    return Err(ENDS);
                }
                let mut bytes = [0; 8];
                bytes[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(bytes)
            }
        };
        let value = word >> (self.at % 8) & ((1 << count) - 1);
        self.at += count as usize;
        Ok(value as u32)
    }
}
