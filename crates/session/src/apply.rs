//! One action → new state and effects.

use super::edits::SharedEdits;
use super::effect::quiet;
use super::undo::{Remembers, Step, SwitchStep};
use super::{Action, Change, Effect, Message, Opening, Outcome, Problem, Session, WindowAction};
use crate::aids::trouble::ask_for_trouble;
use crate::browser::shown;
use crate::composition::by_hand::text;
use crate::composition::pinned::pinning;
use crate::composition::stopped::stop;
use crate::composition::{attach, modes, stack};
use crate::probe::{listed, measure};
use crate::stage::changed::compared;
use crate::view::ground;
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
        turn(self, |session| session.take_in(message))
    }

    /// Notes what follows from edits that are not as they were `before`.
    pub(super) fn follow_edits(&mut self, before: &SharedEdits) {
        if self.edits == *before {
            return;
        }
        self.note(Change::PICTURE);
        if self.edits.selected != before.selected || self.edits.pins != before.pins {
            self.selection.came_last(self.edits.pins != before.pins);
        }
        modes::bind_again(self, before);
        if self.edits.moves_otherwise(before) {
            self.note(Change::MOTION | Change::GROUND);
        }
        if self.edits.hidden_meshes != before.hidden_meshes || self.edits.hidden_bones != before.hidden_bones {
            self.note(Change::LOOKS | Change::GROUND);
        }
        if self.edits.binds_differently(before) {
            self.bind_clips();
        }
        if self.edits.attachments != before.attachments {
            attach::pair_followers(self);
            self.note(Change::SIZE);
        }
        if self.edits.moved != before.moved {
            self.note(Change::POSES | Change::SIZE);
        }
        if self.edits.hand_poses != before.hand_poses {
            self.note(Change::POSES | Change::SEAM);
        }
        if self.edits.stopped != before.stopped {
            self.note(Change::POSES | Change::GROUND);
        }
        if self.edits.ranges != before.ranges {
            self.note(Change::SEAM);
        }
        if self.edits.scales != before.scales {
            self.opening.solve(|problem| matches!(problem, Problem::OtherScale(_)));
        }
        if self.edits.up != before.up {
            self.note(Change::UP);
        }
        // The way that is taken out to keep a model in place depends on the up axis.
        if self.edits.layers != before.layers || self.edits.base != before.base || self.edits.up != before.up {
            self.note(Change::POSES | Change::SEAM);
        }
    }

    pub(super) fn carry_out(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Stage(action) => self.apply_stage(action),
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
            Action::Switch(switch, on) => self.turn_switch(switch, on),
            Action::Dial(value) => self.set_dial(value),
            Action::Undo => self.rescaling(|session| undo_or_redo(session, true)),
            Action::Redo => self.rescaling(|session| undo_or_redo(session, false)),
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

    /// Follows a change of the up axis: sizes taken from the stage are taken anew, and a camera that framed all of it frames it again.
    pub(super) fn turned_up(&mut self) {
        let bounds = self.framed().bounds;
        self.view.keep_steady(bounds);
        ground::find_ground(self);
        if self.view.is_framed() {
            self.frame_all();
        }
    }
}

/// Does one thing and all that follows from it, as one step of undo unless it says otherwise ([`Remembers`]).
fn turn(session: &mut Session, does: impl FnOnce(&mut Session) -> Vec<Effect>) -> Outcome {
    let around = session.changes.begin();
    let mut before = session.edits.clone();
    let clip = session.playback.active_clip();
    let mut effects = does(session);
    measure::forget_measures(session);
    session.follow_edits(&before);
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
        effects.extend(session.follow_relinks(false));
    }
    session.evaluate();
    session.follow_poses();
    shown::fit_files(session);
    effects.extend(session.ask_for_speeds());
    effects.extend(session.ask_for_mesh_facts());
    effects.extend(ask_for_trouble(session));
    session.opening.note_problems(&effects);
    let changed = session.changes.end(around);
    Outcome { changed, effects }
}

// Everything else.

pub(super) fn undo_or_redo(session: &mut Session, undo: bool) -> Vec<Effect> {
    let up = session.up_axis();
    let mut effects = Vec::new();
    let mut history = std::mem::take(&mut session.history);
    history.drop_switches(undo, |step| session.is_switched_otherwise(step));
    let stepped = history.go(undo, |step| match step {
        Step::Edited(step) => Step::Edited(Box::new(step.bring_back(&mut session.edits))),
        Step::Opened(step) => {
            let (opposite, wanted) = session.bring_back(*step);
            effects = wanted;
            Step::Opened(Box::new(opposite))
        }
        Step::Switched(step) => {
            effects = session.switch_back(step);
            Step::Switched(SwitchStep {
                is_undone: !step.is_undone,
                ..step
            })
        }
    });
    session.history = history;
    session.changes.remember_as(Remembers::Nothing);
    if stepped {
        session.note(Change::POSES);
        session.forget_what_is_gone();
        if session.up_axis() != up {
            session.turned_up();
        }
    }
    effects
}

fn escape(session: &mut Session) -> Vec<Effect> {
    if session.window.close_page() {
        Vec::new()
    } else if session.opening.under_way().is_some() {
        session.cancel_load()
    } else if session.view.drawing().is_some() {
        drawing::stop_drawing(session)
    } else if pinning::flip_back(session) {
        Vec::new()
    } else if session.edits.stopped.is_some() {
        quiet(|| stop::stop(session, None))
    } else if session.composition.put_handles_away() {
        quiet(|| session.note(Change::PICTURE))
    } else if session.view.looks_through().is_some() {
        quiet(|| session.look_through(None))
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
