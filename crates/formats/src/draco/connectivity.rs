//! Triangles of a stream: one by one as indices, or as corners that the edgebreaker's words put together.

use super::corners::{Corners, NONE, next, previous};
use super::input::Input;
use super::mesh::{Fault, Memory};
use super::rans;
use super::seams::{self, Connected};
use super::symbols::{Hangs, Words};
use std::collections::HashMap;

const BROKEN: &str = "its triangles do not hang together as they say";

/// Corners that vertices may share a corner's bound of steps with: merged vertices are walked around.
const WALK_TIMES: u64 = 64;

/// Triangles by their indices, and how many points there are.
pub(super) fn sequential(input: &mut Input<'_>, memory: &mut Memory) -> Result<(Vec<u32>, u32), Fault> {
    let (faces, points) = (input.count()?, input.count()?);
    let count = u64::from(faces) * 3;
    memory.take(count * 4)?;
    let indices = match input.u8()? {
        0 => {
            let mut indices = rans::symbols(input, count as usize, 1, memory)?;
            let mut last = 0u32;
            for index in &mut indices {
                // The sign is the lowest bit, and 0 may have either.
                let step = *index >> 1;
                last = if *index & 1 == 0 {
                    last.wrapping_add(step)
                } else {
                    last.wrapping_sub(step)
                };
                *index = last;
            }
            indices
        }
        1 => {
            // The shortest take a byte.
            if count > input.left() as u64 {
                return Err("it ends too early");
            }
            let mut indices = Vec::with_capacity(count as usize);
            for _ in 0..count {
                indices.push(match points {
                    0..0x100 => input.u8()?.into(),
                    0x100..0x1_0000 => input.u16()?.into(),
                    0x1_0000..0x20_0000 => input.count()?,
                    _ => input.u32()?,
                });
            }
            indices
        }
        _ => return Err("its indices are stored in no known way"),
    };
    match indices.iter().all(|index| *index < points) {
        true => Ok((indices, points)),
        false => Err("its triangles name points that do not exist"),
    }
}

/// An end of the faces put together so far joins another one later.
struct Split {
    /// Counted from the last word.
    source: u32,
    split: u32,
    is_right: bool,
}

pub(super) fn edgebreaker(input: &mut Input<'_>, memory: &mut Memory) -> Result<Connected, Fault> {
    let kind = input.u8()?;
    let (vertices, faces) = (input.count()?, input.count()?);
    let tables = usize::from(input.u8()?);
    let (words, joins) = (input.count()?, input.count()?);
    let most_corners = u64::from(faces) * 3;
    if words > faces || u64::from(faces) > u64::from(words) + u64::from(words) / 3 || joins > words {
        return Err(BROKEN);
    }
    if u64::from(vertices) > most_corners || most_corners >= u64::from(NONE) {
        return Err("it has more vertices than its triangles have corners");
    }
    // A corner has a vertex, an opposite and a point; in each table as much, and whether it is a seam.
    memory.take(most_corners * (12 + 14 * tables as u64))?;
    let vertices = vertices as usize + joins as usize;
    memory.take(vertices as u64 * (6 + 6 * tables as u64))?;
    let splits = splits(input, words, memory)?;
    let stream = Words::read(input, kind, vertices, tables, memory)?;
    let mut growing = Growing {
        corners: Corners {
            vertex: Vec::with_capacity(most_corners as usize),
            opposite: Vec::with_capacity(most_corners as usize),
            leftmost: Vec::with_capacity(vertices),
            is_border: Vec::new(),
        },
        is_open: Vec::with_capacity(vertices),
        most_vertices: vertices,
        most_corners: most_corners as u32,
        words: stream,
        ends: Vec::new(),
        joined: Vec::new(),
        steps: WALK_TIMES * most_corners,
    };
    growing.grow(words, splits, memory)?;
    growing.close()?;
    if tables == 0 {
        growing.drop_joined()?;
    }
    seams::connected(growing.corners, &growing.is_open, &mut growing.words.seams)
}

