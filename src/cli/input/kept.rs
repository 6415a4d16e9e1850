//! Results that are kept from run to run (`--resume`).
//!
//! In: a folder, and what a file's result follows from: its bytes, its path, the options, the version, the place that is written to. Out: what
//! was printed for it and which files were written, as long as they are there as they were.
//!
//! One small record a file, written whole: several runs may share the folder, and the worst that may happen is that two do the same file.
//! A record is found by a hash of 128 bits. It guards against accidents: who makes two files of one hash gets the result of either.

use super::done::{Done, LEVELS};
use crate::cli::output::{Failure, Output, Sink};
use crate::core::Severity;
use crate::export;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Results that print more are done again each time.
const MOST_PRINTED: usize = 4 << 20;
/// A record of so many bytes and more is none of ours.
const MOST_RECORD: u64 = 64 << 20;
/// Bytes that are hashed at a time.
const PIECE: usize = 1 << 16;

/// The folder of records.
pub struct KeptResults<'a> {
    folder: &'a Path,
    words: &'a str,
}

/// Hash by which a result is found.
pub struct ResultKey(String);

/// Text of a result, in the order in which it was printed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// For standard output.
    Printed(String),
    /// A line for standard error.
    Said(String),
}

#[derive(Debug, Deserialize, Serialize)]
struct Record {
    /// The worst that was found in the file, by its word.
    worst: Option<String>,
    told: Vec<Told>,
    written: Vec<WrittenFile>,
}

#[derive(Debug, Deserialize, Serialize)]
struct WrittenFile {
    path: PathBuf,
    hash: String,
}

impl<'a> KeptResults<'a> {
    /// Makes the folder if it is not there. `words`: version and options.
    pub fn open(folder: &'a Path, words: &'a str) -> Result<Self, Failure> {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| Failure::new(format!("cannot make a folder ({error}): {}", folder.display())))?;
        Ok(Self { folder, words })
    }

    /// `None` for what is no plain file: its bytes come once.
    pub fn key(&self, path: &Path, output: Option<&Path>) -> Option<ResultKey> {
        let mut hash = Hash128::new();
        hash.part(self.words.as_bytes());
        hash.part(path.as_os_str().as_encoded_bytes());
        hash.part(output.unwrap_or(Path::new("")).as_os_str().as_encoded_bytes());
        hash.file(path).ok()?;
        Some(ResultKey(hash.text()))
    }

    fn path(&self, key: &ResultKey) -> PathBuf {
        // So that no folder gets too many.
        let (group, name) = key.0.split_at(2);
        self.folder.join(group).join(format!("{name}.json"))
    }

    /// Prints the result again. `None` if there is none, or what was written is no longer there: the file is to be done.
    pub fn replay(&self, key: &ResultKey, out: &mut Output<'_>) -> Option<Done> {
        let path = self.path(key);
        let size = fs::metadata(&path).ok()?.len();
        let bytes = (size < MOST_RECORD).then(|| fs::read(&path).ok())??;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        let worst = match &record.worst {
            None => None,
            Some(word) => Some(LEVELS.into_iter().find(|one| one.word() == word)?),
        };
        let is_there = |file: &WrittenFile| hash_of(&file.path).is_ok_and(|hash| hash == file.hash);
        if !record.written.iter().all(is_there) {
            return None;
        }
        for told in record.told {
            match told {
                // Whoever prints next tells that this could not be printed.
                Told::Printed(text) => drop(out.write_all(text.as_bytes())),
                Told::Said(line) => out.say(&line),
            }
        }
        Some(Done::Read(worst))
    }

    /// Remembers the result of a file for which `written` has been written.
    pub fn keep(
        &self,
        key: &ResultKey,
        worst: Option<Severity>,
        told: Vec<Told>,
        written: &[PathBuf],
    ) -> io::Result<()> {
        let written = written.iter().map(|path| {
            let hash = hash_of(path)?;
            let path = path.clone();
            Ok(WrittenFile { path, hash })
        });
        let record = Record {
            worst: worst.map(|worst| worst.word().to_owned()),
            told,
            written: written.collect::<io::Result<_>>()?,
        };
        let path = self.path(key);
        if let Some(group) = path.parent() {
            fs::create_dir_all(group)?;
        }
        export::replace(&path, &serde_json::to_vec(&record)?)
    }
}

fn hash_of(path: &Path) -> io::Result<String> {
    let mut hash = Hash128::new();
    hash.file(path)?;
    Ok(hash.text())
}

/// Two hashes of 64 bits, which begin differently.
struct Hash128([DefaultHasher; 2]);

impl Hash128 {
    fn new() -> Self {
        let mut both = [DefaultHasher::new(), DefaultHasher::new()];
        both[1].write_u8(1);
        Self(both)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.iter_mut().for_each(|hash| hash.write(bytes));
    }

