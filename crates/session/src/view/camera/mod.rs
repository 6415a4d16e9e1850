//! The camera: its moves and their history, framing, following, flying, viewpoints.

pub(crate) mod fly;
pub(crate) mod follow;
pub(crate) mod framed;
pub(crate) mod framing;
pub(crate) mod front;
pub(crate) mod glide;
pub(crate) mod history;
pub(crate) mod look_through;
pub(crate) mod mouse;
pub(crate) mod movement;
pub(crate) mod orbit;
pub(crate) mod placing;
pub(crate) mod surface;
pub(crate) mod viewpoint;
pub(crate) mod viewpoints;
