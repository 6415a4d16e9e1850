//! Writes SEModel and SEAnim files, by the letter of docs/formats/semodel.md and docs/formats/seanim.md.

pub mod anim;
pub mod model;

/// A number that counts up to `count`, in as many bytes as the formats give it.
fn counted(out: &mut Vec<u8>, number: u32, count: u32) {
    let bytes = number.to_le_bytes();
    out.extend(match count {
        0..=255 => &bytes[..1],
        256..=65_535 => &bytes[..2],
        _ => &bytes[..],
    });
}

fn floats(out: &mut Vec<u8>, numbers: &[f32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend(text);
    out.push(0);
}
