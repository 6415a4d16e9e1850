//! castview: a desktop GPU viewer for models and animations.
//!
//! ```text
//! bytes → document → scene → pose → picture → GPU buffers → pixels
//! ```
//!
//! Modules are crates of their own, passed on under their names; `ARCHITECTURE.md` has the map.
//!
//! Five programs in `examples/` show it at work: `load` lists the bones of a file of any format, `pose` says where they stand at a frame of a
//! clip, `skin_on_cpu` moves vertices by them, `convert` writes another format, `render_png` draws a picture.
//!
//! # A model in a pose, deformed on the CPU
//!
//! ```
//! use castview::{animation, core::MeshIndex, deform, formats};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let read = |path| formats::import(std::fs::read(path)?.into(), &formats::Request::alone("demo")).map_err(Box::<dyn std::error::Error>::from);
//! let (model, idle) = (read("assets/demo.cast")?.scene, read("assets/demo_idle.cast")?.scene);
//! let (model, clip) = (&model.models[0], &idle.clips[0]);
//! let pose = animation::pose_at(model, clip, 12.5);
//! let skinned = deform::skinned(model, MeshIndex::new(0), &pose);
//! println!("the first vertex is at {}, its normal is {}", skinned.positions[0], skinned.normals[0]);
//! # assert_eq!(skinned.positions.len(), model.meshes[0].vertex_count());
//! # let still = deform::deform_vertex(model, MeshIndex::new(0), &animation::rest_pose(model), 0);
//! # assert!(skinned.positions.iter().any(|position| *position != still));
//! # Ok(())
//! # }
//! ```

pub use castview_base::{core, scene};
#[cfg(feature = "files")]
pub use castview_files as files;
#[cfg(feature = "files")]
pub use castview_files::export;
pub use castview_formats as formats;
pub use castview_images as images;
pub use castview_motion::{animation, deform, trouble};
pub use castview_picture as picture;
pub use castview_picture::{compare, light, opened};
#[cfg(feature = "render")]
pub use castview_render as render;
#[cfg(feature = "files")]
pub use castview_session as session;
#[cfg(feature = "window")]
pub use castview_ui as ui;
/// Vectors, quaternions and matrices, as all of it speaks them.
pub use glam;

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(all(feature = "files", feature = "render"))]
pub mod offline;
