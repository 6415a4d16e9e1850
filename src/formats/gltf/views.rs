//! Buffer views: byte ranges of buffers, compressed ones unpacked (spec/gltf.md 1.3, section 4).

use super::buffers::{self, Buffer};
use super::json::{BufferView, Compression, Id, Root};
use super::{GltfError, meshopt};
use crate::core::SharedBytes;
use serde::Deserialize;
use std::ops::Range;

/// Bytes that accessors and images read, or why there are none.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub bytes: SharedBytes,
    pub range: Range<usize>,
    /// Where it begins in its buffer: what alignment is measured from.
    pub offset: u64,
    /// Bytes from one element to the next, where the file says so.
    pub stride: Option<usize>,
}

pub(super) type ViewResult = Result<View, String>;

const COMPRESSIONS: [&str; 2] = ["KHR_meshopt_compression", "EXT_meshopt_compression"];

/// `budget`: how many bytes all compressed views may unpack to.
pub(super) fn open(root: &Root, buffers: &[Buffer], budget: &mut u64) -> Result<Vec<ViewResult>, GltfError> {
    let wanted = wanted(root);
    let mut views = Vec::with_capacity(root.buffer_views.len());
    for (index, view) in root.buffer_views.iter().enumerate() {
        let opened = match compression(view) {
            Some(compression) => compression.and_then(|compression| unpacked(&compression, buffers, budget)),
            None => plain(view, buffers),
        };
        let opened = match opened {
            Err(Fault::MissingBytes(buffer)) if wanted[index] => match buffers::missing(root, buffers, buffer) {
                Some(error) => return Err(error),
                None => Err("its buffer is missing".into()),
            },
            Err(Fault::MissingBytes(_)) => Err("the bytes of its buffer are missing".into()),
            Err(Fault::Bad(reason)) => Err(reason),
            Ok(view) => Ok(view),
        };
        views.push(opened);
    }
    Ok(views)
}

/// Whether an accessor reads the view. Images do not count: one that is missing is no reason to show nothing (row 8).
fn wanted(root: &Root) -> Vec<bool> {
    let mut wanted = vec![false; root.buffer_views.len()];
    for accessor in &root.accessors {
        let sparse = accessor.sparse.as_ref();
        let views = [
            accessor.buffer_view,
            sparse.and_then(|sparse| sparse.indices.buffer_view),
            sparse.and_then(|sparse| sparse.values.buffer_view),
        ];
        for view in views.into_iter().flatten() {
            if let Some(wanted) = wanted.get_mut(view.get()) {
                *wanted = true;
            }
        }
    }
    wanted
}

enum Fault {
    /// The buffer promises these bytes and does not have them.
    MissingBytes(Id),
    Bad(String),
}

fn bad(reason: impl Into<String>) -> Fault {
    Fault::Bad(reason.into())
}

fn plain(view: &BufferView, buffers: &[Buffer]) -> Result<View, Fault> {
    let (bytes, range) = range_of(view.buffer, view.byte_offset.get(), view.byte_length.get(), buffers)?;
    let stride = match view.byte_stride {
        None => None,
        Some(stride) => match stride.get() {
            // 0 is no stride, though some write it.
            0 => None,
            stride if stride <= MAX_STRIDE => Some(stride as usize),
            stride => return Err(bad(format!("a stride of {stride} bytes"))),
        },
    };
    Ok(View {
        bytes,
        range,
        offset: view.byte_offset.get(),
        stride,
    })
}

/// The standard's 252 and room for who writes more.
const MAX_STRIDE: u64 = 1 << 16;

fn range_of(
    buffer: Option<Id>,
    offset: u64,
    length: u64,
    buffers: &[Buffer],
) -> Result<(SharedBytes, Range<usize>), Fault> {
    let id = buffer.ok_or_else(|| bad("it names no buffer"))?;
    let buffer = buffers
        .get(id.get())
        .ok_or_else(|| bad(format!("buffer {id} of {}", buffers.len())))?;
    let there = buffer.range.len() as u64;
    match offset.checked_add(length) {
        Some(end) if end <= there => {
            let start = buffer.range.start + offset as usize;
            Ok((buffer.bytes.clone(), start..start + length as usize))
        }
        _ if buffer.problem.is_some() => Err(Fault::MissingBytes(id)),
        _ => Err(bad(format!(
            "{length} bytes at {offset} are not in a buffer of {there} bytes"
        ))),
    }
}

fn compression(view: &BufferView) -> Option<Result<Compression, Fault>> {
    let value = COMPRESSIONS.iter().find_map(|name| view.extensions.get(*name))?;
    Some(Compression::deserialize(value).map_err(|error| bad(format!("its compression is unreadable: {error}"))))
}

fn unpacked(compression: &Compression, buffers: &[Buffer], budget: &mut u64) -> Result<View, Fault> {
    let (offset, length) = (compression.byte_offset.get(), compression.byte_length.get());
    let (bytes, range) = range_of(compression.buffer, offset, length, buffers)?;
    let (count, stride) = (compression.count.get(), compression.byte_stride.get());
    let total = count.checked_mul(stride).filter(|total| total <= budget);
    let total = total.ok_or_else(|| bad(format!("{count} elements of {stride} bytes are more than fits")))?;
    let request = meshopt::Request {
        mode: &compression.mode,
        filter: compression.filter.as_deref(),
        count: count as usize,
        stride: usize::try_from(stride).map_err(|_| bad("its stride is no stride"))?,
    };
    // What is not readable has cost as much.
    *budget -= total;
    let unpacked = meshopt::decode(&bytes[range], &request).map_err(bad)?;
    Ok(View {
        range: 0..unpacked.len(),
        bytes: unpacked.into(),
        offset: 0,
        stride: (request.mode == "ATTRIBUTES").then_some(request.stride),
    })
}
