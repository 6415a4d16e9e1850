//! The menu beside the search: in what order files are listed, and which.

use crate::kit::{choices, control};
use castview_session::{Action, Dial, FileFilter, FileOrder, Session};
use egui::Ui;
use egui_material_icons::icons;

/// The word of a filter, and the sentence of an empty list.
pub fn title(filter: FileFilter) -> (&'static str, &'static str) {
    match filter {
        FileFilter::All => ("All files", "No models or clips in this folder."),
        FileFilter::Models => ("Models", "No models in this folder."),
        FileFilter::Clips => ("Clips", "No clips in this folder."),
        FileFilter::Fitting => ("Fits the open model", "No clip of this folder fits what is open."),
    }
}

pub fn menu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    const NAME: &str = "Order and filter of files";
    let filter = session.browser().filter();
    let is_on = filter != FileFilter::default() || session.preferences().files.file_order != FileOrder::default();
    let response = control::list_menu(ui, icons::ICON_FILTER_LIST, NAME, is_on, |ui| {
        choices::dial(ui, session, Dial::FILE_ORDER, actions);
        ui.separator();
        choices::dial(ui, session, Dial::FILE_FILTER, actions);
    });
    let order = choices::word(session, Dial::FILE_ORDER);
    let tip = format!("{NAME}: {order}, {}", title(filter).0.to_lowercase());
    response.on_hover_text(tip);
}
