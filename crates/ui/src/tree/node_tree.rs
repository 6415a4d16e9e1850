//! The left panel: everything on the stage in its hierarchy, or what a search finds in it.

use super::breadcrumbs::{self, Breadcrumbs};
use super::keyboard::{self, TreeStep};
use super::lane::{Goal, Lane};
use super::node::{self, Node};
use super::row::{self, Around, FOUND};
use super::search::differences::RanksFromB;
use super::search::facts::Facts;
use super::search::filter::{Filter, Judge, Sort, TreeWish};
use super::search::filter_menu;
use super::search::found::{AskedNames, Search};
use super::sight::Sight;
use super::tree_rows::TreeRows;
use crate::kit::fonts::Background;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use crate::kit::words::from_b;
use crate::kit::{control, words};
use castview_session::view;
use castview_session::{
    Action, Flags, PinnedB, Selected, SelectionAction, Session, bone_difference, command, is_sweeping, is_swept,
    pinned_b,
};
use egui::accesskit::Role;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, Modifiers, Rect, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Search, folds, where the lists stand and where the keyboard does.
#[derive(Default)]
pub struct NodeTree {
    rows: TreeRows,
    /// Text in the search field; the dope sheet filters by it, too.
    pub query: String,
    search: Search,
    wish: TreeWish,
    facts: Facts,
    differences: RanksFromB,
    /// List bones by their difference from B: over the clip, or now.
    pub wants_differences: Option<bool>,
    /// Put the keyboard into the list as soon as it has rows, unless it is elsewhere by then.
    wants_rows: bool,
    /// Counts changes of what the search takes and of its order.
    choice_count: u64,
    judged: Judged,
    crumbs: Breadcrumbs,
    /// Put the keyboard into the search field.
    pub wants_search: bool,
    /// The selection that the tree last followed.
    revealed: Option<Selected>,
    /// Thing that the pointer was over in the last pass.
    pointed: Option<Selected>,
    /// Where a range of rows begins: the last thing that was selected by itself, or added to the selection.
    anchor: Option<Node>,
    /// The row of the keyboard.
    cursor: Option<Node>,
    hierarchy: Lane,
    results: Lane,
}

const SEARCH: &str = "tree search";
/// Nobody types a longer name, and each letter is looked for in every name.
const LONGEST_QUERY: usize = 120;

/// Inputs of the search besides the typed text.
#[derive(Clone, Debug, Default, PartialEq)]
struct Judged {
    stage: u64,
    wish: TreeWish,
    facts: u64,
    differences: u64,
    /// While hidden things are asked for.
    hidden: Option<[Flags; 2]>,
}

impl NodeTree {
    /// Whether the list is flat: something is typed, left out, or asked for in another order than that of the hierarchy.
    fn is_searching(&self) -> bool {
        !self.query.trim().is_empty() || self.wish.is_flat()
    }

    fn asked(&mut self, session: &Session) -> AskedNames {
        let hidden = self.wish.has(Filter::Hidden);
        let judged = Judged {
            stage: self.rows.stage_count(),
            wish: self.wish,
            facts: self.facts.count(),
            differences: self.differences.count(),
            hidden: hidden.then(|| session.edits().hidden()),
        };
        if judged != self.judged {
            self.choice_count += 1;
            self.judged = judged;
        }
        AskedNames {
            query: self.query.trim().to_owned(),
            of: self.choice_count,
        }
    }

    /// Looks at more names for what is typed; a new search begins at the top of its list. `to_the_end`: until none is left.
    fn look(&mut self, session: &Session, to_the_end: bool) {
        let before = (
            self.judged.wish,
            self.judged.stage,
            self.search.query().map(str::to_owned),
        );
        let asked = self.asked(session);
        let is_new_list = before != (self.judged.wish, self.judged.stage, Some(asked.query.clone()));
        let judge = Judge {
            wish: self.wish,
            session,
            facts: &self.facts,
            differences: &self.differences,
            by_name: self.rows.by_name(),
        };
        let (stage, items) = (session.stage(), self.rows.items());
        let begins = self.search.update(stage, items, asked, &judge);
        // Another order of the same list stays where it is scrolled to.
        if begins && (is_new_list || self.wish.sort.over_clip_of_b().is_none()) {
            self.results.goes_to = Some(Goal::Top);
        }
        // Until all names are looked at, what differs most may be missing.
        let to_the_end = to_the_end || begins && self.wish.sort.over_clip_of_b().is_some();
        if to_the_end {
            self.search.finish(stage, items, &judge);
        }
    }

