//! Sockets: bones that are named as places for other models, and bones that something hangs on, or hung on before.
//!
//! In: the models of the stage, what hangs on them, what hung there before. Out: a list of bones, each with the models on it, a bounded number of
//! them.

use crate::{Attachment, Session};
use castview_base::core::BoneIndex;
use castview_base::scene::Scene;
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// Sockets at most.
const MOST: usize = 100_000;

/// A bone that others hang on, or that is named so.
#[derive(Clone, Debug, PartialEq)]
pub struct Socket {
    pub model: PlacedKey,
    pub bone: BoneIndex,
    /// Models that hang on it.
    pub carries: Vec<PlacedKey>,
    /// Locations of files that hung on it before and do not now; the newest first.
    pub before: Vec<String>,
}

/// The sockets of all models, in the order of the stage and of the bones.
#[derive(Debug)]
pub struct SocketList {
    models: Vec<(PlacedKey, Weak<Scene>)>,
    attachments: BTreeMap<PlacedKey, Attachment>,
    /// The revision of the files that hung there before.
    revision: u64,
    pub sockets: Vec<Socket>,
    /// Whether there are more.
    pub has_more: bool,
}

/// Whether a bone is named as a socket: `tag_weapon`, `socket_head`, `hand_r_socket`, in any case.
pub fn is_socket(name: &str) -> bool {
    let begins = |start: &str| {
        name.get(..start.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    let ends = |end: &str| {
        let at = name.len().checked_sub(end.len());
        at.and_then(|at| name.get(at..))
            .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    };
    begins("tag_") || begins("socket_") || ends("_socket")
}

impl SocketList {
    pub fn of(session: &Session) -> Self {
        let attachments = session.edits.attachments.clone();
        let mut carried: BTreeMap<(PlacedKey, BoneIndex), Vec<PlacedKey>> = BTreeMap::new();
        for (model, attachment) in &attachments {
            if let Attachment::Bone { leader, bone } = attachment {
                carried.entry((*leader, *bone)).or_default().push(*model);
            }
        }
        let models = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
        let mut sockets = models.flat_map(|placed| {
            let skeleton = &placed.model().skeleton;
            let bones = skeleton.bones();
            let carried = &carried;
            let mut before: BTreeMap<BoneIndex, Vec<String>> = BTreeMap::new();
            for hung in session.browser.hung_before(session, placed.key) {
                if let Some(bone) = skeleton.find(&hung.bone) {
                    before.entry(bone).or_default().push(hung.location.clone());
                }
            }
            bones.filter_map(move |bone| {
                let carries = carried.get(&(placed.key, bone));
                let before = before.remove(&bone);
                (carries.is_some() || before.is_some() || is_socket(skeleton.name(bone))).then(|| Socket {
                    model: placed.key,
                    bone,
                    carries: carries.cloned().unwrap_or_default(),
                    before: before.unwrap_or_default(),
                })
            })
        });
        let listed: Vec<Socket> = sockets.by_ref().take(MOST).collect();
        let has_more = sockets.next().is_some();
        drop(sockets);
        let stage = session.stage.models().iter();
        Self {
            models: stage
                .map(|placed| (placed.key, Arc::downgrade(&placed.scene)))
                .collect(),
            attachments,
            revision: session.browser.hung_revision(),
            sockets: listed,
            has_more,
        }
    }

    /// Whether the session still has these.
    pub fn is_of(&self, session: &Session) -> bool {
        let models = session.stage.models();
        self.models.len() == models.len()
            && self
                .models
                .iter()
                .zip(models)
                .all(|((key, scene), placed)| *key == placed.key && scene.as_ptr() == Arc::as_ptr(&placed.scene))
            && self.attachments == session.edits.attachments
            && self.revision == session.browser.hung_revision()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_known_by_their_names() {
        for name in [
            "tag_weapon",
            "TAG_Weapon",
            "Socket_Head",
            "hand_r_SOCKET",
            "tag_",
            "_socket",
        ] {
            assert!(is_socket(name), "{name}");
        }
        for name in [
            "tag",
            "stage_left",
            "sockets",
            "socket",
            "my_tag_1",
            "tagé",
            "é",
            "",
            "_sockét",
        ] {
            assert!(!is_socket(name), "{name}");
        }
    }
}
