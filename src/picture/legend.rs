//! What colours of drawn aids mean.

/// One line of colours with words. Drawn at the middle of the lower edge, in the font that the program brings along.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// What the colours are of, for those who do not see them.
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

/// What stands before words of a legend; colours are sRGB bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// One colour.
    Square([u8; 3]),
    /// From [`crate::picture::Colors::speed`]'s first to its last.
    Ramp,
}
