//! The kinds of trouble: name, words, unit, bound, and the way each is found.

/// Kind of trouble; its row says all about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum TroubleKind {
    /// A bone's turn jumps.
    TurnPop,
    /// A bone's move jumps.
    MovePop,
    /// Quaternions of a curve change their sign.
    Flip,
    /// A bone ends a loop turned otherwise than it began.
    OpenTurn,
    /// A bone ends a loop elsewhere than it began.
    OpenMove,
    /// A curve that never changes anything.
    DeadCurve,
    /// Keys that lie on the line between their neighbours.
    SpareKeys,
    /// Keys that are never played.
    KeysBeyond,
    /// A foot slides while it stands.
    FootSlide,
    /// A foot sinks below where it stands.
    BelowGround,
    /// A pose stretches an edge of a mesh.
    StretchedEdge,
    /// A surface collapses where bones meet.
    LostVolume,
    /// Dual quaternions meet a bone that is scaled unevenly.
    UnevenScale,
    /// Bones of one name.
    EqualNames,
    /// Left and right do not match at rest.
    Lopsided,
    /// A bone of one side has none on the other.
    NoTwin,
    /// A bone of a skin that moves nothing.
    IdleBone,
    /// Vertices without weight, or of which the weights do not sum to 1.
    WrongWeights,
    /// Vertices weigh otherwise than those across the middle.
    LopsidedWeights,
    /// Faces beside each other look to different sides.
    FlippedFaces,
    /// Edges with one face.
    OpenEdges,
    /// Texture coordinates outside the image.
    UvsOutside,
    /// Faces lie over each other in the image.
    UvsOverlap,
}

/// Unit of a trouble's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TroubleUnit {
    /// Degrees.
    Degrees,
    /// Units of the model.
    Length,
    /// Keys.
    Keys,
    /// Hundredths of a whole.
    Percent,
    /// Bones, vertices, edges: a number of things.
    Count,
}

/// All about one kind.
#[derive(Clone, Copy, Debug)]
pub struct TroubleRow {
    /// The kind.
    pub kind: TroubleKind,
    /// Its name for programs and commands: small letters and `-`.
    pub name: &'static str,
    /// Its name for people, in the plural.
    pub title: &'static str,
    /// Words that people search for.
    pub words: &'static str,
    /// Unit of [`super::FoundTrouble::value`].
    pub unit: TroubleUnit,
    /// Values up to this are no trouble. A length is a share of the skeleton's size.
    pub bound: f32,
    /// Reason why it is looked for only on demand; empty for kinds that are looked for always.
    pub off_because: &'static str,
    /// How it is found and what is not found, as a sentence.
    pub found_by: &'static str,
}

