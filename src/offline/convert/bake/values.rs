//! Values of one thing over the baked frames.
//!
//! In: a row of numbers for each frame, in order. Out: all rows, or one where every row was the same. Most bones of a rig never scale, and
//! many never move: those take no memory.

/// Room for numbers, shared by everything that is baked into one file.
#[derive(Clone, Copy, Debug)]
pub struct BakedRoom(pub u64);

/// Rows of `width` numbers, at most 4.
#[derive(Clone, Debug)]
pub struct BakedRows {
    width: usize,
    first: [f32; 4],
    /// Empty while every row was the first one.
    all: Vec<f32>,
}

impl BakedRows {
    pub fn new(width: usize) -> Self {
        Self {
            width,
            first: [0.0; 4],
            all: Vec::new(),
        }
    }

    /// Adds the row of frame `at`, counted from 0. False: there is no room left.
    pub fn push(&mut self, at: usize, row: &[f32], room: &mut BakedRoom) -> bool {
        if at == 0 {
            self.first[..self.width].copy_from_slice(row);
            return true;
        }
        if self.all.is_empty() && self.first[..self.width] == *row {
            return true;
        }
        let rows = if self.all.is_empty() { at + 1 } else { 1 };
        let Some(left) = room.0.checked_sub((rows * self.width) as u64) else {
            return false;
        };
        room.0 = left;
        for _ in 1..rows {
            self.all.extend_from_slice(&self.first[..self.width]);
        }
        self.all.extend_from_slice(row);
        true
    }

    /// The row of the first frame.
    pub fn first(&self) -> &[f32] {
        &self.first[..self.width]
    }

    /// Whether rows differ.
    pub fn moves(&self) -> bool {
        !self.all.is_empty()
    }

    /// All rows, or the one that all of them are.
    pub fn into_rows(self) -> Vec<f32> {
        match self.moves() {
            true => self.all,
            false => self.first[..self.width].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_take_room_once_they_differ() {
        let mut room = BakedRoom(9);
        let mut values = BakedRows::new(2);
        assert!(
            [[1.0, 2.0]; 3]
                .iter()
                .enumerate()
                .all(|(at, row)| values.push(at, row, &mut room))
        );
        assert!(!values.moves() && room.0 == 9);
        assert!(values.push(3, &[1.0, 3.0], &mut room));
        assert_eq!(room.0, 1);
        assert!(!values.push(4, &[1.0, 2.0], &mut room), "no room for two numbers");
        assert_eq!(values.into_rows(), [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 3.0]);
    }
}
