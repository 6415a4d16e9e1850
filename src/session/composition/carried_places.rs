//! The places of models carried along by others ([`super::carried`]) or hanging on others ([`super::attach`]).

use crate::opened::Standing;
use crate::picture::PlacedKey;
use crate::session::aids::timed_pose::Leading;
use crate::session::{Placed, Session};

impl Session {
    /// The model that `placed` hangs on or is carried by.
    pub(in crate::session) fn leader_of(&self, placed: &Placed) -> Option<PlacedKey> {
        match self.edits.attachments.get(&placed.key) {
            Some(attachment) => Some(attachment.leader()),
            None => placed.carried_by.as_ref().map(|carried| carried.leader),
        }
    }

    /// The places `placed` stands at while what it hangs on, or is carried by, stands like `leader`.
    pub(in crate::session) fn standing(&self, placed: &Placed, leader: Option<&Leading<'_>>) -> Standing {
        let Some(leader) = leader else {
            return self.home_and_move(placed);
        };
        if self.edits.attachments.contains_key(&placed.key) {
            return leader.standing.clone();
        }
        match &placed.carried_by {
            Some(carried) => carried.carried(&placed.home, leader),
            None => self.home_and_move(placed),
        }
    }
}
