//! One action → new state and effects.

use super::edits::SharedEdits;
use super::effect::quiet;
use super::{Action, Change, Effect, Message, Opening, Outcome, Problem, Session, WindowAction};
use crate::aids::trouble::ask_for_trouble;
use crate::browser::shown;
use crate::command::dial::set_dial;
use crate::command::switch::turn_switch;
use crate::composition::by_hand::text;
use crate::composition::pinned::{pinning, sweep};
use crate::composition::scale;
use crate::composition::stopped::stop;
use crate::composition::{attach, modes, stack};
use crate::joining::apply_stage;
use crate::playback::played;
use crate::playback::{events, play};
use crate::probe::{listed, measure};
use crate::receive::take_in;
use crate::stage::changed::compared;
use crate::stage::load::cancel_load;
use crate::stage::textures::relink::follow_relinks;
use crate::undoing::undo_or_redo;
use crate::view::bones::speeds::ask_for_speeds;
use crate::view::camera::look_through::look_through;
use crate::view::camera::{fly, glide};
use crate::view::mesh_facts::ask_for_mesh_facts;
use crate::view::shown::drawing;
use crate::{aids, browser, composition, export, playback, probe, selection, view, window};
use castview_picture::PlacedKey;
use std::sync::Arc;

/// Problems that are remembered at most: nobody looks for one among more.
const MOST_NOTED: usize = 10_000;

impl Session {
    /// Carries out one action. Poses fit the new state when this returns.
    pub fn apply(&mut self, action: Action) -> Outcome {
        self.changes.count_action();
        turn(self, |session| session.carry_out(action))
    }

    /// Takes in what the loader, the window or the system tells.
    pub fn receive(&mut self, message: Message) -> Outcome {
        turn(self, |session| take_in(session, message))
    }

    /// Lets `delta_secs` pass. Returns the names of the notifications that were passed, in playing order.
    pub fn advance(&mut self, delta_secs: f64) -> Vec<String> {
        glide::glide_on(self, delta_secs);
        let has_flown = fly::fly_on(self, delta_secs);
        if has_flown && !self.is_playing() {
            self.follow_poses();
        }
        let Some(timeline) = played::played(self) else {
            return Vec::new();
        };
        if !self.playback.transport().playing {
            return Vec::new();
        }
        let names = events::pass(self, delta_secs, &timeline);
        play::go_on_to_next_clip(self);
        self.evaluate();
        self.follow_poses();
        names
    }

    pub(super) fn carry_out(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Stage(action) => apply_stage(self, action),
            Action::Browser(action) => browser::apply_browser(self, action),
            Action::Playback(action) => playback::apply_playback(self, action),
            Action::Composition(action) => composition::apply_composition(self, action),
            Action::Selection(action) => selection::apply_selection(self, action),
            Action::Probe(action) => probe::apply_probe(self, action),
            Action::View(action) => view::apply_view(self, action),
            Action::Aids(action) => aids::apply_aids(self, action),
            Action::Window(WindowAction::Paste(pose)) if text::is_pose(&pose) => text::paste(self, &pose, false),
            Action::Window(action) => window::apply_window(self, action),
            Action::Export(action) => export::apply_export(self, action),
            Action::Switch(switch, on) => turn_switch(self, switch, on),
            Action::Dial(value) => set_dial(self, value),
            Action::Undo => scale::rescaling(self, |session| undo_or_redo(session, true)),
            Action::Redo => scale::rescaling(self, |session| undo_or_redo(session, false)),
            Action::Escape => escape(self),
        }
    }

    /// A change of how things are drawn.
    pub(super) fn look(&mut self, change: impl FnOnce(&mut Self)) -> Vec<Effect> {
        change(self);
        self.note(Change::PICTURE);
        Vec::new()
    }

    /// Drops every pointer to files, models and clips that are no longer open.
    pub(super) fn forget_what_is_gone(&mut self) {
        // The pointer may be over something that is gone.
        selection::hover(self, self.selection.hovered());
        let stage = &self.stage;
        let lives = |key: PlacedKey| stage.placed(key).is_some();
        self.edits.retain_selected(|selected| stage.has(*selected));
        self.edits.hidden_meshes.retain(|key, _| lives(*key));
        self.edits.hidden_bones.retain(|key, _| lives(*key));
        if let Some(before) = &mut self.edits.before_solo {
            let flags = Arc::make_mut(before).iter_mut();
            flags.for_each(|flags| flags.retain(|key, _| lives(*key)));
        }
        self.edits.shape_weights.retain(|(key, shape), _| {
            stage
                .placed(*key)
                .is_some_and(|placed| shape.get() < placed.model().blend_shapes.len())
        });
        if !self.edits.hand_poses.is_empty() {
            let bones = |key| stage.placed(key).map_or(0, |placed| placed.model().skeleton.len());
            Arc::make_mut(&mut self.edits.hand_poses).keep(bones);
        }
        self.edits.methods.retain(|(key, mesh), _| {
            let placed = stage.placed(*key);
            placed.is_some_and(|placed| mesh.get() < placed.model().meshes.len())
        });
        self.edits.tints.retain(|(key, material), _| {
            let placed = stage.placed(*key);
            placed.is_some_and(|placed| material.get() < placed.model().materials.len())
        });
        self.edits.moved.retain(|key, _| lives(*key));
        self.edits.ranges.retain(|key, _| stage.clip(*key).is_some());
        pinning::forget_gone(self);
        compared::forget_compared(self);
        probe::forget_pins(self);
        stack::forget_layers(self);
        modes::forget_modes(self);
        attach::forget_attachments(self);
        if self
            .playback
            .active_clip()
            .is_some_and(|key| self.stage.clip(key).is_none())
        {
            self.activate(None, false);
        }
    }
}

