//! Buffers: the GLB file's own chunk, data written into the JSON, files beside the model (docs/formats/gltf.md §1.1,
//! §1.2, §8 row 7).

use super::GltfError;
use super::error::NO_URI;
use super::json::{Id, Root};
use super::uri::{self, Uri};
use crate::SideFiles;
use castview_base::core::{Origin, SharedBytes};
use std::collections::HashMap;
use std::ops::Range;

/// Where the bytes of a buffer lie.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub bytes: SharedBytes,
    pub range: Range<usize>,
    /// Why there are fewer bytes than the file says.
    pub problem: Option<String>,
}

pub(super) struct Buffers {
    pub list: Vec<Buffer>,
    /// Bytes of all files beside the model.
    pub beside: u64,
}

/// `bin` is the binary chunk of `file`, which may be cut off before or in it. Missing bytes are reported only when something wants them.
pub(super) fn open(
    root: &Root,
    file: &SharedBytes,
    bin: Option<Range<usize>>,
    is_cut: bool,
    side_files: &dyn SideFiles,
) -> Buffers {
    let mut uris: Vec<Option<Result<Uri, String>>> = root
        .buffers
        .iter()
        .map(|buffer| buffer.uri.as_deref().map(uri::parse))
        .collect();
    let mut beside = Beside {
        files: side_files,
        longest: longest(root, &uris),
        read: HashMap::new(),
        total_bytes: 0,
    };
    let mut buffers = Vec::with_capacity(root.buffers.len());
    for (index, buffer) in root.buffers.iter().enumerate() {
        let found = match uris[index].take() {
            Some(uri) => uri.and_then(|uri| beside.by_uri(uri)).map(|bytes| {
                let whole = 0..bytes.len();
                (bytes, whole)
            }),
            None if index == 0 => match &bin {
                Some(bin) => Ok((file.clone(), bin.clone())),
                None if is_cut => Ok((SharedBytes::default(), 0..0)),
                None => Err("it has no uri, and the file no binary chunk".to_owned()),
            },
            None => Err("it has no uri".to_owned()),
        };
        buffers.push(match found {
            Ok((bytes, range)) => {
                let there = range.len() as u64;
                let (wanted, problem) = match buffer.byte_length.get() {
                    // The `byteLength` that says how many there should be is cut off as well.
                    0 if is_cut => (there, Some(format!("it has {there} bytes and then ends"))),
                    wanted if there < wanted => {
                        let problem = format!("it has {there} bytes, {wanted} are promised");
                        (wanted, Some(problem))
                    }
                    wanted => (wanted, None),
                };
                let length = there.min(wanted) as usize;
                Buffer {
                    bytes,
                    range: range.start..range.start + length,
                    problem,
                }
            }
            Err(problem) => Buffer {
                bytes: SharedBytes::default(),
                range: 0..0,
                problem: Some(problem),
            },
        });
    }
    Buffers {
        list: buffers,
        beside: beside.total_bytes,
    }
}

/// Files beside the model, each read once however many buffers name it.
struct Beside<'a> {
    files: &'a dyn SideFiles,
    /// How much of each file its buffers want, by name.
    longest: HashMap<String, u64>,
    read: HashMap<String, Result<SharedBytes, String>>,
    total_bytes: u64,
}

/// The greatest length that the buffers of one name claim. A file may be far longer than its buffers: the rest is not read.
fn longest(root: &Root, uris: &[Option<Result<Uri, String>>]) -> HashMap<String, u64> {
    let mut longest = HashMap::new();
    for (buffer, uri) in root.buffers.iter().zip(uris) {
        if let Some(Ok(Uri::Relative(name))) = uri {
            let wanted: &mut u64 = longest.entry(name.clone()).or_default();
            *wanted = buffer.byte_length.get().max(*wanted);
        }
    }
    longest
}

impl Beside<'_> {
    fn by_uri(&mut self, uri: Uri) -> Result<SharedBytes, String> {
        match uri {
            Uri::Data(bytes) => {
                let from = "base64 text, which the file has in place of a buffer's bytes";
                Ok(SharedBytes::from(bytes).from_origin(Origin::Made(from.to_owned())))
            }
            Uri::Relative(name) => {
                if let Some(known) = self.read.get(&name) {
                    return known.clone();
                }
                let found = self.files.read(&name, self.longest[&name]);
                let found = found.map(|bytes| bytes.from_origin(Origin::Beside(name.clone())));
                self.total_bytes += found.as_ref().map_or(0, |bytes| bytes.len() as u64);
                self.read.insert(name, found.clone());
                found
            }
        }
    }
}

/// The error of gltf.md row 7, for a view of `index` that wants bytes which are not there.
pub(super) fn missing(root: &Root, buffers: &[Buffer], index: Id) -> Option<GltfError> {
    let problem = buffers.get(index.get())?.problem.clone()?;
    let uri = root.buffers[index.get()].uri.as_deref();
    Some(GltfError::Buffer {
        index: index.get(),
        uri: uri.map_or(NO_URI.into(), uri::shown),
        problem,
    })
}
