//! Packs the demo's two files, which are large for the program, by deflate: half of their bytes are left.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for name in ["demo.cast", "demo_idle.cast"] {
        let from = assets.join(name);
        println!("cargo:rerun-if-changed={}", from.display());
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&std::fs::read(&from)?)?;
        std::fs::write(out.join(name), encoder.finish()?)?;
    }
    Ok(())
}
