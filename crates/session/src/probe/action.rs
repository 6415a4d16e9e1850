//! Actions on pins.

use super::measure::state::Measure;
use super::state::Spot;
use castview_base::core::MeshIndex;
use castview_picture::PlacedKey;

/// Points pinned to surfaces.
#[derive(Clone, Debug, PartialEq)]
pub enum ProbeAction {
    /// One more.
    Pin(Spot),
    /// That vertex of a mesh, where its model first stands.
    PinVertex(PlacedKey, MeshIndex, u32),
    /// Ask where, and write the vertices of a mesh as a table.
    SaveVertices(PlacedKey, MeshIndex),
    /// List and mark the vertices of a mesh that have so many influences; again: no more.
    ListInfluences(PlacedKey, MeshIndex, usize),
    /// The one of that number.
    Remove(u32),
    /// All of them.
    Clear,
    /// One more measure.
    Measure(Measure),
    /// A measure between the selected bones or the newest pins.
    MeasureSelected,
    /// The measure at that place of their list ends.
    RemoveMeasure(usize),
    /// All of them end.
    ClearMeasures,
    /// The pointer is over these points in the UV layout, which the picture marks.
    HoverLayout(Vec<Spot>),
    /// The pointer is over this point of the surface, which the UV layout marks.
    HoverSurface(Option<Spot>),
}
