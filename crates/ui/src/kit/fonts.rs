//! Faces of the window: the built-in ones, the icons, and system fonts for names in any script.
//!
//! In: characters that no installed face has, as egui meets them while laying out text. Out: system faces that have them.
//! Scanning and reading fonts happens where the caller puts background work; until it is done the missing
//! characters are boxes, and no picture waits.

use egui::epaint::text::{FallbackRequest, FontInsert, FontPriority, FontProvider, InsertFontFamily};
use egui::mutex::Mutex;
use egui::{Context, FontData, FontFamily};
use fontdb::{Database, FaceInfo, ID};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Work to be done off the event loop.
pub type Job = Box<dyn FnOnce() + Send>;

/// Characters looked up in one search; a file of random bytes as names must not load every font there is.
const MOST_WANTED: usize = 2048;
/// System faces loaded at most.
const MOST_FACES: usize = 16;

/// The fallback chain beyond the built-in faces. Kept by [`UiState`](crate::UiState).
pub struct SystemFonts {
    state: Mutex<State>,
    background: Box<dyn Fn(Job) + Send + Sync>,
}

#[derive(Default)]
struct State {
    /// Met and not yet looked for.
    wanted: BTreeSet<char>,
    /// No face has these.
    hopeless: BTreeSet<char>,
    found: Vec<Found>,
    searching: bool,
}

struct Found {
    characters: BTreeSet<char>,
    font: FontInsert,
}

impl SystemFonts {
    /// Gives `ctx` the icons and this chain. `background` runs a job on another thread; it must not run it at once.
    pub fn install(ctx: &Context, background: impl Fn(Job) + Send + Sync + 'static) -> Arc<Self> {
        ctx.add_font(icons());
        let fonts = Arc::new(Self {
            state: Mutex::default(),
            background: Box::new(background),
        });
        ctx.add_font_provider(fonts.clone());
        fonts
    }

    /// Starts looking for the characters met since the last call; call it when a pass has laid out its text.
    /// When they are found, `ctx` paints again.
    pub fn update(self: &Arc<Self>, ctx: &Context) {
        let wanted = {
            let mut state = self.state.lock();
            if state.wanted.is_empty() || state.searching || state.found.len() >= MOST_FACES {
                return;
            }
            state.searching = true;
            std::mem::take(&mut state.wanted)
        };
        let (fonts, ctx) = (self.clone(), ctx.clone());
        (self.background)(Box::new(move || {
            let mut database = Database::new();
            database.load_system_fonts();
            let found = faces_for(&database, wanted.clone());
            {
                let mut state = fonts.state.lock();
                let covered: BTreeSet<char> = found.iter().flat_map(|f| f.characters.iter().copied()).collect();
                state.hopeless.extend(wanted.difference(&covered));
                state.found.extend(found);
                state.searching = false;
            }
            // Asks every face again: egui keeps misses for as long as the providers stay the same.
            ctx.set_font_providers(vec![fonts]);
        }));
    }
}

/// The icons that the window shows, cut out of the thousands that their crate has by `assets/icons.py`.
const ICONS: &[u8] = include_bytes!("../../assets/icons.ttf");

/// As the crate of the icons would insert them: in a family of their own, and behind all other faces.
fn icons() -> FontInsert {
    let mut data = FontData::from_static(ICONS);
    data.tweak.y_offset_factor = 0.05;
    let family = |family, priority| InsertFontFamily { family, priority };
    let families = vec![
        family(FontFamily::Proportional, FontPriority::Lowest),
        family(
            FontFamily::Name(egui_material_icons::FONT_FAMILY.into()),
            FontPriority::Highest,
        ),
    ];
    FontInsert::new(egui_material_icons::FONT_FAMILY, data, families)
}

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let character = request.cluster.chars().next()?;
        let mut state = self.state.lock();
        if let Some(found) = state.found.iter().find(|found| found.characters.contains(&character)) {
            return Some(found.font.clone());
        }
        let is_new = !character.is_control() && !state.hopeless.contains(&character);
        if is_new && state.wanted.len() < MOST_WANTED {
            state.wanted.insert(character);
        }
        None
    }
}

