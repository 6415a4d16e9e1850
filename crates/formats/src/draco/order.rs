//! The order in which values of vertices are stored: walks over the faces that both sides take.

use super::corners::{Corners, NONE, next, previous};
use super::mesh::Fault;

/// Values in the order of the stream.
pub(super) struct Order {
    /// By value: the corner that it was met at.
    pub corners: Vec<u32>,
    /// By vertex: its value; `NONE` where no face met it.
    pub value_of: Vec<u32>,
}

struct Walk<'a> {
    corners: &'a Corners,
    is_seen: Vec<bool>,
    order: Order,
}

/// Bytes that a walk over `corners` takes at most.
pub(super) fn bytes(corners: &Corners) -> u64 {
    corners.leftmost.len() as u64 * 12 + u64::from(corners.count()) * 4
}

/// `is_by_degree`: vertices that many faces are known of come first, else as deep as faces go.
pub(super) fn order(corners: &Corners, is_by_degree: bool) -> Result<Order, Fault> {
    let mut walk = Walk {
        corners,
        is_seen: vec![false; corners.vertex.len() / 3],
        order: Order {
            corners: Vec::with_capacity(corners.leftmost.len()),
            value_of: vec![NONE; corners.leftmost.len()],
        },
    };
    if is_by_degree {
        walk.by_degree();
    } else {
        walk.deep()?;
    }
    Ok(walk.order)
}

impl Walk<'_> {
    /// Absent faces count as seen.
    fn is_seen(&self, corner: u32) -> bool {
        corner == NONE || self.is_seen[corner as usize / 3]
    }

    /// Gives the vertex of `corner` a value, if it has none yet.
    fn meet(&mut self, corner: u32) -> bool {
        let value = &mut self.order.value_of[self.corners.vertex(corner) as usize];
        let is_new = *value == NONE;
        if is_new {
            *value = self.order.corners.len() as u32;
            self.order.corners.push(corner);
        }
        is_new
    }

    fn deep(&mut self) -> Result<(), Fault> {
        let mut waiting = Vec::new();
        for first in (0..self.corners.count()).step_by(3) {
            if self.is_seen(first) {
                continue;
            }
            self.meet(next(first));
            self.meet(previous(first));
            waiting.push(first);
            while let Some(mut corner) = waiting.pop() {
                if self.is_seen(corner) {
                    continue;
                }
                loop {
                    self.is_seen[corner as usize / 3] = true;
                    let vertex = self.corners.vertex(corner);
                    if self.meet(corner) && !self.corners.is_border[vertex as usize] {
                        corner = self.corners.right(corner);
                        if corner == NONE {
                            return Err("its triangles do not hang together as they say");
                        }
                        continue;
                    }
                    let (right, left) = (self.corners.right(corner), self.corners.left(corner));
                    corner = match (self.is_seen(right), self.is_seen(left)) {
                        (true, true) => break,
                        (true, false) => left,
                        (false, true) => right,
                        (false, false) => {
                            waiting.extend([left, right]);
                            break;
                        }
                    };
                }
            }
        }
        Ok(())
    }

    fn by_degree(&mut self) {
        let mut degrees = vec![0u32; self.corners.leftmost.len()];
        // Corners that wait, by how soon they come.
        let mut waiting: [Vec<u32>; 3] = Default::default();
        for first in (0..self.corners.count()).step_by(3) {
            if self.is_seen(first) {
                continue;
            }
            self.meet(next(first));
            self.meet(previous(first));
            self.meet(first);
            let mut best = 0;
            waiting[0].push(first);
            while let Some((rank, mut corner)) = (best..3).find_map(|rank| Some((rank, waiting[rank].pop()?))) {
                best = rank;
                if self.is_seen(corner) {
                    continue;
                }
                loop {
                    self.is_seen[corner as usize / 3] = true;
                    self.meet(corner);
                    let (right, left) = (self.corners.right(corner), self.corners.left(corner));
                    let (is_right_seen, is_left_seen) = (self.is_seen(right), self.is_seen(left));
                    if !is_left_seen {
                        let rank = self.rank(left, &mut degrees);
                        if is_right_seen && rank <= best {
                            corner = left;
                            continue;
                        }
                        waiting[rank].push(left);
                        best = best.min(rank);
                    }
                    if !is_right_seen {
                        let rank = self.rank(right, &mut degrees);
                        if rank <= best {
                            corner = right;
                            continue;
                        }
                        waiting[rank].push(right);
                        best = best.min(rank);
                    }
                    break;
                }
            }
        }
    }

    fn rank(&self, corner: u32, degrees: &mut [u32]) -> usize {
        let vertex = self.corners.vertex(corner) as usize;
        if self.order.value_of[vertex] != NONE {
            return 0;
        }
        degrees[vertex] += 1;
        if degrees[vertex] > 1 { 1 } else { 2 }
    }
}
