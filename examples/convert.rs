//! Writes files of any format as one GLB: `cargo run --example convert`.

use castview::offline::{Conversion, ConversionTarget, convert};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let sources: [PathBuf; 2] = ["assets/demo.cast".into(), "assets/demo_idle.cast".into()];
    let output = std::env::temp_dir().join("castview.glb");
    let converted = convert(&Conversion::new(&sources, ConversionTarget::Glb, &output))?;
    for loss in converted.losses.items() {
        println!("{}: {}", loss.rule.id, loss.message);
    }
    castview::export::replace(&output, &converted.bytes)?;
    println!("{} models are in {}", converted.models, output.display());
    Ok(())
}

#[test]
fn runs() {
    main().expect("the demo is there");
}