/// Few faces that together draw as many of `wanted` as possible: in turn the face with most of the letters still missing.
fn faces_for(database: &Database, mut wanted: BTreeSet<char>) -> Vec<Found> {
    let mut faces: Vec<&FaceInfo> = database.faces().filter(|face| is_usable(face)).collect();
    faces.sort_by_cached_key(|face| preference(face));
    let mut coverage: Vec<(ID, String, BTreeSet<char>)> = Vec::new();
    for face in faces {
        let has = covered(database, face.id, &wanted);
        if !has.is_empty() {
            coverage.push((face.id, face.post_script_name.clone(), has));
        }
    }
    let mut found = Vec::new();
    while found.len() < MOST_FACES {
        let best = coverage
            .iter()
            .enumerate()
            // Among equals the earlier, preferred face wins: the later one must be strictly better.
            .max_by_key(|(i, (_, _, has))| (has.intersection(&wanted).count(), usize::MAX - i))
            .map(|(i, _)| i);
        let Some((id, name, characters)) = best.map(|i| coverage.remove(i)) else {
            break;
        };
        let new: BTreeSet<char> = characters.intersection(&wanted).copied().collect();
        if new.is_empty() {
            break;
        }
        wanted = wanted.difference(&new).copied().collect();
        if let Some(font) = load(database, id, &name) {
            found.push(Found { characters: new, font });
        }
    }
    found
}

/// Faces that draw the same box for everything only pretend to have a character.
fn is_usable(face: &FaceInfo) -> bool {
    let name = face.post_script_name.to_ascii_lowercase();
    !["lastresort", "adobeblank", "emoji", "symbol", "dingbats"]
        .iter()
        .any(|word| name.contains(word))
}

/// Upright, regular, proportional and without serifs first; then by name, so that every run chooses alike.
fn preference(face: &FaceInfo) -> (bool, u16, bool, bool, String) {
    let name = face.post_script_name.clone();
    let plain = ["sans", "gothic", "segoe", "yahei", "pingfang", "arial", "tahoma"];
    let is_plain = plain.iter().any(|word| name.to_ascii_lowercase().contains(word));
    (
        face.style != fontdb::Style::Normal,
        face.weight.0.abs_diff(400),
        face.monospaced,
        !is_plain,
        name,
    )
}

fn covered(database: &Database, id: ID, wanted: &BTreeSet<char>) -> BTreeSet<char> {
    database
        .with_face_data(id, |data, index| {
            let Ok(face) = ttf_parser::Face::parse(data, index) else {
                return BTreeSet::new();
            };
            wanted
                .iter()
                .copied()
                .filter(|c| face.glyph_index(*c).is_some())
                .collect()
        })
        .unwrap_or_default()
}

fn load(database: &Database, id: ID, name: &str) -> Option<FontInsert> {
    let (bytes, index) = database.with_face_data(id, |data, index| (data.to_vec(), index))?;
    let families = [FontFamily::Proportional, FontFamily::Monospace].map(|family| InsertFontFamily {
        family,
        priority: FontPriority::Lowest,
    });
    Some(FontInsert::new(
        &format!("system {name}"),
        FontData {
            index,
            ..FontData::from_owned(bytes)
        },
        families.into(),
    ))
}

/// Runs a job on another thread, never at once.
pub type Background = Arc<dyn Fn(Job) + Send + Sync>;

#[cfg(test)]
mod tests {
    use super::*;

    fn system() -> Database {
        let mut database = Database::new();
        database.load_system_fonts();
        database
    }

    /// Characters beyond ASCII that egui's widgets draw, as far as their sources say so, up to the tests of each.
    fn characters_of(source: &str) -> BTreeSet<char> {
        let lines = source.lines().take_while(|line| !line.contains("cfg(test)"));
        let code = lines.map(|line| line.split("// ").next().unwrap_or_default());
        let drawn = code.filter(|line| !line.trim_start().starts_with("//"));
        // A selector of emojis has no form of its own.
        let of_line = |line: &str| {
            line.chars()
                .filter(|c| !c.is_ascii() && *c != '\u{fe0f}')
                .collect::<Vec<_>>()
        };
        drawn.flat_map(of_line).collect()
    }

