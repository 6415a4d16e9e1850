//! MRTK recordings: curves that are complete, one by one.

use super::recording::wave;
use super::{Total, alone, cuts, numbers, told};
use castview_base::core::Diagnostics;
use castview_formats::mrtk::read;

/// Where each curve ends, and how many keys it has: walked by the counts alone.
fn ends(bytes: &[u8], key: usize) -> Vec<(usize, usize)> {
    let mut at = 19;
    (0..7 + 4 + 2 * 27 * 7 + 6)
        .map(|curve| {
            let count = u32::from_le_bytes(bytes[at + 8..at + 12].try_into().expect("four bytes")) as usize;
            // The states are on or off: their keys are short in every file.
            at += 12 + count * if (7..11).contains(&curve) { 8 } else { key };
            (at, count)
        })
        .collect()
}

#[test]
fn cut_recordings_show_their_complete_curves() {
    for full in [false, true] {
        let mut file = wave();
        file.full = full;
        let bytes = file.bytes();
        let ends = ends(&bytes, if full { 28 } else { 8 });
        let boundaries: Vec<usize> = ends.iter().step_by(9).map(|(end, _)| *end).collect();
        let mut total = Total::default();
        for cut in cuts(bytes.len(), 60, &boundaries) {
            let held = ends.iter().filter(|(end, count)| *count > 0 && *end <= cut).count();
            let mut diagnostics = Diagnostics::default();
            let document = match read(bytes[..cut].to_vec().into(), None, &mut diagnostics) {
                Ok(document) => document,
                Err(error) => {
                    assert_eq!(held, 0, "{cut}: {error}");
                    total.add(0, 0);
                    continue;
                }
            };
            let whole = |(curve, (_, count)): &(castview_formats::mrtk::CurveView<'_>, &(usize, usize))| {
                *count > 0 && curve.len() == *count
            };
            total.add(held, document.curves().zip(&ends).filter(whole).count());
            let import = alone(&bytes[..cut]).unwrap_or_else(|error| panic!("{cut}: {error}"));
            let said = numbers(told(&import), &["curves"]);
            let complete = ends.iter().filter(|(end, _)| *end <= cut).count();
            assert_eq!(said, Some((complete, ends.len())), "{cut}");
            assert_eq!(import.scene.clips.len(), 1, "{cut}");
        }
        total.check(&format!("curves, full keys: {full}"));
    }
}
