//! How the picture is drawn.

/// Colours are sRGB bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Straight alpha zero.
    Transparent,
    Solid([u8; 3]),
    /// From the top edge to the bottom edge.
    Gradient {
        top: [u8; 3],
        bottom: [u8; 3],
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shading {
    /// Base-colour texture or colour under key and ambient light.
    #[default]
    Textured,
    /// Neutral grey under the same light.
    Untextured,
    /// Triangle edges only.
    Wireframe,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlays {
    pub grid: bool,
    pub axes: bool,
    pub bones: bool,
    /// Edges over the shaded surface.
    pub wireframe: bool,
}

/// The colours of drawn aids, sRGB bytes; the window's theme fills them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub bone: [u8; 3],
    /// Dark or light rim that keeps bones readable on any texture.
    pub bone_edge: [u8; 3],
    pub selected: [u8; 3],
    /// Tint of the selected bone's parent and children.
    pub related: [u8; 3],
    pub grid: [u8; 3],
    pub wire: [u8; 3],
    /// Axes x, y, z.
    pub axes: [[u8; 3]; 3],
}
