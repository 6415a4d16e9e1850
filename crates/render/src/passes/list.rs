//! All drawing passes. A new one is one line here.

use super::background::BackgroundPass;
use super::casters::depths::DepthsPass;
use super::casters::fills::FillsPass;
use super::floor::FloorPass;
use super::hair::HairPass;
use super::late::{AnyPass, late};
use super::over::bones::BonesPass;
use super::over::labels::LabelPass;
use super::over::outline::OutlinePass;
use super::over::trails::TrailPass;
use super::points::PointsPass;
use super::surfaces::bloom::BloomPass;
use super::surfaces::color_by::ColorByPass;
use super::surfaces::ghost::GhostPass;
use super::surfaces::glass::GlassPass;
use super::surfaces::ground::GroundPass;
use super::surfaces::mesh::MeshPass;
use super::surfaces::reflection::ReflectionPass;
use super::wire::{LinesPass, WirePass};

/// All passes, for one number of samples per pixel. Their [`Turn`](super::pass::Turn)s order the drawing, not this list.
pub fn all(samples: u32) -> Vec<Box<dyn AnyPass>> {
    vec![
        late::<DepthsPass>(samples),
        late::<FillsPass>(samples),
        late::<BackgroundPass>(samples),
        late::<GroundPass>(samples),
        late::<ReflectionPass>(samples),
        late::<MeshPass>(samples),
        late::<ColorByPass>(samples),
        late::<LinesPass>(samples),
        late::<PointsPass>(samples),
        late::<HairPass>(samples),
        late::<GlassPass>(samples),
        late::<BloomPass>(samples),
        late::<GhostPass>(samples),
        late::<WirePass<false>>(samples),
        late::<WirePass<true>>(samples),
        late::<FloorPass>(samples),
        late::<TrailPass>(samples),
        late::<OutlinePass<true>>(samples),
        late::<OutlinePass<false>>(samples),
        late::<BonesPass>(samples),
        late::<LabelPass>(samples),
    ]
}
