//! Bytes → document: every way the stream may be encoded, with every width that is open, until one reads to the last
//! byte (docs/formats/shape.md §1.2 and the retry order of §4).
//!
//! In: the bytes of a file. Out: a [`Document`], and what had to be assumed; an error that names the record and the byte if
//! nothing reads. Each try is linear in the bytes; their number is fixed.

use super::codec::{self, Candidate, Codec, Fault, candidates};
use super::cursor::Cursor;
use super::file_header::FileHeader;
use super::grammar::content;
use super::layout::Layout;
use super::{Document, ShapeError};
use crate::rules::shape as rule;
use crate::shape::read::found::ODD_BOOLS;
use crate::shape::read::found::Stream;
use crate::shape::read::found::is_padding;
use crate::shape::read::found::{LEAST_CONTENT, WholeContent};
use castview_base::core::{Diagnostics, Place, SharedBytes};

mod cut;
mod found;

pub use found::WantedReading;

/// A reading that fails past this share of its stream was right about the encoding.
const DEEP: f64 = 0.5;

pub fn read(bytes: SharedBytes, wanted: WantedReading, diagnostics: &mut Diagnostics) -> Result<Document, ShapeError> {
    let header = FileHeader::read(&bytes)?;
    let mut search = Search {
        header,
        wanted,
        doubted: None,
        has_unpacked: false,
        refusal: Refusal::default(),
    };
    for candidate in candidates(&bytes[header.stream..]) {
        if wanted.codec.is_some_and(|codec| codec != candidate.codec) {
            continue;
        }
        if let Some(found) = search.try_candidate(&bytes, candidate) {
            return Ok(found.into_document(&header, diagnostics));
        }
    }
    match search.doubted.take() {
        // A stream that a magic names is not read as if it were plain, be it damaged or of another content.
        Some(found)
            if search.refusal.codec.is_none() && !(search.has_unpacked && found.stream.codec == Codec::Plain) =>
        {
            Ok(found.into_document(&header, diagnostics))
        }
        _ => match cut::read(&bytes, &header, wanted) {
            Some((found, report)) => {
                let document = found.into_document(&header, diagnostics);
                let place = || Place {
                    node_path: String::new(),
                    offset: bytes.len() as u64,
                };
                diagnostics.report(rule::S7, place, || report);
                Ok(document)
            }
            None => Err(search.refusal.into_error(&bytes, header.stream)),
        },
    }
}

struct Search {
    header: FileHeader,
    wanted: WantedReading,
    /// Read to its end, but with something left over or too many odd bools.
    doubted: Option<WholeContent>,
    /// A stream that a magic names was opened.
    has_unpacked: bool,
    refusal: Refusal,
}

impl Search {
    /// Opens one candidate and reads it with every layout. A reading without doubt is returned.
    fn try_candidate(&mut self, bytes: &SharedBytes, candidate: Candidate) -> Option<WholeContent> {
        let Candidate { codec, skipped, named } = candidate;
        let start = self.header.stream + skipped;
        if codec == Codec::Plain {
            return self.try_layouts(Stream {
                bytes: bytes.clone(),
                at: start,
                codec,
                skipped,
                notes: Vec::new(),
            });
        }
        let opened = match codec::open(codec, &bytes[start..]) {
            Ok(opened) => opened,
            Err(fault) => {
                if named || self.wanted.codec == Some(codec) {
                    self.refusal.codec(codec, start, fault);
                }
                return None;
            }
        };
        if codec == Codec::Deflate && opened.content.len() < LEAST_CONTENT {
            return None;
        }
        self.has_unpacked |= named;
        let compressed = bytes.len() - start - opened.left;
        let sizes = &bytes[self.header.stream..start];
        let mut notes = codec::confirmed_sizes(sizes, opened.content.len(), compressed);
        let rest = &bytes[bytes.len() - opened.left..];
        if !is_padding(rest) {
            notes.push(format!("{} unexplained bytes follow the compressed stream", rest.len()));
        }
        self.try_layouts(Stream {
            bytes: opened.content.into(),
            at: 0,
            codec,
            skipped,
            notes,
        })
    }

