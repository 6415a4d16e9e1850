//! Accessors: typed, strided, sparse, normalised views of bytes (docs/formats/gltf.md §1.3, §8 rows 9 and 35).
//!
//! In: an accessor's words. Out: one whose every element is known to lie in bytes that exist, or why there is none.

use super::document::Document;
use super::json::{Id, Sparse as SparseJson};
use super::uri;
use super::views::{self, View};
use castview_base::core::{Element, Origin, SharedBytes, Stream, UintStream, ValueSource};
use std::cell::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn from_code(code: u64) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    /// Whether its numbers are declared with a sign, as programs without unsigned types do.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16)
    }

    /// The greatest number of as many bytes that has no sign, whichever way it is declared.
    fn most_without_sign(self) -> u32 {
        match self {
            Self::I8 => i8::MAX as u32,
            Self::I16 => i16::MAX as u32,
            _ => u32::MAX,
        }
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

/// Columns and rows: a vector is one column, and a matrix' columns begin at multiples of 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    columns: usize,
    rows: usize,
}

impl Kind {
    fn from_word(word: &str) -> Option<Self> {
        let (columns, rows) = match word {
            "SCALAR" => (1, 1),
            "VEC2" => (1, 2),
            "VEC3" => (1, 3),
            "VEC4" => (1, 4),
            "MAT2" => (2, 2),
            "MAT3" => (3, 3),
            "MAT4" => (4, 4),
            _ => return None,
        };
        Some(Self { columns, rows })
    }

    pub fn components(self) -> usize {
        self.columns * self.rows
    }

    pub fn is_matrix(self) -> bool {
        self.columns > 1
    }

    fn column_size(self, component: Component) -> usize {
        let plain = self.rows * component.size();
        if self.is_matrix() {
            plain.next_multiple_of(4)
        } else {
            plain
        }
    }

    fn size(self, component: Component) -> usize {
        self.columns * self.column_size(component)
    }

    /// Bytes from the start of an element to its component `index`.
    fn offset(self, component: Component, index: usize) -> usize {
        index / self.rows * self.column_size(component) + index % self.rows * component.size()
    }
}

/// Elements that lie in bytes: element `i` begins at `start + i * stride`, and all of them are inside.
#[derive(Clone, Debug)]
struct Strided {
    bytes: SharedBytes,
    start: usize,
    stride: usize,
}

/// Where the elements of an accessor lie as they are read.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    /// The bytes that are counted; `None`: the file itself.
    pub of: Option<String>,
    pub first: usize,
    pub stride: usize,
}

#[derive(Clone, Debug)]
struct Sparse {
    /// Each below the accessor's count.
    indices: Vec<(u32, u32)>,
    /// Read at the second number of each pair.
    values: Strided,
}

/// An accessor that can be read from start to end.
#[derive(Clone, Debug)]
pub(super) struct Accessor {
    pub count: usize,
    pub component: Component,
    pub kind: Kind,
    pub normalized: bool,
    /// `None`: all zeros.
    base: Option<Strided>,
    sparse: Option<Sparse>,
    /// Entries of the sparse part that could not be used, or are out of order (gltf.md row 35).
    pub sparse_faults: usize,
    /// Indices of the sparse part are declared with a sign.
    pub is_sparse_signed: bool,
}

/// Reads accessors of one document, within a bound on how much they may take all together: several accessors may read
/// the same bytes, and some need none at all.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    left: Cell<u64>,
}

impl<'a> Accessors<'a> {
    /// Bytes that copies of accessors may take: as much as any honest file needs.
    const LEAST: u64 = 48 << 20;
    const TIMES: u64 = 24;

    pub fn new(document: &'a Document) -> Self {
        let left = Self::LEAST + Self::TIMES * document.total_bytes();
        Self {
            document,
            left: Cell::new(left),
        }
    }

