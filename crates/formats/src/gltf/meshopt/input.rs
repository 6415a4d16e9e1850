//! Compressed bytes, taken from the front.

/// Takes bytes from the front; nothing when there are not enough.
pub(super) struct Input<'a>(pub(super) &'a [u8]);

impl<'a> Input<'a> {
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (front, rest) = self.0.split_at_checked(count).ok_or_else(cut_off)?;
        self.0 = rest;
        Ok(front)
    }

    pub fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }
}

pub(super) fn cut_off() -> String {
    "its compressed data end too early".into()
}
