//! JSON text that ends too early → the longest beginning of it that can be closed again.
//!
//! In: text whose end is missing. Out: text that parses, in which every list of the root has its complete elements. The complete parts of a
//! mesh, an animation and an embedded buffer are kept, too: a primitive, a channel and the first bytes mean the same without those that
//! follow. Anything else that is not complete is left out: an accessor without its `byteOffset` would read other bytes.
//!
//! Linear, never recurses. Text that is wrong before its end stays wrong: the parser says so.

/// Missing parts of the root's lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct JsonCut {
    /// Lists of [`COUNTED`] that are complete.
    whole: Vec<&'static str>,
    /// The list whose last element is there in part.
    partial: Option<&'static str>,
}

/// Lists of the root whose completeness matters to who counts.
const COUNTED: [&str; 4] = ["nodes", "meshes", "animations", "images"];

impl JsonCut {
    pub fn is_whole(&self, list: &str) -> bool {
        self.whole.contains(&list)
    }

    /// Whether the last element of `list` is there in part.
    pub fn is_partial(&self, list: &str) -> bool {
        self.partial == Some(list)
    }
}

struct Frame<'a> {
    is_object: bool,
    /// Whether what is complete in it means something without the rest.
    is_kept: bool,
    wants_key: bool,
    /// The key whose value is at hand, in an object.
    key: &'a [u8],
    /// Behind its last complete value.
    complete: usize,
}

/// `None` when there is nothing to close.
pub(super) fn repair(text: &[u8]) -> Option<(Vec<u8>, JsonCut)> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut cut = JsonCut::default();
    let mut open_string = None;
    let mut at = 0;
    while at < text.len() {
        let value_end = match text[at] {
            b'{' | b'[' => {
                // Deeper text was refused before.
                if frames.len() > super::scan::MAX_DEPTH {
                    return None;
                }
                let is_object = text[at] == b'{';
                frames.push(Frame {
                    is_object,
                    is_kept: is_kept(&frames, is_object),
                    wants_key: is_object,
                    key: b"",
                    complete: at + 1,
                });
                None
            }
            b'}' | b']' => {
                frames.pop();
                Some(at + 1)
            }
            b',' => {
                if let Some(frame) = frames.last_mut() {
                    frame.wants_key = frame.is_object;
                }
                None
            }
            b'"' => match string_end(text, at) {
                None => {
                    open_string = Some(at);
                    break;
                }
                Some(end) => {
                    let string = at + 1..end - 1;
                    at = end - 1;
                    match frames.last_mut() {
                        Some(frame) if frame.wants_key => {
                            frame.wants_key = false;
                            frame.key = &text[string];
                            None
                        }
                        _ => Some(end),
                    }
                }
            },
            b' ' | b'\t' | b'\r' | b'\n' | b':' => None,
            _ => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n');
                let Some(length) = text[at..].iter().position(is_end) else {
                    break;
                };
                at += length - 1;
                Some(at + 1)
            }
        };
        if let (Some(end), Some(frame)) = (value_end, frames.last_mut()) {
            frame.complete = end;
            let key = frame.key;
            if frames.len() == 1 {
                cut.whole
                    .extend(COUNTED.iter().find(|list| list.as_bytes() == key).copied());
            }
        }
        at += 1;
    }
    let out = closed(text, &frames, open_string, &mut cut)?;
    Some((out, cut))
}

/// The text up to its last complete value that is kept, with its lists and objects closed.
fn closed(text: &[u8], frames: &[Frame<'_>], open_string: Option<usize>, cut: &mut JsonCut) -> Option<Vec<u8>> {
    let kept = frames.iter().take_while(|frame| frame.is_kept).count();
    let last = frames[..kept].last()?;
    if kept > 2 {
        let list = COUNTED.iter().find(|list| list.as_bytes() == frames[0].key);
        cut.partial = list.copied();
    }
    let mut out = match open_string {
        Some(start) if kept == frames.len() && kept == 3 && frames[0].key == b"buffers" && last.key == b"uri" => {
            embedded_until_end(text, start)
        }
        _ => None,
    }
    .unwrap_or_else(|| text[..last.complete].to_vec());
    let ends = frames[..kept].iter().rev();
    out.extend(ends.map(|frame| if frame.is_object { b'}' } else { b']' }));
    Some(out)
}

/// Whether a list or object that opens inside `frames` is worth closing early.
fn is_kept(frames: &[Frame<'_>], is_object: bool) -> bool {
    match frames {
        [] => true,
        [_] => !is_object,
        [root, _] => is_object && matches!(root.key, b"meshes" | b"animations" | b"buffers"),
        [root, _, element] => match root.key {
            b"meshes" => !is_object && element.key == b"primitives",
            b"animations" => !is_object && matches!(element.key, b"channels" | b"samplers"),
            _ => false,
        },
        _ => false,
    }
}

/// Behind the quote that ends the string which begins at `at`.
fn string_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The text with the data URI that begins at `start` closed where it ends, at a whole number of bytes.
fn embedded_until_end(text: &[u8], start: usize) -> Option<Vec<u8>> {
    let string = &text[start + 1..];
    let comma = string.iter().position(|byte| *byte == b',')?;
    if !string.starts_with(b"data:") {
        return None;
    }
    let content = &string[comma + 1..];
    // Four characters are three bytes.
    let length = content.len() / 4 * 4;
    let mut out = text[..start + 1 + comma + 1 + length].to_vec();
    out.push(b'"');
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_complete_is_kept() {
        for (text, wanted) in [
            (
                r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0},{"me"#,
                r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}]}"#,
            ),
            (r#"{"scene":1"#, "{}"),
            (r#"{"scene":1,"#, r#"{"scene":1}"#),
            (r#"{"a":"x\"#, "{}"),
            (r#"{"asset":{"version":"2.0""#, "{}"),
            (r#"{"accessors":[{"count":3,"type":"VEC3""#, r#"{"accessors":[]}"#),
            (
                r#"{"meshes":[{"name":"m","primitives":[{"indices":1},{"indices"#,
                r#"{"meshes":[{"name":"m","primitives":[{"indices":1}]}]}"#,
            ),
            (
                r#"{"animations":[{"channels":[{}],"samplers":[{"input":0}"#,
                r#"{"animations":[{"channels":[{}],"samplers":[{"input":0}]}]}"#,
            ),
            (
                r#"{"buffers":[{"byteLength":6,"uri":"data:;base64,AAAABB"#,
                r#"{"buffers":[{"byteLength":6,"uri":"data:;base64,AAAA"}]}"#,
            ),
            (r#"{"images":[{"uri":"data:;base64,AAAABB"#, r#"{"images":[]}"#),
        ] {
            let (found, _) = repair(text.as_bytes()).expect("an open object");
            assert_eq!(String::from_utf8_lossy(&found), wanted, "{text}");
        }
        assert_eq!(repair(b"  "), None);
    }

    #[test]
    fn every_cut_of_a_text_parses() {
        let text = r#"{"a":[1,2.5e3,{"b":[true,null,"x,]}\"\u00e4"]}], "nodes" : [ {"name":"n"} , 7 ],"meshes":[{"primitives":[{"a":[1]}]}],"z":"é"}"#;
        for length in 1..text.len() {
            let (repaired, cut) = repair(&text.as_bytes()[..length]).expect("an open object");
            let value: serde_json::Value = serde_json::from_slice(&repaired).expect("JSON");
            let behind = text.find("7 ]").expect("it is there") + 3;
            assert_eq!(cut.is_whole("nodes"), length >= behind, "{length}");
            assert!(value.is_object());
        }
    }
}