    fn try_layouts(&mut self, stream: Stream) -> Option<WholeContent> {
        let name = stream.name();
        for (attempt, layout) in Layout::candidates(self.wanted.layout).into_iter().enumerate() {
            let mut cursor = Cursor::new(&stream.bytes, stream.at, layout, &name);
            match content(&mut cursor) {
                Err(error) => self.refusal.content(&stream, &cursor, error),
                Ok(content) => {
                    let is_whole = is_padding(&cursor.bytes[cursor.at..]);
                    let found = WholeContent::of(content, &cursor, &stream);
                    if is_whole && cursor.odd_bools <= ODD_BOOLS {
                        return Some(found);
                    }
                    // That something is left over is believed of the first layout only: the others are there to fit. Content that is
                    // packed once more makes no sense however far it reads.
                    let is_believed = !stream.is_packed_again() && !stream.is_misread(&found.content);
                    if (is_whole || attempt == 0) && is_believed {
                        self.doubt(found);
                    }
                }
            }
        }
        None
    }

    /// Keeps the first reading with a doubt. One of a stream that was unpacked is worth more than one of the packed bytes.
    fn doubt(&mut self, found: WholeContent) {
        match &self.doubted {
            Some(first) if first.stream.codec != Codec::Plain || found.stream.codec == Codec::Plain => {}
            _ => self.doubted = Some(found),
        }
    }
}

/// Which of all failures to tell.
#[derive(Default)]
struct Refusal {
    /// Failure of the reading that got furthest.
    content: Option<Failure>,
    /// Error of the first stream that a magic names and that cannot be opened.
    codec: Option<ShapeError>,
}

struct Failure {
    codec: Codec,
    /// Read to their end before it failed.
    sections: u32,
    /// Share of the stream that was read before it failed.
    share: f64,
    error: ShapeError,
}

impl Refusal {
    fn codec(&mut self, codec: Codec, at: usize, fault: Fault) {
        let place = Place {
            node_path: "stream".into(),
            offset: at as u64,
        };
        self.codec.get_or_insert(match fault {
            Fault::Damaged(reason) => ShapeError::Damaged { place, codec, reason },
            Fault::TooLarge(cap) => ShapeError::TooLarge { place, codec, cap },
        });
    }

    fn content(&mut self, stream: &Stream, cursor: &Cursor<'_>, error: ShapeError) {
        // A stream that a magic names was content beyond doubt; one that merely inflates was not.
        if stream.codec == Codec::Deflate {
            return;
        }
        let length = stream.bytes.len() - stream.at;
        let failure = Failure {
            codec: stream.codec,
            sections: cursor.sections,
            share: (cursor.at - stream.at) as f64 / length.max(1) as f64,
            error,
        };
        // Sections, not bytes: a wrong layout may skip far by chance.
        let is_better = match &self.content {
            None => true,
            Some(best) if best.codec == failure.codec => failure.sections > best.sections,
            Some(best) => best.codec == Codec::Plain,
        };
        if is_better {
            self.content = Some(failure);
        }
    }

    fn into_error(self, bytes: &[u8], stream: usize) -> ShapeError {
        let is_foreign = codec::foreign_codec(&bytes[stream..]) != "unknown";
        match (self.content, self.codec) {
            (Some(failure), _) if failure.codec != Codec::Plain => failure.error,
            (_, Some(error)) => error,
            // A wrong assumption deep inside says more than "unknown encoding".
            (Some(failure), None) if failure.share > DEEP && !is_foreign => failure.error,
            (plain, None) => unknown_encoding(&bytes[stream..], stream, plain),
        }
    }
}

fn unknown_encoding(rest: &[u8], at: usize, plain: Option<Failure>) -> ShapeError {
    let first: Vec<String> = rest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    ShapeError::UnknownEncoding {
        place: Place {
            node_path: "stream".into(),
            offset: at as u64,
        },
        found: codec::foreign_codec(rest),
        first: first.join(" "),
        entropy: format!("{:.2}", codec::entropy(rest)),
        plain: plain.map_or_else(|| "not tried".into(), |failure| failure.error.to_string()),
    }
}
