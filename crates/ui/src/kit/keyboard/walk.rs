//! The panel that has the keyboard: F6 goes from panel to panel, Tab goes round within one.
//!
//! In: which part of the window is shown next ([`Walk::at`]), and egui's list of the controls that were shown. Out: the focus, and a ring around
//! the panel. egui knows one order of all controls of the window; here the controls of each panel are a ring, and Tab is taken before egui follows
//! it. Arrow keys, by which egui goes to the nearest control, stay in the panel, too. An open menu, else an open page, holds the keyboard as long as it is open.

use crate::kit::control;
use crate::kit::theme::{self, size};
use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Context, Event, FocusDirection, Id, Key, LayerId, Modifiers, Order, Popup, Rect, Stroke, StrokeKind};

/// A part of the window. Those before [`FocusPlace::Page`] are what F6 stops at, in the order in which one reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum FocusPlace {
    Menu,
    Left,
    /// Tools that float over the picture.
    Tools,
    /// Nothing has the focus: keys move the camera and the time.
    #[default]
    View,
    UvLayout,
    Right,
    Dock,
    Transport,
    Status,
    Notices,
    /// It lies over all panels.
    Page,
    /// A menu, or another list that was opened. It lies over everything.
    Popup,
}

const PLACES: [FocusPlace; 12] = [
    FocusPlace::Menu,
    FocusPlace::Left,
    FocusPlace::Tools,
    FocusPlace::View,
    FocusPlace::UvLayout,
    FocusPlace::Right,
    FocusPlace::Dock,
    FocusPlace::Transport,
    FocusPlace::Status,
    FocusPlace::Notices,
    FocusPlace::Page,
    FocusPlace::Popup,
];

impl FocusPlace {
    fn is_panel(self) -> bool {
        self < Self::Page
    }
}

/// Controls shown in one place, and its area.
#[derive(Debug)]
struct Shown {
    /// Controls that can have the focus, in the order in which they were shown.
    stops: Vec<Id>,
    rect: Rect,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            stops: Vec::new(),
            rect: Rect::NOTHING,
        }
    }
}

/// A control that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    place: FocusPlace,
    /// Its position among those of its place.
    at: usize,
    id: Id,
}

#[derive(Debug, Default)]
pub struct Walk {
    /// Controls that the last pass has shown, by place.
    shown: [Shown; PLACES.len()],
    /// Controls that this pass has shown so far.
    showing: [Shown; PLACES.len()],
    /// The place that is being shown.
    current: Option<FocusPlace>,
    /// How many controls of each layer have been seen in this pass.
    seen: Vec<(LayerId, usize)>,
    /// Control that had the focus when the last pass ended.
    focus: Option<Stop>,
    /// Control that had the focus last, by place.
    last: [Option<Stop>; PLACES.len()],
    /// The panel that has the keyboard, below pages and menus.
    panel: FocusPlace,
    /// Topmost place in the last pass.
    top: FocusPlace,
    /// F6 or Tab has moved the focus, and no button of the pointer was pressed since.
    by_keys: bool,
    /// Escape is pressed in this pass.
    escapes: bool,
    /// An arrow key is pressed in this pass, or was in the last until then.
    has_arrows: bool,
    /// The keyboard is to go to the next panel (true) or the one before.
    wanted: Option<bool>,
    /// Control that gets the focus when the next pass begins.
    next: Option<Stop>,
    /// A page or a menu has opened or closed, and the focus has not followed yet.
    follows: bool,
}

impl Walk {
    /// To the next panel, or to the one before, as soon as it is known which panels there are.
    pub fn step(&mut self, forward: bool) {
        self.wanted = Some(forward);
    }

    /// To the first control of the menu bar.
    pub fn to_menu_bar(&mut self) {
        self.panel = FocusPlace::View;
        self.last[FocusPlace::Menu as usize] = None;
        self.focus = None;
        self.wanted = None;
        self.next = self.stop(FocusPlace::Menu, 0);
        self.by_keys = true;
    }

