//! Why no bones are seen where they are asked for.

use crate::{Effect, Notice, Stage};
use castview_base::scene::BoneKind;

impl Stage {
    /// Why no bone can be drawn; `None`: one can.
    pub fn why_no_bones(&self) -> Option<String> {
        let mut nodes = 0;
        for placed in self.models() {
            let (model, skeleton) = (placed.model(), &placed.model().skeleton);
            if !model.hands.is_empty() || skeleton.bones().any(|bone| skeleton.kind(bone) == BoneKind::Joint) {
                return None;
            }
            nodes += skeleton.len();
        }
        Some(match nodes {
            0 => "no bones are drawn: the files have none".to_owned(),
            1 => "no bones are drawn: the only node of the files is no bone of a skin".to_owned(),
            _ => format!("no bones are drawn: none of the {nodes} nodes of the files is a bone of a skin"),
        })
    }

    /// `effects`, and the reason why nothing is to be seen of the bones that `is_on` has asked for.
    pub(crate) fn with_reason(&self, mut effects: Vec<Effect>, is_on: bool) -> Vec<Effect> {
        let why = self.why_no_bones().filter(|_| is_on && !self.is_empty());
        effects
            .extend(why.map(|why| Effect::Notify(Notice::info(format!("{}{}.", why[..1].to_uppercase(), &why[1..])))));
        effects
    }
}
