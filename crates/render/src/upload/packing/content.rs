//! Content of a buffer, written once to where it stays.
//!
//! In: how many values there are, and what says them one after the other. Out: their bytes in a buffer. Memory that nobody has touched
//! yet takes longer to write than the values take to be made, so nothing is collected on the way: a software adapter's buffer is
//! the system's memory, and is written in place; for others the bytes go into what the driver copies from. Only where a picture is
//! made in steps they are collected, so that each step can send as many as it may.

use crate::upload::pool_slice::PoolSlice;
use bytemuck::NoUninit;

/// Values that are handed on together: few enough for the processor's first cache.
const BLOCK: usize = 512;

/// The bytes of one buffer, of which all that is known before they are written is their number.
pub struct Content<'a> {
    purpose: &'static str,
    bytes: u64,
    is_posed: bool,
    form: Form<'a>,
}

type Write<'a> = Box<dyn FnOnce(&mut dyn FnMut(&[u8])) + Send + 'a>;

enum Form<'a> {
    /// Hands on the bytes, in order.
    Unwritten(Write<'a>),
    Collected(Vec<u8>),
    /// In a buffer of their own.
    There(PoolSlice),
}

/// Takes values one after the other.
pub struct Sink<'s, T> {
    block: Vec<T>,
    take: &'s mut dyn FnMut(&[u8]),
}

impl<T: NoUninit> Sink<'_, T> {
    pub fn push(&mut self, value: T) {
        if self.block.len() == BLOCK {
            self.hand_on();
        }
        self.block.push(value);
    }

    /// Takes the bytes of many, as they lie in memory.
    pub fn take_bytes(&mut self, bytes: &[u8]) {
        self.hand_on();
        (self.take)(bytes);
    }

    fn hand_on(&mut self) {
        (self.take)(bytemuck::cast_slice(&self.block));
        self.block.clear();
    }
}

impl<'a> Content<'a> {
    /// `count` values of type `T`, whole words in all, which `write` pushes. `purpose` is part of the buffer's label.
    pub fn of<T: NoUninit>(
        purpose: &'static str,
        count: usize,
        write: impl FnOnce(&mut Sink<'_, T>) + Send + 'a,
    ) -> Self {
        Self {
            purpose,
            bytes: (count * size_of::<T>()) as u64,
            is_posed: false,
            form: Form::Unwritten(Box::new(move |take| {
                let block = Vec::with_capacity(BLOCK);
                let mut sink = Sink { block, take };
                write(&mut sink);
                sink.hand_on();
            })),
        }
    }

    /// Those values.
    pub fn of_values<T: NoUninit>(purpose: &'static str, values: &[T]) -> Self {
        let bytes = bytemuck::cast_slice(values).to_vec();
        Self {
            purpose,
            bytes: bytes.len() as u64,
            is_posed: false,
            form: Form::Collected(bytes),
        }
    }

    /// Content that is in a buffer of its own already.
    pub fn in_place(purpose: &'static str, part: PoolSlice) -> Self {
        Self {
            purpose,
            bytes: part.size(),
            is_posed: false,
            form: Form::There(part),
        }
    }

    /// The same as vertices that nothing deforms: they lie as deformed ones do, a whole number of vertices after those of other meshes.
    pub fn into_posed(self) -> Self {
        Self { is_posed: true, ..self }
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn is_posed(&self) -> bool {
        self.is_posed
    }

    pub fn purpose(&self) -> &'static str {
        self.purpose
    }

    /// Where they are, if they are in a buffer already.
    pub fn there(&self) -> Option<&PoolSlice> {
        match &self.form {
            Form::There(part) => Some(part),
            _ => None,
        }
    }

    /// The same, which borrows nothing any more.
    pub fn collected(self) -> Content<'static> {
        Content {
            purpose: self.purpose,
            bytes: self.bytes,
            is_posed: self.is_posed,
            form: Form::Collected(self.collect()),
        }
    }

    /// All of them, side by side.
    pub fn collect(self) -> Vec<u8> {
        match self.form {
            Form::Collected(bytes) => bytes,
            _ => {
                let mut bytes = Vec::with_capacity(self.bytes as usize);
                self.write(&mut |more| bytes.extend_from_slice(more));
                bytes
            }
        }
    }

    /// Hands them on in order; nothing of what is in a buffer already.
    pub fn write(self, take: &mut dyn FnMut(&[u8])) {
        match self.form {
            Form::Unwritten(write) => write(take),
            Form::Collected(bytes) => take(&bytes),
            Form::There(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_out_in_order_whatever_their_number() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let content = || {
                Content::of("numbers", count, move |sink| {
                    (0..count as u32).for_each(|value| sink.push(value));
                })
            };
            let wanted: Vec<u8> = (0..count as u32).flat_map(u32::to_ne_bytes).collect();
            assert_eq!(content().bytes(), wanted.len() as u64);
            assert_eq!(content().collect(), wanted);
            let mut pieces = Vec::new();
            content().write(&mut |more| pieces.push(more.to_vec()));
            assert_eq!(pieces.concat(), wanted);
            assert!(pieces.iter().all(|piece| piece.len() <= 4 * BLOCK));
        }
    }
}
