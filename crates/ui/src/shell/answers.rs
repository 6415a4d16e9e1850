//! Answers of the palette: commands first, then bones, clips, files and pages by name.
//!
//! In: what is typed, the session. Out: entries, the best first, each with what it asks for. Names are looked at when something else is
//! typed or open, not in every pass.

use super::asking::{Asking, CommandFit};
use crate::kit::words;
use crate::tree::items;
use crate::tree::node::{self, Node};
use crate::view::tools::environment_choices;
use castview_picture::opened::Placement;
use castview_session::{
    Action, BrowserAction, Command, Menu, PlaybackAction, Selected, SelectionAction, Session, StageAction, commands,
};
use egui_material_icons::{MaterialIcon, icons};
use std::borrow::Cow;
use std::sync::Arc;

/// Things that are listed below the commands.
const MOST_THINGS: usize = 50;
/// Names that are looked at.
const MOST_NAMES: usize = 300_000;
/// Characters of each.
const LONGEST: usize = 256;

/// One row of the palette.
#[derive(Clone, Debug)]
pub enum Answer {
    Command(&'static Command),
    Thing(Thing),
}

/// Something with a name that is no command.
#[derive(Clone, Debug)]
pub struct Thing {
    pub name: String,
    /// Where it is.
    pub place: String,
    pub glyph: MaterialIcon,
    pub action: Action,
}

/// The things that fit what was typed last.
#[derive(Default)]
pub struct Things {
    of: Option<(Asking, Vec<usize>)>,
    found: Vec<Thing>,
}

/// The submenu without whose title the titles of its commands say too little: names of environments.
pub fn submenu(command: &Command) -> Option<&'static str> {
    let is_in_it = environment_choices::COMMANDS.contains(&command.name);
    is_in_it.then_some(environment_choices::TITLE)
}

fn offered() -> impl Iterator<Item = &'static Command> {
    commands().filter(|command| !["escape", "palette"].contains(&command.name))
}

/// How many commands ago it was run.
fn used(session: &Session, command: &Command) -> usize {
    let recent = &session.preferences().window.recent_commands;
    recent
        .iter()
        .position(|name| name == command.name)
        .unwrap_or(usize::MAX)
}

/// All commands, for whom nothing is typed: those that were run last come first, disabled ones last.
pub fn all_commands(session: &Session) -> Vec<&'static Command> {
    let mut all: Vec<&'static Command> = offered().collect();
    all.sort_by_key(|command| (!command.is_enabled(session), used(session, command)));
    all
}

/// Commands that fit, the best first, and how well each does.
fn fitting(session: &Session, asking: &Asking) -> Vec<(CommandFit, &'static Command)> {
    let mut fits: Vec<_> = offered()
        .filter_map(|command| fit(asking, command).map(|fit| (fit, command)))
        .collect();
    fits.sort_by_key(|(fit, command)| (*fit, !command.is_enabled(session), used(session, command)));
    fits.into_iter().map(|((fit, _), command)| (fit, command)).collect()
}

/// How well a command fits. Among equal fits its title comes before its other words, and these before all of them together.
fn fit(asking: &Asking, command: &Command) -> Option<(CommandFit, u8)> {
    let titled = asking.fit(command.title).map(|fit| (fit, 0));
    let is_near = |fit: &CommandFit| *fit < CommandFit::Short;
    let other = command
        .words()
        .filter_map(|word| asking.fit(word))
        .filter(is_near)
        .min();
    let around = [command.title, word(command.menu), submenu(command).unwrap_or_default()];
    let together = asking.fit_all(around.into_iter().chain(command.words()));
    let together = together.filter(is_near).map(|fit| (fit, 2));
    [titled, other.map(|fit| (fit, 1)), together]
        .into_iter()
        .flatten()
        .min()
}

/// Answers that fit `typed`, the best first. Commands come before everything else. A command that only has the letters within a word, or some
/// of them left out, is an answer where nothing else is: "exit" is not about complexity.
pub fn found(session: &Session, typed: &str, things: &mut Things) -> Vec<Answer> {
    let asking = Asking::new(typed);
    let fits = fitting(session, &asking);
    let (near, far): (Vec<_>, Vec<_>) = fits.into_iter().partition(|(fit, _)| *fit < CommandFit::Parts);
    things.update(session, asking);
    let answer = |(_, command)| Answer::Command(command);
    let is_sure = !near.is_empty() || !things.found.is_empty();
    let mut answers: Vec<Answer> = near.into_iter().map(answer).collect();
    answers.extend(things.found.iter().cloned().map(Answer::Thing));
    if !is_sure {
        let nearest = far.iter().map(|(fit, _)| *fit).min();
        let far = far.into_iter().filter(|(fit, _)| Some(*fit) == nearest);
        answers.extend(far.map(answer));
    }
    answers
}

