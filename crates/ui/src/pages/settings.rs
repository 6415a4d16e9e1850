//! Page of the preferences: looks, mouse, playing, files, graphics and the keys of all commands, with a search.
//!
//! In: the preferences. Out: actions that change them; the app stores what changed at once.

use crate::AppInfo;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, page};
use crate::shell::{answers, keys, menu_bar};
use crate::tree::search::found::Wording;
use crate::view::tools::lens;
use castview_session::{
    Action, Binding, BrowserAction, Command, Dial, Hold, LengthUnit, Menu, Motion, MousePreset, Page, Session,
    WindowAction, command, commands,
};
use egui::{
    Align, Align2, Button, Context, Event, Key, Label, Layout, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2,
};
use egui_material_icons::icons;
use std::collections::BTreeMap;

/// Characters that can be typed.
const LONGEST_QUERY: usize = 128;
/// Width of the titles.
const TITLES: f32 = 220.0;

/// Searched text, and the command that waits for its key.
#[derive(Default)]
pub struct SettingsPage {
    query: String,
    wording: Wording,
    /// It gets the next key that is pressed.
    pub binds: Option<&'static str>,
}

/// A line: a title, words that find it too, and its control.
struct Setting {
    title: &'static str,
    words: &'static str,
    control: Control,
}

type Choices = fn(&mut Ui, &Session, &AppInfo<'_>, &mut Vec<Action>);

enum Control {
    /// A command of the table that switches something.
    Switch(&'static str),
    Own(Choices),
}

const fn switch(title: &'static str, words: &'static str, name: &'static str) -> Setting {
    Setting {
        title,
        words,
        control: Control::Switch(name),
    }
}

const fn own(title: &'static str, words: &'static str, choices: Choices) -> Setting {
    Setting {
        title,
        words,
        control: Control::Own(choices),
    }
}

const SECTIONS: &[(&str, &[Setting])] = &[
    (
        "Look",
        &[
            own("Theme", "dark light system colours", themes),
            own("Scale", "size zoom text", scales),
            own("Panels and camera glide", "motion animation reduced less", motions),
        ],
    ),
    (
        "Camera and mouse",
        &[
            own("Mouse", "preset buttons blender maya", mice),
            own("Drags", "turn pan zoom light environment mouse", drags),
            switch("Invert turning up and down", "orbit flip", "invert_orbit"),
            switch("Invert the wheel", "zoom flip scroll", "invert_wheel"),
            own(
                "Field of view",
                "lens perspective degrees",
                |ui, session, _, actions| {
                    lens::slider(ui, session, actions);
                },
            ),
            switch("Glide to other views", "camera motion", "glides"),
            switch("View cube", "camera corner", "view_cube"),
            switch("Grid", "ground lines", "grid"),
            switch("Axes", "origin", "axes"),
            own("A unit of files that state none", "length metres inches scale", units),
        ],
    ),
    (
        "Playing",
        &[
            switch("Play what is opened", "autoplay start", "autoplay"),
            switch("Loop", "repeat", "loop"),
            switch("Scrub to whole frames", "snap fractions", "snap"),
        ],
    ),
    (
        "Files and graphics",
        &[
            own(
                "Allowed folders",
                "security textures consent outside",
                |ui, _, _, actions| {
                    if ui.button("Show").clicked() {
                        actions.push(Action::Window(WindowAction::TogglePage(Page::AllowedFolders)));
                    }
                },
            ),
            own(
                "Memory for the next files of a folder",
                "prefetch read ahead walk neighbours browse",
                prefetch,
            ),
            own("Graphics adapter", "gpu card driver", |ui, _, app, actions| {
                let chosen = app.chosen_adapter.unwrap_or("The best that works");
                control::menu(
                    ui,
                    chosen,
                    "Graphics adapter",
                    "Which adapter draws, from the next start on",
                    |ui| menu_bar::adapter_choices(ui, app, actions),
                );
            }),
            own("Memory for pictures", "budget megabytes limit textures", picture_memory),
            switch("Statistics", "frames per second memory", "stats"),
        ],
    ),
];

pub fn show(ctx: &Context, session: &Session, app: &AppInfo<'_>, state: &mut SettingsPage, actions: &mut Vec<Action>) {
    bind(ctx, state, actions);
    page::show(ctx, Page::Settings, "Settings", actions, |ui, actions| {
        search(ui, state);
        ui.add_space(space::S);
        let query = state.query.trim().to_owned();
        state.wording.set(&query);
        let height = ui.available_height();
        ScrollArea::vertical()
            .id_salt("settings")
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                page::scroll_by_keys(ui);
                ui.spacing_mut().item_spacing.y = 2.0;
                let mut any = false;
                for (section, settings) in SECTIONS {
                    let mut fits = |setting: &&Setting| {
                        let said = format!("{section} {} {}", setting.title, setting.words);
                        query.is_empty() || state.wording.fits(&said)
                    };
                    let found: Vec<&Setting> = settings.iter().filter(|setting| fits(setting)).collect();
                    if found.is_empty() {
                        continue;
                    }
                    any = true;
                    heading(ui, section);
                    for setting in found {
                        line(ui, setting.title, |ui| match setting.control {
                            Control::Switch(name) => switch_of(ui, session, name, setting.title, actions),
                            Control::Own(choices) => choices(ui, session, app, actions),
                        });
                    }
                }
                any |= key_lines(ui, session, state, &query, actions);
                if !any {
                    control::empty(ui, "No setting has this name.");
                }
            });
    });
}

