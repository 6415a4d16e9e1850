//! A glTF file as it is stored, for people: its chunks, and its JSON with the places of its elements.
//!
//! In: the file's bytes, nothing beside it. Out: a tree of facts. The meaning of the JSON is not asked: parts that nobody understands are
//! listed all the same. Never deeper than the reader allows. Facts are made while the text is read: as a tree of values the text would
//! take ten times its bytes, most of them for elements that are only counted.

use super::json::Offsets;
use super::{GltfError, container, json};
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Place};
use castview_base::scene::Fact;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Elements of one list, then a count.
const MOST: usize = 10_000;
/// Numbers in a row.
const MOST_NUMBERS: usize = 16;
/// Characters of a string: images may lie in one.
const MOST_TEXT: usize = 100;

/// The content of a file as it is stored, for people: a tree of its lists with the numbers of their entries.
pub fn outline(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Vec<Fact>, GltfError> {
    let parts = container::split(bytes, diagnostics)?;
    let text = &bytes[parts.json.clone()];
    // Its diagnostics and refusals hold here as well.
    let json::Parsed { offsets, cut, .. } = json::parse(text, parts.json.start, diagnostics)?;
    if parts.is_cut || cut.is_some() {
        let place = || Place {
            node_path: String::new(),
            offset: bytes.len() as u64,
        };
        diagnostics.report(rule::G2_CUT, place, || {
            format!("the file is cut off: {} bytes of it are here", bytes.len())
        });
    }
    let chunk = |name: &str, range: &std::ops::Range<usize>| {
        Fact::new(name, format!("{} bytes at byte {:#x}", range.len(), range.start))
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
        children: Vec<Fact>,
        /// A list with objects among its shown elements.
        lists_objects: bool,
    },
}

impl Element {
    fn named(self, name: &str) -> Fact {
        let (value, children) = match self {
            Self::Tree { value, children, .. } => (value, children),
            Self::Plain(Value::Number(number)) if name == "componentType" => {
                (format!("{number}{}", component_word(number.as_u64())), Vec::new())
            }
            Self::Plain(value) => (plain(&value), Vec::new()),
        };
        Fact {
            name: name.into(),
            value,
            children,
        }
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
fn tell_places(list: &mut Fact, places: &Offsets) {
    for (index, element) in list.children.iter_mut().take(MOST).enumerate() {
        element.name.insert_str(0, &list.name);
        let at = format!("at byte {:#x}", places.of(&list.name, index));
        element.value = match element.value.as_str() {
            "" => at,
            value => format!("{at}, {value}"),
        };
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

fn left(count: usize) -> Fact {
    Fact::new("…", format!("{count} more"))
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
