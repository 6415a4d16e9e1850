//! Files that hung on bones, remembered by the skeletons that these belong to, and offered again when a model with such a skeleton opens.
//!
//! In: attachments, and models that open. Out: a bounded list in [`Recent`], a question whether files are still there, and offers. A skeleton is
//! known by the names of its bones: another file, or another version of it, is the same to whoever hangs a gun on it.

use super::recent::{HungFile, HungOffers, HungOn};
use crate::stage::load::open_or_reload;
use crate::{
    Action, Attachment, Browser, Edits, Effect, Notice, Page, Placed, Recent, Selected, Session, Stage, StageAction,
    WindowAction,
};
use castview_base::core::printed;
use castview_base::scene::Skeleton;
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, Placement};
use std::sync::Arc;

/// Skeletons of more bones are not looked at, and no more models of one batch than this.
const MOST_BONES: usize = 100_000;
const MOST_MODELS: usize = 64;
/// Files that are looked for at once.
const MOST_ASKED: usize = 200;

/// The same number for all skeletons whose bones have these names in this order, on every machine and in every version (FNV-1a, 64 bits).
fn skeleton_number(skeleton: &Skeleton) -> u64 {
    let mut number = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |byte: u8| number = (number ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for bone in (0..skeleton.len()).filter_map(|at| skeleton.from_file(at)) {
        skeleton.name(bone).bytes().for_each(&mut take);
        take(0);
    }
    number
}

fn is_known_by_names(placed: &Placed) -> bool {
    !placed.is_stand_in && (1..=MOST_BONES).contains(&placed.model().skeleton.len())
}

impl Browser {
    /// Remembers the bone that the file of `model` hangs on now, if it hangs on one of another file.
    pub(crate) fn remember_hung(&mut self, stage: &Stage, edits: &Edits, model: PlacedKey) {
        let Some(Attachment::Bone { leader, bone }) = edits.attachments.get(&model).copied() else {
            return;
        };
        let file = stage.placed(model).map(|placed| placed.file);
        let hung = file.and_then(|file| stage.file(file));
        let (Some(hung), Some(leads)) = (hung, stage.placed(leader)) else {
            return;
        };
        let skeleton = &leads.model().skeleton;
        let is_known = is_known_by_names(leads) && bone.get() < skeleton.len();
        if hung.is_demo || hung.location.is_empty() || leads.file == hung.key || !is_known {
            return;
        }
        let one = HungFile {
            bone: skeleton.name(bone).to_owned(),
            location: hung.location.clone(),
        };
        let offers = self.hung_offers.entry(leader).or_default();
        if !offers.contains(&one) {
            offers.insert(0, one.clone());
            self.hung_revision += 1;
        }
        Arc::make_mut(&mut self.recent).add_hung(skeleton_number(skeleton), one);
    }

    /// Asks which files that hung on skeletons like those of these files are still there. `tells`: a notice offers them.
    pub(crate) fn look_for_hung(&self, stage: &Stage, files: &[FileKey], tells: bool) -> Option<Effect> {
        let known = &self.recent.hung;
        if known.is_empty() {
            return None;
        }
        let models = stage.models().iter().filter(|placed| files.contains(&placed.file));
        let models = models.filter(|placed| is_known_by_names(placed)).take(MOST_MODELS);
        let of_model = models.flat_map(|placed| {
            let number = skeleton_number(&placed.model().skeleton);
            let on = known.iter().find(|on| on.skeleton == number);
            let hung = on.into_iter().flat_map(|on| &on.files);
            hung.map(|hung| (placed.key, hung.clone()))
        });
        let asked: Vec<(PlacedKey, HungFile)> = of_model.take(MOST_ASKED).collect();
        (!asked.is_empty()).then_some(Effect::LookForHung { asked, tells })
    }

    /// Counts changes of what is offered.
    pub(crate) fn hung_revision(&self) -> u64 {
        self.hung_revision
    }

    /// Files that hung on bones of `model` before, are there, and do not hang there now; the newest first.
    pub fn hung_before<'a>(&'a self, session: &'a Session, model: PlacedKey) -> impl Iterator<Item = &'a HungFile> {
        let offers = self.hung_offers.get(&model).into_iter().flatten();
        offers.filter(move |hung| !hangs(session, model, hung))
    }
}

/// Offers the files of `there`, which are on the disk, on bones that their models have.
pub(crate) fn hung_found(session: &mut Session, there: Vec<(PlacedKey, HungFile)>, tells: bool) -> Vec<Effect> {
    let mut found = HungOffers::new();
    for (model, hung) in there {
        let placed = session.stage.placed(model);
        if placed.is_some_and(|placed| placed.model().skeleton.find(&hung.bone).is_some()) {
            found.entry(model).or_default().push(hung);
        }
    }
    let told = tells.then(|| found.keys().find_map(|model| told(session, *model, &found)));
    let stage = &session.stage;
    let offers = &mut session.browser.hung_offers;
    offers.retain(|model, _| stage.placed(*model).is_some());
    offers.extend(found);
    session.browser.hung_revision += 1;
    told.flatten().map(Effect::Notify).into_iter().collect()
}

/// The notice of files that hung on `model` before and do not now.
fn told(session: &Session, model: PlacedKey, offers: &HungOffers) -> Option<Notice> {
    let mut left = offers.get(&model)?.iter().filter(|hung| !hangs(session, model, hung));
    let (first, more) = (left.next()?, left.count());
    let of = &session.stage.file(session.stage.placed(model)?.file)?.name;
    let name = printed(name_of(&first.location));
    let (text, label) = match more {
        0 => (
            format!("{name} hung on {} of {} before.", printed(&first.bone), printed(of)),
            "Hang it again".to_owned(),
        ),
        _ => (
            format!("{name} and {more} more hung on bones of {} before.", printed(of)),
            format!("Hang {name} again"),
        ),
    };
    let page = Action::Window(WindowAction::TogglePage(Page::Sockets));
    let notice = Notice::info(text).with_action(label, hang_again(session, model, first)?);
    Some(notice.with_action("Sockets", page))
}

fn name_of(location: &str) -> &str {
    location.rsplit(['/', '\\']).next().unwrap_or(location)
}

/// Whether a model of that file hangs on that bone now.
fn hangs(session: &Session, model: PlacedKey, hung: &HungFile) -> bool {
    let Some(placed) = session.stage.placed(model) else {
        return false;
    };
    session
        .edits
        .attachments
        .iter()
        .any(|(other, attachment)| match attachment {
            Attachment::Bone { leader, bone } if *leader == model => {
                let file = session.stage.placed(*other).map(|other| other.file);
                let location = file
                    .and_then(|file| session.stage.file(file))
                    .map(|file| &file.location);
                location == Some(&hung.location)
                    && bone.get() < placed.model().skeleton.len()
                    && placed.model().skeleton.name(*bone) == hung.bone
            }
            _ => false,
        })
}

/// Where the file hung on `model`; `None`: the bone is not there.
fn place_of(session: &Session, model: PlacedKey, hung: &HungFile) -> Option<Placement> {
    let bone = session.stage.placed(model)?.model().skeleton.find(&hung.bone)?;
    Some(Placement::On { leader: model, bone })
}

/// Opens the file, and hangs it where it hung; `None`: the bone is not there.
fn hang_again(session: &Session, model: PlacedKey, hung: &HungFile) -> Option<Action> {
    Some(Action::Stage(StageAction::Open {
        locations: vec![hung.location.clone()],
        placement: place_of(session, model, hung)?,
    }))
}

/// The file that was hung last on the selected model and is no longer there, with its bone; else that of the first model with such a file.
fn newest(session: &Session) -> Option<(&HungFile, Placement)> {
    let selected = session.edits.selected.and_then(Selected::placed);
    let all = session.stage.models().iter().map(|placed| placed.key);
    selected.into_iter().chain(all).find_map(|model| {
        let mut left = session.browser.hung_before(session, model);
        left.find_map(|hung| Some((hung, place_of(session, model, hung)?)))
    })
}

/// Whether there is a file to hang again.
pub(crate) fn is_any_left(session: &Session) -> bool {
    newest(session).is_some()
}

/// Opens the newest of these files, and hangs it where it hung.
pub(crate) fn hang_newest(session: &mut Session) -> Vec<Effect> {
    match newest(session) {
        None => Vec::new(),
        Some((hung, place)) => {
            let locations = vec![hung.location.clone()];
            open_or_reload(session, locations, place)
        }
    }
}

/// Skeletons that are remembered, and files of each.
const MOST_SKELETONS: usize = 40;
const MOST_FILES: usize = 20;
/// Bytes of a name and of a location.
const LONGEST: usize = 4096;

impl Recent {
    /// The newest of all.
    fn add_hung(&mut self, skeleton: u64, one: HungFile) {
        let at = self.hung.iter().position(|on| on.skeleton == skeleton);
        let mut on = at.map(|at| self.hung.remove(at)).unwrap_or(HungOn {
            skeleton,
            files: Vec::new(),
        });
        on.files.retain(|other| *other != one);
        on.files.insert(0, one);
        self.hung.insert(0, on);
        self.bound_hung();
    }

    /// Whatever a file of settings says.
    pub(super) fn bound_hung(&mut self) {
        self.hung.truncate(MOST_SKELETONS);
        for on in &mut self.hung {
            let is_sane = |one: &HungFile| one.bone.len() <= LONGEST && (1..=LONGEST).contains(&one.location.len());
            on.files.retain(is_sane);
            on.files.truncate(MOST_FILES);
        }
        self.hung.retain(|on| !on.files.is_empty());
    }

    /// Adds the files of `stored` behind its own, but for those taken out by this window since `before`.
    pub(super) fn merge_hung(&mut self, stored: &Self, before: &Self) {
        let of = |recent: &Self, skeleton: u64| recent.hung.iter().position(|on| on.skeleton == skeleton);
        for on in &stored.hung {
            let was = of(before, on.skeleton).map(|at| &before.hung[at].files);
            let others = on.files.iter().filter(|one| was.is_none_or(|was| !was.contains(one)));
            match of(self, on.skeleton) {
                Some(at) => {
                    let own = &mut self.hung[at].files;
                    let others: Vec<HungFile> = others.filter(|one| !own.contains(one)).cloned().collect();
                    own.extend(others);
                }
                None => self.hung.push(HungOn {
                    skeleton: on.skeleton,
                    files: others.cloned().collect(),
                }),
            }
        }
        self.bound_hung();
    }

    /// Forgets files that hung on bones.
    pub(super) fn forget_hung(&mut self, is_meant: impl Fn(&str) -> bool) {
        for on in &mut self.hung {
            on.files.retain(|one| !is_meant(&one.location));
        }
        self.hung.retain(|on| !on.files.is_empty());
    }
}