    /// The accessor, or what is wrong with it.
    pub fn open(&self, id: Id) -> Result<Accessor, String> {
        let accessors = &self.document.root().accessors;
        let Some(json) = accessors.get(id.get()) else {
            return Err(format!("there is no accessor {id} among {}", accessors.len()));
        };
        let at = |reason: String| format!("accessor {id}: {reason}");
        let component = Component::from_code(json.component_type.get())
            .ok_or_else(|| at(format!("component type {} is unknown", json.component_type.get())))?;
        let kind = Kind::from_word(&json.r#type).ok_or_else(|| at(format!("type \"{}\" is unknown", json.r#type)))?;
        let count = match json.count.get() {
            0 => return Err(at("it has no elements".into())),
            count => usize::try_from(count).ok().filter(|count| *count <= u32::MAX as usize),
        };
        let count = count.ok_or_else(|| at("its count is no count".into()))?;
        let base = match json.buffer_view {
            None => None,
            Some(view) => {
                let offset = json.byte_offset.get();
                Some(self.strided(view, offset, count, component, kind).map_err(at)?)
            }
        };
        let mut accessor = Accessor {
            count,
            component,
            kind,
            normalized: json.normalized,
            base,
            sparse: None,
            sparse_faults: 0,
            is_sparse_signed: false,
        };
        if let Some(sparse) = &json.sparse {
            self.open_sparse(sparse, &mut accessor).map_err(at)?;
        }
        Ok(accessor)
    }

    /// Whether all bytes that the accessor reads are here. They are not looked at.
    pub fn is_here(&self, id: Id) -> bool {
        let is_here = || {
            let json = self.document.root().accessors.get(id.get())?;
            let component = Component::from_code(json.component_type.get())?;
            let kind = Kind::from_word(&json.r#type)?;
            let find = |view: Option<Id>, offset: u64, count: u64, component, kind| {
                let (Some(view), 1..) = (view, count) else {
                    return Some(());
                };
                let count = usize::try_from(count).ok()?;
                self.strided(view, offset, count, component, kind).ok().map(|_| ())
            };
            find(
                json.buffer_view,
                json.byte_offset.get(),
                json.count.get(),
                component,
                kind,
            )?;
            if let Some(sparse) = &json.sparse {
                let (count, indices, values) = (sparse.count.get(), &sparse.indices, &sparse.values);
                let scalar = Kind { columns: 1, rows: 1 };
                let index = Component::from_code(indices.component_type.get())?;
                find(indices.buffer_view, indices.byte_offset.get(), count, index, scalar)?;
                find(values.buffer_view, values.byte_offset.get(), count, component, kind)?;
            }
            Some(())
        };
        is_here().is_some()
    }

    /// Where the first element begins, in which bytes, and how far apart elements are; or why none lies there as it is read: a sentence.
    pub fn plain(&self, id: Id, accessor: &Accessor) -> Result<Plain, &'static str> {
        let root = self.document.root();
        if accessor.component != Component::F32 {
            return Err("The file stores these values as integers; they are fractions of them.");
        }
        if accessor.sparse.is_some() {
            return Err("The accessor is sparse: some values lie elsewhere, or nowhere.");
        }
        let json = root.accessors.get(id.get()).and_then(|json| json.buffer_view);
        let view = json.and_then(|view| root.buffer_views.get(view.get()));
        let (Some(base), Some(view)) = (&accessor.base, view) else {
            return Err("The accessor has no bytes: all its values are 0.");
        };
        if views::is_compressed(view) {
            return Err("The bytes are compressed in the file.");
        }
        let buffer = view.buffer.map(Id::get);
        let uri = buffer.and_then(|buffer| root.buffers.get(buffer)?.uri.as_deref());
        let is_data = |uri: &str| uri.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
        let of = match (uri, buffer) {
            (Some(uri), Some(buffer)) if is_data(uri) => Some(format!("the data of buffer {buffer}, decoded")),
            (uri, _) => uri.map(uri::shown),
        };
        Ok(Plain {
            of,
            first: base.start,
            stride: base.stride,
        })
    }

    fn view(&self, id: Id) -> Result<&View, String> {
        let views = self.document.views();
        match views.get(id.get()) {
            None => Err(format!("there is no buffer view {id} among {}", views.len())),
            Some(Err(reason)) => Err(format!("buffer view {id}: {reason}")),
            Some(Ok(view)) => Ok(view),
        }
    }

    /// The fit test of 1.3, without overflow.
    fn strided(&self, id: Id, offset: u64, count: usize, component: Component, kind: Kind) -> Result<Strided, String> {
        let view = self.view(id)?;
        let size = kind.size(component);
        let stride = view.stride.unwrap_or(size);
        if stride < size {
            return Err(format!("elements of {size} bytes lie {stride} bytes apart"));
        }
        let there = view.range.len() as u64;
        let needed = (stride as u64)
            .checked_mul(count as u64 - 1)
            .and_then(|bytes| bytes.checked_add(size as u64)?.checked_add(offset));
        if needed.is_none_or(|needed| needed > there) {
            return Err(format!(
                "{count} elements of {size} bytes, {stride} apart, from byte {offset} do not fit in the {there} of buffer view {id}"
            ));
        }
        let is_aligned = |offset: u64| offset.is_multiple_of(component.size() as u64);
        if !is_aligned(offset) || !is_aligned(view.offset) || !is_aligned(stride as u64) {
            return Err(format!(
                "its elements do not lie at multiples of {} bytes",
                component.size()
            ));
        }
        Ok(Strided {
            bytes: view.bytes.clone(),
            start: view.range.start + offset as usize,
            stride,
        })
    }

    fn open_sparse(&self, json: &SparseJson, accessor: &mut Accessor) -> Result<(), String> {
        let count = usize::try_from(json.count.get()).unwrap_or(usize::MAX);
        if count == 0 {
            return Ok(());
        }
        if count > accessor.count {
            return Err(format!("{count} sparse values for {} elements", accessor.count));
        }
        let at = |reason: String| format!("sparse: {reason}");
        let kind = Kind { columns: 1, rows: 1 };
        let component = Component::from_code(json.indices.component_type.get())
            .filter(|component| *component != Component::F32)
            .ok_or_else(|| at("its indices are no whole numbers".into()))?;
        let of = |view: Option<Id>| view.ok_or_else(|| at("a buffer view is missing".into()));
        let (view, offset) = (of(json.indices.buffer_view)?, json.indices.byte_offset.get());
        let indices = Accessor {
            count,
            component,
            kind,
            normalized: false,
            base: Some(self.strided(view, offset, count, component, kind).map_err(at)?),
            sparse: None,
            sparse_faults: 0,
            is_sparse_signed: false,
        };
        let (view, offset) = (of(json.values.buffer_view)?, json.values.byte_offset.get());
        let values = self
            .strided(view, offset, count, accessor.component, accessor.kind)
            .map_err(at)?;
        self.charge(count as u64 * 8)?;
        let mut valid = Vec::with_capacity(count);
        let mut before = None;
        let stored = indices.integers::<1>();
        indices
            .refuse_negative(stored.as_flattened().iter().copied())
            .map_err(at)?;
        accessor.is_sparse_signed = component.is_signed();
        for (entry, [index]) in stored.into_iter().enumerate() {
            let ascends = before.is_none_or(|before| index > before);
            accessor.sparse_faults += usize::from(!ascends || index as usize >= accessor.count);
            before = Some(index);
            if (index as usize) < accessor.count {
                valid.push((index, entry as u32));
            }
        }
        accessor.sparse = Some(Sparse { indices: valid, values });
        Ok(())
    }

    /// Takes `bytes` of what copies may take.
    pub fn charge(&self, bytes: u64) -> Result<(), String> {
        match self.left.get().checked_sub(bytes) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err("the file asks for far more than its size holds".into()),
        }
    }

