//! Words of the edgebreaker: how each face hangs on those before it, as bits or by the valence of a vertex.

use super::corners::{Corners, next, previous};
use super::input::{Bits, Input};
use super::mesh::{Fault, Memory};
use super::rans::{self, RansBits};

/// How a face hangs on the faces before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hangs {
    /// Between two edges around a vertex, whose ring it closes.
    Closing,
    /// Between two parts.
    Joining,
    Left,
    Right,
    /// On nothing yet.
    Alone,
}

/// By code in runs of symbols.
const BY_CODE: [Hangs; 5] = [Hangs::Closing, Hangs::Joining, Hangs::Left, Hangs::Right, Hangs::Alone];

/// A stream's words, and its bits about first faces and seams.
pub(super) struct Words<'a> {
    coded: Coded<'a>,
    /// Whether a part begins inside of a face.
    pub starts: RansBits<'a>,
    /// By attribute table: whether an edge is a seam.
    pub seams: Vec<RansBits<'a>>,
}

enum Coded<'a> {
    Bits(Bits<'a>),
    Valences(Valences),
}

/// The least valence that is told apart, and how many are.
const LEAST: i32 = 2;
const CONTEXTS: usize = 6;

/// Words of faces that grow at a vertex of the same valence lie together, the last first.
struct Valences {
    by_vertex: Vec<i32>,
    by_valence: Vec<Vec<u32>>,
    /// Valence of the vertex where it goes on; `None` before the first face.
    at: Option<usize>,
    word: Hangs,
}

impl<'a> Words<'a> {
    /// `kind`: the way in which words are stored; `vertices`: how many there may be; `tables`: how many have seams.
    pub fn read(
        input: &mut Input<'a>,
        kind: u8,
        vertices: usize,
        tables: usize,
        memory: &mut Memory,
    ) -> Result<Self, Fault> {
        let bits = match kind {
            0 => {
                let size = input.varint()?;
                Some(Bits::new(input.take(size)?))
            }
            1 => return Err("its triangles are stored by predictions, which its version has no more"),
            2 => None,
            _ => return Err("its triangles are stored in no known way"),
        };
        let starts = RansBits::read(input)?;
        let seams = (0..tables).map(|_| RansBits::read(input)).collect::<Result<_, _>>()?;
        let coded = match bits {
            Some(bits) => Coded::Bits(bits),
            None => {
                memory.take(vertices as u64 * 4)?;
                let by_valence = (0..CONTEXTS).map(|_| {
                    let count = input.count()?;
                    rans::symbols(input, count as usize, 1, memory)
                });
                Coded::Valences(Valences {
                    by_valence: by_valence.collect::<Result<_, _>>()?,
                    by_vertex: vec![0; vertices],
                    at: None,
                    word: Hangs::Alone,
                })
            }
        };
        Ok(Self { coded, starts, seams })
    }

    pub fn next(&mut self) -> Result<Hangs, Fault> {
        match &mut self.coded {
            Coded::Bits(bits) => Ok(match bits.read(1)? {
                0 => Hangs::Closing,
                _ => match bits.read(2)? {
                    0 => Hangs::Joining,
                    1 => Hangs::Left,
                    2 => Hangs::Right,
                    _ => Hangs::Alone,
                },
            }),
            Coded::Valences(valences) => {
                valences.word = match valences.at {
                    None => Hangs::Alone,
                    Some(at) => {
                        let code = valences.by_valence[at].pop();
                        let word = code.and_then(|code| BY_CODE.get(code as usize));
                        *word.ok_or("its triangles end too early")?
                    }
                };
                Ok(valences.word)
            }
        }
    }

    /// Two vertices have become one.
    pub fn merged(&mut self, kept: u32, gone: u32) {
        if let Coded::Valences(valences) = &mut self.coded {
            let gone = valences.by_vertex[gone as usize];
            let kept = &mut valences.by_vertex[kept as usize];
            *kept = kept.wrapping_add(gone);
        }
    }

    /// A face has been added, and its first corner is `corner`.
    pub fn added(&mut self, corners: &Corners, corner: u32) {
        let Coded::Valences(valences) = &mut self.coded else {
            return;
        };
        let more = match valences.word {
            Hangs::Closing | Hangs::Joining => [0, 1, 1],
            Hangs::Right => [1, 1, 2],
            Hangs::Left => [1, 2, 1],
            Hangs::Alone => [2, 2, 2],
        };
        let next = next(corner);
        for (corner, more) in [corner, next, previous(corner)].into_iter().zip(more) {
            let valence = &mut valences.by_vertex[corners.vertex(corner) as usize];
            *valence = valence.wrapping_add(more);
        }
        let valence = valences.by_vertex[corners.vertex(next) as usize];
        valences.at = Some(valence.clamp(LEAST, LEAST + CONTEXTS as i32 - 1).abs_diff(LEAST) as usize);
    }
}