    /// The item at `place` of the results.
    fn result(&self, place: usize) -> Option<Selected> {
        self.rows.items().get(self.search.at(place)?).copied()
    }

    fn place_of(&self, item: Selected) -> Option<usize> {
        (0..self.search.len()).find(|place| self.result(*place) == Some(item))
    }

    /// Selects `node` if that is a thing, puts the keyboard there and scrolls no more than it takes.
    fn go_to(&mut self, node: Node, actions: &mut Vec<Action>) {
        self.cursor = Some(node);
        let lane = if self.is_searching() {
            &mut self.results
        } else {
            &mut self.hierarchy
        };
        lane.goes_to = Some(Goal::Edge(node));
        if let Node::Item(item) = node {
            // The hierarchy goes along when the search ends.
            self.revealed = Some(item);
            actions.push(Action::Selection(SelectionAction::Select(Some(item))));
        }
    }

    /// Selects everything in the rows from the anchor to `node`, puts the keyboard there and scrolls no more than it takes. The thing
    /// nearest to `node` is the active one.
    fn extend_to(&mut self, node: Node, actions: &mut Vec<Action>) {
        self.cursor = Some(node);
        let goal = Some(Goal::Edge(node));
        let position = |node| self.position(node);
        let (to, from) = (position(node), self.anchor.and_then(position));
        let Some(to) = to else { return };
        let from = from.unwrap_or(to);
        let places: Vec<usize> = (from.min(to)..=from.max(to)).collect();
        let item = |place: &usize| match self.is_searching() {
            true => self.result(*place),
            false => match self.rows.rows().get(*place).map(|row| row.node) {
                Some(Node::Item(item)) => Some(item),
                _ => None,
            },
        };
        let mut items: Vec<Selected> = places.iter().filter_map(item).collect();
        if to > from {
            items.reverse();
        }
        match self.is_searching() {
            true => self.results.goes_to = goal,
            false => self.hierarchy.goes_to = goal,
        }
        let Some((active, others)) = items.split_first() else {
            return;
        };
        self.revealed = Some(*active);
        actions.push(Action::Selection(SelectionAction::SelectAll {
            active: *active,
            others: others.to_vec(),
        }));
    }

    /// Where `node` stands in the list that is shown.
    fn position(&self, node: Node) -> Option<usize> {
        match node {
            Node::Item(item) if self.is_searching() => self.place_of(item),
            _ if self.is_searching() => None,
            node => self.rows.position(node),
        }
    }

    /// The best thing that was found, or the next one after the selected.
    fn select_next(&mut self, session: &Session, actions: &mut Vec<Action>) {
        self.look(session, true);
        let count = self.search.len();
        let selected = session.edits().selected;
        let next = selected
            .and_then(|item| self.place_of(item))
            .map_or(0, |place| (place + 1) % count.max(1));
        if let Some(item) = self.result(next) {
            self.go_to(Node::Item(item), actions);
        }
    }

    /// Unfolds what is above a selection that was made elsewhere, and scrolls to it.
    fn follow(&mut self, session: &Session) {
        let selected = session.edits().selected;
        if session.edits().also_selected.is_empty() || selected != self.revealed {
            self.anchor = selected.map(Node::Item);
        }
        if selected == self.revealed {
            return;
        }
        self.revealed = selected;
        // A row that stays lit by the keyboard would look selected.
        self.cursor = selected.map(Node::Item);
        if let Some(selected) = selected {
            self.show_selection(session, selected);
        }
    }

    /// Scrolls to the row of the thing that the pointer is over in the view. Folded rows stay folded: they would not close again.
    fn follow_pointer(&mut self, ui: &Ui, session: &Session) {
        let hovered = session.selection().hovered();
        if std::mem::replace(&mut self.pointed, hovered) == hovered {
            return;
        }
        if let Some(item) = hovered.filter(|_| !ui.rect_contains_pointer(ui.max_rect())) {
            self.hierarchy.goes_to.get_or_insert(Goal::Edge(Node::Item(item)));
        }
    }