    /// All elements as floating-point numbers, normalised integers as their fractions. `N` is the number of components.
    pub fn floats<const N: usize>(&self, accessor: &Accessor) -> Result<Stream<[f32; N]>, String> {
        accessor.expect_components(N)?;
        if accessor.component == Component::F32
            && let Some(stream) = accessor.borrowed()
        {
            return Ok(stream);
        }
        self.charge(accessor.count as u64 * N as u64 * 4)?;
        let is_plain = accessor.component == Component::F32;
        Ok(Stream::from_source(accessor.numbers::<N>(), accessor.source(is_plain)))
    }

    /// A run of single numbers.
    pub fn scalars(&self, accessor: &Accessor) -> Result<Stream<f32>, String> {
        accessor.expect_components(1)?;
        if accessor.component == Component::F32
            && let Some(stream) = accessor.borrowed()
        {
            return Ok(stream);
        }
        self.charge(accessor.count as u64 * 4)?;
        Ok(accessor.numbers::<1>().as_flattened().to_vec().into())
    }

    /// All elements as unsigned integers; they stay where they are when they lie close together.
    pub fn uints(&self, accessor: &Accessor) -> Result<UintStream, String> {
        accessor.expect_components(1)?;
        let borrowed = match accessor.component {
            Component::U8 | Component::I8 => accessor.borrowed().map(UintStream::U8),
            Component::U16 | Component::I16 => accessor.borrowed().map(UintStream::U16),
            Component::U32 => accessor.borrowed().map(UintStream::U32),
            Component::F32 => return Err(NOT_WHOLE.into()),
        };
        let stream = match borrowed {
            Some(stream) => stream,
            None => {
                self.charge(accessor.count as u64 * 4)?;
                let values = accessor.integers::<1>().as_flattened().to_vec();
                let is_plain = accessor.component == Component::U32;
                UintStream::U32(Stream::from_source(values, accessor.source(is_plain)))
            }
        };
        if accessor.component.is_signed() {
            // To be looked at costs, too.
            self.charge(accessor.count as u64)?;
            accessor.refuse_negative((0..stream.len()).map(|at| stream.get(at)))?;
        }
        Ok(stream)
    }