    /// Bytes with their number, so that two parts cannot be taken for one.
    fn part(&mut self, bytes: &[u8]) {
        self.write(&(bytes.len() as u64).to_le_bytes());
        self.write(bytes);
    }

    /// The bytes of a plain file, piece by piece. Pipes and devices are not opened.
    fn file(&mut self, path: &Path) -> io::Result<()> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut file = File::open(path)?;
        let mut piece = Vec::with_capacity(PIECE);
        loop {
            piece.clear();
            Read::by_ref(&mut file).take(PIECE as u64).read_to_end(&mut piece)?;
            if piece.is_empty() {
                return Ok(());
            }
            self.part(&piece);
        }
    }

    fn text(&self) -> String {
        let [a, b] = &self.0;
        format!("{:016x}{:016x}", a.finish(), b.finish())
    }
}

/// Passes on what is printed, and keeps a copy of it.
pub struct Copying<S> {
    to: S,
    told: Vec<Told>,
    bytes: usize,
}

impl<S: Sink> Copying<S> {
    /// Keeps nothing where nobody wants a copy.
    pub fn new(to: S, is_wanted: bool) -> Self {
        Self {
            to,
            told: Vec::new(),
            bytes: if is_wanted { 0 } else { MOST_PRINTED + 1 },
        }
    }

    /// All that was printed; `None` if it is too much to be kept.
    pub fn told(self) -> Option<Vec<Told>> {
        (self.bytes <= MOST_PRINTED).then_some(self.told)
    }

    fn add(&mut self, told: impl FnOnce() -> Told) {
        if self.bytes > MOST_PRINTED {
            return;
        }
        let told = told();
        let (Told::Printed(text) | Told::Said(text)) = &told;
        self.bytes += text.len();
        match (told, self.told.last_mut()) {
            _ if self.bytes > MOST_PRINTED => self.told.clear(),
            (Told::Printed(text), Some(Told::Printed(before))) => before.push_str(&text),
            (told, _) => self.told.push(told),
        }
    }
}

impl<S: Sink> Write for Copying<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(|| Told::Printed(String::from_utf8_lossy(bytes).into_owned()));
        self.to.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl<S: Sink> Sink for Copying<S> {
    fn say(&mut self, line: String) {
        self.add(|| Told::Said(line.clone()));
        self.to.say(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a result follows from: another of it is another result. A torn record, or an output that has gone or changed, is none.
    #[test]
    fn a_result_is_found_as_long_as_all_is_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.cast"), "bytes").expect("writable");
        fs::write(at("a.glb"), "result").expect("writable");
        let records = at("records");
        let kept = KeptResults::open(&records, "words").expect("a folder");
        let key = |kept: &KeptResults| kept.key(&at("a.cast"), Some(&at("a.glb"))).expect("a file");
        let first = key(&kept);
        let told = vec![Told::Printed("out\n".into()), Told::Said("castview: odd".into())];
        let written = [at("a.glb")];
        kept.keep(&first, Some(Severity::Warning), told, &written)
            .expect("kept");
        let replayed = |key: &ResultKey| {
            let mut bytes = Vec::new();
            let mut out = Output::new(&mut bytes);
            let worst = kept.replay(key, &mut out);
            out.flush().expect("memory");
            drop(out);
            (worst.is_some(), String::from_utf8(bytes).expect("text"))
        };
        assert_eq!(replayed(&first), (true, "out\ncastview: odd".into()));
        let worst = kept.replay(&first, &mut Output::new(&mut Vec::new()));
        assert!(matches!(worst, Some(Done::Read(Some(Severity::Warning)))));
        let other = KeptResults::open(&records, "other words").expect("a folder");
        assert!(!replayed(&key(&other)).0, "options");
        let place = kept.key(&at("a.cast"), Some(&at("b.glb"))).expect("a file");
        assert!(!replayed(&place).0, "place");
        fs::write(at("a.cast"), "others").expect("writable");
        assert!(!replayed(&key(&kept)).0, "bytes");
        fs::write(at("a.cast"), "bytes").expect("writable");
        fs::write(at("a.glb"), "resulT").expect("writable");
        assert!(!replayed(&key(&kept)).0, "another output");
        fs::write(at("a.glb"), "result").expect("writable");
        assert!(replayed(&first).0);
        let record = kept.path(&first);
        let whole = fs::read(&record).expect("there");
        fs::write(&record, &whole[..whole.len() / 2]).expect("writable");
        assert!(!replayed(&first).0, "torn");
        assert!(kept.key(folder.path(), None).is_none() && kept.key(Path::new("-"), None).is_none());
    }

    #[test]
    fn what_prints_too_much_is_not_kept() {
        let mut copy = Copying::new(Vec::new(), true);
        copy.write_all(b"a").expect("memory");
        copy.write_all(&vec![b'x'; MOST_PRINTED]).expect("memory");
        copy.write_all(b"z").expect("memory");
        assert_eq!(copy.to.len(), MOST_PRINTED + 2);
        assert!(copy.told().is_none());
    }
}
