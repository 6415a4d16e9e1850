//! The list of markers that ends a file, in both versions.
//!
//! In: the bytes behind the last curve. Out: the markers that could be read, and what is wrong with the rest. Nothing
//! here makes a file unreadable.

use super::Marker;
use crate::rules::mrtk as rule;
use castview_base::core::Element;
use castview_base::core::Rule;

/// End of a recording, behind the curves: its list of markers.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    /// Ascending.
    pub markers: Vec<Marker>,
    /// The file ends where the list should begin.
    pub absent: bool,
    /// Names with bytes that are no UTF-8, and where the first is.
    pub replaced: Option<usize>,
    /// Markers at no time at all are left out; where the first is.
    pub timeless: Option<usize>,
    pub fault: Option<TailFault>,
    /// How many are announced, once that could be read.
    pub announced: Option<u64>,
}

/// The list is damaged, or something follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TailFault {
    pub rule: &'static Rule,
    pub offset: usize,
    pub message: String,
    /// The file ends inside the list.
    pub is_cut: bool,
}

impl Tail {
    /// Whether the file ends before its list of markers does.
    pub fn is_cut(&self) -> bool {
        self.absent || self.fault.as_ref().is_some_and(|fault| fault.is_cut)
    }

    pub fn is_clean(&self) -> bool {
        self.fault.is_none() && self.timeless.is_none()
    }
}

pub fn tail(bytes: &[u8], begin: usize) -> Tail {
    let mut tail = Tail::default();
    if begin == bytes.len() {
        tail.absent = true;
        return tail;
    }
    let mut reader = Reader {
        bytes,
        at: begin,
        ran_out: false,
    };
    if let Err((rule, offset, message)) = reader.list(&mut tail) {
        tail.fault = Some(TailFault {
            rule,
            offset,
            is_cut: reader.ran_out,
            message: message.to_owned(),
        });
    } else if reader.at < bytes.len() {
        let left = bytes.len() - reader.at;
        tail.fault = Some(TailFault {
            rule: rule::M9,
            offset: reader.at,
            message: format!("{left} bytes follow the markers"),
            is_cut: false,
        });
    }
    tail.markers.sort_by(|a, b| a.time.total_cmp(&b.time));
    tail
}

/// The rule, where, and what.
type Broken = (&'static Rule, usize, &'static str);

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// More was wanted than there is.
    ran_out: bool,
}

impl<'a> Reader<'a> {
    fn list(&mut self, tail: &mut Tail) -> Result<(), Broken> {
        let begin = self.at;
        let count = self
            .take(4)
            .ok_or((rule::M9, begin, "too few bytes for the number of markers"))?;
        let count = <u32 as Element>::from_le(count).cast_signed();
        if count < 0 {
            return Err((rule::M10, begin, "the number of markers is negative"));
        }
        tail.announced = Some(count as u64);
        for _ in 0..count {
            let at = self.at;
            let time = self.take(4).ok_or((rule::M10, at, "a marker is cut off"))?;
            let time = <f32 as Element>::from_le(time);
            let name = self.string()?;
            let read = String::from_utf8_lossy(name);
            if matches!(read, std::borrow::Cow::Owned(_)) {
                tail.replaced.get_or_insert(at);
            }
            if time.is_finite() {
                let name = read.into_owned();
                tail.markers.push(Marker { time, name });
            } else {
                tail.timeless.get_or_insert(at);
            }
        }
        Ok(())
    }

    /// A length in bytes, seven bits at a time, then as many bytes.
    fn string(&mut self) -> Result<&'a [u8], Broken> {
        let begin = self.at;
        let mut length = 0u64;
        for group in 0.. {
            if group == 5 {
                return Err((
                    rule::M10,
                    begin,
                    "the length of a marker's name takes more than 5 bytes",
                ));
            }
            let byte = self.take(1).ok_or((rule::M10, begin, "a marker is cut off"))?[0];
            length |= u64::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                break;
            }
        }
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.take(length).ok_or((
            rule::M10,
            begin,
            "the name of a marker is longer than the rest of the file",
        ))
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..)?.get(..count);
        self.ran_out |= taken.is_none();
        self.at += taken.map_or(0, <[u8]>::len);
        taken
    }
}
