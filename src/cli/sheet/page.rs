//! A page of small pictures that needs nothing beside it.
//!
//! In: small pictures with words, in any order. Out: HTML, in the order of the files. Nothing in it is run: names of files are text, and the
//! page itself forbids scripts and whatever is not in it. Parts wait in a file without a name, so that memory does not grow with their number.

use crate::cli::output::Failure;
use crate::core::printed;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>castview sheet</title>
<style>
body { margin: 16px; background: #202327; color: #eceef0; font: 14px/1.3 system-ui, sans-serif; }
main { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(SIDEpx, 1fr)); }
figure { margin: 0; padding: 6px; border-radius: 6px; }
figure:hover, figure:focus { background: #2c3036; outline: none; }
.seen { display: block; height: SIDEpx; text-align: center; }
.seen img { max-width: 100%; height: 100%; object-fit: contain; }
.moving, .moves:hover .still, .moves:focus .still { display: none; }
.moves:hover .moving, .moves:focus .moving { display: inline; }
.lacks { line-height: SIDEpx; color: #a4abb2; }
b { display: block; font-weight: 600; overflow-wrap: anywhere; }
figcaption span { color: #a4abb2; font-size: 12px; }
</style>
<main>
"#;

/// The small pictures of a file.
pub struct Seen {
    /// A PNG.
    pub still: Vec<u8>,
    /// An animated WebP.
    pub moving: Option<Vec<u8>>,
}

/// Parts that came so far.
pub struct SheetPage {
    parts: File,
    /// Place and length of each, in the order of the files.
    places: Vec<Option<(u64, u64)>>,
    end: u64,
    side: u32,
}

impl SheetPage {
    /// A page of so many small pictures, each as high as `side` pixels of the screen.
    pub fn new(count: usize, side: u32) -> Result<Self, Failure> {
        Ok(Self {
            parts: tempfile::tempfile().map_err(trouble)?,
            places: vec![None; count],
            end: 0,
            side,
        })
    }

    /// Takes a part; without `seen`, the file shows nothing or could not be read, as `facts` say.
    pub fn put(&mut self, index: usize, (name, facts): (&str, &str), seen: Option<&Seen>) -> Result<(), Failure> {
        let part = part((name, facts), seen);
        self.parts.seek(SeekFrom::Start(self.end)).map_err(trouble)?;
        self.parts.write_all(part.as_bytes()).map_err(trouble)?;
        self.places[index] = Some((self.end, part.len() as u64));
        self.end += part.len() as u64;
        Ok(())
    }

    /// The whole page.
    pub fn write(mut self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(HEAD.replace("SIDE", &self.side.to_string()).as_bytes())?;
        for (at, bytes) in self.places.into_iter().flatten() {
            self.parts.seek(SeekFrom::Start(at))?;
            io::copy(&mut Read::by_ref(&mut self.parts).take(bytes), to)?;
        }
        to.write_all(b"</main>\n</html>\n")
    }
}

fn trouble(error: io::Error) -> Failure {
    Failure::new(format!("the page has no place to be put together ({error})"))
}

fn part((name, facts): (&str, &str), seen: Option<&Seen>) -> String {
    let (name, facts) = (broken_well(&escaped(name)), escaped(facts));
    let picture = |class: &str, kind: &str, bytes: &[u8]| {
        let data = STANDARD.encode(bytes);
        format!(r#"<img class="{class}" alt="" src="data:image/{kind};base64,{data}">"#)
    };
    let moving = seen.and_then(|seen| seen.moving.as_ref());
    let moves = if moving.is_some() { r#" class="moves""# } else { "" };
    let pictures = match seen {
        Some(seen) => {
            let still = picture("still", "png", &seen.still);
            still + &moving.map(|bytes| picture("moving", "webp", bytes)).unwrap_or_default()
        }
        None => r#"<span class="lacks">no picture</span>"#.into(),
    };
    format!(
        "<figure{moves} tabindex=\"0\"><span class=\"seen\">{pictures}</span><figcaption><b>{name}</b><span>{facts}</span></figcaption></figure>\n"
    )
}

/// The escaped `name` with places for line ends, so that a long name is not torn in the middle of a word.
fn broken_well(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '.' | '@' => out.extend(["<wbr>", c.encode_utf8(&mut [0; 4])]),
            '_' | '-' | '/' | '\\' => out.extend([c.encode_utf8(&mut [0; 4]), "<wbr>"]),
            c => out.push(c),
        }
    }
    out
}

/// Text as it stands in HTML: what is not seen is written out, and nothing in it is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in printed(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_in_order_and_names_are_text() {
        let mut page = SheetPage::new(3, 64).expect("a temporary file");
        let seen = Seen {
            still: b"png".to_vec(),
            moving: Some(b"webp".to_vec()),
        };
        page.put(2, ("last", "1 bone"), Some(&seen)).expect("written");
        let evil = "</b><script>alert('x')</script><img src=x onerror=\"x\">&\u{202e}\n";
        page.put(0, (evil, "<i>"), None).expect("written");
        let mut bytes = Vec::new();
        page.write(&mut bytes).expect("memory");
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.find("alert") < text.find("last") && text.ends_with("</main>\n</html>\n"));
        let name = "&lt;/<wbr>b&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/<wbr>script&gt;&lt;img src=x onerror=&quot;x&quot;&gt;&amp;\\<wbr>u{202e}\\<wbr>n";
        assert!(text.contains(&format!("<b>{name}</b><span>&lt;i&gt;</span>")), "{text}");
        assert!(text.contains("data:image/png;base64,cG5n") && text.contains("data:image/webp;base64,d2VicA=="));
        assert_eq!(text.matches("<figure").count(), 2);
        assert_eq!(
            broken_well("d/big_hero@run.cast"),
            "d/<wbr>big_<wbr>hero<wbr>@run<wbr>.cast"
        );
        assert!(!text.contains("SIDE") && text.contains("default-src 'none'"));
    }
}
