//! A glTF file as it is stored, for people: its chunks, and its JSON with the places of its elements.
//!
//! In: the file's bytes, nothing beside it. Out: a tree of facts. The meaning of the JSON is not asked: parts that nobody understands are
//! listed all the same. Never deeper than the reader allows. Entries are made while the text is read: as a tree of values the text would
//! take ten times its bytes, most of them for elements that are only counted.

use super::json::{BufferView, Offsets, Root};
use super::{GltfError, container, json};
use crate::outline::{OutlineEntry, StoredNumber, StoredValues};
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Place};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Elements of one list, then a count.
const MOST: usize = 10_000;
/// Numbers in a row.
const MOST_NUMBERS: usize = 16;
/// Characters of a string: images may lie in one.
const MOST_TEXT: usize = 100;

/// The content of a file as it is stored, for people: a tree of its lists with the numbers of their entries.
pub fn outline(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Vec<OutlineEntry>, GltfError> {
    let parts = container::split(bytes, diagnostics)?;
    let text = &bytes[parts.json.clone()];
    // Its diagnostics and refusals hold here as well.
    let json::Parsed {
        offsets,
        cut,
        root: known,
        ..
    } = json::parse(text, parts.json.start, diagnostics)?;
    if parts.is_cut || cut.is_some() {
        let place = || Place {
            node_path: String::new(),
            offset: bytes.len() as u64,
        };
        diagnostics.report(rule::G2_CUT, place, || {
            format!("the file is cut off: {} bytes of it are here", bytes.len())
        });
    }
    let chunk = |name: &str, range: &Range<usize>| {
        OutlineEntry::new(name, format!("{} bytes at byte {:#x}", range.len(), range.start)).at(range.clone())
    };
    let mut facts = vec![chunk("JSON", &parts.json)];
    facts.extend(parts.bin.as_ref().map(|bin| chunk("BIN", bin)));
    // Parsed above, if only into what is known.
    let root = json::read_closed(text, |text| {
        let root = Told { places: Some(&offsets) };
        root.deserialize(&mut serde_json::Deserializer::from_slice(text))
    });
    if let Some(Element::Tree { children, .. }) = root {
        facts.extend(children);
    }
    for list in &mut facts {
        let name = list.name.clone();
        for (index, element) in list.children.iter_mut().take(MOST).enumerate() {
            tell_bytes(element, (&name, index), (bytes, &offsets), (&known, parts.bin.as_ref()));
            link(element);
        }
    }
    Ok(facts)
}

/// A value of the JSON text, told as far as it is shown.
enum Element {
    /// One that holds no others.
    Plain(Value),
    /// An object or a list.
    Tree {
        /// Beside its name.
        value: String,
        children: Vec<OutlineEntry>,
        /// A list with objects among its shown elements.
        lists_objects: bool,
    },
}

impl Element {
    fn named(self, name: &str) -> OutlineEntry {
        let (value, children) = match self {
            Self::Tree { value, children, .. } => (value, children),
            Self::Plain(Value::Number(number)) if name == "componentType" => {
                (format!("{number}{}", component_word(number.as_u64())), Vec::new())
            }
            Self::Plain(value) => (plain(&value), Vec::new()),
        };
        OutlineEntry::new(name, value).above(children)
    }
}

/// Reads one value. `places`: of the elements of lists, for the object that is the root.
#[derive(Clone, Copy)]
struct Told<'a> {
    places: Option<&'a Offsets>,
}

const INSIDE: Told<'_> = Told { places: None };

