//! How much is done at once.

/// Counts of what costs time. As a limit: how much of one kind a submission may hold if it holds nothing else; a submission with
/// several kinds holds a share of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Packed on the CPU and sent: vertices, indices, texels, and what their objects cost, as bytes.
    pub bytes: f64,
    /// Deformed.
    pub vertices: f64,
    /// Vertices or indices that are drawn.
    pub corners: f64,
    /// Draw calls.
    pub draws: f64,
    /// That triangles cover, one over the other, as far as that can be told before they are drawn.
    pub pixels: f64,
    /// The same where nothing is shaded, as depth alone is drawn: a small part of what a shaded pixel takes, and by how much differs. Counted as
    /// shaded ones they would let a submission hold far too many of these.
    pub depths: f64,
}

impl Work {
    /// Nothing at all.
    pub const NONE: Self = Self::each(0.0);
    /// As a limit: everything at once.
    pub const WHOLE: Self = Self::each(f64::INFINITY);

    /// `count` of every kind.
    pub const fn each(count: f64) -> Self {
        Self {
            bytes: count,
            vertices: count,
            corners: count,
            draws: count,
            pixels: count,
            depths: count,
        }
    }

    /// The sum of `count` of these.
    pub fn times(&self, count: u64) -> Self {
        let count = count as f64;
        Self {
            bytes: self.bytes * count,
            vertices: self.vertices * count,
            corners: self.corners * count,
            draws: self.draws * count,
            pixels: self.pixels * count,
            depths: self.depths * count,
        }
    }

    /// One of so many equal parts.
    pub fn shared(&self, parts: u32) -> Self {
        let share = 1.0 / f64::from(parts);
        Self {
            bytes: self.bytes * share,
            vertices: self.vertices * share,
            corners: self.corners * share,
            draws: self.draws * share,
            pixels: self.pixels * share,
            depths: self.depths * share,
        }
    }

    /// How much of `limit` it takes up; 1 is all of it.
    pub fn share_of(&self, limit: &Self) -> f64 {
        self.bytes / limit.bytes
            + self.vertices / limit.vertices
            + self.corners / limit.corners
            + self.draws / limit.draws
            + self.pixels / limit.pixels
            + self.depths / limit.depths
    }

    /// Adds the counts of `other`, kind by kind.
    pub fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.vertices += other.vertices;
        self.corners += other.corners;
        self.draws += other.draws;
        self.pixels += other.pixels;
        self.depths += other.depths;
    }
}

/// A picture has rows for that many.
const MOST_TILES: u32 = 256;

/// Work that one step has done, held against its limit.
#[derive(Clone)]
pub struct Allowance {
    limit: Work,
    pub spent: Work,
    /// That much of the limit.
    share: f64,
    /// Nothing more can be done in this step, whatever is left of the limit.
    is_over: bool,
}

impl Allowance {
    pub fn new(limit: Work) -> Self {
        Self {
            limit,
            spent: Work::NONE,
            share: 0.0,
            is_over: false,
        }
    }

    pub fn spend(&mut self, work: &Work) {
        self.spent.add(work);
        self.share += work.share_of(&self.limit);
    }

    pub fn is_exceeded(&self) -> bool {
        self.left() < 0.0
    }

    pub fn is_used_up(&self) -> bool {
        self.is_over || self.left() <= 0.0
    }

    /// Ends the step: too little is left for what comes next, or another thread is at it.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// Whether `work` alone is more than a step may do.
    pub fn is_too_small_for(&self, work: &Work) -> bool {
        work.share_of(&self.limit) > 1.0
    }

    /// Returns the share of the limit that is left.
    fn left(&self) -> f64 {
        1.0 - self.share
    }

    /// Into how many tiles of the picture something has to be parted of which even one piece is too much.
    pub fn tiles(&self, each: &Work) -> u32 {
        let share = each.share_of(&self.limit);
        // A float beyond the range of the integer becomes its largest value.
        if share > 1.5 {
            (share.ceil() as u32).min(MOST_TILES)
        } else {
            1
        }
    }

    /// How many of `wanted` equal pieces fit, besides what they cost together; 1 at least if nothing was done yet.
    pub fn fit(&self, wanted: u64, together: &Work, each: &Work) -> u64 {
        let left = self.left() - together.share_of(&self.limit);
        let share = each.share_of(&self.limit);
        let fit = if left <= 0.0 {
            0.0
        } else if share > 0.0 {
            (left / share).floor()
        } else {
            f64::INFINITY
        };
        let least = u64::from(self.spent == Work::NONE);
        // A float beyond the range of the integer becomes its largest value.
        (fit as u64).max(least).min(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_holds_its_limit_and_always_something() {
        let draw = Work {
            draws: 1.0,
            ..Work::NONE
        };
        let triangle = Work {
            corners: 3.0,
            ..Work::NONE
        };
        let limit = Work {
            corners: 30.0,
            draws: 10.0,
            ..Work::WHOLE
        };
        let mut allowance = Allowance::new(limit);
        assert_eq!(allowance.fit(100, &draw, &triangle), 9, "a tenth is for the call");
        allowance.spend(&draw);
        allowance.spend(&triangle.times(9));
        assert!(allowance.is_used_up());
        assert_eq!(allowance.fit(100, &draw, &triangle), 0);
        let tiny = Allowance::new(Work::each(0.5));
        assert_eq!(tiny.fit(100, &draw, &triangle), 1);
        let whole = Allowance::new(Work::WHOLE);
        assert_eq!(whole.fit(u64::MAX, &draw, &triangle), u64::MAX);
    }
}
