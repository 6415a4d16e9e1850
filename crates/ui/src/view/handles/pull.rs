//! A drag of a handle over the view: how far it went, finer with Shift, taken back by Escape, one step of undo.
//!
//! In: the handle's area, and what a way of the pointer means. Out: actions. The handle is kept as it was seen when the drag began.

use castview_session::{Action, CompositionAction, Session};
use egui::{CursorIcon, Id, Key, PointerButton, Pos2, Response, Ui};
use std::ops::{Add, Mul};

/// Share of the pointer's way that a finer drag counts.
const FINE: f32 = 0.1;

/// A drag in progress.
#[derive(Clone)]
struct Held<H, W> {
    handle: H,
    /// So far.
    way: W,
    /// Pixel of the viewport where the pointer was last.
    last: glam::Vec2,
    cancelled: bool,
}

/// The handle that is dragged, of those that share `id`.
pub fn held<H: Clone + Send + Sync + 'static, W: Clone + Send + Sync + 'static>(ui: &Ui, id: Id) -> Option<H> {
    ui.data(|data| data.get_temp::<Held<H, W>>(id)).map(|held| held.handle)
}

/// Meaning of a drag of a handle `H`, whose ways are `W`.
pub struct Pull<H, W> {
    /// The handle as it is seen now.
    pub handle: H,
    /// Whether a handle of an earlier pass is this one.
    pub is_same: fn(&H, &H) -> bool,
    /// Asked for when the pointer takes hold.
    pub begin: Action,
    /// The way between two pixels of the viewport; `None` where these say nothing.
    pub way: fn(&Session, &H, [glam::Vec2; 2]) -> Option<W>,
    /// Asks for a way from the start.
    pub to: fn(&H, W) -> Action,
}

impl<H, W> Pull<H, W>
where
    H: Clone + Send + Sync + 'static,
    W: Copy + Default + Add<Output = W> + Mul<f32, Output = W> + Send + Sync + 'static,
{
    /// Carries the drag on. `id` belongs to all handles of this kind, of which one is dragged at a time.
    pub fn show(
        self,
        (ui, session): (&Ui, &Session),
        id: Id,
        response: &Response,
        pixel: impl Fn(Pos2) -> glam::Vec2,
        actions: &mut Vec<Action>,
    ) {
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin());
            let held = Held {
                handle: self.handle.clone(),
                way: W::default(),
                last: pixel(origin.unwrap_or(response.rect.center())),
                cancelled: false,
            };
            actions.push(self.begin);
            ui.data_mut(|data| data.insert_temp(id, held));
        }
        let held = ui.data(|data| data.get_temp::<Held<H, W>>(id));
        let Some(mut held) = held.filter(|held| (self.is_same)(&held.handle, &self.handle)) else {
            return;
        };
        if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
            actions.retain(|action| *action != Action::Escape);
            actions.push((self.to)(&held.handle, W::default()));
            held.cancelled = true;
        }
        if response.dragged() && !held.cancelled {
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            let (now, is_fine) = ui.input(|input| (input.pointer.latest_pos(), input.modifiers.shift));
            let now = now.map_or(held.last, pixel);
            if now != held.last
                && let Some(way) = (self.way)(session, &held.handle, [held.last, now])
            {
                held.way = held.way + way * if is_fine { FINE } else { 1.0 };
                held.last = now;
                actions.push((self.to)(&held.handle, held.way));
            }
        }
        if response.dragged() {
            ui.data_mut(|data| data.insert_temp(id, held));
        } else {
            // The next drag is a step of its own.
            actions.push(Action::Composition(CompositionAction::EndDrag));
            ui.data_mut(|data| data.remove::<Held<H, W>>(id));
        }
    }
}
