//! Corners and instances of one draw call, and parts of them in the order in which they are drawn.

use std::ops::Range;

/// Everything one draw call draws: the same corners for each instance, one instance after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Corners of one instance: indices where there are any, else vertices.
    pub corners: u32,
    /// Corners that cannot be parted: three of a triangle, all of a strip. At least 1.
    pub grain: u32,
    pub instances: Range<u32>,
}

/// Some of an extent's grains, in the order in which they are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    extent: Extent,
    grains: Range<u64>,
}

impl Extent {
    /// A draw that is not parted.
    pub const ONE: Self = Self {
        corners: 1,
        grain: 1,
        instances: 0..1,
    };

    /// `grain` corners belong together.
    pub fn new(corners: u32, grain: u32, instances: Range<u32>) -> Self {
        Self {
            corners,
            grain: grain.max(1),
            instances,
        }
    }

    /// Returns the number of grains of one instance.
    fn grains_each(&self) -> u64 {
        u64::from(self.corners / self.grain)
    }

    /// Number of grains.
    pub fn len(&self) -> u64 {
        self.grains_each() * self.instances.len() as u64
    }

    /// `grains` counts through all instances.
    pub fn span(&self, grains: Range<u64>) -> Span {
        Span {
            extent: self.clone(),
            grains,
        }
    }
}

impl Span {
    /// Corners and instances of the draw calls that draw it, at most three: the rest of an instance, whole ones, the
    /// beginning of one.
    pub fn draws(&self) -> impl Iterator<Item = (Range<u32>, Range<u32>)> + use<> {
        let (each, grain) = (self.extent.grains_each().max(1), u64::from(self.extent.grain));
        let (instances, end) = (self.extent.instances.clone(), self.grains.end);
        let mut from = self.grains.start;
        std::iter::from_fn(move || {
            if from >= end {
                return None;
            }
            let (instance, at) = (from / each, from % each);
            let (until, count) = if at == 0 && end - from >= each {
                let count = (end - from) / each;
                (from + count * each, count)
            } else {
                (end.min((instance + 1) * each), 1)
            };
            let first = if count > 1 || until - from == each { 0 } else { at };
            let last = if count > 1 { each } else { first + (until - from) };
            from = until;
            // All of them are below the extent's own 32-bit numbers.
            let corners = (first * grain) as u32..(last * grain) as u32;
            let instance = instances.start + instance as u32;
            Some((corners, instance..instance + count as u32))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (first corner, instance) of every grain that the calls draw.
    fn drawn(span: &Span, grain: u32) -> Vec<(u32, u32)> {
        let each = |(corners, instances): (Range<u32>, Range<u32>)| {
            instances.flat_map(move |instance| corners.clone().step_by(grain as usize).map(move |at| (at, instance)))
        };
        span.draws().flat_map(each).collect()
    }

    fn whole(extent: &Extent) -> Span {
        extent.span(0..extent.len())
    }

    #[test]
    fn parts_in_a_row_draw_what_the_whole_draws() {
        for (corners, grain, instances) in [
            (12, 3, 0..1),
            (12, 3, 5..9),
            (13, 3, 0..2),
            (4, 4, 0..7),
            (0, 3, 0..4),
            (6, 3, 2..2),
        ] {
            let extent = Extent::new(corners, grain, instances);
            let whole = drawn(&whole(&extent), grain);
            assert_eq!(whole.len() as u64, extent.len());
            for size in 1..=extent.len().max(1) {
                let starts = (0..extent.len()).step_by(size as usize);
                let parts = starts.map(|start| extent.span(start..(start + size).min(extent.len())));
                let calls = parts.clone().all(|part| part.draws().count() <= 3);
                let together: Vec<_> = parts.flat_map(|part| drawn(&part, grain)).collect();
                assert!(calls && together == whole, "{extent:?} by {size}");
            }
        }
    }

    #[test]
    fn a_whole_extent_is_one_call() {
        let extent = Extent::new(30, 3, 2..8);
        assert_eq!(whole(&extent).draws().collect::<Vec<_>>(), [(0..30, 2..8)]);
    }
}