    /// All elements as unsigned integers. `N` is the number of components.
    pub fn integers<const N: usize>(&self, accessor: &Accessor) -> Result<Vec<[u32; N]>, String> {
        accessor.expect_components(N)?;
        if accessor.component == Component::F32 {
            return Err(NOT_WHOLE.into());
        }
        self.charge(accessor.count as u64 * N as u64 * 4)?;
        let integers = accessor.integers::<N>();
        accessor.refuse_negative(integers.as_flattened().iter().copied())?;
        Ok(integers)
    }
}

const NOT_WHOLE: &str = "its numbers are not unsigned";

impl Accessor {
    /// An error if one of `bits`, its numbers taken as unsigned, is below 0 as they are declared.
    fn refuse_negative(&self, mut bits: impl Iterator<Item = u32>) -> Result<(), String> {
        let most = self.component.most_without_sign();
        match bits.any(|bits| bits > most) {
            true => Err("its numbers are declared with a sign, and some are below 0".into()),
            false => Ok(()),
        }
    }

    fn expect_components(&self, wanted: usize) -> Result<(), String> {
        let found = self.kind.components();
        if found == wanted {
            Ok(())
        } else {
            Err(format!("it has {found} components where {wanted} belong"))
        }
    }

    /// Where the elements come from once they are copied. `is_plain`: as the file has them.
    pub fn source(&self, is_plain: bool) -> ValueSource {
        let Some(base) = &self.base else {
            return ValueSource::Made("the accessor has no bytes: its values are 0".into());
        };
        let file = match base.bytes.origin() {
            Some(Origin::Made(from)) => return ValueSource::Made(from.clone()),
            Some(Origin::Beside(file)) => Some(file.clone()),
            None => None,
        };
        if is_plain && self.sparse.is_none() {
            return ValueSource::Spread {
                file,
                first: base.start,
                stride: base.stride,
            };
        }
        let end = base.start + base.stride * (self.count - 1) + self.kind.size(self.component);
        let of = file.map(|file| format!(" of {file}")).unwrap_or_default();
        let why = match (&self.sparse, self.component) {
            (Some(_), _) => "some values replaced by those of a sparse part",
            (None, Component::U8 | Component::I8) => "stored as integers of 1 byte",
            (None, Component::U16 | Component::I16) => "stored as integers of 2 bytes",
            (None, _) => "stored as integers of 4 bytes",
        };
        ValueSource::Made(format!("bytes {:#x} to {end:#x}{of}, {why}", base.start))
    }