/// Joins of ends, the last first.
fn splits(input: &mut Input<'_>, words: u32, memory: &mut Memory) -> Result<Vec<Split>, Fault> {
    let count = input.count()?;
    // Each takes two bytes at least.
    if u64::from(count) * 2 > input.left() as u64 {
        return Err(BROKEN);
    }
    memory.take(u64::from(count) * 64)?;
    let mut splits = Vec::with_capacity(count as usize);
    let mut last = 0u32;
    for _ in 0..count {
        let source = last.checked_add(input.count()?).filter(|source| *source < words);
        let source = source.ok_or(BROKEN)?;
        let split = source.checked_sub(input.count()?).ok_or(BROKEN)?;
        last = source;
        splits.push(Split {
            source,
            split,
            is_right: false,
        });
    }
    let mut bits = input.bits();
    for split in &mut splits {
        split.is_right = bits.read(1)? == 1;
    }
    input.skip_bits(&bits)?;
    Ok(splits)
}

/// Faces put together so far.
struct Growing<'a> {
    corners: Corners,
    /// By vertex: whether its faces make no ring yet.
    is_open: Vec<bool>,
    most_vertices: usize,
    most_corners: u32,
    words: Words<'a>,
    /// Corners at which it goes on, the last first.
    ends: Vec<u32>,
    /// Vertices that became others.
    joined: Vec<u32>,
    /// Steps around vertices that may still be taken.
    steps: u64,
}

