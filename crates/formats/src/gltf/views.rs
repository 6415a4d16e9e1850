//! Buffer views: byte ranges of buffers, compressed ones unpacked (docs/formats/gltf.md §1.3, §4).

use super::buffers::{self, Buffer};
use super::json::{BufferView, Compression, Id, Root};
use super::{GltfError, meshopt, stored};
use castview_base::core::{Origin, SharedBytes};
use serde::Deserialize;
use std::collections::HashSet;
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
    /// The range ends before the view does: its buffer is cut off there.
    pub is_cut: bool,
}

pub(super) type ViewResult = Result<View, String>;

const COMPRESSIONS: [&str; 2] = ["KHR_meshopt_compression", "EXT_meshopt_compression"];

pub(super) struct Views {
    pub list: Vec<ViewResult>,
    /// The buffer that ends too early for what is wanted of it (gltf.md row 7).
    pub short: Option<GltfError>,
}

/// `budget`: how many bytes all compressed views may unpack to. An error when a buffer is missing and so nothing is here of
/// what accessors read, unless the file itself `is_cut`: then that is told.
pub(super) fn open(root: &Root, buffers: &[Buffer], is_cut: bool, budget: &mut u64) -> Result<Views, GltfError> {
    let wanted = wanted(root);
    let images: HashSet<usize> = root
        .images
        .iter()
        .filter_map(|image| image.buffer_view.map(Id::get))
        .collect();
    let mut views = Vec::with_capacity(root.buffer_views.len());
    let (mut short, mut is_wanted, mut is_any_here) = (None, false, false);
    for (index, view) in root.buffer_views.iter().enumerate() {
        let opened = match compression(view) {
            Some(compression) => compression.and_then(|compression| unpacked(&compression, buffers, budget)),
            None => plain(view, buffers),
        };
        let lacking = match &opened {
            Err(Fault::MissingBytes(buffer)) => Some(*buffer),
            Ok(found) if found.is_cut => view.buffer,
            _ => None,
        };
        if short.is_none() && (wanted[index] || images.contains(&index)) {
            short = lacking.and_then(|buffer| buffers::missing(root, buffers, buffer));
        }
        is_wanted |= wanted[index] && lacking.is_some();
        is_any_here |= wanted[index] && opened.is_ok();
        views.push(opened.map_err(|fault| match fault {
            Fault::MissingBytes(_) => "the bytes of its buffer are missing".into(),
            Fault::Bad(reason) => reason,
        }));
    }
    match short {
        Some(error) if is_wanted && !is_any_here && !is_cut => Err(error),
        short => Ok(Views { list: views, short }),
    }
}

/// Whether an accessor or a Draco stream reads the view. Images do not count: one that is missing is no reason to show nothing (gltf.md row 8).
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
    for view in stored::streams(root) {
        if let Some(wanted) = wanted.get_mut(view.get()) {
            *wanted = true;
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
    let (offset, length) = (view.byte_offset.get(), view.byte_length.get());
    let (bytes, range, is_cut) = match range_of(view.buffer, offset, length, buffers) {
        Ok((bytes, range)) => (bytes, range, false),
        Err(Fault::MissingBytes(id)) => {
            // As much of it as there is: accessors that lie in that are whole.
            let there = buffers[id.get()].range.len() as u64;
            let left = there.checked_sub(offset).filter(|left| *left > 0);
            let left = left.ok_or(Fault::MissingBytes(id))?;
            let (bytes, range) = range_of(view.buffer, offset, left, buffers)?;
            (bytes, range, true)
        }
        Err(fault) => return Err(fault),
    };
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
        offset,
        stride,
        is_cut,
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

/// Whether what accessors read is not in a buffer as it is.
pub(super) fn is_compressed(view: &BufferView) -> bool {
    COMPRESSIONS.iter().any(|name| view.extensions.contains_key(*name))
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
    let request = meshopt::Compressed {
        mode: &compression.mode,
        filter: compression.filter.as_deref(),
        count: count as usize,
        stride: usize::try_from(stride).map_err(|_| bad("its stride is no stride"))?,
    };
    // An unreadable view has cost as much.
    *budget -= total;
    let unpacked = meshopt::decode(&bytes[range.clone()], &request).map_err(bad)?;
    let whose = match bytes.origin() {
        None => "the file".to_owned(),
        Some(Origin::Beside(name)) => name.clone(),
        Some(Origin::Made(from)) => from.clone(),
    };
    let from = format!(
        "a compressed buffer view, {} bytes from {:#x} on of {whose}",
        range.len(),
        range.start
    );
    Ok(View {
        range: 0..unpacked.len(),
        bytes: SharedBytes::from(unpacked).from_origin(Origin::Made(from)),
        offset: 0,
        stride: (request.mode == "ATTRIBUTES").then_some(request.stride),
        is_cut: false,
    })
}
