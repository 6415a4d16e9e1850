//! The built-in file dialog, where the desktop offers none.
//!
//! In: what is to be chosen, and lists of folders. Out: the same effects as by a dialog of the desktop.

use super::action::DialogAction;
use super::state::{DialogFor, FileDialog, Then};
use super::walk;
use crate::stage::load::open_or_reload;
use crate::stage::textures::relink;
use crate::{Browser, Effect, Page, Session};
use castview_base::core::TextureIndex;
use castview_picture::opened::{FileKey, Placement, Places};

/// The dialog that lies over the window.
pub fn file_dialog(session: &Session) -> Option<&FileDialog> {
    let is_open = session.window.page() == Some(Page::FileDialog);
    session.browser.dialog.as_ref().filter(|_| is_open)
}

/// The desktop has no dialog for it. `name`: of a picture.
pub(crate) fn no_dialog(session: &mut Session, wants: DialogFor, name: String) -> Vec<Effect> {
    let generation = session.browser.dialog.as_ref().map_or(0, |dialog| dialog.generation);
    session.browser.dialog = Some(FileDialog {
        wants,
        name,
        places: None,
        chosen: Vec::new(),
        is_typed: false,
        generation,
    });
    session.window.open_page(Page::FileDialog);
    session.browser.enter_folder(likely_folder(session))
}

/// Where the user was last; empty if nobody knows.
fn likely_folder(session: &Session) -> String {
    let listed = session.browser.list.as_ref().map(|list| list.location.clone());
    let open = || {
        walk::walked_location(session)
            .and_then(walk::folder_of)
            .map(str::to_owned)
    };
    let recent = session.browser.recent();
    let lately = || {
        recent
            .files
            .first()
            .and_then(|file| walk::folder_of(file))
            .map(str::to_owned)
    };
    let known = listed.or_else(open).or_else(|| recent.folder.clone()).or_else(lately);
    known.unwrap_or_default()
}

