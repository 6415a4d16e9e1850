//! Meaning of the colours of drawn aids.

/// One line of colours with words. Drawn at the middle of the lower edge of the part it is about, in the font that the program brings along.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// Where the colours are seen: from and to that share of the picture's width.
    pub across: [f32; 2],
    /// Subject of the colours, for those who do not see them.
    pub title: &'static str,
    /// From left to right.
    pub entries: Vec<LegendEntry>,
}

/// A colour and what it means, or words alone.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Stands before the words.
    pub mark: Mark,
    /// One line.
    pub words: String,
}

/// Mark before the words of a legend; colours are sRGB bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// One colour.
    Square([u8; 3]),
    /// All of a ramp.
    Ramp(Ramp),
}

/// Colours that run from the least number to the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ramp {
    /// [`crate::Colors::speed`].
    Speed,
    /// [`crate::Colors::heat`].
    Heat,
}

impl Legend {
    /// All of the picture.
    pub const WHOLE: [f32; 2] = [0.0, 1.0];
}

impl LegendEntry {
    /// One colour, sRGB bytes, and what it means.
    pub fn square(color: [u8; 3], words: impl Into<String>) -> Self {
        Self {
            mark: Mark::Square(color),
            words: words.into(),
        }
    }

    /// A ramp, and what its end means.
    pub fn ramp(ramp: Ramp, words: impl Into<String>) -> Self {
        Self {
            mark: Mark::Ramp(ramp),
            words: words.into(),
        }
    }

    /// Words alone.
    pub fn words(words: impl Into<String>) -> Self {
        Self {
            mark: Mark::None,
            words: words.into(),
        }
    }
}
