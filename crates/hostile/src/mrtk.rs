//! The MRTK reader's body, and what its documents promise.

use super::laws;
use castview_base::core::Diagnostics;
use castview_formats::mrtk::{CURVE_HEAD, Document, import, is_damaged, read, repaired_w};

pub fn opens(bytes: &[u8]) -> bool {
    match read(bytes.to_vec().into(), None, &mut Diagnostics::default()) {
        Ok(document) => {
            is_sound(bytes, &document);
            let import = import(bytes.to_vec().into(), &laws::request()).expect("what can be read can be shown");
            laws::keeps_its_laws(&import.scene);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Checks the promises that reading makes about a document, whatever the file.
fn is_sound(bytes: &[u8], document: &Document) {
    let mut end = 0;
    for curve in document.curves() {
        let at = curve.place().offset as usize;
        // Curves missing from a cut file are empty and lie at its end.
        let is_absent = at == bytes.len() && curve.is_empty();
        assert!(is_absent || at >= end && at + CURVE_HEAD <= bytes.len());
        end = at + if is_absent { 0 } else { CURVE_HEAD };
        let keys = curve.keys();
        assert!(keys.len() * 8 <= bytes.len());
        assert!(keys.is_sorted_by(|a, b| a.time <= b.time));
        for key in keys {
            assert!(key.time.is_finite() && key.value.is_finite());
            assert!(!key.in_tangent.is_nan() && !key.out_tangent.is_nan());
            assert!(key.in_weight.is_finite() && key.out_weight.is_finite());
            assert!((0..=3).contains(&key.weighted));
        }
    }
    assert!(document.markers().iter().all(|marker| marker.time.is_finite()));
    assert!(document.duration() >= 0.0);
    if let Some(camera) = document.camera() {
        let damaged = is_damaged(&camera);
        let [.., x, y, z, w] = camera.map(|curve| curve.keys());
        let repaired = repaired_w(&x, &y, &z, &w);
        assert!(!damaged || repaired.iter().all(|key| key.value.is_finite()));
    }
}