    fn show_selection(&mut self, session: &Session, selected: Selected) {
        self.rows.reveal(session.stage(), selected);
        let goal = Goal::Middle(Node::Item(selected));
        self.hierarchy.goes_to = Some(goal);
        self.results.goes_to = Some(goal);
    }

    /// The hierarchy again, at the selection.
    fn end_search(&mut self, session: &Session) {
        self.query.clear();
        self.search.clear();
        if let Some(selected) = session.edits().selected {
            self.cursor = Some(Node::Item(selected));
            self.show_selection(session, selected);
        }
    }
}

pub fn show(ui: &mut Ui, session: &Session, tree: &mut NodeTree, background: &Background, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    let room = ((ui.available_height() - 3.0 * size::ROW) / size::ROW) as usize;
    tree.rows.update(session, room, tree.wish.sort);
    follow_b(ui, session, tree, actions);
    tree.follow(session);
    tree.follow_pointer(ui, session);
    let enters = search(ui, session, tree, actions);
    breadcrumbs::show(ui, session, &mut tree.crumbs, actions);
    if tree.is_searching() {
        if tree.wish.needs_facts() {
            tree.facts.update(ui.ctx(), session, background);
        }
        tree.look(session, false);
        if !tree.search.is_finished() {
            ui.ctx().request_repaint();
        }
    }
    if enters {
        tree.cursor = None;
        walk(session, tree, (Key::ArrowDown, false), room, actions);
    }
    if ui.memory(|memory| memory.has_focus(keyboard::id())) {
        for key in keyboard::take(ui, keyboard::id()) {
            walk(session, tree, key, room, actions);
        }
    }
    tree.rows.update(session, room, tree.wish.sort);

    let is_empty = match tree.is_searching() {
        true => tree.search.is_finished() && tree.search.len() == 0,
        false => tree.rows.rows().is_empty(),
    };
    if is_empty {
        // The card in the view says how to begin.
        if session.stage().is_empty() && !tree.is_searching() {
            return;
        }
        let message = view::empty_message(session);
        let from_b = tree.wish.sort.over_clip_of_b();
        let is_read = !tree.wish.needs_facts() || tree.facts.are_made(session);
        let text = match (tree.is_searching(), &message) {
            (false, Some(message)) => message,
            (false, None) => "There is nothing to list.",
            (true, _) if !is_read => "Reading the bones…",
            (true, _) if from_b.is_some() && pinned_b(session).is_some_and(PinnedB::is_flipped) => {
                "B is shown in place of A."
            }
            (true, _) if from_b == Some(true) && is_sweeping(session) => from_b::LOOKS,
            (true, _) if from_b == Some(true) && !is_swept(session) => {
                "Without a clip there is no greatest difference."
            }
            (true, _) if from_b.is_some() && tree.query.trim().is_empty() => from_b::ALIKE,
            (true, _) if tree.query.trim().is_empty() => "Nothing passes the filter.",
            (true, _) if tree.wish.is_flat() => "No name that passes the filter holds this. Esc clears the search.",
            (true, _) => "No name holds this. Esc clears the search.",
        };
        control::empty(ui, text);
        return;
    }
    control::named(ui, Role::Tree, "Node tree", |ui| {
        let focus = ui.interact(ui.max_rect(), keyboard::id(), Sense::focusable_noninteractive());
        focus.widget_info(|| WidgetInfo::labeled(Role::Group, true, "Rows of the tree"));
        if std::mem::take(&mut tree.wants_rows) && ui.memory(|memory| memory.focused().is_none()) {
            focus.request_focus();
        }
        let pressed = ui.input(|input| input.pointer.any_pressed());
        if pressed && !ui.rect_contains_pointer(ui.max_rect()) && !egui::Popup::is_any_open(ui.ctx()) {
            // Who clicks elsewhere no longer walks here.
            focus.surrender_focus();
        }
        let has_keyboard = focus.has_focus();
        if has_keyboard && tree.cursor.is_none() {
            control::focus_ring(ui, focus.rect);
        }
        match tree.is_searching() {
            true => results(ui, session, tree, has_keyboard, actions),
            false => hierarchy(ui, session, tree, has_keyboard, actions),
        }
    });
}

