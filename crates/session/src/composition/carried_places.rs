//! The places of models carried along by others ([`super::carried`]) or hanging on others ([`super::attach`]).

use crate::placed::timed_pose::Leading;
use crate::{Edits, Placed};
use castview_picture::PlacedKey;
use castview_picture::opened::Standing;

impl Edits {
    /// The model that `placed` hangs on or is carried by.
    pub(crate) fn leader_of(&self, placed: &Placed) -> Option<PlacedKey> {
        match self.attachments.get(&placed.key) {
            Some(attachment) => Some(attachment.leader()),
            None => placed.staging.carried_by().map(|carried| carried.leader),
        }
    }

    /// The places `placed` stands at while what it hangs on, or is carried by, stands like `leader`.
    pub(crate) fn standing(&self, placed: &Placed, leader: Option<&Leading<'_>>) -> Standing {
        let Some(leader) = leader else {
            return self.home_and_move(placed);
        };
        if self.attachments.contains_key(&placed.key) {
            return leader.standing.clone();
        }
        match placed.staging.carried_by() {
            Some(carried) => carried.carried(placed.staging.home(), leader),
            None => self.home_and_move(placed),
        }
    }
}
