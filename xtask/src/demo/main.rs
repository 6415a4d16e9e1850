//! Writes `assets/`: the demo creature, its clip and textures, and the icons.
//!
//! `xtask/src/demo` builds Sprig from nothing: a smooth union of solids (`field`), polygonised (`surface`), weighted by diffusion
//! along the skin (`weights`), unwrapped and painted (`atlas`, `paint`), with lofted tail, leaves and scarf (`loft`, `extras`), a
//! face of domes that lie on the skin (`face`) and a clip of curves and springs (`motion`, `dance`). `cargo xtask demo` writes
//! `assets/`; `files::demo` compiles them in; a test compares the stored files with what the code makes.

mod anatomy;
mod atlas;
mod cast_file;
mod creature;
mod dance;
mod environments;
mod extras;
mod face;
mod field;
mod icon;
mod loft;
mod mesh;
mod motion;
mod paint;
mod surface;
mod weights;

use castview::light::{Reflectance, Sheen};
use image::{DynamicImage, ImageFormat};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// File name within `assets/` → bytes.
fn files() -> Vec<(String, Vec<u8>)> {
    let creature = creature::build();
    let clip = dance::clip(&creature.skeleton);
    let mut files = vec![
        ("demo.cast".to_owned(), cast_file::model(&creature)),
        ("demo_idle.cast".to_owned(), cast_file::animation(&clip)),
    ];
    for (material, picture) in creature.pictures {
        files.push((cast_file::picture_path(material), png(picture.into())));
    }
    files.extend(icons());
    files
}

/// Sides of the icons that desktops ask for, in pixels; the one that the program has itself lies above the others.
const ICON_SIDES: [u32; 7] = [16, 24, 32, 48, 64, 128, 512];
const OWN_SIDE: u32 = 256;

/// The sizes that Windows takes from a program file.
const ICO_SIDES: [u32; 5] = [16, 24, 32, 48, OWN_SIDE];

fn icons() -> Vec<(String, Vec<u8>)> {
    let picture = |side: u32| (side, png(icon::picture(side).into()));
    let own = picture(OWN_SIDE);
    let pictures: Vec<_> = ICON_SIDES.map(picture).into_iter().chain([own.clone()]).collect();
    let of_windows: Vec<_> = ICO_SIDES
        .iter()
        .filter_map(|side| pictures.iter().find(|(found, _)| found == side).cloned())
        .collect();
    let mut files = vec![("icon.png".to_owned(), own.1)];
    files.push(("icons/castview.svg".to_owned(), icon::svg().into_bytes()));
    files.push(("icons/castview.ico".to_owned(), icon::ico(&of_windows)));
    let listed = pictures.into_iter().filter(|(side, _)| *side != OWN_SIDE);
    files.extend(listed.map(|(side, png)| (format!("icons/{side}.png"), png)));
    files
}

/// Tables of how surfaces reflect light.
fn light() -> [(String, Vec<u8>); 2] {
    let reflectance = ("light/reflectance.bin".to_owned(), Reflectance::make());
    let sheen = ("light/sheen.bin".to_owned(), Sheen::make());
    [reflectance, sheen]
}

fn png(picture: DynamicImage) -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    picture
        .write_to(&mut png, ImageFormat::Png)
        .expect("a picture in memory can be written as PNG");
    png.into_inner()
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn main() -> std::io::Result<()> {
    let written: Box<dyn Iterator<Item = (String, Vec<u8>)>> = match std::env::args().nth(1).as_deref() {
        Some("environments") => Box::new(environments::files(|_| None)),
        Some("environment-maps") => Box::new(environments::files(|preset| Some(preset.stored()))),
        _ => Box::new(files().into_iter().chain(light())),
    };
    for (name, bytes) in written {
        let path = assets().join(&name);
        std::fs::create_dir_all(path.parent().expect("inside assets"))?;
        std::fs::write(&path, &bytes)?;
        println!("assets/{name}: {} KiB", bytes.len().div_ceil(1024));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview::core::SharedBytes;
    use castview::formats::{Request, import};
    use castview::scene::{Clip, Mesh, Scene};
    use glam::Vec3;

    /// All of them are a part of the program.
    #[test]
    fn environments_take_a_megabyte_at_most() {
        let folders = ["light", "light/backdrops", "light/maps"].map(|folder| std::fs::read_dir(assets().join(folder)));
        let files = folders.into_iter().flat_map(|folder| folder.expect("it is there"));
        let files = files.map(|file| file.and_then(|file| file.metadata()).expect("it can be read"));
        let bytes: u64 = files.filter(|file| file.is_file()).map(|file| file.len()).sum();
        assert!(bytes <= 1_000_000, "{bytes} bytes");
    }

    /// The stored files are those that the code makes, but for the last bits of other machines' sines.
    #[test]
    fn the_stored_files_are_those_the_code_makes() {
        for (name, fresh) in files() {
            let stored = std::fs::read(assets().join(&name)).expect("cargo xtask demo has written the assets");
            if stored == fresh {
                continue;
            }
            if name.ends_with(".ico") {
                let own = |side: u32| match side {
                    OWN_SIDE => "icon.png".to_owned(),
                    side => format!("icons/{side}.png"),
                };
                let png = |side| (side, std::fs::read(assets().join(own(side))).expect("an icon"));
                assert!(stored == icon::ico(&ICO_SIDES.map(png)), "{name}: run cargo xtask demo");
            } else if name.ends_with(".png") {
                let [a, b] =
                    [&stored, &fresh].map(|bytes| image::load_from_memory(bytes).expect("a picture").to_rgba8());
                assert_eq!(a.dimensions(), b.dimensions(), "{name}");
                let worst = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(worst <= Some(4), "{name} differs by {worst:?}: run cargo xtask demo");
            } else {
                assert!(name.ends_with(".cast"), "{name}: run cargo xtask demo");
                let [a, b] = [stored, fresh].map(|bytes| {
                    import(SharedBytes::from(bytes), &Request::alone("demo"))
                        .expect("a Cast file")
                        .scene
                });
                assert_same(&name, &a, &b);
            }
        }
    }

    fn assert_same(name: &str, stored: &Scene, fresh: &Scene) {
        let meshes = |scene: &Scene| {
            scene
                .models
                .iter()
                .flat_map(|model| model.meshes.clone())
                .collect::<Vec<Mesh>>()
        };
        let shape = |mesh: &Mesh| (mesh.name.clone(), mesh.triangles.iter().collect::<Vec<_>>());
        let keys = |clip: &Clip| {
            clip.tracks
                .iter()
                .map(|track| (track.target.clone(), track.keys.len()))
                .collect::<Vec<_>>()
        };
        let advice = format!("{name} is not what the code makes: run cargo xtask demo");
        assert_eq!(meshes(stored).len(), meshes(fresh).len(), "{advice}");
        for (a, b) in meshes(stored).iter().zip(&meshes(fresh)) {
            assert!(shape(a) == shape(b), "{advice}");
            let away = a.positions.iter().zip(b.positions.iter());
            let worst = away
                .map(|(a, b)| Vec3::from(a).distance(Vec3::from(b)))
                .fold(0.0, f32::max);
            assert!(worst < 1e-4, "{advice} ({} is off by {worst})", a.name);
        }
        let clips = |scene: &Scene| scene.clips.iter().map(keys).collect::<Vec<_>>();
        assert_eq!(clips(stored), clips(fresh), "{advice}");
    }
}