/// Orders the bones by their difference from B, and asks for a sweep of the clip if the order needs one. The order ends with B.
fn follow_b(ui: &Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) {
    if let Some(over_clip) = tree.wants_differences.take() {
        tree.wish.sort = match over_clip {
            true => Sort::GreatestDifference,
            false => Sort::Difference,
        };
        (tree.cursor, tree.wants_rows) = (None, true);
        ui.memory_mut(|memory| memory.request_focus(keyboard::id()));
    }
    let Some(over_clip) = tree.wish.sort.over_clip_of_b() else {
        tree.differences.clear();
        return;
    };
    if pinned_b(session).is_none() {
        tree.wish.sort = Sort::default();
        return;
    }
    let sweep = command("sweep_b");
    if over_clip && sweep.is_enabled(session) && !is_swept(session) && !is_sweeping(session) {
        actions.push(sweep.action());
    }
    tree.differences.update(session, over_clip);
}

/// The search field; whether the keyboard goes down from it into the list.
fn search(ui: &mut Ui, session: &Session, tree: &mut NodeTree, actions: &mut Vec<Action>) -> bool {
    let theme = theme::of(ui);
    let id = control::stable_id(SEARCH);
    let down = |ui: &Ui| ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
    let enters = ui.memory(|memory| memory.has_focus(id)) && down(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::XS);
        let found = tree.is_searching().then(|| words::grouped(tree.search.len() as u64));
        let mut field = TextEdit::singleline(&mut tree.query)
            .id(id)
            .hint_text("Search names")
            .char_limit(LONGEST_QUERY)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(ui.available_width() - size::ROW - space::S - 2.0)
            .min_size(vec2(0.0, size::ROW))
            .align(egui::Align2::LEFT_CENTER);
        if let Some(found) = found {
            field = field.suffix(egui::RichText::new(found).color(theme.dim).text_style(theme::dense()));
        }
        let response = ui
            .add(field)
            .on_hover_text("Find by name (Ctrl+F)")
            .accessible_name("Search names");
        if std::mem::take(&mut tree.wants_search) {
            response.request_focus();
            // The first letter replaces the text that was searched before.
            let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
            let all = CCursorRange::two(CCursor::default(), CCursor::new(tree.query.chars().count()));
            state.cursor.set_char_range(Some(all));
            state.store(ui.ctx(), id);
        }
        let left = field::left(&response);
        if left == Some(Left::Escaped) {
            tree.end_search(session);
        } else if !tree.query.trim().is_empty() && actions.contains(&Action::Escape) {
            // The search is what was done last: it ends before the selection does.
            actions.retain(|action| *action != Action::Escape);
            tree.end_search(session);
        } else if left == Some(Left::Entered) && tree.is_searching()
            || field::is_free(ui, Key::Enter) && tree.is_searching() && session.window().page().is_none()
        {
            // The field gave the keyboard up, or had done so before: again goes on to the next.
            tree.select_next(session, actions);
        }
        ui.spacing_mut().item_spacing.x = space::XS;
        let has = (session.active_clip().is_some(), pinned_b(session).is_some());
        filter_menu::show(ui, &mut tree.wish, has);
    });
    if enters {
        ui.memory_mut(|memory| memory.request_focus(keyboard::id()));
    }
    enters
}

fn walk(session: &Session, tree: &mut NodeTree, (key, extends): (Key, bool), page: usize, actions: &mut Vec<Action>) {
    if tree.is_searching() {
        let at = match tree.cursor {
            Some(Node::Item(item)) => tree.place_of(item),
            _ => None,
        };
        let page = page * (size::ROW as usize) / (FOUND as usize);
        let to = jump(key, at, tree.search.len(), page);
        match to.and_then(|to| tree.result(to)).map(Node::Item) {
            Some(node) if extends => tree.extend_to(node, actions),
            Some(node) => tree.go_to(node, actions),
            None => {}
        }
        return;
    }
    // A fold before it changes the rows.
    tree.rows.update(session, page, tree.wish.sort);
    let at = tree.cursor.and_then(|node| tree.rows.position(node));
    match keyboard::step(key, at, tree.rows.rows(), page) {
        TreeStep::To(to) => {
            let node = tree.rows.rows()[to].node;
            match extends {
                true => tree.extend_to(node, actions),
                false => tree.go_to(node, actions),
            }
        }
        TreeStep::Fold(at, open) => {
            let node = tree.rows.rows()[at].node;
            tree.rows.fold(node, open);
        }
        TreeStep::Stay => {}
    }
}