    /// The focus is about to move.
    pub fn is_under_way(&self) -> bool {
        self.wanted.is_some() || self.next.is_some() || self.follows
    }

    pub fn forget(&mut self) {
        (self.wanted, self.next, self.follows) = (None, None, false);
    }

    /// Moves the focus by the Tab keys of this pass, unless something else `keeps_tab`, and to where the last pass wanted it. Call it before any
    /// key is looked at.
    pub fn take(&mut self, ctx: &Context, keeps_tab: bool) {
        self.showing = Default::default();
        self.seen.clear();
        if ctx.input(|input| input.pointer.any_pressed()) {
            self.by_keys = false;
        }
        self.escapes = ctx.input(|input| input.key_pressed(Key::Escape));
        let moved = ctx.memory(|memory| memory.focused()).and_then(|id| self.find(id));
        if let Some(stop) = moved.filter(|stop| self.has_arrows && Some(*stop) != self.focus) {
            bring_into_sight(ctx, stop.id);
        }
        let arrows = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        self.has_arrows = ctx.input(|input| arrows.iter().any(|key| input.key_pressed(*key)));
        if let Some(next) = self.next.take() {
            self.focus_on(ctx, next);
        }
        let focused = ctx.memory(|memory| memory.focused());
        let place = match focused.and_then(|id| self.find(id)) {
            Some(stop) if self.top.is_panel() => stop.place,
            _ if self.top.is_panel() => self.panel,
            _ => self.top,
        };
        let resumes = self.by_keys && self.panel != FocusPlace::View;
        if keeps_tab || self.top.is_panel() && focused.is_none() && !resumes {
            return;
        }
        let tabs = taken_tabs(ctx);
        if tabs.is_empty() {
            return;
        }
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        let stops = &self.shown[place as usize].stops;
        let count = stops.len();
        let known = |id: Id| stops.iter().position(|stop| *stop == id);
        let last = self.last[place as usize].filter(|_| focused.is_none());
        let mut at = focused.and_then(known).or(last.and_then(|stop| known(stop.id)));
        for forward in tabs.into_iter().filter(|_| count > 0) {
            at = Some(match (at, forward) {
                (None, true) => 0,
                (None, false) => count - 1,
                (Some(at), true) => (at + 1) % count,
                (Some(at), false) => (at + count - 1) % count,
            });
        }
        if let Some(stop) = at.and_then(|at| self.stop(place, at)) {
            self.by_keys = true;
            self.focus_on(ctx, stop);
        }
    }

    /// Assigns all controls shown from here on to `place`.
    pub fn at(&mut self, ctx: &Context, place: FocusPlace) {
        self.note_shown(ctx);
        self.current = Some(place);
    }

    /// Call it when all of the window is shown; `view`: where the 3D view is.
    pub fn settle(&mut self, ctx: &Context, view: Rect) {
        self.note_shown(ctx);
        self.current = None;
        std::mem::swap(&mut self.shown, &mut self.showing);
        let (before, below) = (self.focus, self.top);
        self.top = match () {
            () if !self.shown[FocusPlace::Popup as usize].stops.is_empty() => FocusPlace::Popup,
            () if !self.shown[FocusPlace::Page as usize].stops.is_empty() => FocusPlace::Page,
            () => FocusPlace::View,
        };
        let is_lonely = self.top == FocusPlace::Page && self.shown[FocusPlace::Page as usize].stops.len() < 2;
        ctx.data_mut(|data| data.insert_temp(lonely(), is_lonely));
        self.focus = ctx.memory(|memory| memory.focused()).and_then(|id| self.find(id));
        // A page that was closed in this pass still keeps the focus from the panels.
        let background = LayerId::background();
        let waits = self.top.is_panel() && !ctx.memory(|memory| memory.is_above_modal_layer(background));
        if let Some(stop) = self.focus {
            self.last[stop.place as usize] = Some(stop);
            if stop.place.is_panel() {
                self.panel = stop.place;
            }
        } else if self.escapes && below.is_panel() || !self.by_keys {
            self.panel = FocusPlace::View;
            self.by_keys = false;
        } else {
            let vanished = before.filter(|stop| self.find(stop.id).is_none());
            self.follows |= vanished.is_some() || below != self.top;
            if self.follows && !waits {
                self.next = self.instead(vanished);
                if self.next.is_none() && self.top.is_panel() {
                    self.panel = FocusPlace::View;
                }
            }
        }
        self.follows &= waits;
        if !waits {
            self.go_on(ctx);
        }
        self.keep_arrows(ctx);
        if self.is_under_way() {
            ctx.request_repaint();
        }
        self.ring(ctx, view);
    }