fn search(ui: &mut Ui, state: &mut SettingsPage) {
    let theme = theme::of(ui);
    let field = TextEdit::singleline(&mut state.query)
        .id(control::stable_id("settings search"))
        .hint_text("Search settings and keys")
        .char_limit(LONGEST_QUERY)
        .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
        .desired_width(f32::INFINITY)
        .min_size(vec2(0.0, size::ROW))
        .align(Align2::LEFT_CENTER);
    ui.add(field).accessible_name("Search settings and keys");
}

fn heading(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    ui.label(RichText::new(title).color(theme::of(ui).dim).text_style(theme::dense()));
    ui.add_space(space::XS);
}

/// The title on the left, the control at a fixed place beside it.
fn line(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    let row = vec2(ui.available_width(), size::ROW + space::XS);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(row);
        let width = TITLES.min(ui.available_width() * 0.5);
        ui.allocate_ui_with_layout(vec2(width, row.y), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            ui.add(Label::new(title).truncate());
        });
        add(ui);
    });
}

fn switch_of(ui: &mut Ui, session: &Session, name: &'static str, title: &str, actions: &mut Vec<Action>) {
    let command = command(name);
    let mut on = command.is_checked(session).unwrap_or_default();
    let response = ui.checkbox(&mut on, "").accessible_name(title);
    if response.changed() {
        actions.push(command.action());
    }
}

/// A few choices in a row, one of them chosen.
fn chosen(ui: &mut Ui, name: &str, is_chosen: bool) -> bool {
    ui.selectable_label(is_chosen, name).clicked() && !is_chosen
}

fn themes(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    values(ui, session, Dial::THEME, actions);
}

/// The values of a dial in a row.
fn values(ui: &mut Ui, session: &Session, dial: Dial, actions: &mut Vec<Action>) {
    for value in dial.values() {
        if chosen(ui, value.row().short, value.holds(session)) {
            actions.push(value.choose());
        }
    }
}

fn motions(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    for (motion, word) in [
        (Motion::System, "As the system"),
        (Motion::Always, "Always"),
        (Motion::Never, "Never"),
    ] {
        if chosen(ui, word, session.preferences().window.motion == motion) {
            actions.push(Action::Window(WindowAction::SetMotion(motion)));
        }
    }
    if session.window().less_motion() {
        let said = RichText::new("the system asks for less").color(theme::of(ui).dim);
        ui.label(said.text_style(theme::dense()));
    }
}

