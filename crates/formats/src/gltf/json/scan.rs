//! One pass over JSON text for facts that a parser does not tell: places of the elements of the root's lists, repeated keys,
//! nesting too deep, and the memory of the parsed text.
//!
//! Linear, never recurses. Text that is no JSON gives whatever was seen until then: the parser itself says what is wrong.

use std::collections::BTreeMap;

/// Levels of lists and objects (gltf.md row 6).
pub(super) const MAX_DEPTH: usize = 128;

/// Where the elements of the root's lists begin, in bytes from the start of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets(BTreeMap<String, Vec<u64>>);

impl Offsets {
    /// Offset of an element, `meshes[2]` for instance; 0 when it is not there.
    pub fn of(&self, list: &str, index: usize) -> u64 {
        self.0
            .get(list)
            .and_then(|offsets| offsets.get(index))
            .copied()
            .unwrap_or(0)
    }

    /// How many elements a list of the root has.
    pub fn count(&self, list: &str) -> u64 {
        self.0.get(list).map_or(0, |offsets| offsets.len() as u64)
    }
}

#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub offsets: Offsets,
    /// Keys that stand twice in one object, with the place of one of them; the first few.
    pub repeated: Vec<(usize, String)>,
    /// Where the level beyond [`MAX_DEPTH`] begins.
    pub too_deep: Option<usize>,
    pub values: Values,
    /// Objects in the list of materials, these included: each texture of one is an object.
    pub of_materials: u64,
}

/// Bytes that JSON takes as a tree of values. Other JSON is read into structs, which are smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values {
    /// The contents of `extensions` and `extras`.
    pub kept: u64,
    /// The whole text.
    pub all: u64,
}

/// Bytes of one value, of the least list that is not empty, and of the least object that is not empty.
const VALUE: u64 = 32;
const LIST: u64 = 4 * VALUE;
const OBJECT: u64 = 700;

/// The standard's own are shorter, and every element of a list looks its key up.
const LONGEST_KEY: usize = 32;

/// More repeated keys than this are not listed.
const MOST_REPEATED: usize = 64;

struct Frame {
    is_object: bool,
    /// A key comes next, if it is an object.
    wants_key: bool,
    /// The next value is an element whose place is wanted.
    wants_element: bool,
    /// Where the keys of this object begin in the list of all open keys.
    first_key: usize,
    /// It is kept as a tree of values.
    is_value: bool,
}

struct Scanner<'a> {
    text: &'a [u8],
    start: usize,
    frames: Vec<Frame>,
    /// Keys of all open objects.
    keys: Vec<(usize, &'a [u8])>,
    /// The root's key whose value is at hand.
    root_key: &'a [u8],
    scanned: Scanned,
}

pub(super) fn scan(text: &[u8], start: usize) -> Scanned {
    let mut scanner = Scanner {
        text,
        start,
        frames: Vec::new(),
        keys: Vec::new(),
        root_key: b"",
        scanned: Scanned::default(),
    };
    scanner.run();
    scanner.scanned
}

