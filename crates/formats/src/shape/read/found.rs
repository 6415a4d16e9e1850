//! Attempts and results of the search for encoding and layout.

use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::codec::{self, Codec, candidates};
use crate::shape::cursor::Cursor;
use crate::shape::document::Content;
use crate::shape::file_header::FileHeader;
use crate::shape::layout::{Layout, WantedLayout};
use crate::shape::text::TextEncoding;
use castview_base::core::{Diagnostics, Place, SharedBytes};

/// Bytes of the smallest content there is.
pub(super) const LEAST_CONTENT: usize = 195;
/// Bools that are neither 0 nor 1, from which on a reading is doubted (shape.md row 28).
pub(super) const ODD_BOOLS: u32 = 3;
/// Zero bytes after the content that nobody needs to hear of.
pub(super) const PADDING: usize = 16;

/// One opened stream.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    pub bytes: SharedBytes,
    /// Where the content begins in `bytes`.
    pub at: usize,
    pub codec: Codec,
    /// Bytes between the version and the compressed stream.
    pub skipped: usize,
    pub notes: Vec<String>,
}

impl Stream {
    /// Said before places that do not count in the file.
    pub fn name(&self) -> String {
        match self.codec {
            Codec::Plain => String::new(),
            codec => format!("{codec} content: "),
        }
    }

    /// Any bytes inflate to something, and zeros read as empty lists and empty records. Where no magic names the stream and the
    /// reading is not whole, only vertices or keys say that it makes sense.
    pub fn is_misread(&self, content: &Content) -> bool {
        let has_vertices = || content.geometries.iter().any(|geometry| geometry.positions.count > 0);
        let has_tracks = || content.layers.iter().any(|layer| !layer.tracks.is_empty());
        self.codec == Codec::Deflate && !has_vertices() && !has_tracks()
    }

    /// Whether it was unpacked, and what came out names a codec as well.
    pub fn is_packed_again(&self) -> bool {
        let begins_packed = || {
            candidates(&self.bytes)
                .iter()
                .any(|inner| inner.named && inner.skipped == 0)
        };
        self.codec != Codec::Plain && (begins_packed() || codec::foreign_codec(&self.bytes) != "unknown")
    }
}

/// A content that was read to its end.
pub(super) struct WholeContent {
    pub content: Content,
    pub stream: Stream,
    pub layout: Layout,
    pub text_encoding: TextEncoding,
    pub diagnostics: Diagnostics,
}

impl WholeContent {
    pub fn of(content: Content, cursor: &Cursor<'_>, stream: &Stream) -> Self {
        let text_encoding = match (cursor.unit_bytes, cursor.odd_text) {
            (2, _) => TextEncoding::Utf16,
            (_, None) => TextEncoding::Utf8,
            (_, Some(_)) => TextEncoding::Windows1252,
        };
        let mut diagnostics = cursor.diagnostics.clone();
        let place = |at: usize| Place {
            node_path: stream.name().trim_end_matches(": ").into(),
            offset: at as u64,
        };
        if let Some(text) = cursor.odd_text {
            let message = match text_encoding {
                TextEncoding::Utf16 => "a string holds half a UTF-16 pair; a replacement character stands for it",
                _ => "a string is no UTF-8; all strings of the file are read as Windows-1252",
            };
            diagnostics.report(rule::S8, || place(text.0), || message.into());
        }
        let rest = &cursor.bytes[cursor.at..];
        if !is_padding(rest) {
            let message = || {
                format!(
                    "unexplained trailing data: {} bytes after the last layer; ignored",
                    rest.len()
                )
            };
            diagnostics.report(rule::S30, || place(cursor.at), message);
        }
        Self {
            content,
            stream: stream.clone(),
            layout: cursor.layout,
            text_encoding,
            diagnostics,
        }
    }

    pub fn into_document(self, header: &FileHeader, diagnostics: &mut Diagnostics) -> Document {
        let Self { stream, content, .. } = self;
        let start = |at: usize| Place {
            node_path: "stream".into(),
            offset: at as u64,
        };
        for note in &stream.notes {
            let at = header.stream + stream.skipped;
            diagnostics.report(rule::SA2, || start(at), || note.clone());
        }
        diagnostics.append(self.diagnostics);
        Document {
            bytes: stream.bytes,
            text_encoding: self.text_encoding,
            codec: stream.codec,
            identifier: header.identifier,
            layout: self.layout,
            content,
        }
    }
}

/// Codec and layout that the user has settled; `None` is tried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedReading {
    pub codec: Option<Codec>,
    pub layout: WantedLayout,
}

pub(super) fn is_padding(rest: &[u8]) -> bool {
    rest.len() <= PADDING && rest.iter().all(|byte| *byte == 0)
}
