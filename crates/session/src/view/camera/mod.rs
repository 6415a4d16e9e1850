//! The camera: its moves and their history, framing, following, flying, viewpoints.

pub mod fly;
pub mod follow;
pub mod framed;
pub mod framing;
pub mod front;
pub mod glide;
pub mod history;
pub mod look_through;
pub mod mouse;
pub mod movement;
pub mod orbit;
pub mod placing;
pub mod surface;
pub mod viewpoint;
pub mod viewpoints;
