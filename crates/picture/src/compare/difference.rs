//! One difference: the thing, its change, both values.

use super::terms::tolerance::Tolerance;
use super::terms::tries::Tries;
use castview_base::core::shortened;
use std::sync::Arc;

/// Characters of a name that is told beside another thing.
const SHOWN: usize = 120;

/// A thing that two files have otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct FileDifference {
    /// Kind of thing.
    pub part: DifferencePart,
    /// The model, mesh, material or clip that it belongs to; empty for parts of the file itself.
    pub of: Arc<str>,
    /// Name in the first file, or in the second if the first has no such thing. A track is named `BONE.tx`.
    pub name: String,
    /// How it differs.
    pub change: DifferenceKind,
    /// The property that is set otherwise; empty for every other change.
    pub property: &'static str,
    /// Value in the first file, as text; may be empty.
    pub before: String,
    /// The same in the second file.
    pub after: String,
    /// How many vertices, texels, frames or entries differ, where they are counted.
    pub count: Option<u64>,
    /// The greatest difference among these: a length, a number or degrees.
    pub greatest: Option<f64>,
    /// Vertex, texel or frame of the greatest.
    pub at: Option<f64>,
}

/// Kind of thing that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DifferencePart {
    /// The file as a whole: who made it, which axis is up, other facts.
    File,
    /// A model as a whole.
    Model,
    /// A bone of a skeleton.
    Bone,
    /// A mesh.
    Mesh,
    /// A blend shape of a mesh.
    Shape,
    /// Strands of hair.
    Hair,
    /// An IK handle.
    Handle,
    /// A constraint.
    Constraint,
    /// A camera, a light or another thing without surface.
    Fixture,
    /// A material.
    Material,
    /// A slot of a material.
    Slot,
    /// A texture, by its path in the file.
    Texture,
    /// A clip.
    Clip,
    /// The keys of one property.
    Track,
    /// A mode override of a clip.
    Override,
    /// A notification of a clip.
    Notification,
    /// Another file that stands in this one.
    Instance,
}

/// How a thing differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// The second file has no such thing.
    Missing,
    /// The first file has no such thing.
    Extra,
    /// It has another name.
    Renamed,
    /// It hangs on another bone.
    Reparented,
    /// Its place, or places of its vertices or points.
    Moved,
    /// Its rotation at rest.
    Turned,
    /// Its scale at rest.
    Scaled,
    /// How many parts it has.
    Count,
    /// Directions of its normals.
    Normals,
    /// Its tangents.
    Tangents,
    /// Texture coordinates of a layer.
    Uvs,
    /// Colours of a layer.
    Colors,
    /// Vertices at the corners of its triangles or ends of its lines.
    Corners,
    /// Weights of bones at its vertices.
    Weights,
    /// The bones as they were when the mesh was attached.
    BindPose,
    /// Vectors that it adds to vertices.
    Deltas,
    /// Width and height.
    Size,
    /// Its texels.
    Texels,
    /// Values of a curve.
    Values,
    /// Its frames.
    Frames,
    /// A property is set otherwise.
    Set,
}

impl DifferencePart {
    /// For people and programs; with an s it is the plural.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Model => "model",
            Self::Bone => "bone",
            Self::Mesh => "mesh",
            Self::Shape => "blend shape",
            Self::Hair => "hair",
            Self::Handle => "IK handle",
            Self::Constraint => "constraint",
            Self::Fixture => "fixture",
            Self::Material => "material",
            Self::Slot => "slot",
            Self::Texture => "texture",
            Self::Clip => "clip",
            Self::Track => "track",
            Self::Override => "mode override",
            Self::Notification => "notification",
            Self::Instance => "instance",
        }
    }
}

impl DifferenceKind {
    /// For programs.
    pub fn key(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "new",
            Self::Renamed => "renamed",
            Self::Reparented => "reparented",
            Self::Moved => "moved",
            Self::Turned => "turned",
            Self::Scaled => "scaled",
            Self::Count => "count",
            Self::Normals => "normals",
            Self::Tangents => "tangents",
            Self::Uvs => "uvs",
            Self::Colors => "colors",
            Self::Corners => "corners",
            Self::Weights => "weights",
            Self::BindPose => "bind pose",
            Self::Deltas => "deltas",
            Self::Size => "size",
            Self::Texels => "texels",
            Self::Values => "values",
            Self::Frames => "frames",
            Self::Set => "set",
        }
    }

    /// For people, after the name of the thing.
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "new",
            Self::Renamed => "renamed",
            Self::Reparented => "re-parented",
            Self::Moved => "moved",
            Self::Turned => "turned",
            Self::Scaled => "scaled",
            Self::Count => "of another count",
            Self::Normals => "with other normals",
            Self::Tangents => "with other tangents",
            Self::Uvs => "with other UVs",
            Self::Colors => "with other colors",
            Self::Corners => "with other corners",
            Self::Weights => "with other weights",
            Self::BindPose => "with another bind pose",
            Self::Deltas => "with other deltas",
            Self::Size => "of another size",
            Self::Texels => "with other texels",
            Self::Values => "with other values",
            Self::Frames => "at other frames",
            Self::Set => "set otherwise",
        }
    }

    /// Things that are counted in [`FileDifference::count`], and the unit of [`FileDifference::greatest`]; both may be empty.
    fn counted(self) -> (&'static str, &'static str) {
        match self {
            Self::Moved | Self::Normals | Self::Tangents | Self::Uvs | Self::Colors | Self::Weights | Self::Deltas => {
                ("vertices", "")
            }
            Self::Turned => ("", "°"),
            Self::Corners => ("corners", ""),
            Self::BindPose => ("bones", ""),
            Self::Texels => ("texels", ""),
            Self::Values => ("frames", ""),
            _ => ("", ""),
        }
    }
}

