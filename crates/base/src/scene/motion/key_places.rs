//! Where the values of keys lie in the file, for those who look at its bytes.

use super::values::Values;
use std::sync::Arc;

/// Where the values of one track lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// As they are, at equal distances.
    Plain {
        /// The bytes that are counted: a file beside the model, or data that is written into it. `None`: the model's file.
        of: Option<Arc<str>>,
        /// The byte where the first value of the file's list begins.
        first: usize,
        /// Bytes from one value to the next.
        step: usize,
        /// For each key of the track its position in the file's list; `None`: all of them in the file's order.
        keys: Option<Arc<Vec<u32>>>,
    },
    /// Nowhere as they are, and why: a sentence.
    Nowhere(&'static str),
}

/// Where the values of all keys of a file lie.
#[derive(Clone, Debug, Default)]
pub struct KeyPlaces {
    /// By clip and track. Tracks that are not listed lie where their [`Values`] do.
    pub clips: Vec<Vec<KeyPlace>>,
    /// Why values that lie nowhere in the file do not, where nothing else is known: a sentence.
    pub otherwise: &'static str,
}

/// Where one value begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyByte<'a> {
    /// Counted from 0.
    pub byte: usize,
    /// File or data that it is counted in; `None`: the model's file.
    pub of: Option<&'a str>,
}

impl KeyPlaces {
    /// The value of `key` of track `track` of clip `clip`, whose values are `values`; or why it lies nowhere.
    pub fn of(&self, clip: usize, track: usize, key: usize, values: &Values) -> Result<KeyByte<'_>, &'static str> {
        match self.clips.get(clip).and_then(|tracks| tracks.get(track)) {
            Some(KeyPlace::Plain { of, first, step, keys }) => {
                let at = match keys {
                    Some(keys) => keys.get(key).map(|at| *at as usize),
                    None => Some(key),
                };
                let byte = at.and_then(|at| at.checked_mul(*step)?.checked_add(*first));
                let byte = byte.ok_or("The file has no such key.")?;
                Ok(KeyByte {
                    byte,
                    of: of.as_deref(),
                })
            }
            Some(KeyPlace::Nowhere(why)) => Err(why),
            None => match values.byte_offset(key) {
                Some(byte) => Ok(KeyByte { byte, of: None }),
                None if self.otherwise.is_empty() => Err("These values were made; they lie in no file."),
                None => Err(self.otherwise),
            },
        }
    }
}