fn hierarchy(ui: &mut Ui, session: &Session, tree: &mut NodeTree, has_keyboard: bool, actions: &mut Vec<Action>) {
    let rows = tree.rows.rows();
    let sight = Sight::unscrolled();
    // Names that are wider than the panel are cut, and the list scrolls sideways until they are whole.
    let width = tree.rows.widths().most(ui, &sight).max(ui.available_width());
    let position = |node| tree.rows.position(node);
    let area = tree.hierarchy.area(ui, "tree rows", (rows.len(), size::ROW), position);
    let (mut clicked, mut extends_to) = (None, None);
    let output = area.show_viewport(ui, |ui, view| {
        let (top, clip) = (ui.max_rect().top(), ui.clip_rect());
        ui.set_width(width);
        ui.set_height(rows.len() as f32 * size::ROW);
        let sight = Sight { shift: view.min.x };
        let first = (view.min.y / size::ROW) as usize;
        let shown = rows.iter().enumerate().skip(first);
        for (index, row) in shown.take_while(|(index, _)| (*index as f32 * size::ROW) < view.max.y) {
            let rect = Rect::from_min_size(
                pos2(clip.left(), top + index as f32 * size::ROW),
                vec2(view.width(), size::ROW),
            );
            let around = Around {
                sight: &sight,
                rows: &tree.rows,
                has_keyboard: has_keyboard && tree.cursor == Some(row.node),
            };
            control::row_band(ui, rect, index);
            let done = row::show(ui, session, rect, *row, &around, actions);
            clicked = done.folded.map(|open| (row.node, open, done.folds_below)).or(clicked);
            extends_to = done.extends.then_some(row.node).or(extends_to);
        }
    });
    tree.hierarchy.saw(&output);
    if let Some(node) = extends_to {
        tree.extend_to(node, actions);
    }
    if let Some((node, open, folds_below)) = clicked {
        tree.cursor = Some(node);
        match folds_below {
            true => tree.rows.fold_below(session.stage(), node, open),
            false => tree.rows.fold(node, open),
        }
    }
}

fn results(ui: &mut Ui, session: &Session, tree: &mut NodeTree, has_keyboard: bool, actions: &mut Vec<Action>) {
    let count = tree.search.len();
    let mut lane = std::mem::take(&mut tree.results);
    let position = |node: Node| match node {
        Node::Item(item) => tree.place_of(item),
        _ => None,
    };
    let area = lane.area(ui, "tree results", (count, FOUND), position);
    let sight = Sight::unscrolled();
    let mut extends_to = None;
    let output = area.show_viewport(ui, |ui, view| {
        let (top, clip) = (ui.max_rect().top(), ui.clip_rect());
        ui.set_height(count as f32 * FOUND);
        let first = (view.min.y / FOUND) as usize;
        for place in (first..count).take_while(|place| (*place as f32 * FOUND) < view.max.y) {
            let Some(item) = tree.result(place) else { break };
            let rect = Rect::from_min_size(pos2(clip.left(), top + place as f32 * FOUND), vec2(view.width(), FOUND));
            let name = node::label(session.stage(), Node::Item(item));
            let marked = tree.search.marks(name);
            let around = Around {
                sight: &sight,
                rows: &tree.rows,
                has_keyboard: has_keyboard && tree.cursor == Some(Node::Item(item)),
            };
            let told = difference(session, tree, item);
            let marked = (marked.as_slice(), told.as_deref());
            if row::show_found(ui, session, rect, (item, marked), &around, actions) {
                extends_to = Some(Node::Item(item));
            }
        }
    });
    lane.saw(&output);
    // A click on a row may have asked for another place meanwhile.
    tree.results = lane;
    if let Some(node) = extends_to {
        tree.extend_to(node, actions);
    }
}

/// The difference of a bone from B, while the order is by it.
fn difference(session: &Session, tree: &NodeTree, item: Selected) -> Option<String> {
    let over_clip = tree.wish.sort.over_clip_of_b()?;
    let Selected::Bone(key, bone) = item else { return None };
    let placed = session.stage().placed(key)?;
    let found = bone_difference(session, placed, bone)?;
    Some(from_b::told(session, placed, &found, over_clip))
}
