//! One key of a track in words: a cell for each column.
//!
//! In: a track, the position of a key. Out: which columns there are, the text of a cell, short for the eye or exact for copying.
//! Never here: painting.

use crate::kit::words;
use castview_base::core::json_number;
use castview_base::scene::{Interpolation, KeyByte, Scene, TangentWeights, Tangents, Track, Values};
use castview_picture::opened::FileKey;

/// Content of a column; components of a rotation count from 0 for x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The clip's own frame.
    Frame,
    Value(u8),
    /// The slope on arrival.
    Incoming(u8),
    /// The slope on departure.
    Outgoing(u8),
    /// How far the control point before the key lies from it, as a share of the stretch.
    WeightIn(u8),
    /// The same after the key.
    WeightOut(u8),
    Flags,
    /// The byte of the file where the value begins.
    Offset,
}

/// The track whose keys are shown.
#[derive(Clone, Copy)]
pub struct KeyedCell<'a> {
    pub track: &'a Track,
    /// The file of the clip.
    pub file: FileKey,
    /// The scene of the clip, and which of its clips and tracks it is.
    pub scene: &'a Scene,
    pub clip: usize,
    pub index: usize,
}

impl KeyedCell<'_> {
    /// Where the value of a key begins, or why it lies nowhere.
    pub fn byte(&self, key: usize) -> Result<KeyByte<'_>, &'static str> {
        let places = &self.scene.key_places;
        places.of(self.clip, self.index, key, &self.track.values)
    }

    /// Where in the file a key lies, as a sentence.
    pub fn place(&self, key: usize) -> String {
        match self.byte(key) {
            Ok(KeyByte { byte, of }) => format!("Byte {byte:#x} ({byte}) of {}", of.unwrap_or("the file")),
            Err(why) => why.to_owned(),
        }
    }
}

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// The columns of `track` from left to right.
pub fn columns(track: &Track) -> Vec<Column> {
    let components = match &track.values {
        Values::Rotation(_) => 0..4,
        Values::Scalar(_) | Values::Switch(_) => 0..1,
    };
    let all = |column: fn(u8) -> Column| components.clone().map(column);
    let mut out = vec![Column::Frame];
    out.extend(all(Column::Value));
    if let Interpolation::Cubic(tangents) = &track.interpolation {
        out.extend(all(Column::Incoming).chain(all(Column::Outgoing)));
        if tangents.weights.is_some() {
            out.extend(all(Column::WeightIn).chain(all(Column::WeightOut)));
        }
    }
    out.extend([Column::Flags, Column::Offset]);
    out
}

impl Column {
    /// `frame`, `value`, `in x`.
    pub fn title(self, track: &Track) -> String {
        let is_rotation = matches!(track.values, Values::Rotation(_));
        let part = |word: &str, at: u8| match is_rotation {
            true => format!("{word} {}", LETTERS[usize::from(at.min(3))])
                .trim_start()
                .to_owned(),
            false => word.to_owned(),
        };
        match self {
            Self::Frame => "frame".to_owned(),
            Self::Value(_) if !is_rotation => "value".to_owned(),
            Self::Value(at) => part("", at),
            Self::Incoming(at) => part("in", at),
            Self::Outgoing(at) => part("out", at),
            Self::WeightIn(at) => part("in weight", at),
            Self::WeightOut(at) => part("out weight", at),
            Self::Flags => "flags".to_owned(),
            Self::Offset => "byte".to_owned(),
        }
    }

    /// Returns the column's content, as a sentence.
    pub fn tip(self) -> &'static str {
        match self {
            Self::Frame => "The key's frame, counted in the clip's own rate",
            Self::Value(_) => "The value as it is stored",
            Self::Incoming(_) => "The slope on arrival at the key: value per unit of the file's own time",
            Self::Outgoing(_) => "The slope on departure from the key: value per unit of the file's own time",
            Self::WeightIn(_) => "How far the control point before the key lies from it, as a share of the stretch",
            Self::WeightOut(_) => "How far the control point after the key lies from it, as a share of the stretch",
            Self::Flags => "What stands out: a quaternion on the other side than the key before (flip), a jump",
            Self::Offset => {
                "Where the value begins in the file, as hex editors count; rest on a number to see in which file"
            }
        }
    }
}

