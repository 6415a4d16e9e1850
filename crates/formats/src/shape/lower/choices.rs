//! Everything docs/formats/shape.md §4 leaves open, by name: what was decided, why, and what else the user may say.

use crate::shape::layout::WantedLayout;
use crate::shape::read::WantedReading;
use crate::shape::{Codec, CountWidth, Document};
use castview_base::core::{Choice, Options};

/// The choices made so far, and what the user said.
pub struct Choices<'a> {
    options: &'a Options,
    pub made: Vec<Choice>,
}

const AUTO: (&str, &str) = ("auto", "As the file says");
const STREAM: &[(&str, &str)] = &[
    AUTO,
    ("plain", "Plain"),
    ("zlib", "zlib"),
    ("gzip", "gzip"),
    ("lz4", "LZ4 frame"),
    ("deflate", "Raw deflate"),
];
const BOOL: &[(&str, &str)] = &[AUTO, ("1", "1 byte"), ("4", "4 bytes")];
const COUNT: &[(&str, &str)] = &[AUTO, ("16", "16 bits"), ("8", "8 bits")];

/// Returns the codec of the stream and its widths, as `options` say (shape.md A2, A4, A7, A8).
pub fn wanted(options: &Options) -> WantedReading {
    let width = |key| match options.get(key) {
        Some("8") => Some(CountWidth::Bits8),
        Some("16") => Some(CountWidth::Bits16),
        _ => None,
    };
    WantedReading {
        codec: Codec::ALL
            .into_iter()
            .find(|codec| options.get("stream") == Some(codec.word())),
        layout: WantedLayout {
            bool_bytes: match options.get("bool") {
                Some("1") => Some(1),
                Some("4") => Some(4),
                _ => None,
            },
            sound_count: width("sound-count"),
            layer_count: width("layer-count"),
        },
    }
}

impl<'a> Choices<'a> {
    pub fn new(options: &'a Options) -> Self {
        Self {
            options,
            made: Vec::new(),
        }
    }

    /// Returns the user's choice for `key`, if it is one of `values` and not the first, which is the reader's own decision.
    pub fn said<'v>(&self, key: &str, values: &'v [(&str, &str)]) -> Option<&'v str> {
        let said = self.options.get(key)?;
        values
            .iter()
            .map(|(value, _)| *value)
            .skip(1)
            .find(|value| *value == said)
    }

    pub fn made(
        &mut self,
        key: &'static str,
        title: &'static str,
        values: &[(&str, &str)],
        outcome: impl Into<String>,
    ) {
        let chosen = self.said(key, values).unwrap_or(values[0].0).to_owned();
        self.made.push(Choice {
            key,
            title,
            values: values.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect(),
            chosen,
            outcome: outcome.into(),
            is_offer: false,
        });
    }

    /// Adds the decisions that reading made.
    pub fn of_document(&mut self, document: &Document) {
        self.made(
            "stream",
            "Encoding of the stream",
            STREAM,
            format!("{}: it reads to its last byte", document.codec),
        );
        let layout = document.layout;
        let tried = |is_first: bool| if is_first { "reads" } else { "the first that reads" };
        let bytes = layout.bool_bytes;
        let outcome = format!(
            "{bytes} byte{}: {}",
            if bytes == 1 { "" } else { "s" },
            tried(bytes == 1)
        );
        self.made("bool", "Width of yes-or-no values", BOOL, outcome);
        let counts = [
            (
                "sound-count",
                "Count of a sound's properties",
                layout.sound_count,
                document.sounds.is_empty(),
            ),
            (
                "layer-count",
                "Count of the animation layers",
                layout.layer_count,
                false,
            ),
        ];
        for (key, title, width, is_moot) in counts {
            let outcome = match (width, is_moot) {
                (_, true) => "nothing to decide: the file has none".into(),
                (CountWidth::Bits16, _) => format!("16 bits: {}", tried(true)),
                (CountWidth::Bits8, _) => format!("8 bits: {}", tried(false)),
            };
            self.made(key, title, COUNT, outcome);
        }
    }
}
