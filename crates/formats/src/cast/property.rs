//! One property, read by value class (docs/formats/cast.md §1.3): the writer may pick any type of the class.

use super::layout::{u16_at, u32_at};
use super::properties::Spot;
use super::{NodeView, PropertyType};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Element, Origin, Place, SharedBytes, Stream, UintStream};
use glam::{Vec3, Vec4};
use std::borrow::Cow;
use std::ops::Range;

/// One property of a node. The readers answer `None` when the stored type is not of their class.
#[derive(Clone, Copy, Debug)]
pub struct PropertyView<'a> {
    node: NodeView<'a>,
    spot: Spot,
}

impl<'a> NodeView<'a> {
    /// All properties in file order: empty, repeated and nameless ones too.
    pub fn properties(self) -> impl ExactSizeIterator<Item = PropertyView<'a>> + Clone {
        self.spots().map(move |spot| PropertyView::new(self, spot))
    }

    /// The property called `name`, whatever its letter case (cast.md row 21). The last of several counts (row 22, A44); an empty array counts as
    /// absent (row 17).
    pub fn property(self, name: &str) -> Option<PropertyView<'a>> {
        let bytes = self.document().bytes();
        let called = self.spots().filter(|spot| spot.is_called(name, bytes)).last()?;
        let found = PropertyView::new(self, called);
        (found.count() > 0).then_some(found)
    }

    /// The property called `name`, read as one value class by `class`, one of [`PropertyView`]'s readers. A property of another class
    /// counts as absent and is reported (cast.md row 23); `wanted` names the class for that sentence.
    ///
    /// `mesh.read("vp", "v3", PropertyView::vec3s, diagnostics)`
    pub fn read<T>(
        self,
        name: &str,
        wanted: &str,
        class: impl FnOnce(PropertyView<'a>) -> Option<T>,
        diagnostics: &mut Diagnostics,
    ) -> Option<T> {
        let property = self.property(name)?;
        let value = class(property);
        if value.is_none() {
            let stored = || format!("{} values of type `{}`", property.count(), property.kind().letter());
            let message = || format!("{} cannot be read as {wanted}; taken as absent", stored());
            diagnostics.report(rule::C23, || property.place(), message);
        }
        value
    }

    /// Path and offset of one of this node's properties, for reports.
    pub fn place_of(self, property: &PropertyView<'_>) -> Place {
        property.place()
    }
}

impl<'a> PropertyView<'a> {
    pub(super) fn new(node: NodeView<'a>, spot: Spot) -> Self {
        Self { node, spot }
    }

