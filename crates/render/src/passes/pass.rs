//! The trait of drawing passes, and the draws that a pass says a picture takes.
//!
//! A pass lists its draws ([`Pass::plan`]), each with its turn among those of all passes; the job records them in the order of their
//! turns, whole or in parts, and knows none of the passes by name.

use super::common::Common;
use super::picture::picture_gpu::PictureGpu;
use crate::cost::{Extent, Span, Work};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::lists::cover::Cover;
use crate::lists::draw_list::Item;
use std::ops::Range;

/// Rows of the picture that are drawn together: software adapters shade whole squares of this size, and cut ones a little differently.
pub const BAND: u32 = 64;

/// Draws one kind of things, with so many samples per pixel. It is made when a picture first has a draw for it.
pub trait Pass: Sized + Send + Sync + 'static {
    /// For statistics: the name of its own GPU passes.
    const WORD: &'static str = "scene";
    /// Whether it is made with pipelines, which take long; if not, [`Self::prepare_item`] makes them, or others have them.
    const HAS_PIPELINES: bool = true;

    fn new(context: &Context, common: &Common, samples: u32) -> Self;

    /// Adds its draws of the picture.
    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>);

    /// Makes what its own `draws` need beside; how many pipelines those were.
    fn prepare(&mut self, _there: &PictureGpu<'_>, _draws: &[Draw]) -> Result<usize, RenderError> {
        Ok(0)
    }

    /// Makes the pipeline that an item of the draw list needs, if it draws that and has none yet; whether it did.
    fn prepare_item(&mut self, _there: &PictureGpu<'_>, _item: usize) -> bool {
        false
    }

    /// Drops what was made for wirings of materials: their numbers are given anew.
    fn forget_wirings(&mut self) {}

    /// Records some of a draw into the picture. Group 0 is the view.
    fn record(&self, _there: &PictureGpu<'_>, _pass: &mut DrawPass<'_>, _piece: &Piece<'_>) {}

    /// Records draws that go elsewhere ([`Destination::Own`], [`Destination::Behind`]).
    fn record_own(&self, _there: &PictureGpu<'_>, _encoder: &mut wgpu::CommandEncoder, _run: &OwnRun<'_>) {}
}

/// When something is drawn, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// Depth as the key light, the ground and the eye see it.
    Depths,
    /// Maps of shadows that are made of depth.
    Fills,
    /// Destination textures that a later draw reads.
    Masks,
    /// Surfaces as the ground mirrors them, by item; then their distances from it, and blurred copies.
    Mirrored,
    MirroredSpread,
    Background,
    /// The shadow on the ground, then what the ground mirrors.
    Ground,
    /// Surfaces that hide what is behind them, by item.
    Solid,
    SolidHair,
    /// Ghosts below surfaces that blend: these write no depth, and ghosts would lie over them.
    GhostsBelow,
    /// The floor in a picture with glass.
    FloorBehind,
    /// The picture so far is copied, to be seen through glass.
    Behind,
    /// Surfaces behind which something is seen, by item.
    Blended,
    BlendedHair,
    /// Surfaces that emit light, by item; their light is spread, and laid over the picture.
    Glow,
    GlowSpread,
    GlowOver,
    Edges,
    Floor,
    Ghosts,
    Trails,
    GhostOutlines,
    SelectedOutline,
    Bones,
    Labels,
}

impl Turn {
    pub fn of_surface(item: &Item) -> Self {
        match item.shows_behind() {
            true => Self::Blended,
            false => Self::Solid,
        }
    }
}

/// Where a draw goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The picture.
    Scene,
    /// The picture, with a depth of its own.
    Overlay,
    /// Textures of the pass, of which it has one or several.
    Own(u8),
    /// A copy of the picture so far.
    Behind,
}

/// Position of the drawn thing, in the terms of its pass: `item` in the draw list or among the shown ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub item: usize,
    pub mesh: usize,
    pub step: usize,
}

impl At {
    pub fn item(item: usize) -> Self {
        Self {
            item,
            ..Self::default()
        }
    }

    pub fn step(step: usize) -> Self {
        Self {
            step,
            ..Self::default()
        }
    }
}

/// One draw of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Position of the pass in the list of all.
    pub pass: usize,
    pub turn: Turn,
    /// Among draws of the same turn.
    pub order: usize,
    pub at: At,
    pub to: Destination,
    /// Whether it may be drawn in tiles of the picture.
    pub is_tiled: bool,
}

