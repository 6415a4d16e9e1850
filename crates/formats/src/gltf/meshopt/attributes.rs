//! Attribute streams, version 0 and 1: blocks of elements, byte by byte as differences from the element before.

use super::input::{Input, cut_off};

/// Elements whose same byte is packed together.
const GROUP: usize = 16;
const BLOCK_BYTES: usize = 8192;
const BLOCK_ELEMENTS: usize = 256;
const MAX_STRIDE: usize = 256;

pub(super) fn decode(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    if stride == 0 || stride > MAX_STRIDE || !stride.is_multiple_of(4) {
        return Err(format!("elements of {stride} bytes cannot be compressed"));
    }
    let mut input = Input(data);
    let version = match input.byte()? {
        0xa0 => 0,
        0xa1 => 1,
        header => return Err(format!("{header:#04x} is no header of compressed attributes")),
    };
    // The stream ends with the element before the first, and, from version 1 on, with how each 4 bytes are related.
    let (tail, least) = if version == 0 {
        (stride, 32)
    } else {
        (stride + stride / 4, 24)
    };
    let padded = tail.max(least);
    let body = input.0.len().checked_sub(padded).ok_or_else(cut_off)?;
    let (body, end) = input.0.split_at(body);
    let (first, channels) = end[padded - tail..].split_at(stride);
    let mut decoder = Decoder {
        input: Input(body),
        version,
        stride,
        last: first.to_vec(),
        channels,
        block: Vec::with_capacity(BLOCK_BYTES),
        planes: [const { [0; BLOCK_ELEMENTS] }; 4],
    };
    let per_block = ((BLOCK_BYTES / stride) & !(GROUP - 1)).min(BLOCK_ELEMENTS);
    let mut out = Vec::new();
    let mut left = count;
    while left > 0 {
        let elements = left.min(per_block);
        decoder.block(elements)?;
        out.extend_from_slice(&decoder.block);
        left -= elements;
    }
    if decoder.input.0.is_empty() {
        Ok(out)
    } else {
        Err(format!(
            "{} bytes of its compressed data are left over",
            decoder.input.0.len()
        ))
    }
}

struct Decoder<'a> {
    input: Input<'a>,
    version: u8,
    stride: usize,
    /// The element before the block.
    last: Vec<u8>,
    /// One byte per 4 bytes of an element; empty in version 0.
    channels: &'a [u8],
    block: Vec<u8>,
    /// The same four bytes of all elements of the block.
    planes: [[u8; BLOCK_ELEMENTS]; 4],
}

impl Decoder<'_> {
    fn block(&mut self, elements: usize) -> Result<(), String> {
        self.block.clear();
        self.block.resize(elements * self.stride, 0);
        let control = match self.version {
            0 => &[][..],
            _ => self.input.take(self.stride / 4)?,
        };
        for word in 0..self.stride / 4 {
            for plane in 0..4 {
                let control = control.get(word).map(|control| control >> (2 * plane) & 3);
                self.plane(plane, elements, control)?;
            }
            self.undo_differences(word, elements)?;
        }
        self.last.copy_from_slice(&self.block[(elements - 1) * self.stride..]);
        Ok(())
    }

    fn plane(&mut self, plane: usize, elements: usize, control: Option<u8>) -> Result<(), String> {
        let out = &mut self.planes[plane];
        let bits: [u32; 4] = match control {
            None => [0, 2, 4, 8],
            Some(0) => [0, 1, 2, 4],
            Some(1) => [1, 2, 4, 8],
            Some(2) => {
                out[..elements].fill(0);
                return Ok(());
            }
            Some(_) => {
                out[..elements].copy_from_slice(self.input.take(elements)?);
                return Ok(());
            }
        };
        let groups = elements.div_ceil(GROUP);
        let header = self.input.take(groups.div_ceil(4))?;
        for group in 0..groups {
            let bits = bits[usize::from(header[group / 4] >> (2 * (group % 4)) & 3)];
            let out = &mut out[group * GROUP..(group + 1) * GROUP];
            unpack_group(&mut self.input, bits, out)?;
        }
        Ok(())
    }

    /// Each word as its channel says: bytes or 16-bit numbers as zigzag differences, or 32 bits as a turned exclusive or.
    fn undo_differences(&mut self, word: usize, elements: usize) -> Result<(), String> {
        let at = 4 * word;
        let channel = self.channels.get(word).copied().unwrap_or(0);
        let mut before: [u8; 4] = std::array::from_fn(|k| self.last[at + k]);
        for element in 0..elements {
            let difference: [u8; 4] = std::array::from_fn(|k| self.planes[k][element]);
            before = match channel & 3 {
                0 => std::array::from_fn(|k| before[k].wrapping_add(unzigzag8(difference[k]))),
                1 => {
                    let half = |low: usize| {
                        let [a, b] = [difference, before].map(|from| u16::from_le_bytes([from[low], from[low + 1]]));
                        b.wrapping_add(unzigzag16(a)).to_le_bytes()
                    };
                    let ([a, b], [c, d]) = (half(0), half(2));
                    [a, b, c, d]
                }
                2 => {
                    let turned = u32::from_le_bytes(difference).rotate_right(u32::from(channel >> 4));
                    (turned ^ u32::from_le_bytes(before)).to_le_bytes()
                }
                _ => return Err(format!("channel {channel:#04x} is unknown")),
            };
            let out = element * self.stride + at;
            self.block[out..out + 4].copy_from_slice(&before);
        }
        Ok(())
    }
}

/// 16 values of `bits` each; the highest possible one stands for a whole byte that follows.
fn unpack_group(input: &mut Input<'_>, bits: u32, out: &mut [u8]) -> Result<(), String> {
    match bits {
        0 => out.fill(0),
        8 => out.copy_from_slice(input.take(GROUP)?),
        _ => {
            let packed = input.take(GROUP * bits as usize / 8)?;
            let per_byte = 8 / bits as usize;
            let escape = (1u8 << bits) - 1;
            for (i, out) in out.iter_mut().enumerate() {
                let byte = packed[i / per_byte];
                let place = (i % per_byte) as u32 * bits;
                // Single bits are stored lowest first, wider values highest first.
                let shift = if bits == 1 { place } else { 8 - bits - place };
                let value = byte >> shift & escape;
                *out = if value == escape { input.byte()? } else { value };
            }
        }
    }
    Ok(())
}

fn unzigzag8(v: u8) -> u8 {
    (v & 1).wrapping_neg() ^ (v >> 1)
}

fn unzigzag16(v: u16) -> u16 {
    (v & 1).wrapping_neg() ^ (v >> 1)
}