impl Growing<'_> {
    fn grow(&mut self, words: u32, mut splits: Vec<Split>, memory: &mut Memory) -> Result<(), Fault> {
        let mut waiting = HashMap::new();
        for word in 0..words {
            let hangs = self.words.next()?;
            let corner = self.corners.count();
            match hangs {
                Hangs::Closing => self.closing(corner)?,
                Hangs::Left | Hangs::Right => self.beside(corner, hangs == Hangs::Right)?,
                Hangs::Joining => self.joining(corner, waiting.remove(&word))?,
                Hangs::Alone => {
                    memory.take(8)?;
                    let vertices = [self.vertex(corner)?, self.vertex(corner + 1)?, self.vertex(corner + 2)?];
                    self.face(vertices)?;
                    self.ends.push(corner);
                }
            }
            self.words.added(&self.corners, corner);
            if matches!(hangs, Hangs::Closing | Hangs::Joining) {
                continue;
            }
            while let Some(split) = splits.pop_if(|split| split.source == words - word - 1) {
                let end = if split.is_right { next(corner) } else { previous(corner) };
                waiting.insert(words - split.split - 1, end);
            }
        }
        Ok(())
    }

    /// A vertex that begins at `corner`.
    fn vertex(&mut self, corner: u32) -> Result<u32, Fault> {
        let vertex = self.corners.leftmost.len();
        if vertex >= self.most_vertices {
            return Err("it has more vertices than it says");
        }
        self.corners.leftmost.push(corner);
        self.is_open.push(true);
        Ok(vertex as u32)
    }

    fn face(&mut self, vertices: [u32; 3]) -> Result<(), Fault> {
        if self.corners.count() >= self.most_corners {
            return Err("it has more triangles than it says");
        }
        self.corners.vertex.extend(vertices);
        self.corners.opposite.extend([NONE; 3]);
        Ok(())
    }

    /// Makes two corners that have no opposite each other's.
    fn join(&mut self, a: u32, b: u32) -> Result<(), Fault> {
        let opposite = &mut self.corners.opposite;
        if a == b || opposite[a as usize] != NONE || opposite[b as usize] != NONE {
            return Err(BROKEN);
        }
        (opposite[a as usize], opposite[b as usize]) = (b, a);
        Ok(())
    }

    fn last(&mut self) -> Result<&mut u32, Fault> {
        self.ends.last_mut().ok_or(BROKEN)
    }

    /// Vertices that became others have none.
    fn leftmost(&self, vertex: u32) -> Result<u32, Fault> {
        let leftmost = self.corners.leftmost[vertex as usize];
        if leftmost == NONE { Err(BROKEN) } else { Ok(leftmost) }
    }

    fn closing(&mut self, corner: u32) -> Result<(), Fault> {
        let a = std::mem::replace(self.last()?, corner);
        let middle = self.corners.vertex(next(a));
        let b = next(self.leftmost(middle)?);
        let (before, behind) = (self.corners.vertex(previous(a)), self.corners.vertex(next(b)));
        if a == b || middle == before || middle == behind {
            return Err(BROKEN);
        }
        self.face([middle, behind, before])?;
        self.join(a, corner + 1)?;
        self.join(b, corner + 2)?;
        self.corners.leftmost[before as usize] = corner + 2;
        self.is_open[middle as usize] = false;
        Ok(())
    }

    fn beside(&mut self, corner: u32, is_right: bool) -> Result<(), Fault> {
        let a = std::mem::replace(self.last()?, corner);
        let (before, behind) = (self.corners.vertex(previous(a)), self.corners.vertex(next(a)));
        let tip = corner + if is_right { 2 } else { 1 };
        let vertex = self.vertex(tip)?;
        if is_right {
            self.face([before, behind, vertex])?;
        } else {
            self.face([behind, vertex, before])?;
        }
        self.join(tip, a)?;
        self.corners.leftmost[before as usize] = next(tip);
        Ok(())
    }

    fn joining(&mut self, corner: u32, waiting: Option<u32>) -> Result<(), Fault> {
        let b = self.ends.pop().ok_or(BROKEN)?;
        self.ends.extend(waiting);
        let a = std::mem::replace(self.last()?, corner);
        let kept = self.corners.vertex(previous(a));
        let behind = self.corners.vertex(previous(b));
        self.face([kept, self.corners.vertex(next(a)), behind])?;
        self.join(a, corner + 2)?;
        self.join(b, corner + 1)?;
        self.corners.leftmost[behind as usize] = corner + 2;
        let first = next(b);
        let gone = self.corners.vertex(first);
        self.words.merged(kept, gone);
        self.corners.leftmost[kept as usize] = self.corners.leftmost[gone as usize];
        let mut at = first;
        while at != NONE {
            self.step()?;
            self.corners.vertex[at as usize] = kept;
            at = self.corners.swing_left(at);
            if at == first {
                return Err(BROKEN);
            }
        }
        if kept == gone {
            return Err(BROKEN);
        }
        self.corners.leftmost[gone as usize] = NONE;
        self.joined.push(gone);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Fault> {
        self.steps = self.steps.checked_sub(1).ok_or(BROKEN)?;
        Ok(())
    }

    /// The ends are borders, or lie around one more face each.
    fn close(&mut self) -> Result<(), Fault> {
        while let Some(a) = self.ends.pop() {
            if !self.words.starts.next() {
                continue;
            }
            let corner = self.corners.count();
            let n = self.corners.vertex(next(a));
            let b = next(self.leftmost(n)?);
            let x = self.corners.vertex(next(b));
            let c = next(self.leftmost(x)?);
            let p = self.corners.vertex(next(c));
            self.face([x, p, n])?;
            self.join(corner, a)?;
            self.join(corner + 1, b)?;
            self.join(corner + 2, c)?;
            for vertex in [x, p, n] {
                self.is_open[vertex as usize] = false;
            }
        }
        match self.corners.count() == self.most_corners {
            true => Ok(()),
            false => Err("it has fewer triangles than it says"),
        }
    }

    /// Vertices that became others leave no gap: the last ones take their numbers.
    fn drop_joined(&mut self) -> Result<(), Fault> {
        for gone in std::mem::take(&mut self.joined) {
            while self.corners.leftmost.pop_if(|leftmost| *leftmost == NONE).is_some() {}
            let Some(last) = self
                .corners
                .leftmost
                .len()
                .checked_sub(1)
                .filter(|last| *last >= gone as usize)
            else {
                continue;
            };
            let leftmost = self.corners.leftmost[last];
            let around: Vec<u32> = self.corners.around(leftmost).collect();
            for corner in around {
                self.step()?;
                if self.corners.vertex(corner) as usize != last {
                    return Err(BROKEN);
                }
                self.corners.vertex[corner as usize] = gone;
            }
            self.corners.leftmost[gone as usize] = leftmost;
            self.is_open[gone as usize] = self.is_open[last];
            self.corners.leftmost.pop();
        }
        Ok(())
    }
}