    /// Keeps the arrow keys of this pass in the place that has the focus. egui moves the focus when the pass ends, to the nearest of all controls
    /// that have offered themselves.
    fn keep_arrows(&self, ctx: &Context) {
        let Some(focus) = self.focus else { return };
        if !self.has_arrows {
            return;
        }
        // From the button of an open menu they lead into the menu.
        let own = |place: FocusPlace| place == focus.place || !place.is_panel() && place == self.top;
        ctx.memory_mut(|memory| {
            let others = PLACES.into_iter().filter(|place| !own(*place));
            for id in others.flat_map(|place| &self.shown[place as usize].stops) {
                memory.ignore_focus(*id);
            }
        });
    }

    /// Finds the control that gets the focus instead of one that is gone: its neighbor, or the control that had the focus before in the
    /// place on top now.
    fn instead(&self, vanished: Option<Stop>) -> Option<Stop> {
        let place = if self.top.is_panel() { self.panel } else { self.top };
        let count = self.shown[place as usize].stops.len();
        if let Some(stop) = vanished.filter(|stop| stop.place == place && count > 0) {
            return self.stop(place, stop.at.min(count - 1));
        }
        let last = self.last[place as usize].and_then(|stop| self.find(stop.id));
        last.or_else(|| self.stop(place, 0).filter(|_| !self.top.is_panel()))
    }

    /// Goes to the panel that is wanted.
    fn go_on(&mut self, ctx: &Context) {
        let Some(forward) = self.wanted.take() else { return };
        self.by_keys = true;
        if !self.top.is_panel() {
            self.next = self.stop(self.top, 0);
            return;
        }
        let panels = FocusPlace::Page as usize;
        let step = if forward { 1 } else { panels - 1 };
        let mut at = self.panel as usize;
        loop {
            at = (at + step) % panels;
            let place = PLACES[at];
            let last = self.last[at].and_then(|stop| self.find(stop.id));
            let stop = last.or_else(|| self.stop(place, 0));
            if place == FocusPlace::View || stop.is_some() {
                self.next = stop;
                self.panel = place;
                break;
            }
        }
        if self.next.is_none()
            && let Some(stop) = self.focus.take()
        {
            ctx.memory_mut(|memory| memory.surrender_focus(stop.id));
        }
    }

    fn stop(&self, place: FocusPlace, at: usize) -> Option<Stop> {
        let id = *self.shown[place as usize].stops.get(at)?;
        Some(Stop { place, at, id })
    }

    fn find(&self, id: Id) -> Option<Stop> {
        PLACES.into_iter().find_map(|place| {
            let stops = &self.shown[place as usize].stops;
            let at = stops.iter().position(|stop| *stop == id)?;
            Some(Stop { place, at, id })
        })
    }

    fn focus_on(&mut self, ctx: &Context, stop: Stop) {
        self.focus = Some(stop);
        if stop.place.is_panel() {
            self.panel = stop.place;
        }
        ctx.memory_mut(|memory| memory.request_focus(stop.id));
        bring_into_sight(ctx, stop.id);
    }