    /// The elements where they lie, when they lie as `T` does.
    fn borrowed<T: Element>(&self) -> Option<Stream<T>> {
        let base = self
            .base
            .as_ref()
            .filter(|base| self.sparse.is_none() && base.stride == T::SIZE)?;
        Stream::borrowed(base.bytes.clone(), base.start..base.start + self.count * T::SIZE)
    }

    /// Four bytes to an element, where they lie so.
    pub fn packed(&self) -> Option<Stream<u32>> {
        let is_packed = self.kind.size(self.component) == 4;
        self.borrowed().filter(|_| is_packed)
    }

    fn numbers<const N: usize>(&self) -> Vec<[f32; N]> {
        match (self.component, self.normalized) {
            (Component::F32, _) => self.gather(|v: f32| v),
            (Component::U8, false) => self.gather(|v: u8| v.into()),
            (Component::U8, true) => self.gather(|v: u8| f32::from(v) / 255.0),
            (Component::I8, false) => self.gather(|v: u8| (v as i8).into()),
            (Component::I8, true) => self.gather(|v: u8| (f32::from(v as i8) / 127.0).max(-1.0)),
            (Component::U16, false) => self.gather(|v: u16| v.into()),
            (Component::U16, true) => self.gather(|v: u16| f32::from(v) / 65535.0),
            (Component::I16, false) => self.gather(|v: u16| (v as i16).into()),
            (Component::I16, true) => self.gather(|v: u16| (f32::from(v as i16) / 32767.0).max(-1.0)),
            (Component::U32, false) => self.gather(|v: u32| v as f32),
            (Component::U32, true) => self.gather(|v: u32| (f64::from(v) / f64::from(u32::MAX)) as f32),
        }
    }

    fn integers<const N: usize>(&self) -> Vec<[u32; N]> {
        match self.component {
            Component::U8 | Component::I8 => self.gather(|v: u8| v.into()),
            Component::U16 | Component::I16 => self.gather(|v: u16| v.into()),
            Component::U32 | Component::F32 => self.gather(|v: u32| v),
        }
    }

    /// `T` is as wide as the accessor's components, and `N` their number.
    fn gather<T: Element, V: Copy + Default, const N: usize>(&self, convert: impl Fn(T) -> V) -> Vec<[V; N]> {
        let offsets: [usize; N] = std::array::from_fn(|i| self.kind.offset(self.component, i));
        let size = self.kind.size(self.component);
        let element = |from: &Strided, index: usize| -> [V; N] {
            let at = from.start + index * from.stride;
            let record = &from.bytes[at..at + size];
            offsets.map(|offset| convert(T::from_le(&record[offset..])))
        };
        let mut values = match &self.base {
            Some(base) => (0..self.count).map(|index| element(base, index)).collect(),
            None => vec![[V::default(); N]; self.count],
        };
        if let Some(sparse) = &self.sparse {
            for (index, entry) in &sparse.indices {
                values[*index as usize] = element(&sparse.values, *entry as usize);
            }
        }
        values
    }
}
