//! Numbers that come from a file that anybody can edit.

/// `value` between `least` and `most`; `usual` in place of what is no number.
pub(crate) fn within(value: f32, [least, most]: [f32; 2], usual: f32) -> f32 {
    match value.is_finite() {
        true => value.clamp(least, most),
        false => usual,
    }
}
