//! Marks at the right of a row: of an instance about the file it stands for, and of a thing with findings how many there are.

use super::node::Node;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, counted};
use castview_base::core::Severity;
use castview_picture::opened::Target;
use castview_session::stage;
use castview_session::{Action, Page, Selected, SelectionAction, Session, TextureMark, WindowAction};
use egui::accesskit::Role;
use egui::{Rect, Sense, Ui, WidgetInfo, pos2};
use egui_material_icons::icons;

/// The words of its row in the tree about its file, and their severity; `None`: it is there.
pub fn of_instance(session: &Session, item: Option<Selected>) -> Option<(&'static str, Severity)> {
    let Some(Selected::Instance(key, index)) = item else {
        return None;
    };
    let file = session.stage().file(key)?;
    match file.target(index)? {
        Target::Found(_) if stage::instance_from_elsewhere(session, file, index).is_some() => {
            Some((TextureMark::Elsewhere.word(), Severity::Warning))
        }
        Target::Missing(_) => Some(("missing", Severity::Warning)),
        Target::Unreadable(..) => Some(("cannot be read", Severity::Error)),
        Target::Found(_) | Target::LeftOut => None,
    }
}

/// Whether the bone, the goal of the IK handle, the weight of the blend shape, or any bone of the model is set by hand.
pub fn is_posed_by_hand(session: &Session, item: Option<Selected>) -> bool {
    let poses = &session.edits().hand_poses;
    match item {
        Some(Selected::Bone(model, bone)) => poses.change(model, bone).is_some(),
        Some(Selected::Handle(model, handle)) => {
            let rig = session.stage().placed(model).map(|placed| &placed.model().rig);
            let handle = rig.and_then(|rig| rig.handles.get(handle.get()));
            handle.is_some_and(|handle| poses.change(model, handle.target).is_some())
        }
        Some(Selected::BlendShape(model, shape)) => session.edits().shape_weights.contains_key(&(model, shape)),
        Some(Selected::Model(model)) => poses.of(model).is_some(),
        _ => false,
    }
}

/// Findings of the row's thing, at the right end of `room`: a click selects the thing and opens the page at it. Returns where the mark begins.
pub fn of_trouble(
    ui: &Ui,
    session: &Session,
    room: Rect,
    (item, name): (Selected, &str),
    actions: &mut Vec<Action>,
) -> f32 {
    let count = session.aids().trouble().count_of(item);
    if count == 0 {
        return room.right();
    }
    let theme = theme::of(ui);
    let font = theme::dense().resolve(ui.style());
    let number = ui
        .painter()
        .layout_no_wrap(words::grouped(u64::from(count)), font, theme.warning);
    let left = room.right() - space::XS - number.size().x - size::ICON - space::XS;
    let rect = room.with_min_x(left);
    let response = ui.interact(rect, ui.scope_id().with((Node::Item(item), "trouble")), Sense::CLICK);
    let said = format!("{} of {name}", counted(u64::from(count), "finding", "findings"));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    let color = if response.hovered() { theme.text } else { theme.warning };
    let icon = pos2(left + size::ICON * 0.5, rect.center().y);
    control::paint_icon(ui, icon, icons::ICON_WARNING, size::ICON, color);
    let at = pos2(
        room.right() - space::XS - number.size().x,
        rect.center().y - number.size().y * 0.5,
    );
    ui.painter().galley_with_override_text_color(at, number, color);
    if response.clicked() {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
        actions.push(Action::Window(WindowAction::TogglePage(Page::Trouble)));
    }
    response.on_hover_text(format!("{said}. Click lists them"));
    left
}
