//! A position in the content that only goes forward, and knows in which record it is.
//!
//! In: the content, one layout of the widths that are open. Out: checked values; an error names the record and the byte.
//! Nothing is allocated before a count was held against the bytes that are left.

use super::text::TextEncoding;
use super::{CountWidth, Layout, ShapeError, Text};
use crate::rules::shape as rule;
use castview_base::core::{Diagnostics, Place, Rule};
use std::ops::Range;

type Result<T> = std::result::Result<T, ShapeError>;

/// The records of a layer.
pub const TRACK: &str = "track";

pub struct Cursor<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
    /// Lists of the content that were read to their end.
    pub sections: u32,
    pub layout: Layout,
    pub unit_bytes: usize,
    /// Bools that are neither 0 nor 1: a hint that the reading went astray (shape.md row 28).
    pub odd_bools: u32,
    /// The first string that needs a fallback or replacement (shape.md row 8).
    pub odd_text: Option<Text>,
    pub diagnostics: Diagnostics,
    /// The content may end early: what is complete then is kept.
    pub may_end: bool,
    /// It did, in this list.
    pub ended: Option<&'static str>,
    /// How many records of each list are complete, and how many are announced.
    pub counts: Vec<(&'static str, usize, u64)>,
    /// Said before every place: which stream the bytes are counted in. Empty for the file itself.
    stream: &'a str,
    /// The open records, outermost first.
    path: Vec<(&'static str, Option<usize>)>,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8], at: usize, layout: Layout, stream: &'a str) -> Self {
        Self {
            bytes,
            at,
            sections: 0,
            layout,
            unit_bytes: 1,
            odd_bools: 0,
            odd_text: None,
            diagnostics: Diagnostics::default(),
            may_end: false,
            ended: None,
            counts: Vec::new(),
            stream,
            path: Vec::new(),
        }
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn place(&self) -> Place {
        place(self.stream, &self.path, self.at)
    }

    pub fn report(&mut self, rule: &'static Rule, message: impl FnOnce() -> String) {
        let (stream, path, at) = (self.stream, &self.path, self.at);
        self.diagnostics.report(rule, || place(stream, path, at), message);
    }

    /// Reads one record; `name` and `index` stand in the place of what goes wrong inside.
    pub fn within<T>(
        &mut self,
        name: &'static str,
        index: Option<usize>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.path.push((name, index));
        let value = read(self)?;
        self.path.pop();
        Ok(value)
    }

    /// Reads `count` records, each of `least` bytes or more.
    pub fn list<T>(
        &mut self,
        name: &'static str,
        count: impl Into<u64>,
        least: usize,
        read: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let announced = count.into();
        let count = self.fits(name, announced, least)?;
        let mut out = Vec::with_capacity(count.min(self.left() / least.max(1)));
        // Among records that hold lists, only a layer means something when one is cut: its tracks move a node each.
        let may_end = self.may_end && (self.path.is_empty() || name == TRACK);
        for index in 0..count {
            let depth = self.path.len();
            match self.within(name, Some(index), &read) {
                Ok(record) => out.push(record),
                Err(error) if may_end && error.is_end() => {
                    self.path.truncate(depth);
                    self.ended = Some(name);
                }
                Err(error) => return Err(error),
            }
            if self.ended.is_some() {
                break;
            }
        }
        if self.path.is_empty() {
            let partial = usize::from(self.ended == Some(TRACK));
            self.counts.push((name, out.len() - partial.min(out.len()), announced));
            self.sections += u32::from(self.ended.is_none());
        }
        Ok(out)
    }

    /// One list of the content with the count before it; an empty one where the content has ended.
    pub fn section<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Self) -> Result<Vec<T>>) -> Result<Vec<T>> {
        if self.ended.is_some() {
            return Ok(Vec::new());
        }
        match read(self) {
            Err(error) if self.may_end && error.is_end() => {
                self.end_in(name);
                Ok(Vec::new())
            }
            result => result,
        }
    }

    /// The content ends here, in a record of that list.
    pub fn end_in(&mut self, name: &'static str) {
        self.path.clear();
        self.ended = Some(name);
    }

    /// `count`, if that many records of `least` bytes fit in what is left (shape.md row 9).
    pub fn fits(&mut self, name: &'static str, count: u64, least: usize) -> Result<usize> {
        let left = self.left();
        if count.saturating_mul(least as u64) > left as u64 && !self.may_end {
            self.path.push((name, None));
            let place = self.place();
            return Err(ShapeError::TooMany {
                place,
                count,
                least,
                left,
            });
        }
        Ok(count as usize)
    }

    /// Steps over `length` bytes.
    pub fn skip(&mut self, length: u64, what: &'static str) -> Result<Range<usize>> {
        let left = self.left();
        if length > left as u64 {
            return Err(ShapeError::PastEnd {
                place: self.place(),
                what,
                wanted: length,
                left,
            });
        }
        let start = self.at;
        self.at += length as usize;
        Ok(start..self.at)
    }

    fn fixed<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N]> {
        let range = self.skip(N as u64, what)?;
        let mut out = [0; N];
        out.copy_from_slice(&self.bytes[range]);
        Ok(out)
    }

    pub fn u8(&mut self) -> Result<u8> {
        self.fixed::<1>("a small number").map(|[byte]| byte)
    }

    pub fn u8s<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.fixed("small numbers")
    }

    pub fn u16(&mut self) -> Result<u16> {
        self.fixed("a number").map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32> {
        self.fixed("a number").map(u32::from_le_bytes)
    }

    pub fn f32(&mut self) -> Result<f32> {
        self.fixed("a float").map(f32::from_le_bytes)
    }

    pub fn f64(&mut self) -> Result<f64> {
        self.fixed("a double").map(f64::from_le_bytes)
    }

    pub fn f32s<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut out = [0.0; N];
        for value in &mut out {
            *value = self.f32()?;
        }
        Ok(out)
    }

    pub fn bool(&mut self) -> Result<bool> {
        let value = match self.layout.bool_bytes {
            4 => self.u32()?,
            _ => self.u8()?.into(),
        };
        if value > 1 {
            self.odd_bools += 1;
            self.report(rule::S28, || format!("a yes-or-no value is {value}; taken as yes"));
        }
        Ok(value != 0)
    }

    pub fn bools<const N: usize>(&mut self) -> Result<[bool; N]> {
        let mut out = [false; N];
        for value in &mut out {
            *value = self.bool()?;
        }
        Ok(out)
    }

    pub fn count(&mut self, width: CountWidth) -> Result<u16> {
        match width {
            CountWidth::Bits8 => self.u8().map(u16::from),
            CountWidth::Bits16 => self.u16(),
        }
    }

    pub fn text(&mut self) -> Result<Text> {
        let text = Text(self.at);
        let units = u64::from(self.u8()?);
        let range = self.skip(units * self.unit_bytes as u64, "text")?;
        let encoding = match self.unit_bytes {
            2 => TextEncoding::Utf16,
            _ => TextEncoding::Utf8,
        };
        if self.odd_text.is_none() && !encoding.accepts(&self.bytes[range]) {
            self.odd_text = Some(text);
        }
        Ok(text)
    }
}

fn place(stream: &str, path: &[(&'static str, Option<usize>)], at: usize) -> Place {
    let steps: Vec<String> = path
        .iter()
        .map(|(name, index)| match index {
            Some(index) => format!("{name}[{index}]"),
            None => (*name).into(),
        })
        .collect();
    Place {
        node_path: format!("{stream}{}", steps.join("/")),
        offset: at as u64,
    }
}
