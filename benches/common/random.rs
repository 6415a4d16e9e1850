//! A small generator: what is measured must be the same on every machine and in every run.

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    /// 0…1, without 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 7) as f32 / (1 << 24) as f32
    }

    pub fn signed(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }
}
