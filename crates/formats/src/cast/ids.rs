//! The numbers that name node classes and element types (docs/formats/cast.md §1.2 and §1.5).

/// The class of a node as stored: four letters read as a little-endian number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

macro_rules! node_kinds {
    ($($kind:ident $letters:literal $name:literal $word:literal;)*) => {
        /// The class of a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NodeKind {
            $(
                #[doc = concat!("`", $name, "`; `", $word, "` in node paths.")]
                $kind,
            )*
            /// A class this program does not know, with its id.
            Unknown(u32),
        }

        impl NodeId {
            /// The class that the number stands for.
            pub fn kind(self) -> NodeKind {
                match &self.0.to_le_bytes() {
                    $($letters => NodeKind::$kind,)*
                    _ => NodeKind::Unknown(self.0),
                }
            }
        }

        impl NodeKind {
            /// Every known class, in the order of the format's table.
            pub const KNOWN: &'static [Self] = &[$(Self::$kind),*];

            /// The number that is stored for the class.
            pub fn id(self) -> NodeId {
                NodeId(match self {
                    $(Self::$kind => u32::from_le_bytes(*$letters),)*
                    Self::Unknown(id) => id,
                })
            }

            /// As the format's description writes it: `BlendShape`. `Unknown` for the unknown.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                    Self::Unknown(_) => "Unknown",
                }
            }

            /// As node paths write it: `blend_shape`. `unknown` for the unknown.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                    Self::Unknown(_) => "unknown",
                }
            }
        }
    };
}

node_kinds! {
    Root b"root" "Root" "root";
    Model b"modl" "Model" "model";
    Mesh b"mesh" "Mesh" "mesh";
    Hair b"hair" "Hair" "hair";
    BlendShape b"blsh" "BlendShape" "blend_shape";
    Skeleton b"skel" "Skeleton" "skeleton";
    Bone b"bone" "Bone" "bone";
    IkHandle b"ikhd" "IKHandle" "ik_handle";
    Constraint b"cnst" "Constraint" "constraint";
    Animation b"anim" "Animation" "animation";
    Curve b"curv" "Curve" "curve";
    CurveModeOverride b"CMOV" "CurveModeOverride" "curve_mode_override";
    NotificationTrack b"ntif" "NotificationTrack" "notification_track";
    Material b"matl" "Material" "material";
    File b"file" "File" "file";
    Color b"colr" "Color" "color";
    Instance b"inst" "Instance" "instance";
    Metadata b"meta" "Metadata" "metadata";
}

/// The element type of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyType {
    /// One unsigned byte.
    Byte,
    /// An unsigned integer of two bytes.
    Short,
    /// An unsigned integer of four bytes.
    Integer32,
    /// An unsigned integer of eight bytes.
    Integer64,
    /// A floating-point number of four bytes.
    Float,
    /// A floating-point number of eight bytes.
    Double,
    /// Zero-terminated text.
    String,
    /// Two [`Self::Float`].
    Vector2,
    /// Three [`Self::Float`].
    Vector3,
    /// Four [`Self::Float`].
    Vector4,
}

impl PropertyType {
    /// Every type, in the order of the format's table.
    pub const ALL: [Self; 10] = [
        Self::Byte,
        Self::Short,
        Self::Integer32,
        Self::Integer64,
        Self::Float,
        Self::Double,
        Self::String,
        Self::Vector2,
        Self::Vector3,
        Self::Vector4,
    ];

    /// The number that is stored for the type.
    pub const fn code(self) -> u16 {
        match self {
            Self::Byte => 0x0062,
            Self::Short => 0x0068,
            Self::Integer32 => 0x0069,
            Self::Integer64 => 0x006c,
            Self::Float => 0x0066,
            Self::Double => 0x0064,
            Self::String => 0x0073,
            Self::Vector2 => 0x7632,
            Self::Vector3 => 0x7633,
            Self::Vector4 => 0x7634,
        }
    }

    /// The type that `code` stands for; `None`: there is none.
    pub fn from_code(code: u16) -> Option<Self> {
        Some(match code {
            0x0062 => Self::Byte,
            0x0068 => Self::Short,
            0x0069 => Self::Integer32,
            0x006c => Self::Integer64,
            0x0066 => Self::Float,
            0x0064 => Self::Double,
            0x0073 => Self::String,
            0x7632 => Self::Vector2,
            0x7633 => Self::Vector3,
            0x7634 => Self::Vector4,
            _ => return None,
        })
    }

    /// Bytes of one element; `None` for strings, whose length is known only by looking for their ends.
    pub const fn element_size(self) -> Option<usize> {
        match self {
            Self::Byte => Some(1),
            Self::Short => Some(2),
            Self::Integer32 | Self::Float => Some(4),
            Self::Integer64 | Self::Double | Self::Vector2 => Some(8),
            Self::Vector3 => Some(12),
            Self::Vector4 => Some(16),
            Self::String => None,
        }
    }

    /// As the format's description writes it: `b`, `h`, …, `v4`.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Byte => "b",
            Self::Short => "h",
            Self::Integer32 => "i",
            Self::Integer64 => "l",
            Self::Float => "f",
            Self::Double => "d",
            Self::String => "s",
            Self::Vector2 => "v2",
            Self::Vector3 => "v3",
            Self::Vector4 => "v4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_ids_match_the_table_of_the_format() {
        let table = [
            (0x746f6f72, NodeKind::Root),
            (0x6c646f6d, NodeKind::Model),
            (0x6873656d, NodeKind::Mesh),
            (0x72696168, NodeKind::Hair),
            (0x68736c62, NodeKind::BlendShape),
            (0x6c656b73, NodeKind::Skeleton),
            (0x656e6f62, NodeKind::Bone),
            (0x64686b69, NodeKind::IkHandle),
            (0x74736e63, NodeKind::Constraint),
            (0x6d696e61, NodeKind::Animation),
            (0x76727563, NodeKind::Curve),
            (0x564f4d43, NodeKind::CurveModeOverride),
            (0x6669746e, NodeKind::NotificationTrack),
            (0x6c74616d, NodeKind::Material),
            (0x656c6966, NodeKind::File),
            (0x726c6f63, NodeKind::Color),
            (0x74736e69, NodeKind::Instance),
            (0x6174656d, NodeKind::Metadata),
        ];
        assert_eq!(table.len(), NodeKind::KNOWN.len());
        for (id, kind) in table {
            assert_eq!((NodeId(id).kind(), kind.id()), (kind, NodeId(id)));
        }
        assert_eq!(NodeId(7).kind(), NodeKind::Unknown(7));
        assert_eq!(NodeKind::Unknown(7).id(), NodeId(7));
    }

    #[test]
    fn property_types_match_the_table_of_the_format() {
        let bytes: Vec<_> = PropertyType::ALL.map(|t| t.code().to_le_bytes()).concat();
        assert_eq!(bytes, b"b\0h\0i\0l\0f\0d\0s\x002v3v4v");
        for kind in PropertyType::ALL {
            assert_eq!(PropertyType::from_code(kind.code()), Some(kind));
        }
        assert_eq!(PropertyType::from_code(0x3276), None);
    }
}
