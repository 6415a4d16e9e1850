//! Exporting pictures: what is written, how large it will be, and how far it is.
//!
//! The session says the command; whoever carries out effects runs it.

use crate::effect::quiet;
use crate::{Action, Effect, Export, ExportAction, Notice, Page, Session};

pub(crate) mod action;
mod check;
pub(crate) mod choice;
pub(crate) mod models;
pub(crate) mod posed_clip;
pub(crate) mod state;
mod subject;

pub use subject::export_subject;

use state::{Checking, ExportMeasure, Measuring};

pub(crate) fn apply_export(session: &mut Session, action: ExportAction) -> Vec<Effect> {
    match action {
        ExportAction::TogglePage => {
            session.window.toggle_page(Page::Export);
            session.export.frames = None;
            measure_export(session)
        }
        ExportAction::Choose(choice) => {
            session.preferences.export = choice.checked();
            measure_export(session)
        }
        ExportAction::SetFrames(frames) => {
            session.export.frames = frames.filter(|frames| frames.iter().all(|frame| frame.is_finite()));
            measure_export(session)
        }
        ExportAction::ToggleModels => {
            session.window.toggle_page(Page::ExportModels);
            check::check(session)
        }
        ExportAction::ChooseModels(choice) => {
            session.preferences.export_models = choice.checked();
            check::check(session)
        }
        ExportAction::Begin | ExportAction::BeginModels if session.export.under_way.is_some() => Vec::new(),
        ExportAction::Begin => {
            // The window is free again while the pictures are drawn.
            session.window.close_page();
            session.export.measuring = Measuring::Nothing;
            vec![session.view_command().map_or_else(refused, |command| {
                Effect::Export(Box::new(command.for_pictures(session)))
            })]
        }
        ExportAction::Replace(_) if session.export.under_way.is_some() => Vec::new(),
        ExportAction::Replace(place) => vec![Effect::ExportOver(place)],
        ExportAction::CopyCommand => {
            vec![session.view_command().map_or_else(refused, |command| {
                Effect::CopyView(Box::new(command.for_pictures(session)))
            })]
        }
        ExportAction::BeginModels => {
            session.window.close_page();
            session.export.checking = Checking::Nothing;
            vec![
                session
                    .view_command()
                    .map_or_else(refused, |command| Effect::Export(Box::new(command.for_models(session)))),
            ]
        }
        ExportAction::CopyModelsCommand => {
            vec![session.view_command().map_or_else(refused, |command| {
                Effect::CopyView(Box::new(command.for_models(session)))
            })]
        }
        ExportAction::Cancel => match session.export.under_way {
            Some(_) => vec![Effect::CancelExport],
            None => Vec::new(),
        },
        ExportAction::SavePose => {
            let model = posed_clip::saved_model(session).map(|placed| placed.key);
            model.map(Effect::SavePose).into_iter().collect()
        }
        ExportAction::CopyPath(location) => vec![Effect::CopyPath(location)],
        ExportAction::Open(location) => vec![Effect::OpenOutside(location)],
        ExportAction::ShowFolder(location) => vec![Effect::ShowFolder(location)],
    }
}

/// Asks for a few pictures of the present choice, while the page is seen.
fn measure_export(session: &mut Session) -> Vec<Effect> {
    if session.window.page() != Some(Page::Export) {
        return quiet(|| session.export.measuring = Measuring::Nothing);
    }
    session.export.forget_measure();
    ask_for_export(session)
}

fn ask_for_export(session: &mut Session) -> Vec<Effect> {
    let Some(command) = session.view_command() else {
        let why = "standard input has no path that a command could name";
        return quiet(|| session.export.measuring = Measuring::Failed(why.into()));
    };
    vec![Effect::MeasureExport {
        question: session.export.question,
        command: Box::new(command.for_pictures(session)),
    }]
}

pub(crate) fn export_measured(
    session: &mut Session,
    question: u64,
    measured: Result<ExportMeasure, String>,
) -> Vec<Effect> {
    let choice = session.preferences.export;
    let size = choice.size_of(&export_subject(session), session.export.fitted);
    match session.export.measured(question, measured, (choice.size, size)) {
        true => ask_for_export(session),
        false => Vec::new(),
    }
}

fn refused() -> Effect {
    Effect::Notify(Notice::warning(
        "Not exported: standard input has no path that a command could name.",
    ))
}

/// Asks whether `count` files, of which `name` is the first, may be replaced.
pub(crate) fn is_there(name: &str, count: usize, place: String) -> Effect {
    let text = match count {
        ..=1 => format!("Not exported yet: {name} is there already."),
        2 => format!(
            "Not exported yet: {name} and 1 more picture are there already. Those of the same number are replaced."
        ),
        _ => format!(
            "Not exported yet: {name} and {} more pictures are there already. Those of the same number are replaced.",
            count - 1
        ),
    };
    let ask = |action| Action::Export(action);
    let notice = Notice::warning(text)
        .with_action("Replace", ask(ExportAction::Replace(place)))
        .with_action("Choose another name", ask(ExportAction::Begin));
    Effect::Notify(notice)
}

impl Export {
    pub(crate) fn stopped(&mut self, name: &str, pictures: Option<u64>) -> Vec<Effect> {
        self.under_way = None;
        let stays = match pictures {
            None | Some(0) => String::new(),
            Some(1) => " 1 picture was written and stays.".to_owned(),
            Some(count) => format!(" {count} pictures were written and stay."),
        };
        let text = format!("Export of {name} was stopped.{stays}");
        vec![Effect::Notify(Notice::info(text))]
    }

    /// `pictures`: how many files, if each picture is one; `bytes`: size of the file.
    pub(crate) fn ended(
        &mut self,
        name: &str,
        (pictures, bytes): (Option<u64>, Option<u64>),
        place: String,
        (failed, told): (Option<String>, Vec<String>),
    ) -> Vec<Effect> {
        self.under_way = None;
        let details = told.join("\n");
        if let Some(why) = failed {
            let notice = Notice::error(format!("{name} was not exported: {why}")).with_details(details);
            return vec![Effect::Notify(notice)];
        }
        let text = match (pictures, bytes) {
            (Some(1), _) => format!("Exported {name} as one picture."),
            (Some(count), _) => format!("Exported {name} as {count} pictures."),
            (None, Some(bytes)) => format!("Exported {name}, {}.", megabytes(bytes)),
            (None, None) => format!("Exported {name}."),
        };
        let ask = |action| Action::Export(action);
        let notice = Notice::info(text)
            .with_details(details)
            .with_action("Open", ask(ExportAction::Open(place.clone())))
            .with_action("Show in folder", ask(ExportAction::ShowFolder(place.clone())))
            .with_action("Copy path", ask(ExportAction::CopyPath(place)));
        vec![Effect::Notify(notice)]
    }
}

/// `812 kB`, `2.1 MB`.
fn megabytes(bytes: u64) -> String {
    match bytes {
        ..950_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
