//! How often the graphics device was lost, and what that asks for.

/// A device that is lost this often without a finished image between is suspected to be lost because of the last opened file.
pub(crate) const LOSSES_PER_FILE: u32 = 3;

#[derive(Default)]
pub struct Losses {
    /// Since the last image that the device finished.
    pub in_a_row: u32,
    in_all: u64,
}

/// Change to make before the next device is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Nothing,
    /// The last opened file is closed.
    File,
    /// The adapter is skipped from now on.
    Adapter,
}

impl Losses {
    /// Counts one more; what to do differently this time.
    pub(crate) fn one_more(&mut self, has_file: bool) -> Change {
        self.in_a_row += 1;
        self.in_all += 1;
        match self.in_a_row {
            ..LOSSES_PER_FILE => Change::Nothing,
            LOSSES_PER_FILE if has_file => Change::File,
            _ => Change::Adapter,
        }
    }

    /// Devices lost since the program began.
    pub fn in_all(&self) -> u64 {
        self.in_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_loss_costs_a_file_and_each_further_one_an_adapter() {
        use Change::{Adapter, File, Nothing};
        let changes = |has_file: bool| {
            let mut losses = Losses::default();
            [(); 5].map(|()| losses.one_more(has_file))
        };
        assert_eq!(changes(true), [Nothing, Nothing, File, Adapter, Adapter]);
        assert_eq!(changes(false), [Nothing, Nothing, Adapter, Adapter, Adapter]);
    }
}
