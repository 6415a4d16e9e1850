//! A point on a surface, and the pin in it.

use castview_base::core::MeshIndex;
use castview_picture::PlacedKey;
use glam::Vec3;

/// Colours of pins by their numbers, from 1 on, sRGB bytes (Okabe and Ito 2008): told apart without red, green or blue.
pub const PIN_COLORS: [[u8; 3]; 7] = [
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x00, 0x9e, 0x73],
    [0xf0, 0xe4, 0x42],
    [0xcc, 0x79, 0xa7],
    [0xd5, 0x5e, 0x00],
    [0x00, 0x72, 0xb2],
];

/// Each has a colour of its own.
pub const MOST_PINS: usize = PIN_COLORS.len();

/// A point of a mesh, by the triangle it lies on: on the surface however that is posed.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spot {
    /// The model that the mesh is a part of.
    pub model: PlacedKey,
    /// Mesh of that model.
    pub mesh: MeshIndex,
    /// Which of the model's places.
    pub placement: u32,
    /// As the mesh counts its triangles.
    pub triangle: u32,
    /// The triangle's vertices, in its order.
    pub corners: [u32; 3],
    /// How much of each corner the point is; together 1.
    pub shares: [f32; 3],
    /// The corner that is meant: the nearest when it was pinned.
    pub vertex: u32,
}

impl Spot {
    /// Whether both are about the same vertex in the same place.
    pub fn is_of_vertex(&self, other: &Self) -> bool {
        let of = |spot: &Self| (spot.model, spot.mesh, spot.placement, spot.vertex);
        of(self) == of(other)
    }
}

/// A pinned point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// From 1 on; no other pin has it.
    pub number: u32,
    /// The point that it is in.
    pub spot: Spot,
    /// Normal of the vertex at rest. Kept, as without normals in the file its computation visits all triangles.
    pub rest_normal: Vec3,
}

impl Pin {
    /// sRGB bytes.
    pub fn color(&self) -> [u8; 3] {
        PIN_COLORS[(self.number.max(1) as usize - 1) % MOST_PINS]
    }
}

/// Triangles over one another that the picture marks.
pub const MOST_HOVERED: usize = 16;

/// Where the pointer is; whatever it is over is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hovered {
    /// All that lies at the pointer in the UV layout, [`MOST_HOVERED`] at most.
    pub(super) layout: Vec<Spot>,
    /// The spot under the pointer in the view.
    pub(super) surface: Option<Spot>,
}

impl Hovered {
    /// All that lies at the pointer in the UV layout, [`MOST_HOVERED`] at most.
    pub fn layout(&self) -> &[Spot] {
        &self.layout
    }

    /// The spot under the pointer in the view.
    pub fn surface(&self) -> Option<Spot> {
        self.surface
    }
}
