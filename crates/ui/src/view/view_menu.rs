//! The menu behind a right click in the view: what can be done with the thing that was clicked, and with the view.
//!
//! In: the selection, which the right click itself has moved to what lies there. Out: actions. Lines are commands of the table.

use crate::kit::control;
use crate::kit::theme;
use crate::kit::words;
use crate::tree::node::{self, Node};
use crate::tree::node_menu;
use crate::view::tools::view_choices;
use castview_session::{Action, Selected, Session, command};
use egui::containers::menu::MenuConfig;
use egui::{Popup, PopupCloseBehavior, Response, RichText, Ui, UiKind, UiStackInfo};

/// Commands about what is there; a line after each group.
const GROUPS: &[&[&str]] = &[
    &["frame_all", "show_all"],
    &["bones", "wireframe", "grid"],
    &["save_picture", "copy_picture", "copy_view"],
];

/// Characters of the name that a menu is headed by.
const LONGEST_NAME: usize = 40;

/// A click of the right button, which is no drag.
pub fn is_asked(response: &Response, session: &Session) -> bool {
    response.secondary_clicked() && session.view().flight().is_none()
}

pub fn show(response: &Response, session: &Session, actions: &mut Vec<Action>) {
    if session.stage().is_empty() || session.view().flight().is_some() {
        return;
    }
    let config = UiStackInfo::new(UiKind::Menu).with_tag_value(MenuConfig::MENU_CONFIG_TAG, control::menu_config());
    // Some of its lines are sliders.
    let popup = Popup::context_menu(response).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.info(config).show(|ui| {
        control::menu_column(ui, |ui| {
            let item = session.edits().selected.filter(|item| is_seen(*item));
            if let Some(item) = item {
                of_item(ui, session, item, actions);
            }
            for names in GROUPS {
                // A thing that is drawn has the same line in its own part.
                let is_said =
                    |name: &&&str| **name == "show_all" && item.is_some_and(|item| session.stage().is_drawable(item));
                for name in names.iter().filter(|name| !is_said(name)) {
                    actions.extend(control::menu_entry(ui, session, command(name)));
                }
                ui.separator();
            }
            control::submenu(ui, "Shading", |ui| view_choices::shading_choices(ui, session, actions));
            control::submenu(ui, "Overlays", |ui| view_choices::overlay_choices(ui, session, actions));
            control::submenu(ui, "Camera", |ui| view_choices::camera_choices(ui, session, actions));
        });
    });
}

/// Things that a picture shows. A clip or a file that is selected in the tree was not clicked here.
fn is_seen(item: Selected) -> bool {
    !matches!(item, Selected::Clip(_) | Selected::File(_))
}

fn of_item(ui: &mut Ui, session: &Session, item: Selected, actions: &mut Vec<Action>) {
    let name = node::label(session.stage(), Node::Item(item));
    let heading = RichText::new(words::shortened(name, LONGEST_NAME)).color(theme::of(ui).dim);
    ui.label(heading.text_style(theme::dense()));
    node_menu::show(ui, session, item, name, actions);
    ui.separator();
}