    fn file(self) -> &'a [u8] {
        self.node.document().bytes()
    }

    /// Offset of the header, from the start of the file.
    pub fn offset(self) -> u64 {
        self.spot.offset as u64
    }

    /// The node that has the property.
    pub fn node(self) -> NodeView<'a> {
        self.node
    }

    /// The stored bytes of the name.
    pub fn name_bytes(self) -> &'a [u8] {
        self.spot.name(self.file())
    }

    /// As stored (letter case kept). UTF-8, else Latin-1 (cast.md row 25).
    pub fn name(self) -> Cow<'a, str> {
        decode(self.name_bytes())
    }

    /// The type of the elements.
    pub fn kind(self) -> PropertyType {
        PropertyType::from_code(u16_at(self.file(), self.spot.offset)).expect("reading kept only known types")
    }

    /// Elements, as stored. A cut string (cast.md row 24) may hold fewer.
    pub fn count(self) -> u32 {
        u32_at(self.file(), self.spot.offset + 4)
    }

    /// Where the payload lies in the file; strings with their terminators.
    pub fn payload_range(self) -> Range<usize> {
        self.spot.name_end..self.spot.end
    }

    /// The stored bytes; strings with their terminators.
    pub fn payload(self) -> &'a [u8] {
        &self.file()[self.payload_range()]
    }

    /// The payload without the terminator of the last string; of other types, the payload.
    pub fn string_bytes(self) -> &'a [u8] {
        let payload = self.payload();
        match self.kind() {
            PropertyType::String => payload.strip_suffix(&[0]).unwrap_or(payload),
            _ => payload,
        }
    }

    /// `root[0]/model[0]/mesh[2].wv at byte 0x1a40`.
    pub fn place(self) -> Place {
        self.node.place_of_property(&self.name(), self.offset())
    }

    fn stream<T: Element>(self) -> Option<Stream<T>> {
        Stream::borrowed(self.node.document().bytes().clone(), self.payload_range())
    }

    /// Element 0, without the cost of a shared stream.
    fn first<T: Element>(self) -> Option<T> {
        let payload = self.payload();
        (payload.len() >= T::SIZE).then(|| T::from_le(payload))
    }

    /// Unsigned integers of any width. 64-bit ones (never written for arrays) only if all fit in 32 bits; then owned.
    pub fn uints(self) -> Option<UintStream> {
        match self.kind() {
            PropertyType::Byte => self.stream().map(UintStream::U8),
            PropertyType::Short => self.stream().map(UintStream::U16),
            PropertyType::Integer32 => self.stream().map(UintStream::U32),
            PropertyType::Integer64 => {
                let values: Option<Vec<u32>> = self.stream::<u64>()?.iter().map(|v| v.try_into().ok()).collect();
                values.map(UintStream::from)
            }
            _ => None,
        }
    }

    /// Floats in place; doubles and integers converted. Whole numbers of 4 and 8 bytes are signed here: nothing that is measured
    /// reaches 2 000 000 000, and programs that count below 0 write them.
    pub fn floats(self) -> Option<Stream<f32>> {
        match self.kind() {
            PropertyType::Float => self.stream(),
            PropertyType::Double => self.converted::<f64>("doubles", |v| v as f32),
            PropertyType::Byte => self.converted::<u8>("integers of 1 byte", f32::from),
            PropertyType::Short => self.converted::<u16>("integers of 2 bytes", f32::from),
            PropertyType::Integer32 => self.converted::<u32>("integers of 4 bytes", |v| v as i32 as f32),
            PropertyType::Integer64 => self.converted::<u64>("integers of 8 bytes", |v| v as i64 as f32),
            _ => None,
        }
    }

    /// In a buffer of their own, which says what they were made from.
    fn converted<T: Element>(self, kind: &str, f32_of: impl Fn(T) -> f32) -> Option<Stream<f32>> {
        let stored = self.stream::<T>()?;
        let mut bytes = Vec::with_capacity(stored.len() * f32::SIZE);
        stored.iter().for_each(|value| f32_of(value).extend_le(&mut bytes));
        let from = format!("{kind}, from byte {:#x} on", self.payload_range().start);
        let range = 0..bytes.len();
        Stream::borrowed(SharedBytes::from(bytes).from_origin(Origin::Made(from)), range)
    }

    /// Vectors of `N`, or plain floats whose number is a multiple of `N` (cast.md row 23).
    fn vectors<const N: usize>(self, own: PropertyType) -> Option<Stream<[f32; N]>> {
        self.holds_vectors::<N>(own).then(|| self.stream())?
    }

    fn holds_vectors<const N: usize>(self, own: PropertyType) -> bool {
        let kind = self.kind();
        kind == own || (kind == PropertyType::Float && self.payload_range().len().is_multiple_of(4 * N))
    }

    /// Vectors of two; `None` where the elements are something else (cast.md row 23).
    pub fn vec2s(self) -> Option<Stream<[f32; 2]>> {
        self.vectors(PropertyType::Vector2)
    }

    /// Vectors of three; `None` where the elements are something else (cast.md row 23).
    pub fn vec3s(self) -> Option<Stream<[f32; 3]>> {
        self.vectors(PropertyType::Vector3)
    }

    /// Vectors of four; `None` where the elements are something else (cast.md row 23).
    pub fn vec4s(self) -> Option<Stream<[f32; 4]>> {
        self.vectors(PropertyType::Vector4)
    }

    /// Element 0.
    pub fn vec3(self) -> Option<Vec3> {
        let is_vector = self.holds_vectors::<3>(PropertyType::Vector3);
        is_vector.then(|| self.first::<[f32; 3]>())?.map(Vec3::from)
    }

    /// Element 0.
    pub fn vec4(self) -> Option<Vec4> {
        let is_vector = self.holds_vectors::<4>(PropertyType::Vector4);
        is_vector.then(|| self.first::<[f32; 4]>())?.map(Vec4::from)
    }

    /// All strings, at most [`Self::count`]. UTF-8, else Latin-1 (cast.md row 25).
    pub fn strings(self) -> Option<impl Iterator<Item = Cow<'a, str>>> {
        (self.kind() == PropertyType::String && self.count() > 0)
            .then(|| self.string_bytes().split(|&byte| byte == 0).map(decode))
    }

    /// The first string.
    pub fn string(self) -> Option<Cow<'a, str>> {
        self.strings()?.next()
    }

    /// Element 0 of b, h, i or l.
    pub fn uint(self) -> Option<u64> {
        match self.kind() {
            PropertyType::Byte => self.first::<u8>().map(u64::from),
            PropertyType::Short => self.first::<u16>().map(u64::from),
            PropertyType::Integer32 => self.first::<u32>().map(u64::from),
            PropertyType::Integer64 => self.first::<u64>(),
            _ => None,
        }
    }

    /// Element 0 of f, d or an integer type.
    pub fn float(self) -> Option<f32> {
        match self.kind() {
            PropertyType::Float => self.first::<f32>(),
            PropertyType::Double => self.first::<f64>().map(|v| v as f32),
            // As in `floats`.
            PropertyType::Integer32 => self.first::<u32>().map(|v| v as i32 as f32),
            PropertyType::Integer64 => self.first::<u64>().map(|v| v as i64 as f32),
            _ => self.uint().map(|v| v as f32),
        }
    }

    /// Element 0 of l or i.
    pub fn hash(self) -> Option<u64> {
        match self.kind() {
            PropertyType::Integer64 | PropertyType::Integer32 => self.uint(),
            _ => None,
        }
    }

    /// Links: l or i.
    pub fn hashes(self) -> Option<Vec<u64>> {
        match self.kind() {
            PropertyType::Integer64 => Some(self.stream::<u64>()?.to_vec()),
            PropertyType::Integer32 => Some(self.stream::<u32>()?.iter().map(u64::from).collect()),
            _ => None,
        }
    }

    /// Any integer from 1 on is true: writers store other values too.
    pub fn is_true(self) -> Option<bool> {
        self.uint().map(|value| value >= 1)
    }

    /// The first values, for people: one line of at most 200 characters.
    pub fn preview(self) -> String {
        preview(self).unwrap_or_default()
    }
}