/// The value at a key: its numbers, or whether a switch is on.
enum Value {
    Numbers(usize, [f32; 4]),
    Switch(bool),
}

fn value(values: &Values, key: usize) -> Option<Value> {
    match values {
        Values::Scalar(values) => (key < values.len()).then(|| Value::Numbers(1, [values.get(key), 0.0, 0.0, 0.0])),
        Values::Rotation(values) => (key < values.len()).then(|| Value::Numbers(4, values.get(key))),
        Values::Switch(values) => values.get(key).map(|on| Value::Switch(*on)),
    }
}

/// The list that a column of numbers shows, with the component.
fn list(track: &Track, column: Column) -> Option<(&Values, usize)> {
    let tangents = |pick: fn(&Tangents) -> &Values| match &track.interpolation {
        Interpolation::Cubic(tangents) => Some(pick(tangents)),
        _ => None,
    };
    let weights = |pick: fn(&TangentWeights) -> &Values| match &track.interpolation {
        Interpolation::Cubic(tangents) => tangents.weights.as_ref().map(pick),
        _ => None,
    };
    let (values, at) = match column {
        Column::Value(at) => (Some(&track.values), at),
        Column::Incoming(at) => (tangents(|tangents| &tangents.incoming), at),
        Column::Outgoing(at) => (tangents(|tangents| &tangents.outgoing), at),
        Column::WeightIn(at) => (weights(|weights| &weights.incoming), at),
        Column::WeightOut(at) => (weights(|weights| &weights.outgoing), at),
        Column::Frame | Column::Flags | Column::Offset => (None, 0),
    };
    Some((values?, usize::from(at)))
}

/// Whether the stored quaternion is on the other side than that of the key before.
fn is_flip(track: &Track, key: usize) -> bool {
    let Values::Rotation(values) = &track.values else {
        return false;
    };
    if key == 0 || key >= values.len() {
        return false;
    }
    let pairs = values.get(key - 1).into_iter().zip(values.get(key));
    pairs.map(|(a, b)| a * b).sum::<f32>() < 0.0
}

/// `flip, jump 25.0°`; `jump` is by how many degrees the rotation jumps to this key.
fn flags(track: &Track, key: usize, jump: Option<f32>) -> String {
    let flip = is_flip(track, key).then(|| "flip".to_owned());
    let jump = jump.map(|degrees| format!("jump {}°", words::fixed(degrees.into(), 1)));
    let all: Vec<String> = flip.into_iter().chain(jump).collect();
    all.join(", ")
}

/// `0x1a40`, as `castview dump` prints it; `—` where the value does not lie in the file as it is.
fn offset(keyed: &KeyedCell<'_>, key: usize) -> String {
    match keyed.byte(key) {
        Ok(KeyByte { byte, .. }) => format!("{byte:#x}"),
        Err(_) => "—".to_owned(),
    }
}

/// The cell in at most `most` characters with so many decimals, all digits with `None`.
pub fn short(
    keyed: &KeyedCell<'_>,
    key: usize,
    column: Column,
    decimals: Option<u8>,
    jump: Option<f32>,
    most: usize,
) -> String {
    let track = keyed.track;
    match column {
        Column::Frame => words::frame(track.keys.frame(key)),
        Column::Flags => flags(track, key, jump),
        Column::Offset => offset(keyed, key),
        _ => match list(track, column).and_then(|(values, at)| Some((value(values, key)?, at))) {
            // An infinite slope holds the value before it.
            Some((Value::Numbers(count, numbers), at)) if at < count && numbers[at].is_infinite() => "step".to_owned(),
            Some((Value::Numbers(count, numbers), at)) if at < count => {
                words::fitting(numbers[at], words::largest(&numbers[..count]), decimals, most)
            }
            Some((Value::Switch(on), 0)) => if on { "shown" } else { "hidden" }.to_owned(),
            _ => "—".to_owned(),
        },
    }
}