    /// The folder of egui's sources, of the version that is built.
    fn sources_of_egui() -> Option<std::path::PathBuf> {
        let lock = include_str!("../../../../Cargo.lock");
        let (_, block) = lock.split_once("name = \"egui\"\n")?;
        let version = block.split('"').nth(1)?;
        let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
        let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
        let mut folders = registries
            .flatten()
            .map(|entry| entry.path().join(format!("egui-{version}/src")));
        folders.find(|folder| folder.is_dir())
    }

    /// The color picker has a button of one character, which only faces of emojis have. Ours come without these: the font of icons has
    /// the characters that egui's widgets draw (`assets/icons.py`).
    #[test]
    fn no_character_of_eguis_widgets_is_a_box() {
        let mut wanted = BTreeSet::from(['📋', '⚠', '−', '…', '°']);
        match sources_of_egui() {
            None => eprintln!(
                "SKIPPED: the sources of egui are not where cargo keeps them; those of version 0.37 are looked for"
            ),
            Some(folder) => {
                let mut found = BTreeSet::new();
                for part in ["widgets", "containers", "atomics"] {
                    for file in std::fs::read_dir(folder.join(part)).expect("sources").flatten() {
                        if file.path().is_file() {
                            found.extend(characters_of(&std::fs::read_to_string(file.path()).expect("Rust")));
                        }
                    }
                }
                assert!(found.contains(&'📋'), "the color picker has another button: {found:?}");
                wanted.extend(found);
            }
        }
        let ctx = Context::default();
        let _fonts = SystemFonts::install(&ctx, |_| {});
        // Fonts are there from the first pass on.
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let lacks: Vec<char> = ctx.fonts_mut(|fonts| {
            let body = egui::FontId::proportional(14.0);
            wanted.into_iter().filter(|c| !fonts.has_glyph(&body, *c)).collect()
        });
        assert!(lacks.is_empty(), "no face of the window has {lacks:?}");
    }

    #[test]
    fn nothing_wanted_loads_nothing() {
        assert!(faces_for(&system(), BTreeSet::new()).is_empty());
    }

    #[test]
    fn every_found_face_has_what_it_was_loaded_for() {
        let database = system();
        if database.is_empty() {
            eprintln!("SKIPPED: this machine has no system fonts");
            return;
        }
        let wanted: BTreeSet<char> = "жשع日한ไท\u{e000}A".chars().collect();
        let found = faces_for(&database, wanted.clone());
        assert!(!found.is_empty(), "a system face has at least the letter A");
        let mut seen = BTreeSet::new();
        for face in &found {
            assert!(!face.characters.is_empty());
            for c in &face.characters {
                assert!(wanted.contains(c) && seen.insert(*c), "{c} is loaded once");
            }
        }
        let names = |found: &[Found]| found.iter().map(|f| f.font.name.clone()).collect::<Vec<_>>();
        assert_eq!(
            names(&found),
            names(&faces_for(&database, wanted)),
            "every run chooses alike"
        );
    }

    #[test]
    fn misses_are_looked_for_once_and_off_the_loop() {
        let ctx = Context::default();
        let jobs: Arc<Mutex<Vec<Job>>> = Arc::default();
        let queue = jobs.clone();
        let fonts = SystemFonts::install(&ctx, move |job| queue.lock().push(job));
        fonts.update(&ctx);
        assert!(jobs.lock().is_empty(), "nothing is missing yet");

        let request = |cluster| FallbackRequest {
            cluster,
            family: &FontFamily::Proportional,
        };
        // A private-use character: most likely no face has it.
        assert!(fonts.font_for(&request("\u{f8d5}")).is_none());
        fonts.update(&ctx);
        fonts.update(&ctx);
        assert_eq!(jobs.lock().len(), 1, "one search at a time");
        let job = jobs.lock().pop().expect("the search waits");
        job();
        let _ = fonts.font_for(&request("\u{f8d5}"));
        fonts.update(&ctx);
        assert!(jobs.lock().is_empty(), "what was not found is not looked for again");
    }
}
