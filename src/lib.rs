//! castview: a desktop GPU viewer for models and animations.
//!
//! ```text
//! bytes → document → scene → pose → picture → GPU buffers → pixels
//! ```
//!
//! Each module is a room that imports only rooms of lower rank; `ARCHITECTURE.md` has the map and
//! `tests/layering.rs` holds it.
//!
//! # Bones of a file
//!
//! ```
//! use castview::formats::{Request, import};
//!
//! let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo.cast"))?;
//! let import = import(bytes.into(), &Request::alone("demo"))?;
//! let skeleton = &import.scene.models[0].skeleton;
//! for bone in skeleton.bones() {
//!     let parent = skeleton.parent(bone).map_or("the model", |parent| skeleton.name(parent));
//!     println!("{} hangs on {parent}, {}", skeleton.name(bone), skeleton.rest()[bone.get()].translation);
//! }
//! # assert!(skeleton.len() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A model in a pose, deformed on the CPU
//!
//! ```
//! # use castview::formats::{Request, import};
//! use castview::{animation, core::MeshIndex, deform};
//!
//! # let read = |path: &str| import(std::fs::read(path).expect("it is there").into(), &Request::alone("demo"));
//! # let import = read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo.cast"))?;
//! # let idle = read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo_idle.cast"))?;
//! let (model, clip) = (&import.scene.models[0], &idle.scene.clips[0]);
//! let binding = animation::bind(clip, model);
//! let layers = [animation::Layer::new(clip, &binding, 12.5)];
//! let rig = animation::PreparedRig::of(model);
//! let mut pose = animation::Pose::default();
//! animation::evaluate(model, animation::Motion { layers: &layers, rig: Some(&rig) }, &mut pose);
//! let normals = deform::rest_normals(&model.meshes[0]);
//! let mut skinned = deform::Deformed::default();
//! deform::deform(model, MeshIndex::new(0), &pose, deform::Rest { normals: &normals, tangents: &[] }, &mut skinned);
//! println!("the first vertex is at {}, its normal is {}", skinned.positions[0], skinned.normals[0]);
//! # assert_eq!(skinned.positions.len(), model.meshes[0].vertex_count());
//! # let still = deform::deform_vertex(model, MeshIndex::new(0), &animation::rest_pose(model), 0);
//! # assert!(binding.matched > 0 && skinned.positions.iter().any(|position| *position != still));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A file in another format
//!
//! This one needs the features `files` and `render`.
//!
//! ```
//! use castview::offline::{Conversion, Target, convert};
//!
//! let sources = [concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo.cast").into()];
//! let output = std::env::temp_dir().join("demo.glb");
//! let converted = convert(&Conversion::new(&sources, Target::Glb, &output))?;
//! for loss in converted.losses.items() {
//!     println!("{}: {}", loss.rule.id, loss.message);
//! }
//! println!("{} models, {} bytes for {}", converted.models, converted.bytes.len(), output.display());
//! # assert!(converted.bytes.starts_with(b"glTF") && converted.models == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod animation;
#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
pub mod core;
pub mod deform;
#[cfg(feature = "files")]
pub mod export;
#[cfg(feature = "files")]
pub mod files;
pub mod formats;
pub mod images;
pub mod light;
#[cfg(all(feature = "files", feature = "render"))]
pub mod offline;
#[cfg(feature = "files")]
pub mod opened;
pub mod picture;
#[cfg(feature = "render")]
pub mod render;
pub mod scene;
#[cfg(feature = "files")]
pub mod session;
#[cfg(feature = "window")]
pub mod ui;
