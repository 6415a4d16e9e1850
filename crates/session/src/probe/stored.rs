//! Where the file has what belongs to a vertex.

use castview_base::core::Stored;
use castview_base::scene::{ColorLayer, Mesh};

/// One stream of a mesh, at one vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPart<'a> {
    /// `positions`, `uv 0`.
    pub stream: String,
    pub place: StoredPlace<'a>,
}

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredPlace<'a> {
    /// In these bytes, as it is.
    At {
        /// The file beside the opened one, if it is in that.
        file: Option<&'a str>,
        offset: usize,
        len: usize,
    },
    /// It was made while the file was read: from what, if that is known.
    Made(Option<&'a str>),
    /// The file does not give it; it follows from the faces.
    Computed,
}

impl<'a> From<Stored<'a>> for StoredPlace<'a> {
    fn from(stored: Stored<'a>) -> Self {
        match stored {
            Stored::At { file, offset, len } => Self::At { file, offset, len },
            Stored::Made(from) => Self::Made(from),
        }
    }
}

impl StoredPlace<'_> {
    /// `0x1a40, 12 bytes, in body.bin`, or why there is no such place.
    pub fn words(&self) -> String {
        match self {
            Self::At { file, offset, len } => {
                let file = file.map(|file| format!(", in {file}")).unwrap_or_default();
                format!("{offset:#x}, {len} bytes{file}")
            }
            Self::Made(Some(from)) => format!("no offset: {from}"),
            Self::Made(None) => "no offset: converted, repaired or implied when the file was read".to_owned(),
            Self::Computed => "no offset: computed from the faces, as the file gives none".to_owned(),
        }
    }
}

/// All that the mesh has of `vertex` and of `triangle`, in a fixed order; of UV and colour layers the first `most`.
pub(super) fn parts<'a>(mesh: &'a Mesh, vertex: usize, triangle: Option<u32>, most: usize) -> Vec<StoredPart<'a>> {
    let one = vertex..vertex + 1;
    let mut parts = Vec::new();
    let mut add = |stream: String, place: StoredPlace<'a>| parts.push(StoredPart { stream, place });
    add("position".to_owned(), mesh.positions.stored(one.clone()).into());
    add(
        "normal".to_owned(),
        match mesh.normals.is_empty() {
            true => StoredPlace::Computed,
            false => mesh.normals.stored(one.clone()).into(),
        },
    );
    if !mesh.tangents.is_empty() {
        add("tangent".to_owned(), mesh.tangents.stored(one.clone()).into());
    }
    for (layer, uvs) in mesh.uvs.iter().take(most).enumerate() {
        add(format!("uv {layer}"), uvs.stored(one.clone()).into());
    }
    for (layer, colors) in mesh.colors.iter().take(most).enumerate() {
        let stored = match colors {
            ColorLayer::Packed(colors) => colors.stored(one.clone()),
            ColorLayer::Float(colors) => colors.stored(one.clone()),
        };
        add(format!("color {layer}"), stored.into());
    }
    let stride = mesh.influences.stride as usize;
    if stride > 0 {
        let entries = vertex * stride..(vertex + 1) * stride;
        add("bones".to_owned(), mesh.influences.slots.stored(entries.clone()).into());
        add("weights".to_owned(), mesh.influences.weights.stored(entries).into());
    }
    if let Some(triangle) = triangle {
        let corners = triangle as usize * 3..triangle as usize * 3 + 3;
        add("triangle".to_owned(), mesh.triangles.stored(corners).into());
    }
    parts
}