/// All kinds, in the order of [`TroubleKind`].
pub const TROUBLE_ROWS: [TroubleRow; TroubleKind::COUNT] = [
    TroubleRow {
        kind: TroubleKind::TurnPop,
        name: "turn-pop",
        title: "Pops of turn",
        words: "pop spike jump jitter twitch glitch rotation",
        unit: TroubleUnit::Degrees,
        bound: 3.0,
        off_because: "",
        found_by: "The bone's turn from its parent is off the smooth way through its neighbouring frames, by twice the speed beside it and by \
            six times the median of such differences. A jump from which it does not come back at once counts from four times the bound on, if the steps beside it are small. \
            Curves that are held from key to key are left out.",
    },
    TroubleRow {
        kind: TroubleKind::MovePop,
        name: "move-pop",
        title: "Pops of move",
        words: "pop spike jump jitter twitch glitch translation position",
        unit: TroubleUnit::Length,
        bound: 0.01,
        off_because: "",
        found_by: "As pops of turn, of the bone's place from its parent.",
    },
    TroubleRow {
        kind: TroubleKind::Flip,
        name: "flip",
        title: "Flips of quaternions",
        words: "flip hemisphere sign quaternion",
        unit: TroubleUnit::Keys,
        bound: 0.0,
        off_because: "programs turn signs over all the time, and straight keys play the shorter way all the same",
        found_by: "The quaternion of a key is on the other side of the key before, by the sign of their product.",
    },
    TroubleRow {
        kind: TroubleKind::OpenTurn,
        name: "loop-turn",
        title: "Open loops by turn",
        words: "seam loop cycle closes hitch rotation",
        unit: TroubleUnit::Degrees,
        bound: 1.0,
        off_because: "",
        found_by: "A clip that loops ends with a bone turned otherwise than at its start, by more than twice its step beside the seam. A clip of \
            which half the bones do not close is taken as no loop.",
    },
    TroubleRow {
        kind: TroubleKind::OpenMove,
        name: "loop-move",
        title: "Open loops by move",
        words: "seam loop cycle closes hitch translation position",
        unit: TroubleUnit::Length,
        bound: 0.005,
        off_because: "",
        found_by: "As open loops by turn, of the bone's place from its parent. The way of the bones that carry the model is not compared.",
    },
    TroubleRow {
        kind: TroubleKind::DeadCurve,
        name: "dead-curve",
        title: "Dead curves",
        words: "dead constant still curve empty",
        unit: TroubleUnit::Keys,
        bound: 1.0,
        off_because: "programs that bake write every channel of every bone, moved or not",
        found_by: "No key of the curve differs from its first one, and there are several keys.",
    },
    TroubleRow {
        kind: TroubleKind::SpareKeys,
        name: "spare-keys",
        title: "Spare keys",
        words: "redundant spare keys reduce",
        unit: TroubleUnit::Percent,
        bound: 50.0,
        off_because: "programs that bake write a key on every frame",
        found_by: "More than half of a curve's keys lie on the straight way between the keys beside them. Still curves are dead ones.",
    },
    TroubleRow {
        kind: TroubleKind::KeysBeyond,
        name: "keys-beyond",
        title: "Keys beyond the range",
        words: "keys beyond outside range trimmed",
        unit: TroubleUnit::Keys,
        bound: 0.0,
        off_because: "",
        found_by: "Keys lie more than half a frame before the first or behind the last frame that the clip plays.",
    },
    TroubleRow {
        kind: TroubleKind::FootSlide,
        name: "foot-slide",
        title: "Feet that slide",
        words: "foot slide skate skating plant contact",
        unit: TroubleUnit::Length,
        bound: 0.015,
        off_because: "clips of games play on the spot, where feet slide back under the body and turn on their balls",
        found_by: "A foot or ball, known by the names of wide-spread rigs, is about as low as at rest for four frames or more, and moves across \
            the ground meanwhile. Clips that walk on the spot are left out: their hips stay while a foot goes on by more than 0.15 of the size.",
    },
    TroubleRow {
        kind: TroubleKind::BelowGround,
        name: "below-ground",
        title: "Feet below the ground",
        words: "ground penetration floor foot sink below",
        unit: TroubleUnit::Length,
        bound: 0.02,
        off_because: "",
        found_by: "A foot or ball is lower than at rest. A clip in which it is lower most of the time stands on another ground.",
    },
    TroubleRow {
        kind: TroubleKind::StretchedEdge,
        name: "stretched-edge",
        title: "Stretched edges",
        words: "stretch edge spike vertex deformation tear weights",
        unit: TroubleUnit::Percent,
        bound: 800.0,
        off_because: "",
        found_by: "An edge of a skinned mesh is eight times as long as at rest, blend shapes and the scale of the whole left out, and no less than 0.03 of the skeleton's size. The 512 edges whose ends \
            hang on bones farthest apart are looked at, in some of the frames if there are many.",
    },
    TroubleRow {
        kind: TroubleKind::LostVolume,
        name: "lost-volume",
        title: "Lost volume",
        words: "candy wrapper collapse volume loss twist elbow linear skinning",
        unit: TroubleUnit::Percent,
        bound: 85.0,
        off_because: "",
        found_by: "The matrix that linear skinning blends at a vertex has less volume than those it is blended of. The 512 vertices that hang most \
            evenly on several bones are looked at, in some of the frames if there are many.",
    },
    TroubleRow {
        kind: TroubleKind::UnevenScale,
        name: "uneven-scale",
        title: "Uneven scale under dual quaternions",
        words: "non-uniform nonuniform scale dual quaternion dqs skinning stretch shear",
        unit: TroubleUnit::Percent,
        bound: 2.0,
        off_because: "",
        found_by: "A bone that weighs in a mesh of dual quaternions stands to its bind pose by different scales along its axes. Dual quaternions hold \
            one scale at most, and programs differ in what they make of more. Bones below one that is told are left out.",
    },
    TroubleRow {
        kind: TroubleKind::EqualNames,
        name: "equal-names",
        title: "Bones of one name",
        words: "duplicate names same name",
        unit: TroubleUnit::Count,
        bound: 1.0,
        off_because: "",
        found_by: "An earlier bone of the model has the same name in the file.",
    },
    TroubleRow {
        kind: TroubleKind::Lopsided,
        name: "lopsided",
        title: "Left and right apart",
        words: "asymmetry symmetry mirror left right rest pose",
        unit: TroubleUnit::Length,
        bound: 0.005,
        off_because: "",
        found_by: "Bones whose names tell left and right do not stand to their parents as in a mirror, at rest. The mirror stands across the axis \
            along which the pairs lie apart. A model of which a third of the pairs does not match is not meant to.",
    },
    TroubleRow {
        kind: TroubleKind::NoTwin,
        name: "no-twin",
        title: "Bones without their twin",
        words: "asymmetry missing bone mirror left right names",
        unit: TroubleUnit::Count,
        bound: 0.0,
        off_because: "",
        found_by: "A bone's name tells its side, and no bone has that name with the sides exchanged, though most have.",
    },
    TroubleRow {
        kind: TroubleKind::IdleBone,
        name: "idle-bone",
        title: "Bones that weigh nothing",
        words: "unused bone zero weight influence",
        unit: TroubleUnit::Count,
        bound: 0.0,
        off_because: "skins of most files list end bones and helpers",
        found_by: "A skin lists the bone, and neither it nor any bone below it has weight at a vertex.",
    },
    TroubleRow {
        kind: TroubleKind::WrongWeights,
        name: "wrong-weights",
        title: "Weights that do not sum to 1",
        words: "normalize unnormalised zero weights",
        unit: TroubleUnit::Count,
        bound: 0.0,
        off_because: "reports by rules tell of most of them already",
        found_by: "The weights of a vertex are all 0 in the file, or their sum is not 1.",
    },
    TroubleRow {
        kind: TroubleKind::LopsidedWeights,
        name: "lopsided-weights",
        title: "Weights apart left and right",
        words: "asymmetry symmetry mirror weights left right paint skin",
        unit: TroubleUnit::Percent,
        bound: 5.0,
        off_because: "",
        found_by: "A vertex hangs otherwise on its bones than the vertex across the middle on theirs, whose names have the sides exchanged. The \
            middle lies half way between such bones. Meshes of which a third of the vertices differs, or most have none across, are not meant to be the same.",
    },
    TroubleRow {
        kind: TroubleKind::FlippedFaces,
        name: "flipped-faces",
        title: "Flipped faces",
        words: "flipped inverted normals winding backface",
        unit: TroubleUnit::Count,
        bound: 0.0,
        off_because: "",
        found_by: "Two faces run along their common edge in the same direction, so that they look to different sides. Corners at one place are one. \
            Meshes of more than a million triangles are left out.",
    },
    TroubleRow {
        kind: TroubleKind::OpenEdges,
        name: "open-edges",
        title: "Open edges",
        words: "open edge hole boundary border watertight",
        unit: TroubleUnit::Percent,
        bound: 0.0,
        off_because: "clothes, hair and props are open by design",
        found_by: "An edge has a face on one side alone. As flipped faces.",
    },
    TroubleRow {
        kind: TroubleKind::UvsOutside,
        name: "uvs-outside",
        title: "UVs outside the image",
        words: "uv outside tile range 0 1",
        unit: TroubleUnit::Percent,
        bound: 0.0,
        off_because: "tiled textures are laid so on purpose",
        found_by: "Vertices have texture coordinates below 0 or above 1 in the first layer.",
    },
    TroubleRow {
        kind: TroubleKind::UvsOverlap,
        name: "uvs-overlap",
        title: "UVs that overlap",
        words: "uv overlap overlapping unwrap stacked lightmap bake",
        unit: TroubleUnit::Percent,
        bound: 0.1,
        off_because: "sides that mirror each other and parts that repeat share their place in the image on purpose",
        found_by: "Faces cover the same points of the first layer, on a grid of 512 by 512 points around all of it. Faces that meet at an edge \
            share no point.",
    },
];

