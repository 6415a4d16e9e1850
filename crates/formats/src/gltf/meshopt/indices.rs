//! Index streams: triangles as walks over shared edges, and plain sequences as differences.

use super::input::{Input, cut_off};

/// Recent edges and vertices, sixteen of each, the newest first.
struct Recent<T> {
    ring: [T; 16],
    next: usize,
}

impl<T: Copy> Recent<T> {
    fn new(nothing: T) -> Self {
        Self {
            ring: [nothing; 16],
            next: 0,
        }
    }

    fn push(&mut self, value: T) {
        self.ring[self.next & 15] = value;
        self.next += 1;
    }

    /// The entry `back` pushes ago; 0 is the last.
    fn get(&self, back: u8) -> T {
        self.ring[self.next.wrapping_sub(1 + usize::from(back)) & 15]
    }
}

struct Triangles<'a> {
    data: Input<'a>,
    edges: Recent<(u32, u32)>,
    vertices: Recent<u32>,
    /// The vertex that no triangle has named yet.
    next: u32,
    /// The index that differences start from.
    last: u32,
}

impl Triangles<'_> {
    fn fresh(&mut self) -> u32 {
        let fresh = self.next;
        self.next = self.next.wrapping_add(1);
        fresh
    }

    fn explicit(&mut self) -> Result<u32, String> {
        self.last = self.last.wrapping_add(difference(&mut self.data)?);
        Ok(self.last)
    }

    /// A triangle on the edge that the high half of `code` names. In version 1 two codes step from the last index.
    fn on_edge(&mut self, code: u8, first_step: u8) -> Result<[u32; 3], String> {
        let (a, b) = self.edges.get(code >> 4);
        let third = code & 15;
        let c = if third == 0 {
            self.fresh()
        } else if third < first_step {
            self.vertices.get(third)
        } else {
            match third {
                15 => self.explicit()?,
                13 => {
                    self.last = self.last.wrapping_sub(1);
                    self.last
                }
                _ => {
                    self.last = self.last.wrapping_add(1);
                    self.last
                }
            }
        };
        if third == 0 || third >= first_step {
            self.vertices.push(c);
        }
        self.edges.push((c, b));
        self.edges.push((a, c));
        Ok([a, b, c])
    }

    /// A triangle on its own; `codes` says where its second and third vertex come from.
    fn apart(&mut self, first_is_explicit: bool, codes: u8) -> Result<[u32; 3], String> {
        let (second, third) = (codes >> 4, codes & 15);
        // Recent vertices are counted from before this triangle.
        let recent = |triangles: &Self, back: u8| triangles.vertices.get(back.wrapping_sub(1) & 15);
        let recent_second = recent(self, second);
        let recent_third = recent(self, third);
        let mut a = if first_is_explicit { 0 } else { self.fresh() };
        let mut b = if second == 0 { self.fresh() } else { recent_second };
        let mut c = if third == 0 { self.fresh() } else { recent_third };
        if first_is_explicit {
            a = self.explicit()?;
        }
        if second == 15 {
            b = self.explicit()?;
        }
        if third == 15 {
            c = self.explicit()?;
        }
        self.vertices.push(a);
        if matches!(second, 0 | 15) {
            self.vertices.push(b);
        }
        if matches!(third, 0 | 15) {
            self.vertices.push(c);
        }
        self.edges.push((b, a));
        self.edges.push((c, b));
        self.edges.push((a, c));
        Ok([a, b, c])
    }
}

/// `count` indices, three to a triangle.
pub(super) fn triangles(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    check_width(stride)?;
    if !count.is_multiple_of(3) {
        return Err(format!("{count} indices are no triangles"));
    }
    let mut input = Input(data);
    let version = version(&mut input, 0xe0)?;
    let codes = input.take(count / 3)?;
    let (data, table) = input.0.split_last_chunk::<16>().ok_or_else(cut_off)?;
    let mut triangles = Triangles {
        data: Input(data),
        edges: Recent::new((u32::MAX, u32::MAX)),
        vertices: Recent::new(u32::MAX),
        next: 0,
        last: 0,
    };
    let first_step = if version == 0 { 15 } else { 13 };
    let mut out = Vec::with_capacity(count * stride);
    for &code in codes {
        let triangle = match code {
            ..0xf0 => triangles.on_edge(code, first_step)?,
            0xf0..0xfe => triangles.apart(false, table[usize::from(code & 15)])?,
            _ => {
                let codes = triangles.data.byte()?;
                if codes == 0 {
                    triangles.next = 0;
                }
                triangles.apart(code == 0xff, codes)?
            }
        };
        for index in triangle {
            put(&mut out, index, stride);
        }
    }
    finished(&triangles.data, out)
}

/// `count` indices in a row, each a difference from one of two others.
pub(super) fn sequence(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    check_width(stride)?;
    let mut input = Input(data);
    version(&mut input, 0xd0)?;
    // The last four bytes only pad.
    let body = input.0.len().checked_sub(4).ok_or_else(cut_off)?;
    let mut input = Input(&input.0[..body]);
    if count > body {
        return Err(cut_off());
    }
    let mut last = [0u32; 2];
    let mut out = Vec::with_capacity(count * stride);
    for _ in 0..count {
        let value = variable(&mut input)?;
        let baseline = &mut last[(value & 1) as usize];
        *baseline = baseline.wrapping_add(unzigzag(value >> 1));
        let index = *baseline;
        put(&mut out, index, stride);
    }
    finished(&input, out)
}

fn check_width(stride: usize) -> Result<(), String> {
    match stride {
        2 | 4 => Ok(()),
        _ => Err(format!("indices of {stride} bytes")),
    }
}

fn version(input: &mut Input<'_>, header: u8) -> Result<u8, String> {
    let byte = input.byte()?;
    match byte.checked_sub(header) {
        Some(version @ (0 | 1)) => Ok(version),
        _ => Err(format!("{byte:#04x} is no header of compressed indices")),
    }
}

fn put(out: &mut Vec<u8>, index: u32, stride: usize) {
    out.extend_from_slice(&index.to_le_bytes()[..stride]);
}

fn finished(input: &Input<'_>, out: Vec<u8>) -> Result<Vec<u8>, String> {
    if input.0.is_empty() {
        Ok(out)
    } else {
        Err(format!("{} bytes of its compressed data are left over", input.0.len()))
    }
}

/// Seven bits a byte, lowest first, the highest bit says that more follow; five bytes at most.
fn variable(input: &mut Input<'_>) -> Result<u32, String> {
    let mut value = 0;
    for shift in [0, 7, 14, 21, 28] {
        let byte = input.byte()?;
        value |= u32::from(byte & 127).wrapping_shl(shift);
        if byte < 128 {
            break;
        }
    }
    Ok(value)
}

fn difference(input: &mut Input<'_>) -> Result<u32, String> {
    variable(input).map(unzigzag)
}

fn unzigzag(v: u32) -> u32 {
    (v & 1).wrapping_neg() ^ (v >> 1)
}
