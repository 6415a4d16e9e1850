//! Golden pictures: small, one feature each, drawn on software Vulkan.
//!
//! `UPDATE_GOLDEN=1` writes them; a mismatch leaves `NAME.new.png` and `NAME.diff.png` beside the golden one.

mod common;

use castview::picture::{Background, Picture};
use common::gpu;

#[test]
fn backgrounds() {
    let Some(mut stage) = gpu::Stage::new() else { return };
    for (name, background) in [
        (
            "background_gradient",
            Background::Gradient {
                top: [58, 64, 74],
                bottom: [32, 36, 42],
            },
        ),
        ("background_solid", Background::Solid([200, 120, 40])),
        ("background_none", Background::Transparent),
    ] {
        let picture = Picture {
            background,
            ..gpu::empty_picture()
        };
        stage.check(name, &picture);
    }
}