impl FileDifference {
    /// One line for people, names not yet fit for a terminal.
    pub fn told(&self) -> String {
        let (things, unit) = self.change.counted();
        let mut line = self.part.word().to_owned();
        if !self.name.is_empty() {
            line = format!("{line} {}", shortened(&self.name, SHOWN));
        }
        if !self.of.is_empty() {
            line = format!("{line} of {}", self.of);
        }
        line = format!("{line}: {}", self.change.word());
        if !self.property.is_empty() {
            line = format!("{line}, {}", self.property);
        }
        if let Some(count) = self.count {
            line = format!("{line}, {count} {things}").trim_end().to_owned();
        }
        if let Some(greatest) = self.greatest {
            let word = if self.count.is_some() { "up to" } else { "by" };
            line = format!("{line}, {word} {}{unit}", short(greatest));
        }
        match (self.at, self.change) {
            (Some(frame), DifferenceKind::Values) => line = format!("{line} at frame {}", short(frame)),
            (Some(at), _) => line = format!("{line} at {at}"),
            (None, _) => {}
        }
        match (self.before.is_empty(), self.after.is_empty()) {
            (true, true) => line,
            _ => {
                let [before, after] = [&self.before, &self.after].map(|text| match text.is_empty() {
                    true => "nothing",
                    false => text,
                });
                format!("{line} ({before} → {after})")
            }
        }
    }
}

/// A number as people read it.
pub fn short(number: f64) -> String {
    let rounded = format!("{number:.6}");
    match number.abs() {
        0.0 => "0".into(),
        size if !(1e-4..1e9).contains(&size) => format!("{number:.3e}"),
        _ => rounded.trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// Name of whatever the compared parts belong to.
#[derive(Clone, Debug)]
pub struct OwnerName(Option<Arc<str>>);

impl OwnerName {
    /// The file itself.
    pub const NONE: Self = Self(None);

    /// A long name is shortened: it is told with each of the parts.
    pub fn of(name: &str) -> Self {
        Self(Some(shortened(name, SHOWN).into()))
    }
}

/// Differences as they are found.
pub struct Differences {
    found: Vec<FileDifference>,
    pub tolerance: Tolerance,
    pub tries: Tries,
}

impl Differences {
    pub fn new(tolerance: Tolerance) -> Self {
        Self {
            found: Vec::new(),
            tolerance,
            tries: Tries::default(),
        }
    }

    /// A difference without values, to be filled in.
    pub fn add(
        &mut self,
        part: DifferencePart,
        of: &OwnerName,
        name: &str,
        change: DifferenceKind,
    ) -> &mut FileDifference {
        self.found.push(FileDifference {
            part,
            of: of.0.clone().unwrap_or_default(),
            name: name.to_owned(),
            change,
            property: "",
            before: String::new(),
            after: String::new(),
            count: None,
            greatest: None,
            at: None,
        });
        self.found.last_mut().expect("one was pushed")
    }

    /// Notes a property whose values differ as text.
    pub fn set(
        &mut self,
        (part, of, name): (DifferencePart, &OwnerName, &str),
        property: &'static str,
        values: [&str; 2],
    ) {
        if values[0] != values[1] {
            let difference = self.add(part, of, name, DifferenceKind::Set);
            difference.property = property;
            difference.show(values);
        }
    }

    /// Notes a property of one number.
    pub fn number(&mut self, about: (DifferencePart, &OwnerName, &str), property: &'static str, values: [f64; 2]) {
        if differs(values, self.tolerance.number) {
            let [before, after] = values.map(short);
            let difference = self.add(about.0, about.1, about.2, DifferenceKind::Set);
            difference.property = property;
            difference.greatest = Some((values[1] - values[0]).abs());
            difference.show([&before, &after]);
        }
    }

    /// Notes another number of parts.
    pub fn count(&mut self, about: (DifferencePart, &OwnerName, &str), property: &'static str, counts: [usize; 2]) {
        if counts[0] != counts[1] {
            let [before, after] = counts.map(|count| count.to_string());
            let difference = self.add(about.0, about.1, about.2, DifferenceKind::Count);
            difference.property = property;
            difference.show([&before, &after]);
        }
    }

    pub fn into_differences(self) -> Vec<FileDifference> {
        self.found
    }
}

impl FileDifference {
    /// Values as text, shortened: a file may have one long value in very many places.
    pub(super) fn show(&mut self, [before, after]: [&str; 2]) -> &mut Self {
        self.before = shortened(before, SHOWN);
        self.after = shortened(after, SHOWN);
        self
    }

    /// Takes over how many elements differ, how much, and which the most.
    pub(super) fn measure(&mut self, tally: &Tally) -> &mut Self {
        self.count = Some(tally.count);
        self.greatest = Some(tally.greatest);
        self.at = Some(tally.at as f64);
        self
    }
}

/// Whether two numbers are farther apart than `tolerance`. Infinite ones are equal to themselves.
pub fn differs([a, b]: [f64; 2], tolerance: f64) -> bool {
    let by = (a - b).abs();
    a != b && (by > tolerance || by.is_nan())
}

/// Elements that differ, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub count: u64,
    pub greatest: f64,
    /// Position of the first of the greatest.
    pub at: usize,
}

impl Tally {
    /// Counts element `at` if it differs by more than `tolerance`.
    pub fn add(&mut self, at: usize, by: f64, tolerance: f64) {
        if by > tolerance {
            if self.count == 0 || by > self.greatest {
                (self.greatest, self.at) = (by, at);
            }
            self.count += 1;
        }
    }
}
