//! Files that we write, held to the Khronos validator where node is there.

use crate::assets::shared_assets;
use crate::{ConversionTarget, everything_file, maps, write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints each error the Khronos validator finds in the file whose path it is given. Images beside it are not looked at.
const VALIDATE: &str = "const v = require('gltf-validator'), fs = require('fs');
v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])))
  .then(r => r.issues.messages.filter(m => m.severity === 0 && m.code !== 'IO_ERROR').forEach(m => console.log(m.code, m.pointer, m.message)))
  .catch(e => { console.error(e); process.exit(3); });";
const VALIDATOR: &str = "gltf-validator@2.0.0-dev.3.10";

/// A folder with the validator, installed on first use; else why there is none.
fn validator() -> Result<PathBuf, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gltf_validator");
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).output();
        let done = done.map_err(|error| format!("{program} cannot be run ({error})"))?;
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        done.status
            .success()
            .then_some(())
            .ok_or(format!("{program} failed: {said}"))
    };
    run("node", &["--version"])?;
    if !folder.join("node_modules/gltf-validator").is_dir() {
        let prefix = folder.to_str().ok_or("the target folder has no Unicode name")?;
        run(
            "npm",
            &["install", "--no-audit", "--no-fund", "--prefix", prefix, VALIDATOR],
        )?;
    }
    Ok(folder)
}

#[test]
fn the_khronos_validator_finds_no_error_in_what_we_write() {
    let folder = match validator() {
        Ok(folder) => folder,
        Err(reason) => {
            println!("SKIPPED: no glTF validator, {reason}");
            return;
        }
    };
    let mut sources = vec![
        everything_file(),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.cast"),
    ];
    if let Some(assets) = shared_assets() {
        for name in ["AnimatedMorphCube", "Mage", "RiggedSimple"] {
            sources.push(assets.join("gltf").join(format!("{name}.glb")));
        }
        let authored = std::fs::read_dir(assets.join("authored")).expect("a folder").flatten();
        sources.extend(
            authored
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|is| is == "cast")),
        );
    }
    let packed = tempfile::tempdir().expect("a temporary folder");
    sources.push(maps::everything_to_be_packed(packed.path()));
    let wood = packed.path().join("wood.glb");
    std::fs::write(&wood, super::wood()).expect("a temporary folder");
    sources.push(wood);
    sources.sort();
    let written = folder.join("written.glb");
    for source in sources {
        write(std::slice::from_ref(&source), ConversionTarget::Glb, &written);
        let done = Command::new("node")
            .current_dir(&folder)
            .args(["-e", VALIDATE, written.to_str().expect("a Unicode name")])
            .output()
            .expect("node runs");
        let (errors, trouble) = (
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr),
        );
        assert!(done.status.success(), "{}: {trouble}", source.display());
        assert_eq!(errors, "", "{}", source.display());
    }
}