pub(crate) fn places_listed(session: &mut Session, generation: u64, places: Places) -> Vec<Effect> {
    let dialog = session.browser.dialog.as_mut();
    let Some(dialog) = dialog.filter(|dialog| dialog.generation == generation) else {
        return Vec::new();
    };
    let named = places.named.clone().filter(|_| dialog.is_typed);
    dialog.places = Some(places);
    match (dialog.wants, named) {
        (DialogFor::File, Some(file)) => open_chosen(session, vec![file.location]),
        (DialogFor::Image(file, texture), Some(image)) => put_chosen(session, (file, texture), image.location),
        (DialogFor::Picture | DialogFor::Export, Some(picture)) if picture.is_picture => {
            dialog.name = picture.name;
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn open_chosen(session: &mut Session, locations: Vec<String>) -> Vec<Effect> {
    close_dialog(session);
    open_or_reload(session, locations, Placement::Replace)
}

fn put_chosen(session: &mut Session, texture: (FileKey, TextureIndex), location: String) -> Vec<Effect> {
    close_dialog(session);
    relink::relink(session, texture, Some(location))
}

pub(crate) fn apply_dialog(session: &mut Session, action: DialogAction) -> Vec<Effect> {
    let Some(dialog) = file_dialog(session) else {
        return Vec::new();
    };
    let (wants, here) = (
        dialog.wants,
        dialog.places.as_ref().map(|places| places.location.clone()),
    );
    match (action, here) {
        (DialogAction::Enter(location), _) => session.browser.enter_folder(location),
        (DialogAction::GoTo(typed), _) => {
            let listing = session.browser.enter_folder(typed.trim().to_owned());
            if let Some(dialog) = &mut session.browser.dialog {
                dialog.is_typed = true;
            }
            listing
        }
        (DialogAction::Open(location), _) if wants == DialogFor::File => open_chosen(session, vec![location]),
        (DialogAction::Open(location), _) if matches!(wants, DialogFor::Image(..)) => match wants {
            DialogFor::Image(file, texture) => put_chosen(session, (file, texture), location),
            _ => Vec::new(),
        },
        (DialogAction::Choose(location), _) if wants == DialogFor::File => {
            if let Some(dialog) = &mut session.browser.dialog {
                let before = dialog.chosen.len();
                dialog.chosen.retain(|chosen| *chosen != location);
                if dialog.chosen.len() == before {
                    dialog.chosen.push(location);
                }
            }
            Vec::new()
        }
        (DialogAction::OpenChosen, _) if wants == DialogFor::File && !dialog.chosen.is_empty() => {
            let chosen = dialog.chosen.clone();
            open_chosen(session, chosen)
        }
        (DialogAction::OpenFolder, Some(here)) if wants == DialogFor::Folder => {
            close_dialog(session);
            walk::browse(session, here, Then::Nothing)
        }
        (DialogAction::Save(name), Some(folder)) if wants.saves() && is_name(&name) => {
            close_dialog(session);
            vec![match wants {
                DialogFor::Diagnostics => Effect::SaveDiagnosticsIn { folder, name },
                DialogFor::Vertices(model, mesh) => Effect::SaveVerticesIn {
                    folder,
                    name,
                    of: (model, mesh),
                },
                DialogFor::Export => Effect::ExportIn { folder, name },
                DialogFor::Pose => Effect::SavePoseIn { folder, name },
                _ => Effect::SavePictureIn { folder, name },
            }]
        }
        _ => Vec::new(),
    }
}

fn close_dialog(session: &mut Session) {
    session.window.close_page();
    // Lists that are still on their way are of no dialog any more.
    if let Some(dialog) = &mut session.browser.dialog {
        dialog.generation += 1;
    }
}

impl Browser {
    fn enter_folder(&mut self, location: String) -> Vec<Effect> {
        let Some(dialog) = &mut self.dialog else {
            return Vec::new();
        };
        dialog.generation += 1;
        dialog.chosen.clear();
        dialog.is_typed = false;
        vec![Effect::ListPlaces {
            generation: dialog.generation,
            location,
        }]
    }
}

/// Whether a file can be called that: it names nothing in another folder.
pub fn is_name(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && !matches!(name, "." | "..") && !name.contains(['/', '\\', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::remember::with_recent;
    use crate::{Action, BrowserAction, Message, Recent};
    use castview_picture::opened::Place;

    fn places(location: &str) -> Places {
        let place = |name: &str| Place {
            name: name.into(),
            location: format!("{location}/{name}"),
            is_picture: false,
        };
        Places {
            location: location.into(),
            parent: Some("/".into()),
            folders: vec![place("deep")],
            files: vec![place("a.cast")],
            ..Places::default()
        }
    }

    fn act(session: &mut Session, action: DialogAction) -> Vec<Effect> {
        session.apply(Action::Browser(BrowserAction::Dialog(action))).effects
    }

    /// A session whose dialog shows `/folder`.
    fn asked(wants: DialogFor) -> Session {
        let mut session = with_recent(
            Session::default(),
            Recent {
                files: vec!["/folder/b.cast".into()],
                ..Recent::default()
            },
        );
        let effects = session.receive(Message::NoDialog {
            wants,
            name: "b.png".into(),
        });
        let [Effect::ListPlaces { generation, location }] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert_eq!(
            (&location[..], session.window().page()),
            ("/folder", Some(Page::FileDialog))
        );
        assert_eq!(file_dialog(&session).expect("it is open").places, None);
        let generation = *generation;
        session.receive(Message::Places {
            generation,
            places: places("/folder"),
        });
        session
    }

    #[test]
    fn a_file_is_found_by_way_of_folders_and_opened() {
        let mut session = asked(DialogFor::File);
        assert_eq!(act(&mut session, DialogAction::OpenFolder), []);
        let effects = act(&mut session, DialogAction::Enter("/folder/deep".into()));
        let [Effect::ListPlaces { generation, .. }] = effects[..] else {
            panic!("{effects:?}");
        };
        let shown = |session: &Session| {
            file_dialog(session)?
                .places
                .as_ref()
                .map(|places| places.location.clone())
        };
        session.receive(Message::Places {
            generation: generation - 1,
            places: places("/late"),
        });
        assert_eq!(shown(&session).as_deref(), Some("/folder"), "an older list");
        session.receive(Message::Places {
            generation,
            places: places("/folder/deep"),
        });
        assert_eq!(shown(&session).as_deref(), Some("/folder/deep"));
        let effects = act(&mut session, DialogAction::Open("/folder/deep/a.cast".into()));
        assert!(matches!(&effects[..], [Effect::Load { locations, .. }] if *locations == ["/folder/deep/a.cast"]));
        assert!(file_dialog(&session).is_none() && session.window().page().is_none());
        assert_eq!(
            act(&mut session, DialogAction::Open("/folder/a.cast".into())),
            [],
            "it is closed"
        );
    }

    #[test]
    fn an_image_is_put_in_place_of_a_texture_and_diagnostics_are_saved() {
        let wants = DialogFor::Image(FileKey(1), TextureIndex::new(0));
        let mut session = asked(wants);
        assert_eq!(act(&mut session, DialogAction::Save("x.png".into())), []);
        act(&mut session, DialogAction::Open("/folder/skin.png".into()));
        assert!(file_dialog(&session).is_none());

        let mut session = asked(DialogFor::Diagnostics);
        assert_eq!(act(&mut session, DialogAction::Open("/folder/a.cast".into())), []);
        let effects = act(&mut session, DialogAction::Save("report.txt".into()));
        let wanted = Effect::SaveDiagnosticsIn {
            folder: "/folder".into(),
            name: "report.txt".into(),
        };
        assert_eq!(effects, [wanted]);
    }

    #[test]
    fn several_files_are_chosen_and_opened_together() {
        let mut session = asked(DialogFor::File);
        assert_eq!(act(&mut session, DialogAction::OpenChosen), [], "nothing is chosen");
        for file in ["a.cast", "b.cast", "c.cast", "b.cast"] {
            act(&mut session, DialogAction::Choose(format!("/folder/{file}")));
        }
        let effects = act(&mut session, DialogAction::OpenChosen);
        let wanted = ["/folder/a.cast", "/folder/c.cast"];
        assert!(
            matches!(&effects[..], [Effect::Load { locations, .. }] if *locations == wanted),
            "{effects:?}"
        );
        assert!(file_dialog(&session).is_none());

        let mut session = asked(DialogFor::File);
        act(&mut session, DialogAction::Choose("/folder/a.cast".into()));
        act(&mut session, DialogAction::Enter("/folder/deep".into()));
        assert_eq!(
            act(&mut session, DialogAction::OpenChosen),
            [],
            "another folder begins anew"
        );
    }

    #[test]
    fn what_is_typed_is_a_folder_or_a_file_that_is_meant() {
        let named = |name: &str| Places {
            named: Some(Place {
                name: name.into(),
                location: format!("/other/{name}"),
                is_picture: name.ends_with(".png"),
            }),
            ..places("/other")
        };
        let go_to = |session: &mut Session, places: Places| {
            let effects = act(session, DialogAction::GoTo(" /other/there ".into()));
            let [Effect::ListPlaces { generation, location }] = &effects[..] else {
                panic!("{effects:?}");
            };
            assert_eq!(location, "/other/there");
            let generation = *generation;
            session.receive(Message::Places { generation, places }).effects
        };
        let mut session = asked(DialogFor::File);
        assert_eq!(go_to(&mut session, places("/other")), [], "a folder is shown");
        assert!(file_dialog(&session).is_some());
        let effects = go_to(&mut session, named("a.cast"));
        assert!(matches!(&effects[..], [Effect::Load { locations, .. }] if *locations == ["/other/a.cast"]));
        assert!(file_dialog(&session).is_none());

        let mut session = asked(DialogFor::Picture);
        assert_eq!(go_to(&mut session, named("shot.png")), []);
        assert_eq!(file_dialog(&session).map(|dialog| &*dialog.name), Some("shot.png"));
        let mut session = asked(DialogFor::Folder);
        assert_eq!(go_to(&mut session, named("a.cast")), [], "its folder is shown");
        assert!(file_dialog(&session).is_some());
    }

    #[test]
    fn a_folder_is_browsed_and_a_picture_saved_where_the_dialog_stands() {
        let mut session = asked(DialogFor::Folder);
        let effects = act(&mut session, DialogAction::OpenFolder);
        let lists = |effect: &Effect| matches!(effect, Effect::ListFolder { location, .. } if location == "/folder");
        assert!(effects.iter().any(lists), "{effects:?}");

        let mut session = asked(DialogFor::Picture);
        for name in ["", " ", "..", "a/b.png", "..\\b.png"] {
            assert_eq!(act(&mut session, DialogAction::Save(name.into())), [], "{name:?}");
        }
        let saved = Effect::SavePictureIn {
            folder: "/folder".into(),
            name: "b.png".into(),
        };
        assert_eq!(act(&mut session, DialogAction::Save("b.png".into())), [saved]);
        assert!(session.window().page().is_none());
    }
}