impl<'de> DeserializeSeed<'de> for Told<'_> {
    type Value = Element;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Element, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Told<'_> {
    type Value = Element;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Element, E> {
        Ok(Element::Plain(Value::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Element, E> {
        Ok(Element::Plain(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Element, E> {
        Ok(Element::Plain(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Element, E> {
        Ok(Element::Plain(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Element, E> {
        Ok(Element::Plain(value.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Element, E> {
        Ok(Element::Plain(shortened(text).into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Element, A::Error> {
        // The last of equal keys counts, as everywhere.
        let mut fields = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            let element = map.next_value_seed(INSIDE)?;
            let lists_objects = matches!(
                element,
                Element::Tree {
                    lists_objects: true,
                    ..
                }
            );
            let mut fact = element.named(&name);
            if let Some(places) = self.places.filter(|_| lists_objects) {
                tell_places(&mut fact, places);
            }
            fields.insert(name, fact);
        }
        Ok(Element::Tree {
            value: String::new(),
            children: fields.into_values().collect(),
            lists_objects: false,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Element, A::Error> {
        // A list of numbers is told in a row: its first elements wait here until one is more than that.
        let (mut row, mut children) = (Vec::new(), Vec::new());
        let (mut count, mut lists_objects) = (0, false);
        while count < MOST
            && let Some(element) = list.next_element_seed(INSIDE)?
        {
            match element {
                Element::Plain(value) if children.is_empty() => row.push(value),
                element => {
                    let first = row.drain(..).enumerate();
                    children.extend(first.map(|(at, value)| Element::Plain(value).named(&format!("[{at}]"))));
                    // Lists have their count for a value.
                    lists_objects |= matches!(&element, Element::Tree { value, .. } if value.is_empty());
                    children.push(element.named(&format!("[{count}]")));
                }
            }
            count += 1;
        }
        while list.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        let value = match children.is_empty() {
            true => in_a_row(&row, count),
            false => count.to_string(),
        };
        children.extend((count > MOST && !children.is_empty()).then(|| left(count - MOST)));
        Ok(Element::Tree {
            value,
            children,
            lists_objects,
        })
    }
}

/// Elements of a list of the root say where they lie.
fn tell_places(list: &mut OutlineEntry, places: &Offsets) {
    for (index, element) in list.children.iter_mut().take(MOST).enumerate() {
        element.name.insert_str(0, &list.name);
        let at = format!("at byte {:#x}", places.of(&list.name, index));
        element.value = match element.value.as_str() {
            "" => at,
            value => format!("{at}, {value}"),
        };
    }
}

/// Where an element of a list of the root stands, and the numbers that an accessor has in the binary chunk as they are.
fn tell_bytes(
    element: &mut OutlineEntry,
    (list, index): (&str, usize),
    (bytes, offsets): (&[u8], &Offsets),
    (known, bin): (&Root, Option<&Range<usize>>),
) {
    if element.name != format!("{list}[{index}]") {
        return;
    }
    let at = offsets.of(list, index) as usize;
    element.place = Some(at..json::value_end(bytes, at));
    let stored = bin.and_then(|bin| match list {
        "accessors" => accessor(known, index, bin),
        "bufferViews" => {
            let view = view(known, known.buffer_views.get(index)?, bin)?;
            Some(StoredValues::packed(StoredNumber::U8, 1, view))
        }
        _ => None,
    });
    if let Some(values) = stored {
        let place = values.place();
        let told = format!("{:#x} to {:#x}", place.start, place.end);
        element
            .children
            .push(OutlineEntry::new("bytes", told).with_values(values));
    }
}

/// The bytes of a view that lies in the binary chunk as it is.
fn view(known: &Root, view: &BufferView, bin: &Range<usize>) -> Option<Range<usize>> {
    let buffer = view.buffer?.get();
    let is_chunk = buffer == 0 && known.buffers.first()?.uri.is_none();
    let start = bin.start.checked_add(usize::try_from(view.byte_offset.get()).ok()?)?;
    let end = start.checked_add(usize::try_from(view.byte_length.get()).ok()?)?;
    (is_chunk && !super::views::is_compressed(view) && start <= end && end <= bin.end).then_some(start..end)
}

fn accessor(known: &Root, index: usize, bin: &Range<usize>) -> Option<StoredValues> {
    let accessor = known.accessors.get(index)?;
    let of = known.buffer_views.get(accessor.buffer_view?.get())?;
    let range = view(known, of, bin)?;
    let number = match accessor.component_type.get() {
        5120 => StoredNumber::I8,
        5121 => StoredNumber::U8,
        5122 => StoredNumber::I16,
        5123 => StoredNumber::U16,
        5125 => StoredNumber::U32,
        5126 => StoredNumber::F32,
        _ => return None,
    };
    let width = match accessor.r#type.as_str() {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        // Matrices of small numbers are padded column by column.
        "VEC4" | "MAT2" if number.size() == 4 || accessor.r#type == "VEC4" => 4,
        "MAT3" if number.size() == 4 => 9,
        "MAT4" => 16,
        _ => return None,
    };
    let first = range
        .start
        .checked_add(usize::try_from(accessor.byte_offset.get()).ok()?)?;
    let packed = StoredValues::packed(number, width, first..range.end.max(first));
    let stride = of.byte_stride.map_or(0, |stride| stride.get() as usize);
    let stride = if stride == 0 { packed.stride } else { stride };
    let values = StoredValues {
        stride,
        count: usize::try_from(accessor.count.get()).ok()?,
        ..packed
    };
    (values.count > 0 && values.place().end <= range.end).then_some(values)
}

/// Fields that hold the position of an element in a list of the root.
const LINKS: [(&str, &str); 18] = [
    ("mesh", "meshes"),
    ("skin", "skins"),
    ("camera", "cameras"),
    ("material", "materials"),
    ("bufferView", "bufferViews"),
    ("buffer", "buffers"),
    ("indices", "accessors"),
    ("inverseBindMatrices", "accessors"),
    ("input", "accessors"),
    ("output", "accessors"),
    ("source", "images"),
    ("node", "nodes"),
    ("skeleton", "nodes"),
    ("scene", "scenes"),
    ("POSITION", "accessors"),
    ("NORMAL", "accessors"),
    ("TANGENT", "accessors"),
    ("index", "textures"),
];

/// Links of an element to others. Never deeper than the text, which is 128 levels.
fn link(element: &mut OutlineEntry) {
    let mut open: Vec<&mut OutlineEntry> = element.children.iter_mut().collect();
    while let Some(entry) = open.pop() {
        let numbered = ["TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"];
        let list = LINKS
            .iter()
            .find(|(name, _)| *name == entry.name)
            .map(|(_, list)| *list);
        let list = list.or(numbered
            .iter()
            .any(|start| entry.name.starts_with(start))
            .then_some("accessors"));
        if let Some((list, index)) = list.zip(entry.value.parse().ok()) {
            entry.link = Some((list, index));
        }
        open.extend(entry.children.iter_mut());
    }
}

fn in_a_row(values: &[Value], count: usize) -> String {
    let shown: Vec<String> = values.iter().take(MOST_NUMBERS).map(plain).collect();
    let more = match count.saturating_sub(MOST_NUMBERS) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{}{more}", shown.join(", "))
}

fn component_word(component: Option<u64>) -> &'static str {
    match component {
        Some(5120) => " (i8)",
        Some(5121) => " (u8)",
        Some(5122) => " (i16)",
        Some(5123) => " (u16)",
        Some(5125) => " (u32)",
        Some(5126) => " (f32)",
        _ => "",
    }
}

fn left(count: usize) -> OutlineEntry {
    OutlineEntry::new("…", format!("{count} more"))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}