fn units(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    for (unit, word) in LengthUnit::ALL {
        if chosen(ui, word, session.preferences().look.unit == unit) {
            actions.push(Action::Window(WindowAction::SetUnit(unit)));
        }
    }
}

/// Choices of picture memory, megabytes; 0: as much as the files make likely.
const PICTURE_MEMORIES: [u32; 6] = [0, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10];

fn picture_memory(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    let own = session.preferences().memory.picture_memory_mb;
    // A number that was written into the settings by hand is shown, too.
    let by_hand = (!PICTURE_MEMORIES.contains(&own)).then_some(own);
    for megabytes in PICTURE_MEMORIES.into_iter().chain(by_hand) {
        let word = match megabytes {
            0 => "As files need".to_owned(),
            1024.. if megabytes % 1024 == 0 => format!("{} GB", megabytes / 1024),
            _ => format!("{megabytes} MB"),
        };
        if chosen(ui, &word, own == megabytes) {
            actions.push(Action::Window(WindowAction::SetPictureMemory(megabytes)));
        }
    }
}

fn scales(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    values(ui, session, Dial::SCALE, actions);
}

fn prefetch(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    for (megabytes, word) in [(0, "None"), (256, "256 MB"), (1024, "1 GB"), (4096, "4 GB")] {
        if chosen(ui, word, session.preferences().memory.prefetch_megabytes == megabytes) {
            actions.push(Action::Browser(BrowserAction::SetPrefetch(megabytes)));
        }
    }
}

fn mice(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, actions: &mut Vec<Action>) {
    for ((preset, word), name) in MousePreset::ALL
        .into_iter()
        .zip(["mouse_castview", "mouse_blender", "mouse_maya"])
    {
        if chosen(ui, word, session.preferences().camera.mouse == preset) {
            actions.push(command(name).action());
        }
    }
}

/// Shows what each drag of the chosen preset does.
fn drags(ui: &mut Ui, session: &Session, _: &AppInfo<'_>, _: &mut Vec<Action>) {
    let mouse = session.preferences().camera.mouse;
    let said = [
        ("turn", Hold::Orbit, None),
        ("pan", Hold::Pan, None),
        ("zoom", Hold::Zoom, Some("Wheel")),
        ("turn the environment", Hold::Light, None),
    ];
    let said = said.into_iter().filter_map(|(what, hold, wheel)| {
        let drags = mouse.words(hold).into_iter();
        let ways: Vec<String> = drags.chain(wheel.map(str::to_owned)).collect();
        (!ways.is_empty()).then(|| format!("{what}: {}", ways.join(" or ")))
    });
    let dim = theme::of(ui).dim;
    // All of them on one line are wider than the page.
    ui.vertical(|ui| {
        for words in said {
            ui.add(Label::new(RichText::new(words).color(dim)).truncate());
        }
    });
}

/// Keys that several commands have, as the user reads them, with the titles of those commands. Keys that the table itself gives to several
/// commands are meant so.
pub fn clashes(session: &Session) -> BTreeMap<String, Vec<&'static Command>> {
    let mut by_key: BTreeMap<String, Vec<&'static Command>> = BTreeMap::new();
    for command in commands() {
        for bound in session.preferences().bound_keys(command) {
            let named = keys::key_of(&bound.key).map_or(bound.key.clone(), |key| key.name().to_owned());
            let bound = Binding { key: named, ..bound };
            by_key.entry(bound.label()).or_default().push(command);
        }
    }
    let chosen = |command: &&Command| session.preferences().window.keys.contains_key(command.name);
    by_key.retain(|_, of| of.len() > 1 && of.iter().any(&chosen));
    by_key
}

