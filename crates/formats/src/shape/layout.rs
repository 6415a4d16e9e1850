//! Widths that the page leaves open, and the order in which they are tried (docs/formats/shape.md §4, "Retry order").

/// Width of a count that structure and prose disagree about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountWidth {
    /// One byte.
    Bits8,
    /// Two bytes.
    #[default]
    Bits16,
}

/// One reading of the widths that are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// 1 or 4 (shape.md A4).
    pub bool_bytes: usize,
    /// Width of the number of a sound's properties (shape.md A7).
    pub sound_count: CountWidth,
    /// Width of the number of animation layers (shape.md A8).
    pub layer_count: CountWidth,
}

/// Widths that the user has settled; `None` is tried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedLayout {
    pub bool_bytes: Option<usize>,
    pub sound_count: Option<CountWidth>,
    pub layer_count: Option<CountWidth>,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            bool_bytes: 1,
            sound_count: CountWidth::Bits16,
            layer_count: CountWidth::Bits16,
        }
    }
}

impl Layout {
    /// The layouts to try, in order, each once.
    pub fn candidates(wanted: WantedLayout) -> Vec<Self> {
        use CountWidth::{Bits8, Bits16};
        let order = [
            (1, Bits16, Bits16),
            (1, Bits8, Bits16),
            (1, Bits16, Bits8),
            (1, Bits8, Bits8),
            (4, Bits16, Bits16),
        ];
        let mut out: Vec<Self> = Vec::with_capacity(order.len());
        for (bool_bytes, sound_count, layer_count) in order {
            let layout = Self {
                bool_bytes: wanted.bool_bytes.unwrap_or(bool_bytes),
                sound_count: wanted.sound_count.unwrap_or(sound_count),
                layer_count: wanted.layer_count.unwrap_or(layer_count),
            };
            if !out.contains(&layout) {
                out.push(layout);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_settles_is_not_tried_out() {
        assert_eq!(Layout::candidates(WantedLayout::default()).len(), 5);
        let wanted = WantedLayout {
            bool_bytes: Some(4),
            ..WantedLayout::default()
        };
        let layouts = Layout::candidates(wanted);
        assert_eq!(layouts.len(), 4);
        assert!(layouts.iter().all(|layout| layout.bool_bytes == 4));
    }
}