/// Notes what follows from edits that are not as they were `before`.
pub(super) fn follow_edits(session: &mut Session, before: &SharedEdits) {
    if session.edits == *before {
        return;
    }
    session.note(Change::PICTURE);
    if session.edits.selected != before.selected || session.edits.pins != before.pins {
        session.selection.came_last(session.edits.pins != before.pins);
    }
    modes::bind_again(session, before);
    if session.edits.moves_otherwise(before) {
        session.note(Change::MOTION | Change::GROUND);
    }
    if session.edits.hidden_meshes != before.hidden_meshes || session.edits.hidden_bones != before.hidden_bones {
        session.note(Change::LOOKS | Change::GROUND);
    }
    if session.edits.binds_differently(before) {
        stack::bind_clips(session);
    }
    if session.edits.attachments != before.attachments {
        attach::pair_followers(session);
        session.note(Change::SIZE);
    }
    if session.edits.moved != before.moved {
        session.note(Change::POSES | Change::SIZE);
    }
    if session.edits.hand_poses != before.hand_poses {
        session.note(Change::POSES | Change::SEAM);
    }
    if session.edits.stopped != before.stopped {
        session.note(Change::POSES | Change::GROUND);
    }
    if session.edits.ranges != before.ranges {
        session.note(Change::SEAM);
    }
    if session.edits.scales != before.scales {
        session
            .opening
            .solve(|problem| matches!(problem, Problem::OtherScale(_)));
    }
    if session.edits.up != before.up {
        session.note(Change::UP);
    }
    // The way that is taken out to keep a model in place depends on the up axis.
    if session.edits.layers != before.layers || session.edits.base != before.base || session.edits.up != before.up {
        session.note(Change::POSES | Change::SEAM);
    }
}

/// Does one thing and all that follows from it, as one step of undo unless it says otherwise ([`crate::undo::Remembers`]).
fn turn(session: &mut Session, does: impl FnOnce(&mut Session) -> Vec<Effect>) -> Outcome {
    let around = session.changes.begin();
    let mut before = session.edits.clone();
    let clip = session.playback.active_clip();
    let mut effects = does(session);
    measure::forget_measures(session);
    follow_edits(session, &before);
    stop::end_if_gone(session);
    if session.playback.active_clip() != clip {
        // Stops were of steps of the former clip: Undo and Redo would bring them back on the new one.
        session.history.forget_stops();
        before.stopped = session.edits.stopped;
    }
    session
        .history
        .remember(&before, &session.edits, session.changes.remembers());
    if !Arc::ptr_eq(&session.edits.relinks, &before.relinks) {
        effects.extend(follow_relinks(session, false));
    }
    session.evaluate();
    session.follow_poses();
    shown::fit_files(session);
    effects.extend(ask_for_speeds(session));
    effects.extend(ask_for_mesh_facts(session));
    effects.extend(ask_for_trouble(session));
    sweep::end_unwanted(session);
    session.opening.note_problems(&effects);
    let changed = session.changes.end(around);
    Outcome { changed, effects }
}

// Everything else.

fn escape(session: &mut Session) -> Vec<Effect> {
    if session.window.close_page() {
        Vec::new()
    } else if session.opening.under_way().is_some() {
        cancel_load(session)
    } else if session.view.drawing().is_some() {
        drawing::stop_drawing(session)
    } else if pinning::flip_back(session) {
        Vec::new()
    } else if session.edits.stopped.is_some() {
        quiet(|| stop::stop(session, None))
    } else if session.composition.put_handles_away() {
        quiet(|| session.note(Change::PICTURE))
    } else if session.view.looks_through().is_some() {
        quiet(|| look_through(session, None))
    } else if listed::unlist_vertices(session) || session.view.stop_flying() || session.view.stop_following() {
        Vec::new()
    } else if !session.edits.also_selected.is_empty() {
        quiet(|| session.edits.select_no_others())
    } else if session.edits.selected.take().is_some() || session.edits.unpin_last() {
        Vec::new()
    } else if session.window.fill_screen(false) {
        vec![Effect::SetFullScreen(false)]
    } else {
        Vec::new()
    }
}

impl Opening {
    /// Problems that these notices tell of stand from here on.
    fn note_problems(&mut self, effects: &[Effect]) {
        let told = effects.iter().filter_map(|effect| match effect {
            Effect::Notify(notice) => notice.problem.as_ref(),
            _ => None,
        });
        for problem in told.filter(|problem| problem.is_noted()) {
            if self.noted.len() < MOST_NOTED {
                self.noted.insert(problem.clone());
            }
        }
    }
}