/// A line for each command; true if there is any.
fn key_lines(ui: &mut Ui, session: &Session, state: &mut SettingsPage, query: &str, actions: &mut Vec<Action>) -> bool {
    let mut fits = |command: &&Command| {
        let said = format!("Keys {} {}", command.title, session.preferences().key_label(command));
        query.is_empty() || state.wording.fits(&said)
    };
    let found: Vec<&'static Command> = commands().filter(|command| fits(command)).collect();
    if found.is_empty() {
        return false;
    }
    let clashes = clashes(session);
    if !clashes.is_empty() {
        heading(ui, "Keys that several commands have");
        for (key, of) in &clashes {
            let titles: Vec<&str> = of.iter().map(|command| command.title.trim_end_matches('…')).collect();
            let said = format!("{key}: {}. The first that can be carried out is.", titles.join(", "));
            ui.add(Label::new(RichText::new(said).color(theme::of(ui).warning)).wrap());
        }
    }
    let mut menu: Option<Menu> = None;
    for command in found {
        if menu != Some(command.menu) {
            menu = Some(command.menu);
            heading(ui, &format!("Keys: {}", answers::word(command.menu)));
        }
        let title = command.title.trim_end_matches('…');
        line(ui, title, |ui| {
            key_controls(ui, session, state, (command, title), &clashes, actions)
        });
    }
    true
}

fn key_controls(
    ui: &mut Ui,
    session: &Session,
    state: &mut SettingsPage,
    (command, title): (&'static Command, &str),
    clashes: &BTreeMap<String, Vec<&'static Command>>,
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    let bound: Vec<String> = session
        .preferences()
        .bound_keys(command)
        .iter()
        .map(Binding::label)
        .collect();
    let waits = state.binds == Some(command.name);
    let is_shared = bound.iter().any(|key| clashes.contains_key(key));
    let (text, color) = match (waits, &bound[..]) {
        (true, _) => ("Press a key, or Esc".to_owned(), theme.accent),
        (false, []) => ("none".to_owned(), theme.dim),
        (false, keys) => (keys.join("  "), if is_shared { theme.warning } else { theme.text }),
    };
    let text = RichText::new(text).text_style(TextStyle::Monospace).color(color);
    let button = Button::new(text).min_size(vec2(size::NAMES_MIN * 0.75, size::ROW));
    let response = ui.add(button).on_hover_text("Click, then press the key it is to have");
    if response.accessible_name(format!("Key of {title}")).clicked() {
        state.binds = Some(command.name);
    }
    let is_own = session.preferences().window.keys.contains_key(command.name);
    for (glyph, name, tip, keys, enabled) in [
        (
            icons::ICON_BACKSPACE,
            "No key for",
            "No key",
            Some(Vec::new()),
            !bound.is_empty(),
        ),
        (icons::ICON_UNDO, "Usual key of", "Its usual key", None, is_own),
    ] {
        if control::icon_button(ui, glyph, &format!("{name} {title}"), tip, enabled).clicked() {
            actions.push(Action::Window(WindowAction::BindKeys(command.name, keys)));
        }
    }
}

/// Takes the key that a command waits for.
fn bind(ctx: &Context, state: &mut SettingsPage, actions: &mut Vec<Action>) {
    let Some(name) = state.binds else { return };
    let pressed = ctx.input_mut(|input| {
        let at = input
            .events
            .iter()
            .position(|event| matches!(event, Event::Key { pressed: true, .. }))?;
        match input.events.remove(at) {
            Event::Key { key, modifiers, .. } => Some((key, modifiers)),
            _ => None,
        }
    });
    let Some((key, modifiers)) = pressed else { return };
    state.binds = None;
    if key == Key::Escape {
        return;
    }
    let binding = Binding {
        ctrl: modifiers.command,
        shift: modifiers.shift,
        alt: modifiers.alt,
        key: key.name().to_owned(),
    };
    actions.push(Action::Window(WindowAction::BindKeys(name, Some(vec![binding]))));
}