impl Things {
    fn update(&mut self, session: &Session, asking: Asking) {
        let of = Some((asking, state_of(session)));
        if self.of == of {
            return;
        }
        self.of = of;
        let Some((asking, _)) = &self.of else { return };
        let mut fits: Vec<(CommandFit, usize, Candidate<'_>)> = Vec::new();
        for (at, candidate) in candidates(session).take(MOST_NAMES).enumerate() {
            let name = candidate.name(session);
            let end = name.char_indices().nth(LONGEST).map_or(name.len(), |(end, _)| end);
            if let Some(fit) = asking.fit(&name[..end]).filter(|fit| *fit < CommandFit::Short) {
                fits.push((fit, at, candidate));
            }
        }
        fits.sort_by_key(|(fit, at, _)| (*fit, *at));
        let best = fits.into_iter().take(MOST_THINGS);
        self.found = best.map(|(_, _, candidate)| candidate.thing(session)).collect();
    }
}

/// Counts that names follow from: another value means that other names may be found.
fn state_of(session: &Session) -> Vec<usize> {
    let stage = session.stage();
    let scenes = stage.files().iter().map(|file| Arc::as_ptr(&file.scene) as usize);
    let listed = session.browser().listed_files();
    let rest = [
        stage.models().len(),
        stage.clips().len(),
        listed.as_ptr() as usize,
        listed.len(),
        Arc::as_ptr(session.browser().recent()) as usize,
        session
            .browser()
            .recent()
            .files
            .iter()
            .filter(|file| session.browser().is_gone(file))
            .count(),
    ];
    scenes.chain(rest).collect()
}

enum Candidate<'a> {
    Item(Selected),
    Listed { name: &'a str, location: &'a str },
    Recent(&'a str),
    RecentFolder(&'a str),
}

fn candidates(session: &Session) -> impl Iterator<Item = Candidate<'_>> {
    let listed = session.browser().listed_files().iter().map(|file| Candidate::Listed {
        name: &file.name,
        location: &file.location,
    });
    let files = session
        .stage()
        .files()
        .iter()
        .map(|file| Candidate::Item(Selected::File(file.key)));
    let items = items::of(session.stage()).into_iter().map(Candidate::Item);
    let recent = session.browser().recent();
    let there = recent
        .files
        .iter()
        .filter(|location| !session.browser().is_gone(location));
    let there = there.map(|location| Candidate::Recent(location));
    let folders = recent.folders.iter().map(|location| Candidate::RecentFolder(location));
    items.chain(files).chain(listed).chain(there).chain(folders)
}

impl Candidate<'_> {
    fn name<'a>(&'a self, session: &'a Session) -> Cow<'a, str> {
        match self {
            Self::Item(item) => node::label(session.stage(), Node::Item(*item)).into(),
            Self::Listed { name, .. } => (*name).into(),
            Self::Recent(location) => {
                let more = session.browser().recent().opened_by(location).len() - 1;
                let more = if more > 0 {
                    format!(" and {more} more")
                } else {
                    String::new()
                };
                format!("Open recent: {}{more}", words::file_name(location)).into()
            }
            Self::RecentFolder(location) => format!("Open recent: folder {}", words::file_name(location)).into(),
        }
    }

    fn thing(&self, session: &Session) -> Thing {
        let name = self.name(session).into_owned();
        match *self {
            Self::Item(item) => Thing {
                name,
                place: items::path(session.stage(), item),
                glyph: node::glyph_of(Node::Item(item)),
                action: match item {
                    Selected::Clip(clip) => Action::Playback(PlaybackAction::ChooseClip(Some(clip))),
                    item => Action::Selection(SelectionAction::Select(Some(item))),
                },
            },
            Self::Listed { location, .. } => Thing {
                name,
                place: "Files tab".to_owned(),
                glyph: icons::ICON_DRAFT,
                action: Action::Browser(BrowserAction::Open(location.to_owned())),
            },
            Self::Recent(location) => Thing {
                name,
                place: folder_of(location),
                glyph: icons::ICON_HISTORY,
                action: Action::Stage(StageAction::Open {
                    locations: session.browser().recent().opened_by(location),
                    placement: Placement::Replace,
                }),
            },
            Self::RecentFolder(location) => Thing {
                name,
                place: folder_of(location),
                glyph: icons::ICON_FOLDER_OPEN,
                action: Action::Browser(BrowserAction::OpenFolder(location.to_owned())),
            },
        }
    }
}

/// The name of the folder that it lies in, which tells two of one name apart.
fn folder_of(location: &str) -> String {
    location.rsplit(['/', '\\']).nth(1).unwrap_or_default().to_owned()
}

pub fn word(menu: Menu) -> &'static str {
    match menu {
        Menu::File => "File",
        Menu::Edit => "Edit",
        Menu::View => "View",
        Menu::Play => "Play",
        Menu::Skeleton => "Skeleton",
        Menu::Help => "Help",
    }
}
