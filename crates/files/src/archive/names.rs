//! Names of entries that are no UTF-8 → text.
//!
//! In: the names of one archive. Out: how all of them are read: an archive comes from one machine. The format says code page 437 (APPNOTE.TXT D.1),
//! programs of Windows write the code page of their country. A guess needs more letters of that country than plain ones, else 437 stands,
//! which gives every byte a character that a file may have in its name.

use encoding_rs::{EUC_KR, Encoding, GB18030, SHIFT_JIS};

/// Characters of the bytes from 128 on in code page 437.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// Korean syllables from which on names are Korean: fewer may as well be Chinese.
const MANY_SYLLABLES: usize = 6;
/// Letters of another country from which on a guess counts.
const LEAST_LETTERS: usize = 2;

/// How names that are no UTF-8 are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NameReading(Option<&'static Encoding>);

/// Letters of all names, as one encoding reads them.
#[derive(Clone, Copy, Default)]
struct Letters {
    is_refused: bool,
    /// Kana, ideographs, syllables.
    wide: usize,
    /// Plain letters, and what stands for a wrong guess.
    narrow: usize,
    syllables: usize,
}

impl Letters {
    fn add(&mut self, name: &[u8], encoding: &'static Encoding) {
        if self.is_refused {
            return;
        }
        let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(name) else {
            self.is_refused = true;
            return;
        };
        // Endings are plain in every country.
        let stem = text.rsplit_once('.').map_or(&*text, |(stem, _)| stem);
        for letter in stem.chars() {
            match letter {
                '\u{3041}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' => self.wide += 1,
                '\u{ac00}'..='\u{d7a3}' => {
                    self.wide += 1;
                    self.syllables += 1;
                }
                'a'..='z' | 'A'..='Z' | '\u{80}'.. => self.narrow += 1,
                _ => {}
            }
        }
    }

    fn are_meant(&self) -> bool {
        !self.is_refused && self.wide >= LEAST_LETTERS && self.wide > self.narrow
    }
}

impl NameReading {
    /// `names`: all of the archive.
    pub fn of<'a>(names: impl Iterator<Item = &'a [u8]>) -> Self {
        let all: [&'static Encoding; 3] = [SHIFT_JIS, GB18030, EUC_KR];
        let mut letters = [Letters::default(); 3];
        for name in names.filter(|name| std::str::from_utf8(name).is_err()) {
            for (letters, encoding) in letters.iter_mut().zip(all) {
                letters.add(name, encoding);
            }
        }
        let [japanese, chinese, korean] = letters;
        let is_korean = korean.are_meant() && korean.syllables == korean.wide && korean.syllables >= MANY_SYLLABLES;
        Self(match () {
            () if japanese.are_meant() => Some(SHIFT_JIS),
            () if is_korean => Some(EUC_KR),
            () if chinese.are_meant() => Some(GB18030),
            () if korean.are_meant() => Some(EUC_KR),
            () => None,
        })
    }

    /// The encoding, for people.
    fn word(self) -> &'static str {
        match self.0 {
            Some(encoding) => encoding.name(),
            None => "code page 437",
        }
    }

    /// How these names of an archive were read; `None`: all are UTF-8.
    pub fn told<'a>(self, names: impl Iterator<Item = &'a [u8]>) -> Option<String> {
        let mut odd = names.filter(|name| std::str::from_utf8(name).is_err());
        let first = self.text(odd.next()?);
        let count = 1 + odd.count();
        let are = if count == 1 { "name is" } else { "names are" };
        let word = self.word();
        Some(format!(
            "{count} {are} not UTF-8 and read as {word}, as \"{}\"",
            first.escape_debug()
        ))
    }

    /// The name as text.
    pub fn text(self, name: &[u8]) -> String {
        if let Ok(text) = std::str::from_utf8(name) {
            return text.to_owned();
        }
        let guessed = self
            .0
            .and_then(|encoding| encoding.decode_without_bom_handling_and_without_replacement(name));
        guessed.map_or_else(|| code_page_437(name), |text| text.into_owned())
    }
}

fn code_page_437(name: &[u8]) -> String {
    let letter = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(at) => CODE_PAGE_437.chars().nth(at.into()).unwrap_or('?'),
    };
    name.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(names: &[&[u8]]) -> Vec<String> {
        let reading = NameReading::of(names.iter().copied());
        names.iter().map(|name| reading.text(name)).collect()
    }

    #[test]
    fn names_are_read_as_their_archive_spells_them() {
        let spelled = |encoding: &'static Encoding, text: &'static str| encoding.encode(text).0.into_owned();
        for (encoding, text) in [
            (SHIFT_JIS, "キャラクター/初音ミク.cast"),
            (GB18030, "模型/人物动作.cast"),
            (EUC_KR, "모델/사람걷기동작.cast"),
        ] {
            assert_eq!(read(&[&spelled(encoding, text)]), [text], "{}", encoding.name());
        }
        assert_eq!(
            read(&[b"models/h\x82ros.cast", b"gr\x83ce.png"]),
            ["models/héros.cast", "grâce.png"]
        );
        assert_eq!(read(&["größe.cast".as_bytes()]), ["größe.cast"]);
        assert_eq!(CODE_PAGE_437.chars().count(), 128);
        let told = |names: &[&[u8]]| NameReading::of(names.iter().copied()).told(names.iter().copied());
        let japanese = spelled(SHIFT_JIS, "キャラクター/初音ミク.cast");
        assert_eq!(
            told(&[b"plain.cast", &japanese]).as_deref(),
            Some("1 name is not UTF-8 and read as Shift_JIS, as \"キャラクター/初音ミク.cast\"")
        );
        assert_eq!(
            told(&[b"h\x82ros.cast", b"gr\x83ce.png"]).as_deref(),
            Some("2 names are not UTF-8 and read as code page 437, as \"héros.cast\"")
        );
        assert_eq!(told(&["größe.cast".as_bytes()]), None);
        // Every byte has a character that a name may have.
        let all: Vec<u8> = (128..=255).collect();
        assert!(read(&[&all])[0].chars().all(|letter| !letter.is_control()));
    }
}