impl TroubleKind {
    /// How many kinds there are.
    pub const COUNT: usize = Self::UvsOverlap as usize + 1;

    /// Its position in the table.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Its row.
    pub const fn row(self) -> &'static TroubleRow {
        &TROUBLE_ROWS[self.index()]
    }

    /// All kinds, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TROUBLE_ROWS.iter().map(|row| row.kind)
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.row().name == name)
    }
}

impl TroubleUnit {
    /// Written behind a number.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Degrees => "°",
            Self::Length => "units",
            Self::Keys => "keys",
            Self::Percent => "%",
            Self::Count => "",
        }
    }

    /// The unit for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Degrees => "degrees",
            Self::Length => "units",
            Self::Keys => "keys",
            Self::Percent => "percent",
            Self::Count => "count",
        }
    }
}

/// A set of kinds. The default are those that are looked for unless somebody says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TroubleKinds(u32);

impl TroubleKinds {
    /// None.
    pub const NONE: Self = Self(0);

    /// Every kind of the table.
    pub fn all() -> Self {
        TroubleKind::all().collect()
    }

    /// Whether `kind` is among them.
    pub fn has(self, kind: TroubleKind) -> bool {
        self.0 & (1 << kind.index()) != 0
    }

    /// Whether one of `kinds` is among them.
    pub fn has_any(self, kinds: &[TroubleKind]) -> bool {
        kinds.iter().any(|kind| self.has(*kind))
    }