    /// Notes what was shown since the last call.
    fn note_shown(&mut self, ctx: &Context) {
        let mut new: Vec<(LayerId, Vec<egui::WidgetRect>)> = ctx.viewport(|viewport| {
            let layers = viewport.this_pass.widgets.layers();
            let seen = |layer: LayerId| {
                self.seen
                    .iter()
                    .find(|(other, _)| *other == layer)
                    .map_or(0, |seen| seen.1)
            };
            layers
                .map(|(layer, widgets)| (*layer, widgets.get(seen(*layer)..).unwrap_or_default().to_vec()))
                .filter(|(_, widgets)| !widgets.is_empty())
                .collect()
        });
        // egui keeps layers without an order: those of one place are read from the top.
        new.sort_by(|one, other| {
            let corner = |widgets: &[egui::WidgetRect]| {
                widgets
                    .first()
                    .map_or([0.0; 2], |widget| [widget.rect.top(), widget.rect.left()])
            };
            let [one, other] = [corner(&one.1), corner(&other.1)];
            one[0].total_cmp(&other[0]).then(one[1].total_cmp(&other[1]))
        });
        let has_popup = Popup::is_any_open(ctx);
        let window = ctx.content_rect();
        for (layer, widgets) in new {
            match self.seen.iter_mut().find(|(other, _)| *other == layer) {
                Some(seen) => seen.1 += widgets.len(),
                None => self.seen.push((layer, widgets.len())),
            }
            let Some(place) = self.current else { continue };
            let is_popup = has_popup && layer.order == Order::Foreground && place != FocusPlace::Notices;
            let place = if is_popup { FocusPlace::Popup } else { place };
            let allows = ctx.memory(|memory| memory.allows_interaction(layer));
            let shown = &mut self.showing[place as usize];
            for widget in widgets {
                // The shade behind a page is no part of it.
                let is_shade = widget.interact_rect.contains_rect(window);
                let is_ground = !widget.sense.interactive() && !widget.sense.is_focusable() && !is_shade;
                if is_ground && widget.interact_rect.is_positive() {
                    shown.rect |= widget.interact_rect;
                }
                if allows && widget.enabled && widget.visible && widget.sense.is_focusable() {
                    shown.stops.push(widget.id);
                }
            }
        }
    }

    /// The ring around the panel, page or menu that has the keyboard.
    fn ring(&self, ctx: &Context, view: Rect) {
        if !self.by_keys {
            return;
        }
        let place = if self.top.is_panel() { self.panel } else { self.top };
        let rect = match place {
            FocusPlace::View | FocusPlace::Tools => view,
            place => self.shown[place as usize].rect,
        };
        if !rect.is_positive() {
            return;
        }
        let layer = LayerId::new(Order::Foreground, control::stable_id("panel ring"));
        let theme = match ctx.theme() {
            egui::Theme::Dark => &theme::DARK,
            egui::Theme::Light => &theme::LIGHT,
        };
        let rect = rect.intersect(ctx.content_rect());
        let stroke = Stroke::new(size::RING, theme.accent);
        ctx.layer_painter(layer)
            .rect_stroke(rect, 0, stroke, StrokeKind::Inside);
    }
}

/// Scrolls to a control that is cut off.
fn bring_into_sight(ctx: &Context, id: Id) {
    let is_cut = ctx.viewport(|viewport| {
        let widget = viewport.prev_pass.widgets.get(id);
        widget.is_some_and(|widget| !widget.interact_rect.expand(1.0).contains_rect(widget.rect))
    });
    if is_cut {
        // Screen readers ask for the same: all scrolling panels around the control bring it into sight.
        let request = ActionRequest {
            action: Action::ScrollIntoView,
            target_tree: TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|input| input.events.push(Event::AccessKitActionRequest(request)));
    }
}

fn lonely() -> Id {
    control::stable_id("one control on the page")
}

/// Whether the open page has no more than one control, so that arrow keys lead nowhere.
pub fn is_lonely(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(lonely())).unwrap_or_default()
}

/// The Tab keys of this pass, true without Shift; nothing else gets them.
fn taken_tabs(ctx: &Context) -> Vec<bool> {
    let mut tabs = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key {
                key: Key::Tab,
                pressed: true,
                modifiers,
                ..
            } if !modifiers.any() || *modifiers == Modifiers::SHIFT => {
                tabs.push(!modifiers.any());
                false
            }
            _ => true,
        });
    });
    tabs
}
