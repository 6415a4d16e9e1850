//! Unpacked streams, reasons why there is none, and the memory that unpacking may take.

/// The reason why a stream cannot be read: the end of a sentence about it.
pub(crate) type Fault = &'static str;

pub(crate) struct Mesh {
    /// Three points for each triangle, all below `points`.
    pub triangles: Vec<u32>,
    pub points: u32,
    pub attributes: Vec<Attribute>,
}

/// Type of an attribute's numbers. Widths are those of the stored numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
}

impl Numbers {
    pub(super) fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            1 => Self::I8,
            // Truths are bytes, too.
            2 | 11 => Self::U8,
            3 => Self::I16,
            4 => Self::U16,
            5 => Self::I32,
            6 => Self::U32,
            9 => Self::F32,
            _ => return None,
        })
    }

    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
        }
    }
}

pub(crate) struct Attribute {
    /// The number that a glTF file calls it by.
    pub id: u32,
    pub numbers: Numbers,
    /// Numbers of one value, 1 to 4.
    pub components: usize,
    /// Whether integers stand for fractions.
    pub normalized: bool,
    /// By point, little-endian, without gaps.
    pub bytes: Vec<u8>,
}

/// Memory that a stream may still take.
pub(crate) struct Memory {
    pub(super) left: u64,
}

impl Memory {
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self
            .left
            .checked_sub(bytes)
            .ok_or("it unpacks to far more than its size explains")?;
        Ok(())
    }
}