/// UTF-8, else every byte is the code point of that number (Latin-1).
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Characters of a string that a preview shows, escapes written out (cast.md row 26: contents may be very long).
const PREVIEW_CHARS: usize = 64;
/// Numbers that a preview shows, counting each part of a vector.
const PREVIEW_NUMBERS: usize = 8;

/// Six digits, and an exponent where zeros would take over.
fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-4..1e7).contains(&size) {
        // Cut after six decimals; shorter where fewer say the same.
        let text = format!("{value:.6}");
        return match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').into(),
            false => text,
        };
    }
    format!("{value:.6e}")
}

fn preview(property: PropertyView<'_>) -> Option<String> {
    fn list<T: Element, D: std::fmt::Display>(stream: Stream<T>, width: usize, show: impl Fn(T) -> D) -> String {
        let shown = (PREVIEW_NUMBERS / width).max(1);
        let mut parts: Vec<_> = stream.iter().take(shown).map(|v| show(v).to_string()).collect();
        if stream.len() > shown {
            parts.push("…".into());
        }
        parts.join(", ")
    }
    fn vector<const N: usize>(v: [f32; N]) -> String {
        format!("({})", v.map(|part| number(part.into())).join(", "))
    }
    Some(match property.kind() {
        PropertyType::Byte => list::<u8, _>(property.stream()?, 1, |v| v),
        PropertyType::Short => list::<u16, _>(property.stream()?, 1, |v| v),
        PropertyType::Integer32 => list::<u32, _>(property.stream()?, 1, |v| v),
        PropertyType::Integer64 => list::<u64, _>(property.stream()?, 1, |v| format!("{v:#x}")),
        PropertyType::Float => list::<f32, _>(property.stream()?, 1, |v| number(v.into())),
        PropertyType::Double => list::<f64, _>(property.stream()?, 1, number),
        PropertyType::Vector2 => list(property.stream()?, 2, vector::<2>),
        PropertyType::Vector3 => list(property.stream()?, 3, vector::<3>),
        PropertyType::Vector4 => list(property.stream()?, 4, vector::<4>),
        PropertyType::String => {
            let bytes = property.string_bytes();
            let first = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            // Bytes enough for the shown characters, so a string of megabytes is not decoded.
            let head = &first[..first.len().min(PREVIEW_CHARS * 4)];
            let text = match std::str::from_utf8(head) {
                // The last character was cut by us, not by the file.
                Err(error) if error.error_len().is_none() && head.len() < first.len() => {
                    decode(&head[..error.valid_up_to()])
                }
                _ => decode(head),
            };
            let mut shown = String::new();
            let mut length = 0;
            let fits = |c: &char| {
                length += c.escape_debug().count();
                length <= PREVIEW_CHARS
            };
            let mut left = text.chars();
            left.by_ref()
                .take_while(fits)
                .for_each(|c| shown.extend(c.escape_debug()));
            if length > PREVIEW_CHARS || left.next().is_some() || head.len() < bytes.len() {
                shown.push('…');
            }
            format!("\"{shown}\"")
        }
    })
}
