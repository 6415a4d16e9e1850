//! A picture of files as PNG, without a window: `cargo run --example render_png`.

use castview::offline::{Shot, picture_of};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let files: [PathBuf; 2] = ["assets/demo.cast".into(), "assets/demo_idle.cast".into()];
    let shot = Shot {
        size: Some([640, 360]),
        samples: 4,
        ..Shot::default()
    };
    let taken = picture_of(&files, &shot)?;
    let output = std::env::temp_dir().join("castview.png");
    castview::export::replace(&output, &castview::export::png(&taken.image))?;
    println!("{} ({} samples a pixel)", output.display(), taken.samples);
    Ok(())
}

#[test]
fn runs() {
    main().expect("the demo is there");
}
