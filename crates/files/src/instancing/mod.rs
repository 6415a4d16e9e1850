//! Models that a scene places by file: searched, loaded, peeked into, replaced by boxes when missing.
//!
//! The way of an instance, from a file to the screen:
//!
//! 1. `lower` keeps what the file says: a path and a placement. `files::InstanceSearch` finds the file it means, from the scene
//!    root; only Cast files are ever opened, or shapes for a `.Shape`. `files::reach` holds the one rule about where: by the text
//!    of a path before the system is asked, and by the real path of the open handle. Textures and buffers go the same way, and
//!    nothing else in `files` asks the system about what a file names.
//! 2. `files::open_instances` reads each distinct file once, multiplies nested placements out, and cuts cycles, depth and number. A missing
//!    target becomes a box of a file of boxes. `opened::Instances` carries it all, the open file's one more list.
//! 3. On the stage every model of a referenced file is one `Placed` that stands at several places (`picture::Places`): one pose,
//!    one deformation, many places. Those of the sub shapes of a `.Shape` are made anew as its root moves
//!    (`session::composition::carried`); what hangs on them goes along.
//! 4. A node of glTF with instances carries them in the same way: its meshes are a model of their own with `scene::Copies`, which
//!    `session::composition::carried` puts where the node goes.
//! 5. `render::upload::placements` writes where they stand once per change, as a vertex buffer that steps by instance. Every pass
//!    draws a mesh with one call, whatever their number, so a picture of ten thousand is encoded as fast as one of one. A pick
//!    returns which of them it hit.

mod crowds;
pub mod instance_search;
pub mod instances;
pub mod leads;
pub mod missing_boxes;
pub mod peek;
