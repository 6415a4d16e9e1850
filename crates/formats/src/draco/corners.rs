//! Triangles as corners: three in a row are a face; opposite a corner, across its face's far edge, is a corner of the neighbour.
//!
//! Opposites are always mutual. So corners around a vertex, walked from neighbour to neighbour, make a row with two ends or a
//! ring, and every walk ends.

/// Absence of a corner, vertex or entry.
pub(super) const NONE: u32 = u32::MAX;

#[inline]
pub(super) fn next(corner: u32) -> u32 {
    if corner % 3 == 2 { corner - 2 } else { corner + 1 }
}

#[inline]
pub(super) fn previous(corner: u32) -> u32 {
    if corner.is_multiple_of(3) {
        corner + 2
    } else {
        corner - 1
    }
}

#[derive(Default)]
pub(super) struct Corners {
    /// By corner.
    pub vertex: Vec<u32>,
    /// By corner; `NONE` at a border.
    pub opposite: Vec<u32>,
    /// By vertex: the corner from which swinging to the right meets all corners of the vertex. `NONE`: a vertex without faces.
    pub leftmost: Vec<u32>,
    /// By vertex: whether its corners make no ring.
    pub is_border: Vec<bool>,
}

impl Corners {
    pub fn count(&self) -> u32 {
        self.vertex.len() as u32
    }

    #[inline]
    pub fn vertex(&self, corner: u32) -> u32 {
        self.vertex[corner as usize]
    }

    /// The next corner of the same vertex, across the edge to the left.
    #[inline]
    pub fn swing_left(&self, corner: u32) -> u32 {
        match self.opposite[next(corner) as usize] {
            NONE => NONE,
            opposite => next(opposite),
        }
    }

    #[inline]
    pub fn swing_right(&self, corner: u32) -> u32 {
        match self.opposite[previous(corner) as usize] {
            NONE => NONE,
            opposite => previous(opposite),
        }
    }

    /// Corner of the neighbour to the right, seen from `corner`.
    #[inline]
    pub fn right(&self, corner: u32) -> u32 {
        self.opposite[next(corner) as usize]
    }

    #[inline]
    pub fn left(&self, corner: u32) -> u32 {
        self.opposite[previous(corner) as usize]
    }

    /// Corners of the vertex of `start`: to the left until a border, then from `start` to the right.
    pub fn around(&self, start: u32) -> impl Iterator<Item = u32> + '_ {
        let (mut at, mut is_left) = (start, true);
        std::iter::from_fn(move || {
            let found = at;
            if found == NONE {
                return None;
            }
            at = if is_left {
                self.swing_left(at)
            } else {
                self.swing_right(at)
            };
            if at == start {
                at = NONE;
            } else if at == NONE && is_left {
                is_left = false;
                at = self.swing_right(start);
            }
            Some(found)
        })
    }
}