    /// All of both.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// These and `kind`.
    #[must_use]
    pub fn with(self, kind: TroubleKind) -> Self {
        Self(self.0 | 1 << kind.index())
    }
}

impl Default for TroubleKinds {
    fn default() -> Self {
        TroubleKind::all()
            .filter(|kind| kind.row().off_because.is_empty())
            .collect()
    }
}

impl FromIterator<TroubleKind> for TroubleKinds {
    fn from_iter<Kinds: IntoIterator<Item = TroubleKind>>(kinds: Kinds) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_kinds_and_have_names_of_their_own() {
        let mut names = std::collections::BTreeSet::new();
        for (at, row) in TROUBLE_ROWS.iter().enumerate() {
            assert_eq!(row.kind.index(), at, "{}", row.name);
            assert!(names.insert(row.name) && names.insert(row.title), "{}", row.name);
            assert!(row.found_by.ends_with('.') && row.bound >= 0.0, "{}", row.name);
            assert_eq!(TroubleKind::named(row.name), Some(row.kind));
            assert_eq!(TroubleKinds::default().has(row.kind), row.off_because.is_empty());
        }
        assert_eq!(TroubleKind::named("POP"), None);
        assert!(
            TroubleKinds::NONE
                .with(TroubleKind::Flip)
                .has_any(&[TroubleKind::Flip, TroubleKind::TurnPop])
        );
        assert!(!TroubleKinds::NONE.has_any(&[TroubleKind::Flip]));
    }
}
