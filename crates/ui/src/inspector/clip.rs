//! The inspector of a clip: its length, its curves, what of it finds no target.

use super::motion::{clip_scale, layers, play_as, retarget};
use super::rows::{dim_line, link};
use crate::kit::control::{fact, section};
use crate::kit::theme::space;
use crate::kit::words::{self, counted};
use castview_base::scene::{Clip, Property, Track};
use castview_session::{Action, ClipKey, CompositionAction, ModeScope, PlaybackAction, Selected, Session};
use egui::Ui;

/// Names of unmatched curves listed at most; the rest is a count.
const MOST_NAMES: usize = 200;

pub fn show(ui: &mut Ui, session: &Session, key: ClipKey, actions: &mut Vec<Action>) {
    let Some(entry) = session.stage().clip(key) else {
        return;
    };
    let clip = entry.clip();
    let is_active = session.playback().active_clip() == Some(key);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let word = if is_active { "Plays now" } else { "Play this clip" };
        if ui.add_enabled(!is_active, egui::Button::new(word)).clicked() {
            actions.extend([
                Action::Playback(PlaybackAction::ChooseClip(Some(key))),
                Action::Playback(PlaybackAction::Play),
            ]);
        }
        if session.active_clip().is_some() {
            let over = ui.button("Add layer").on_hover_text("Lay this clip over what plays");
            if over.clicked() {
                actions.push(Action::Composition(CompositionAction::AddLayer {
                    clip: key,
                    model: None,
                }));
            }
        }
    });
    layers::show(ui, session, actions);
    section(ui, "Time", None, |ui| {
        fact(
            ui,
            "frames",
            format!("{} to {}", words::frame(clip.range.start), words::frame(clip.range.end)),
        );
        fact(ui, "rate", words::frames_per_second(clip.frames_per_second));
        fact(
            ui,
            "length",
            format!("{} s", words::fixed(clip.range.length() / clip.frames_per_second, 2)),
        );
        let says = match clip.mode {
            Some(mode) => format!("{}: {}", mode.word(), mode.meaning()),
            None if clip.looping => "loop".into(),
            None => "play once".into(),
        };
        fact(ui, "the file says", says);
    });
    section(ui, "Curves", Some(clip.tracks.len()), |ui| {
        curve_counts(ui, clip);
        let scope = ModeScope::Clip(key);
        play_as::line(ui, session, (scope, Some(key)), actions);
        if is_active {
            play_as::hint(ui, session, (scope, key, None), actions);
        }
        retarget::lines(ui, session, key, actions);
        clip_scale::line(ui, session, key, actions);
    });
    if !clip.notifications.is_empty() {
        section(ui, "Notifications", Some(clip.notifications.len()), |ui| {
            for notification in clip.notifications.iter().take(MOST_NAMES) {
                let frames = notification
                    .frames
                    .iter()
                    .take(8)
                    .map(|f| words::frame(*f))
                    .collect::<Vec<_>>()
                    .join(" ");
                fact(ui, &notification.name, frames);
            }
        });
    }
    if is_active {
        unmatched(ui, session);
    }
    if let Some(file) = session.stage().file(key.file) {
        section(ui, "Place", None, |ui| {
            link(ui, "file", &file.name, Selected::File(file.key), actions)
        });
    }
}

pub fn curve_counts(ui: &mut Ui, clip: &Clip) {
    let kind = |track: &Track| match track.property {
        Property::TranslationX | Property::TranslationY | Property::TranslationZ => "translation",
        Property::Rotation => "rotation",
        Property::ScaleX | Property::ScaleY | Property::ScaleZ => "scale",
        Property::BlendWeight => "blend weight",
        Property::Visibility => "visibility",
        Property::Parameter(_) => "material, camera, light",
    };
    for word in [
        "translation",
        "rotation",
        "scale",
        "blend weight",
        "visibility",
        "material, camera, light",
    ] {
        let tracks = || clip.tracks.iter().filter(|track| kind(track) == word);
        let count = tracks().count();
        if count > 0 {
            let keys: usize = tracks().map(|track| track.keys.len()).sum();
            fact(
                ui,
                word,
                format!(
                    "{} · {}",
                    words::grouped(count as u64),
                    counted(keys as u64, "key", "keys")
                ),
            );
        }
    }
    if !clip.overrides.is_empty() {
        fact(ui, "overrides", words::grouped(clip.overrides.len() as u64));
    }
}

/// Names that no model on the stage has.
pub fn unmatched(ui: &mut Ui, session: &Session) {
    let stage = session.stage();
    let Some(binding) = stage
        .models()
        .iter()
        .filter_map(|placed| placed.binding())
        .min_by_key(|b| b.unmatched.len())
    else {
        return;
    };
    if binding.unmatched.is_empty() {
        return;
    }
    section(ui, "Without a target", Some(binding.unmatched.len()), |ui| {
        for name in binding.unmatched.iter().take(MOST_NAMES) {
            dim_line(ui, name);
        }
        if let Some(more) = binding.unmatched.len().checked_sub(MOST_NAMES).filter(|more| *more > 0) {
            dim_line(ui, &format!("and {} more", words::grouped(more as u64)));
        }
    });
}
