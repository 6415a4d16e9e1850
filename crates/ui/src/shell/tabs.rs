//! The tabs of the left panel: nodes, clips, files.

use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use castview_session::{Action, LeftTab, Session, command};
use egui::accesskit::Role;
use egui::{Button, RichText, Ui, WidgetInfo, vec2};

pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let shown = session.preferences().window.left_tab;
    let clips = session.stage().clips().len() as u64;
    // A command shows its tab, and the nodes when its tab is shown.
    let (clips_command, files_command) = (command("library"), command("browser"));
    let back = if shown == LeftTab::Files {
        files_command
    } else {
        clips_command
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(space::XS);
        let width = (ui.available_width() - space::XS) / 3.0;
        for (tab, name, title, command, tip) in [
            (
                LeftTab::Nodes,
                "Nodes tab",
                "Nodes".to_owned(),
                back,
                "What the files are made of".to_owned(),
            ),
            (
                LeftTab::Clips,
                "Clips tab",
                format!("Clips {}", words::grouped(clips)),
                clips_command,
                control::tip(session, clips_command),
            ),
            (
                LeftTab::Files,
                "Files tab",
                "Files".to_owned(),
                files_command,
                control::tip(session, files_command),
            ),
        ] {
            let theme = theme::of(ui);
            let is_shown = tab == shown;
            let text = RichText::new(title).color(if is_shown { theme.text } else { theme.dim });
            let button = Button::new(text)
                .frame_when_inactive(is_shown)
                .min_size(vec2(width, size::ROW));
            let response = ui.add(button);
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_shown, name));
            if is_shown {
                let line = response.rect.with_min_y(response.rect.bottom() - size::RING);
                ui.painter().rect_filled(line, 0, theme.accent);
            }
            let response = response.on_hover_text(tip).accessible_name(name);
            if response.clicked() && !is_shown {
                actions.push(command.action());
            }
        }
    });
}