impl<'a> Scanner<'a> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            let byte = self.text[at];
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b']') {
                self.note_element(at);
            }
            match byte {
                b'{' | b'[' => {
                    if self.frames.len() == MAX_DEPTH {
                        self.scanned.too_deep = Some(at);
                        return;
                    }
                    self.open(byte == b'{');
                }
                b'}' | b']' => self.close(),
                b',' => {
                    let is_list_of_root = self.frames.len() == 2;
                    self.take(VALUE);
                    if let Some(frame) = self.frames.last_mut() {
                        frame.wants_key = frame.is_object;
                        frame.wants_element = is_list_of_root && !frame.is_object;
                    }
                }
                b'"' => {
                    let end = string_end(self.text, at);
                    self.string(at, end);
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn open(&mut self, is_object: bool) {
        // The root is an object, and this a list in it.
        let is_list_of_root = self.frames.len() == 1 && self.frames[0].is_object && !is_object;
        let is_value = self.frames.last().is_some_and(|parent| {
            let key = self.keys.last().map(|(_, key)| *key).filter(|_| parent.is_object);
            parent.is_value || matches!(key, Some(b"\"extensions\"" | b"\"extras\""))
        });
        self.frames.push(Frame {
            is_object,
            wants_key: is_object,
            wants_element: is_list_of_root,
            first_key: self.keys.len(),
            is_value,
        });
        self.take(if is_object { OBJECT } else { LIST });
        let is_of_material = is_object && !is_value && self.root_key == b"materials";
        self.scanned.of_materials += u64::from(is_of_material);
    }

    fn take(&mut self, bytes: u64) {
        self.scanned.values.all += bytes;
        if self.frames.last().is_some_and(|frame| frame.is_value) {
            self.scanned.values.kept += bytes;
        }
    }

    fn note_element(&mut self, at: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        if std::mem::take(&mut frame.wants_element) && self.root_key.len() <= LONGEST_KEY {
            let name = String::from_utf8_lossy(self.root_key);
            let lists = &mut self.scanned.offsets.0;
            let offset = (self.start + at) as u64;
            match lists.get_mut(&*name) {
                Some(offsets) => offsets.push(offset),
                None => _ = lists.insert(name.into_owned(), vec![offset]),
            }
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let keys = &mut self.keys[frame.first_key..];
        keys.sort_unstable_by_key(|(at, key)| (*key, *at));
        for pair in keys.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
            if self.scanned.repeated.len() < MOST_REPEATED {
                let key = String::from_utf8_lossy(pair[1].1).into_owned();
                self.scanned.repeated.push((pair[1].0, key));
            }
        }
        self.keys.truncate(frame.first_key);
    }

    /// The string from its first quote to behind its last.
    fn string(&mut self, at: usize, end: usize) {
        let is_root = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.is_object && std::mem::take(&mut frame.wants_key) {
            let key = &self.text[at..end];
            self.keys.push((at, key));
            if is_root {
                self.root_key = key.strip_prefix(b"\"").unwrap_or(key);
                self.root_key = self.root_key.strip_suffix(b"\"").unwrap_or(self.root_key);
            }
        }
    }
}

/// Behind the quote that ends the string which begins at `at`.
fn string_end(text: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Behind the list or object that begins at `at`; where the text ends first, its end.
pub(in crate::gltf) fn value_end(text: &[u8], at: usize) -> usize {
    let (mut at, mut depth) = (at, 0usize);
    while at < text.len() {
        match text[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return at + 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                at = string_end(text, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Both from 1, as parsers count them.
pub(super) fn line_and_column(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_the_roots_lists_are_found() {
        let text = br#" { "a" : [ {"x":[1,2]} , 7,"s,]" ], "b":{"c":[1]}, "d":[] , "e":[[1,2],[3]] }"#;
        let offsets = scan(text, 100).offsets;
        for (list, index, wanted) in [
            ("a", 0, &b"{\"x"[..]),
            ("a", 1, b"7,"),
            ("a", 2, b"\"s,"),
            ("e", 1, b"[3]"),
        ] {
            let at = offsets.of(list, index) as usize - 100;
            assert!(text[at..].starts_with(wanted), "{list}[{index}]: {at}");
        }
        assert_eq!((offsets.of("a", 3), offsets.of("c", 0), offsets.of("d", 0)), (0, 0, 0));
    }

    #[test]
    fn keys_that_stand_twice_are_listed() {
        let found = scan(br#"{"a":{"b":1,"b":2},"b":[{"b":3}],"a":"a"}"#, 0).repeated;
        assert_eq!(found, [(12, "\"b\"".to_owned()), (33, "\"a\"".to_owned())]);
    }

    #[test]
    fn nesting_and_broken_text_end() {
        let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert_eq!(scan(deep(MAX_DEPTH).as_bytes(), 0).too_deep, None);
        assert_eq!(scan(deep(MAX_DEPTH + 1).as_bytes(), 0).too_deep, Some(MAX_DEPTH));
        for broken in ["\"", "\"\\", "}}}]]", "{\"a", "{\"a\":[", "\u{fffd}"] {
            scan(broken.as_bytes(), 0);
        }
        assert_eq!(line_and_column(b"ab\ncd", 4), (2, 2));
    }
}
