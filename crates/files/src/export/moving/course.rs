//! Size, number and times of pictures that move.

/// Pictures that follow each other at equal distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Width and height of every picture.
    pub size: [u32; 2],
    /// At least 1.
    pub count: usize,
    /// How long each picture is seen; finite and above 0.
    pub picture_secs: f64,
}

impl Course {
    /// How long picture `index` is seen, in whole ticks of which a second has so many. Single pictures are rounded so that all that came
    /// before are as long as they should be, within half a tick.
    pub(super) fn ticks(&self, index: usize, ticks_per_sec: f64) -> u64 {
        let until = |count: usize| (count as f64 * self.picture_secs * ticks_per_sec).round() as u64;
        until(index + 1) - until(index)
    }

    /// How long all of them take.
    pub fn secs(&self) -> f64 {
        self.count as f64 * self.picture_secs
    }

    /// Bytes of one picture in memory.
    pub(super) fn picture_bytes(&self) -> u64 {
        self.size.iter().map(|side| u64::from(*side)).product::<u64>() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_pictures_stay_in_step_with_the_whole() {
        for (count, picture_secs) in [(50, 0.04), (60, 1.0 / 30.0), (7, 0.017), (100, 0.333)] {
            let course = Course {
                size: [1, 1],
                count,
                picture_secs,
            };
            let mut sum = 0;
            for index in 0..count {
                sum += course.ticks(index, 100.0);
                let wanted = (index + 1) as f64 * picture_secs * 100.0;
                assert!(
                    (sum as f64 - wanted).abs() <= 0.5,
                    "{picture_secs}: {sum} is not {wanted}"
                );
            }
        }
    }
}
