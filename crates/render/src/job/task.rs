//! One draw or run of the deform pass, and what it costs.

use crate::cost::Extent;
use crate::cost::Work;
use crate::passes::pass::{Destination, Draw, PlannedDraw, Turn};

/// One draw or run. Positions: `item` in the draw list, `ghost` in [`Shown::ghosts`](crate::passes::picture::shown::Shown), the rest in the
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
    /// A draw of one of the drawing passes.
    Draw(Draw),
    Pick {
        item: usize,
    },
    PickBones,
}

/// GPU pass that tasks in a row are recorded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuPass {
    Deform,
    Values,
    Scene,
    Overlay,
    /// Into those of its own textures, by the drawing pass at that position.
    Own(usize, u8),
    /// The drawing pass at that position copies the picture so far.
    Behind(usize),
    Pick,
    PickBones,
}

pub struct PlannedTask {
    pub task: Task,
    /// Corners and instances that it draws; vertices in the deform pass, by `RUN_STEP`.
    pub extent: Extent,
    /// Cost of one grain.
    pub each: Work,
}

impl Task {
    /// Whether it may be drawn in tiles of the picture.
    pub fn is_tiled(self) -> bool {
        matches!(self, Self::Draw(draw) if draw.is_tiled)
    }

    /// Whether surfaces, or what comes with them, are drawn from here on.
    pub fn draws_surfaces(self) -> bool {
        matches!(self, Self::Draw(draw) if draw.turn >= Turn::Mirrored)
    }

    pub fn pass(self) -> GpuPass {
        match self {
            Self::Deform { .. } | Self::DeformGhost { .. } => GpuPass::Deform,
            Self::Values { .. } => GpuPass::Values,
            Self::Draw(draw) => match draw.to {
                Destination::Scene => GpuPass::Scene,
                Destination::Overlay => GpuPass::Overlay,
                Destination::Own(textures) => GpuPass::Own(draw.pass, textures),
                Destination::Behind => GpuPass::Behind(draw.pass),
            },
            Self::Pick { .. } => GpuPass::Pick,
            Self::PickBones => GpuPass::PickBones,
        }
    }
}

impl GpuPass {
    /// The drawing pass that records it by itself.
    pub fn of(self) -> Option<usize> {
        match self {
            Self::Own(pass, _) | Self::Behind(pass) => Some(pass),
            _ => None,
        }
    }

    /// For statistics.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deform => "deform",
            Self::Values => "vertex values",
            Self::Scene | Self::Own(..) | Self::Behind(_) => "scene",
            Self::Overlay => "overlay",
            Self::Pick | Self::PickBones => "pick",
        }
    }
}

impl From<PlannedDraw> for PlannedTask {
    fn from(planned: PlannedDraw) -> Self {
        Self {
            task: Task::Draw(planned.draw),
            extent: planned.extent,
            each: planned.each,
        }
    }
}

impl PlannedTask {
    /// Returns the cost of a draw, however little of it is drawn.
    pub fn together(&self) -> Work {
        Work {
            draws: 1.0,
            ..Work::NONE
        }
    }
}
