//! Seams: edges across which an attribute has two values. They give each attribute corners of its own, and they give the points:
//! corners of a vertex without a seam between them.

use super::corners::{Corners, NONE, next, previous};
use super::mesh::Fault;
use super::rans::RansBits;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

/// A mesh as its corners say, before values.
pub(super) struct Connected {
    pub corners: Corners,
    /// Corners as attributes with seams have them: corners of one vertex may have several values.
    pub tables: Vec<Corners>,
    pub point_of_corner: Vec<u32>,
    pub points: u32,
}
const BROKEN: &str = "corners of its triangles belong to no vertex";

/// `is_open`: by vertex, whether its corners were no ring when they were put together. `seams`: one for each attribute table.
pub(super) fn connected(
    mut corners: Corners,
    is_open: &[bool],
    seams: &mut [RansBits<'_>],
) -> Result<Connected, Fault> {
    if !is_whole(&corners) {
        return Err(BROKEN);
    }
    corners.is_border = borders(&corners);
    let mut is_seam = vec![vec![false; corners.vertex.len()]; seams.len()];
    if !seams.is_empty() {
        read(&corners, seams, &mut is_seam);
    }
    let tables: Vec<Corners> = is_seam.par_iter().map(|is_seam| table(&corners, is_seam)).collect();
    let (point_of_corner, points) = match tables.is_empty() {
        true => (corners.vertex.clone(), corners.leftmost.len() as u32),
        false => points(&corners, is_open, &tables),
    };
    Ok(Connected {
        corners,
        tables,
        point_of_corner,
        points,
    })
}

/// Whether each corner is met once, and at its own vertex, on the ways to the right from the leftmost corners. All that follows
/// walks around vertices, so this bounds its steps, too.
fn is_whole(corners: &Corners) -> bool {
    let mut met = 0;
    for (vertex, leftmost) in corners.leftmost.iter().enumerate() {
        let mut at = *leftmost;
        while at != NONE {
            if corners.vertex(at) as usize != vertex {
                return false;
            }
            met += 1;
            at = corners.swing_right(at);
            if at == *leftmost {
                break;
            }
        }
    }
    met == corners.count()
}

fn borders(corners: &Corners) -> Vec<bool> {
    let is_border = |leftmost: &u32| *leftmost == NONE || corners.swing_left(*leftmost) == NONE;
    corners.leftmost.iter().map(is_border).collect()
}

/// Borders are seams of all attributes; every other edge is asked for once, with the first of its faces.
fn read(corners: &Corners, seams: &mut [RansBits<'_>], is_seam: &mut [Vec<bool>]) {
    for first in (0..corners.count()).step_by(3) {
        // A face's own order.
        for corner in first..first + 3 {
            let opposite = corners.opposite[corner as usize];
            if opposite != NONE && opposite < first {
                continue;
            }
            for (bits, is_seam) in seams.iter_mut().zip(&mut *is_seam) {
                if opposite == NONE {
                    is_seam[corner as usize] = true;
                } else if bits.next() {
                    is_seam[corner as usize] = true;
                    is_seam[opposite as usize] = true;
                }
            }
        }
    }
}

/// The corners as an attribute with these seams has them.
fn table(corners: &Corners, is_seam: &[bool]) -> Corners {
    let mut on_seam = vec![false; corners.leftmost.len()];
    for corner in (0..corners.count()).filter(|corner| is_seam[*corner as usize]) {
        on_seam[corners.vertex(next(corner)) as usize] = true;
        on_seam[corners.vertex(previous(corner)) as usize] = true;
    }
    let opposite = corners.opposite.iter().zip(is_seam);
    let mut table = Corners {
        vertex: vec![NONE; corners.vertex.len()],
        opposite: opposite
            .map(|(opposite, is_seam)| if *is_seam { NONE } else { *opposite })
            .collect(),
        leftmost: Vec::with_capacity(corners.leftmost.len()),
        is_border: Vec::with_capacity(corners.leftmost.len()),
    };
    for (vertex, leftmost) in corners.leftmost.iter().enumerate() {
        let Some(mut first) = Some(*leftmost).filter(|leftmost| *leftmost != NONE) else {
            continue;
        };
        if on_seam[vertex] {
            let mut at = table.swing_left(first);
            while at != NONE {
                first = at;
                at = table.swing_left(at);
                if at == *leftmost {
                    // A seam that ends here: the ring is whole.
                    break;
                }
            }
        }
        let mut at = first;
        loop {
            if at == first || is_seam[next(at) as usize] {
                table.leftmost.push(at);
                table.is_border.push(on_seam[vertex]);
            }
            table.vertex[at as usize] = table.leftmost.len() as u32 - 1;
            at = corners.swing_right(at);
            if at == NONE || at == first {
                break;
            }
        }
    }
    table
}

/// Points of all corners, and how many they are.
fn points(corners: &Corners, is_open: &[bool], tables: &[Corners]) -> (Vec<u32>, u32) {
    let mut point_of_corner = vec![NONE; corners.vertex.len()];
    let mut points = 0u32;
    for (vertex, leftmost) in corners.leftmost.iter().enumerate() {
        if *leftmost == NONE {
            continue;
        }
        let mut first = *leftmost;
        if !is_open[vertex] {
            first = after_seam(corners, tables, first);
        }
        let mut before = first;
        let mut at = first;
        loop {
            let is_other = |table: &Corners| table.vertex(at) != table.vertex(before);
            if at == first || tables.iter().any(is_other) {
                points += 1;
            }
            point_of_corner[at as usize] = points - 1;
            before = at;
            at = corners.swing_right(at);
            if at == NONE || at == first {
                break;
            }
        }
    }
    (point_of_corner, points)
}

/// The first corner behind a seam of a ring that `start` is in; `start` itself where no attribute has one there.
fn after_seam(corners: &Corners, tables: &[Corners], start: u32) -> u32 {
    for table in tables {
        if !table.is_border[table.vertex(start) as usize] {
            continue;
        }
        let mut at = corners.swing_right(start);
        while at != start && at != NONE {
            if table.vertex(at) != table.vertex(start) {
                return at;
            }
            at = corners.swing_right(at);
        }
    }
    start
}
