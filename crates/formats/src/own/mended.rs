//! Text that is nearly JSON, as people leave it who edit settings by hand, or a disk that was full.
//!
//! In: any text. Out: the values that can be read of it, each by itself: comments, commas too many or too few and an end that is missing
//! cost nothing, and what is no value costs itself alone. A text or number that is cut is no value.

use serde_json::{Map, Value};

/// Deeper than any of our files; serde_json reads no deeper either.
const DEEPEST: usize = 100;

/// As much of `text` as can be read.
pub fn read(text: &str) -> Option<Value> {
    let mut rest = Rest {
        text: text.trim_start_matches('\u{feff}'),
    };
    rest.skip_blank();
    rest.value(0)
}

/// The text that is left to read.
struct Rest<'a> {
    text: &'a str,
}

impl<'a> Rest<'a> {
    fn next(&self) -> Option<char> {
        self.text.chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.next()?;
        self.text = &self.text[next.len_utf8()..];
        Some(next)
    }

    /// Takes text as long as `belongs` holds.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.text.find(|c| !belongs(c)).unwrap_or(self.text.len());
        let (taken, rest) = self.text.split_at(end);
        self.text = rest;
        taken
    }

    /// Blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if let Some(comment) = self.text.strip_prefix("/*") {
                let end = comment.find("*/");
                self.text = end.map_or("", |end| &comment[end + 2..]);
            } else if self.text.starts_with("//") || self.text.starts_with('#') {
                self.take_while(|c| c != '\n');
            } else {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            self.text = "";
            return None;
        }
        match self.next()? {
            '{' => Some(Value::Object(self.entries(depth))),
            '[' => Some(Value::Array(self.items(depth))),
            '"' => self.string().map(Value::String),
            _ => {
                let word = self.take_while(is_of_word);
                // At the end of the text the rest of a number may be missing.
                let is_cut = self.text.is_empty() && depth > 0;
                serde_json::from_str(word).ok().filter(|_| !is_cut)
            }
        }
    }

    fn entries(&mut self, depth: usize) -> Map<String, Value> {
        self.take();
        let mut entries = Map::new();
        loop {
            self.skip_blank();
            let key = match self.next() {
                None => break,
                Some('}') => {
                    self.take();
                    break;
                }
                Some('"') => self.string(),
                Some(c) if is_of_word(c) => Some(self.take_while(is_of_word).to_owned()),
                Some(_) => {
                    self.take();
                    continue;
                }
            };
            self.skip_blank();
            if self.next() != Some(':') {
                continue;
            }
            self.take();
            self.skip_blank();
            let value = self.value(depth + 1);
            if let (Some(key), Some(value)) = (key, value) {
                entries.insert(key, value);
            }
        }
        entries
    }

    fn items(&mut self, depth: usize) -> Vec<Value> {
        self.take();
        let mut items = Vec::new();
        loop {
            self.skip_blank();
            match self.next() {
                None => break,
                Some(']') => {
                    self.take();
                    break;
                }
                Some(c) if is_of_word(c) || matches!(c, '"' | '{' | '[') => items.extend(self.value(depth + 1)),
                Some(_) => _ = self.take(),
            }
        }
        items
    }

    /// A text in quotes. One that does not end in its line has lost its end.
    fn string(&mut self) -> Option<String> {
        let whole = self.text;
        self.take();
        loop {
            match self.take()? {
                '"' => break,
                '\\' => _ = self.take()?,
                '\n' => return None,
                _ => {}
            }
        }
        let quoted = &whole[..whole.len() - self.text.len()];
        serde_json::from_str(quoted).ok()
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_can_be_read_is_read() {
        for (text, wanted) in [
            (r#"{"a":1,"b":[1,2,],}"#, Some(json!({"a":1,"b":[1,2]}))),
            ("\u{feff}{\"a\":1}", Some(json!({"a":1}))),
            (
                "{ // mine\n \"a\": 1, /* not\n this */ \"b\": 2 # end",
                Some(json!({"a":1,"b":2})),
            ),
            ("{\"a\":1\n\"b\":2}", Some(json!({"a":1,"b":2}))),
            ("{a: true, b: no, c: null}", Some(json!({"a":true,"c":null}))),
            (
                r#"{"a":{"b":[1,{"c":"x","d":"cu"#,
                Some(json!({"a":{"b":[1,{"c":"x"}]}})),
            ),
            // The rest of a number may be missing, and half a path names another place.
            (r#"{"a":1,"b":12"#, Some(json!({"a":1}))),
            (r#"{"a":1,"b":"/home"#, Some(json!({"a":1}))),
            ("{\"a\":\"no end,\n\"b\":2}", Some(json!({"b":2}))),
            (r#"{"a":"\q","b":2}"#, Some(json!({"b":2}))),
            (r#"{"a":,"b":}"#, Some(json!({}))),
            (r#"{"a":[1,}"b"],"c":3}"#, Some(json!({"a":[1,"b"],"c":3}))),
            ("", None),
            ("hello", None),
            ("\u{0}\u{1}", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    /// Wherever it is cut, each value that is left is one that was there.
    #[test]
    fn a_cut_text_gives_no_value_that_was_not_there() {
        fn is_part(part: &Value, whole: &Value) -> bool {
            match (part, whole) {
                (Value::Object(part), Value::Object(whole)) => part
                    .iter()
                    .all(|(key, value)| whole.get(key).is_some_and(|whole| is_part(value, whole))),
                (Value::Array(part), Value::Array(whole)) => {
                    part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part(part, whole))
                }
                (part, whole) => part == whole,
            }
        }
        let whole =
            json!({"size":[1280.5,720.0],"on":true,"deep":{"名":"a\"b\\","none":null,"list":[{"x":-1e-3},"y"]}});
        let text = serde_json::to_string_pretty(&whole).expect("plain");
        for end in 1..=text.len() {
            if let Some(cut) = text.get(..end) {
                let read = read(cut).expect("an object");
                assert!(is_part(&read, &whole), "{cut}: {read}");
            }
        }
        assert_eq!(read(&text), Some(whole));
    }

    #[test]
    fn depth_and_length_are_bounded() {
        assert!(read(&"[".repeat(1_000_000)).is_some());
        assert!(read(&"{\"a\":".repeat(100_000)).is_some());
        assert_eq!(read(&"/".repeat(1_000_000)), None);
    }
}