impl Draw {
    /// Destination the picture.
    pub fn of(turn: Turn, at: At) -> Self {
        Self {
            pass: 0,
            turn,
            order: 0,
            at,
            to: Destination::Scene,
            is_tiled: false,
        }
    }

    /// Over the picture.
    pub fn over(turn: Turn) -> Self {
        Self::of(turn, At::default()).to(Destination::Overlay)
    }

    /// At the item's place in the draw list.
    pub fn in_order(self) -> Self {
        Self {
            order: self.at.item,
            ..self
        }
    }

    pub fn to(self, to: Destination) -> Self {
        Self { to, ..self }
    }

    pub fn in_tiles(self) -> Self {
        Self { is_tiled: true, ..self }
    }
}

/// One draw with everything it draws, and what a grain of it costs.
pub struct PlannedDraw {
    pub draw: Draw,
    pub extent: Extent,
    pub each: Work,
}

/// The draws of a picture, as passes add them.
pub struct Plan<'a> {
    pub cover: &'a Cover,
    /// Pixels that the mean triangle of each item covers.
    pub covers: &'a [f64],
    /// Something shows what is behind it.
    pub has_blended: bool,
    /// Something lets light through.
    pub transmits: bool,
    pass: usize,
    planned: Vec<PlannedDraw>,
}

impl<'a> Plan<'a> {
    pub fn new(there: &PictureGpu<'_>, (cover, covers): (&'a Cover, &'a [f64])) -> Self {
        Self {
            cover,
            covers,
            has_blended: there.list.items.iter().any(|item| item.shows_behind()),
            transmits: there.shown.looks_behind(there.list),
            pass: 0,
            planned: Vec::new(),
        }
    }

    /// `pixels`: those that one grain covers. Draws of nothing are left out; returns whether this one is in.
    pub fn add(&mut self, draw: Draw, extent: Extent, pixels: f64) -> bool {
        match draw.turn {
            // Masks have one color.
            Turn::Masks => self.add_depths(draw, extent, pixels),
            _ => {
                let each = Work {
                    corners: f64::from(extent.grain),
                    pixels,
                    ..Work::NONE
                };
                self.add_at(draw, extent, each)
            }
        }
    }

    /// The same of pixels that are not shaded.
    pub fn add_depths(&mut self, draw: Draw, extent: Extent, depths: f64) -> bool {
        let each = Work {
            corners: f64::from(extent.grain),
            depths,
            ..Work::NONE
        };
        self.add_at(draw, extent, each)
    }

    /// `each`: the cost of one grain.
    pub fn add_at(&mut self, draw: Draw, extent: Extent, each: Work) -> bool {
        let is_drawn = extent.len() > 0;
        if is_drawn {
            let draw = Draw {
                pass: self.pass,
                ..draw
            };
            self.planned.push(PlannedDraw { draw, extent, each });
        }
        is_drawn
    }

    /// All of an item, among the surfaces.
    pub fn add_item(&mut self, there: &PictureGpu<'_>, item: usize, extent: Extent) {
        let draw = Draw::of(Turn::of_surface(&there.list.items[item]), At::item(item));
        self.add(draw.in_order().in_tiles(), extent, self.covers[item]);
    }

    /// From here on that pass adds its draws; returns those it has added.
    pub(super) fn of_pass(&mut self, pass: usize, add: impl FnOnce(&mut Self)) -> Vec<Draw> {
        self.pass = pass;
        let before = self.planned.len();
        add(self);
        self.planned[before..].iter().map(|planned| planned.draw).collect()
    }

    /// All draws in their order: by turn, then by item, then as they were added.
    pub fn in_order(mut self) -> Vec<PlannedDraw> {
        self.planned
            .sort_by_key(|planned| (planned.draw.turn, planned.draw.order));
        self.planned
    }
}

/// Some of a draw.
pub struct Piece<'a> {
    pub at: At,
    pub span: &'a Span,
    /// First and last row of the picture that are drawn, the latter excluded.
    pub rows: Range<u32>,
}

/// Draws in a row that go into the same textures of a pass.
pub struct OwnRun<'a> {
    /// Number of the textures, as in [`Destination::Own`]; 0 of a copy.
    pub textures: u8,
    pub pieces: Vec<Piece<'a>>,
    /// Nothing was drawn there yet.
    pub first: bool,
    /// Nothing more will be.
    pub last: bool,
    /// The picture is drawn apart from the one that is shown.
    pub apart: bool,
}
