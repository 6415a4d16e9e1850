//! One draw or run of the deform pass, and what it costs.

use crate::cost::Extent;
use crate::cost::Work;
use crate::passes::shadows::fit::Seer;
use crate::passes::shadows::maps::Filled;

/// One draw or run. Positions: `item` in the draw list, `ghost` in [`Shown::ghosts`](crate::lists::shown::Shown), the rest in the
/// model's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Deform {
        item: usize,
        chunk: usize,
    },
    /// Values that a mesh is coloured by.
    Values {
        item: usize,
        chunk: usize,
    },
    DeformGhost {
        ghost: usize,
        mesh: usize,
        chunk: usize,
    },
    /// Depth of a mesh.
    Depth {
        seer: Seer,
        item: usize,
    },
    /// The same of many small meshes: a batch of what that seer sees.
    DepthBatch {
        seer: Seer,
        batch: usize,
    },
    /// Rows of a map, in bands.
    Fill(Filled),
    Mask {
        item: usize,
    },
    /// A mesh of a ghost that is drawn as an outline, into the mask of these.
    Silhouette {
        ghost: usize,
        mesh: usize,
    },
    /// The outlines of all of them.
    Silhouettes,
    Background,
    /// The shadow on it.
    Ground,
    /// Triangles, lines or points.
    Mesh {
        item: usize,
    },
    /// The nearest triangles of a mesh of many small triangles.
    Nearest {
        seer: Seer,
        item: usize,
    },
    /// Where in the picture they were found.
    Tiles,
    /// Depth of all of these.
    FoundDepth {
        seer: Seer,
    },
    /// The samples where these were found.
    Found {
        item: usize,
    },
    /// The sides of a mesh that face away, where the others are drawn after them.
    Backs {
        item: usize,
    },
    /// Triangles of a mesh that blends, in any order.
    Weigh {
        item: usize,
    },
    /// Surfaces that were drawn in any order, laid over the picture.
    Compose,
    /// Depth of a mesh: it hides the surfaces behind it, and nothing is seen of the mesh.
    Hide {
        item: usize,
    },
    Hair {
        item: usize,
    },
    /// The picture so far, to be seen through surfaces that come next: a level of the copy, in bands.
    Behind {
        level: u32,
    },
    Edges {
        item: usize,
    },
    Floor,
    Ghost {
        ghost: usize,
        mesh: usize,
        step: usize,
    },
    /// Position in the steps of the trail pass.
    Trails(usize),
    Outline,
    Bones,
    Labels,
    Pick {
        item: usize,
    },
    PickBones,
}

/// Pass that tasks in a row are recorded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    Deform,
    Values,
    Depth(Seer),
    Fill,
    Mask,
    Silhouette,
    Nearest(Seer),
    Scene,
    Weigh,
    Behind,
    Overlay,
    Pick,
    PickBones,
}

pub struct Planned {
    pub task: Task,
    /// Corners and instances that it draws; vertices in the deform pass, by `RUN_STEP`.
    pub extent: Extent,
    /// Cost of one grain.
    pub each: Work,
}

impl Task {
    /// Whether it may be drawn in tiles of the picture.
    pub fn is_tiled(self) -> bool {
        matches!(
            self,
            Self::Mesh { .. }
                | Self::Found { .. }
                | Self::Backs { .. }
                | Self::Weigh { .. }
                | Self::Hide { .. }
                | Self::Ghost { .. }
        )
    }

    pub fn pass(self) -> Pass {
        match self {
            Self::Deform { .. } | Self::DeformGhost { .. } => Pass::Deform,
            Self::Values { .. } => Pass::Values,
            Self::Depth { seer, .. } | Self::DepthBatch { seer, .. } | Self::FoundDepth { seer } => Pass::Depth(seer),
            Self::Fill(_) => Pass::Fill,
            Self::Behind { .. } => Pass::Behind,
            Self::Weigh { .. } => Pass::Weigh,
            Self::Mask { .. } => Pass::Mask,
            Self::Silhouette { .. } => Pass::Silhouette,
            Self::Nearest { seer, .. } => Pass::Nearest(seer),
            Self::Tiles => Pass::Nearest(Seer::Eye),
            Self::Silhouettes | Self::Outline | Self::Bones | Self::Labels => Pass::Overlay,
            Self::Pick { .. } => Pass::Pick,
            Self::PickBones => Pass::PickBones,
            _ => Pass::Scene,
        }
    }
}

impl Pass {
    /// For statistics.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deform => "deform",
            Self::Values => "vertex values",
            Self::Depth(_) | Self::Nearest(_) => "depth",
            Self::Fill => "shadows",
            Self::Mask | Self::Silhouette => "outline",
            Self::Scene => "scene",
            Self::Behind => "glass",
            Self::Weigh => "blended",
            Self::Overlay => "overlay",
            Self::Pick | Self::PickBones => "pick",
        }
    }
}

impl Planned {
    /// Returns the cost of a draw, however little of it is drawn.
    pub fn together(&self) -> Work {
        Work {
            draws: 1.0,
            ..Work::NONE
        }
    }
}