/// The cell with all its digits, plain ASCII where it is a number; empty where there is none.
pub fn exact(keyed: &KeyedCell<'_>, key: usize, column: Column, jump: Option<f32>) -> String {
    let track = keyed.track;
    match column {
        Column::Frame => track.keys.frame(key).to_string(),
        Column::Flags => flags(track, key, jump),
        Column::Offset => match keyed.byte(key) {
            Ok(KeyByte { byte, .. }) => format!("{byte:#x}"),
            Err(_) => String::new(),
        },
        _ => match list(track, column).and_then(|(values, at)| Some((value(values, key)?, at))) {
            Some((Value::Numbers(count, numbers), at)) if at < count && numbers[at].is_infinite() => "step".to_owned(),
            Some((Value::Numbers(count, numbers), at)) if at < count => json_number(numbers[at]),
            Some((Value::Switch(on), 0)) => u8::from(on).to_string(),
            _ => String::new(),
        },
    }
}

/// Lines that are copied at most: what is larger is for `castview curves`.
pub const MOST_COPIED: usize = 200_000;

/// The table as text, a line a key below a line of titles, cells parted by `separator`. `jump` says by how much a key jumps.
pub fn table(keyed: &KeyedCell<'_>, separator: char, jump: impl Fn(usize) -> Option<f32>) -> String {
    let track = keyed.track;
    let columns = columns(track);
    let count = track.keys.len().min(MOST_COPIED);
    let mut out = String::new();
    let mut line = |cell: &dyn Fn(Column) -> String| {
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                out.push(separator);
            }
            let cell = cell(*column);
            match cell.contains(separator) {
                true => out.extend(["\"", &cell, "\""]),
                false => out.push_str(&cell),
            }
        }
        out.push('\n');
    };
    line(&|column| column.title(track));
    for key in 0..count {
        let jump = jump(key);
        line(&|column| exact(keyed, key, column, jump));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property};

    fn track(property: Property, values: Values, interpolation: Interpolation) -> Track {
        Track {
            target: "bone".into(),
            property,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![0, 12].into()),
            values,
            interpolation,
            beyond: Default::default(),
        }
    }

    fn keyed<'a>(track: &'a Track, scene: &'a Scene) -> KeyedCell<'a> {
        KeyedCell {
            file: FileKey(1),
            track,
            scene,
            clip: 0,
            index: 0,
        }
    }

    #[test]
    fn a_rotation_that_changes_sides_is_flagged_in_the_copied_table() {
        let turn = Values::Rotation(vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.5, -0.75]].into());
        let track = track(Property::Rotation, turn, Interpolation::Linear);
        let jump = |key| (key == 1).then_some(25.0);
        let wanted = "frame,x,y,z,w,flags,byte\n0,0.0,0.0,0.0,1.0,,\n12,0.0,0.0,0.5,-0.75,\"flip, jump 25.0°\",\n";
        let scene = Scene::default();
        let track = keyed(&track, &scene);
        assert_eq!(table(&track, ',', jump), wanted);
        assert_eq!(short(&track, 1, Column::Value(3), Some(2), None, 9), "−0.75");
    }

    /// Each of two keys has both slopes and both weights; an infinite slope is a step.
    #[test]
    fn tangents_and_weights_have_columns() {
        let list = |values: [f32; 2]| Values::Scalar(values.to_vec().into());
        let cubic = Interpolation::Cubic(Box::new(Tangents {
            incoming: list([0.5, f32::INFINITY]),
            outgoing: list([1.5, -1.0]),
            weights: Some(TangentWeights {
                incoming: list([0.25, 0.5]),
                outgoing: list([0.125, 0.75]),
            }),
        }));
        let track = track(Property::TranslationX, list([3.0, 4.0]), cubic);
        assert_eq!(
            table(&keyed(&track, &Scene::default()), '\t', |_| None),
            "frame\tvalue\tin\tout\tin weight\tout weight\tflags\tbyte\n0\t3.0\t0.5\t1.5\t0.25\t0.125\t\t\n12\t4.0\tstep\t-1.0\t0.5\t0.75\t\t\n"
        );
    }
}
