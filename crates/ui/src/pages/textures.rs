//! All textures: small pictures of them, one channel at a time if wanted, their sizes, and where they were found or looked for. The
//! missing ones come first, in the order of when the page was opened.

use crate::kit::small_image::{SIDE, SmallImages, paint_framed};
use crate::kit::theme::{self, space};
use crate::kit::{control, page, texture_menu, words};
use castview_base::core::TextureIndex;
use castview_base::scene::SlotSource;
use castview_images::Pixels;
use castview_picture::Channel;
use castview_picture::opened::FileKey;
use castview_picture::opened::{TextureEntry, TextureState};
use castview_session::stage;
use castview_session::{Action, OpenFile, Page, Session, folder_told};
use egui::{
    Align, Color32, Context, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};
use std::collections::BTreeMap;

/// Points.
const ENTRY: f32 = SIDE as f32 + space::S;
/// Materials that are named beside a texture.
const MOST_NAMED: usize = 3;

/// A texture in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureRow {
    /// In points.
    pub rect: Rect,
    pub file: FileKey,
    pub texture: TextureIndex,
    /// For people.
    pub name: String,
}

/// Small pictures that were made, and what is seen of them.
#[derive(Default)]
pub struct Thumbnails {
    channel: Channel,
    /// Those on the screen.
    pub rows: Vec<TextureRow>,
    pub small: SmallImages,
    order: Order,
}

/// How textures were ranked when the page was opened: their rows stay in place, whatever arrives meanwhile.
#[derive(Default)]
struct Order {
    ranks: BTreeMap<(FileKey, TextureIndex), u8>,
    /// The pass in which the page was last shown.
    pass: Option<u64>,
}

impl Order {
    /// Forgets the ranks if the page was closed before this pass.
    fn begin(&mut self, pass: u64) {
        if self.pass.replace(pass).is_none_or(|last| last + 1 < pass) {
            self.ranks.clear();
        }
    }

    fn rank(&mut self, texture: (FileKey, TextureIndex), entry: &TextureEntry) -> u8 {
        *self.ranks.entry(texture).or_insert_with(|| rank(entry))
    }
}

/// A line of the list: the name of a file, or one of its textures.
enum Line<'a> {
    File(&'a OpenFile),
    Texture(&'a OpenFile, TextureIndex, &'a TextureEntry),
}

pub fn show(ctx: &Context, session: &Session, thumbnails: &mut Thumbnails, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Textures, "Textures", actions, |ui, actions| {
        thumbnails.order.begin(ctx.cumulative_pass_nr());
        let files = session.stage().files().iter().filter(|file| !file.textures.is_empty());
        let lines: Vec<Line<'_>> = files
            .flat_map(|file| {
                let mut entries: Vec<_> = file.textures.iter().enumerate().collect();
                entries.sort_by_key(|(at, entry)| thumbnails.order.rank((file.key, TextureIndex::new(*at)), entry));
                let entries = entries.into_iter();
                let entries = entries.map(|(at, entry)| Line::Texture(file, TextureIndex::new(at), entry));
                std::iter::once(Line::File(file)).chain(entries)
            })
            .collect();
        if lines.is_empty() {
            control::empty(ui, "No file that is open names a texture.");
            return;
        }
        let tip = RichText::new("Drop an image on a row to put it there.").color(theme::of(ui).dim);
        ui.label(tip.text_style(theme::dense()));
        ui.horizontal(|ui| {
            for channel in Channel::EACH {
                let mut word = channel.word().to_owned();
                word[..1].make_ascii_uppercase();
                let response = ui.selectable_label(thumbnails.channel == channel, word);
                if response.clicked() {
                    thumbnails.channel = channel;
                }
            }
        });
        ui.add_space(space::S);
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical()
            .id_salt("textures")
            .max_height(ui.available_height())
            .auto_shrink([false, true]);
        area.show_rows(ui, ENTRY, lines.len(), |ui, rows| {
            page::scroll_by_keys(ui);
            for line in lines.get(rows).unwrap_or_default() {
                let sense = match line {
                    Line::File(_) => Sense::hover(),
                    Line::Texture(..) => Sense::click(),
                };
                let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), sense);
                let mut ui = ui.new_child(
                    UiBuilder::new()
                        .max_rect(rect)
                        .layout(Layout::left_to_right(Align::Center)),
                );
                match line {
                    Line::File(file) => head(&mut ui, file),
                    Line::Texture(file, index, entry) => {
                        let name = words::file_name(&entry.reference).to_owned();
                        row.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::ListItem, true, &name));
                        thumbnails.rows.push(TextureRow {
                            rect,
                            file: file.key,
                            texture: *index,
                            name,
                        });
                        let here = texture_menu::OnPage {
                            file: file.key,
                            texture: *index,
                            is_relinked: stage::relinked_image(session, (file.key, *index)).is_some(),
                            offered: stage::offered_image(session, (file.key, *index)),
                        };
                        texture_menu::show(&row, entry, Some(here), actions);
                        texture(&mut ui, session, (file, *index, entry), (thumbnails, actions));
                    }
                }
            }
        });
    });
}

/// Those that are missing first, then what is drawn.
fn rank(entry: &TextureEntry) -> u8 {
    match entry.state {
        TextureState::Missing(_) | TextureState::Broken(_) => 0,
        TextureState::Loading => 1,
        TextureState::Ready(_) => 2,
        TextureState::Unused => 3,
    }
}

fn head(ui: &mut Ui, file: &OpenFile) {
    let name = RichText::new(&file.name).strong();
    ui.label(name);
    let mut text = words::counted(file.textures.len() as u64, "texture", "textures");
    let lost = file.lost_textures();
    for (count, word) in [(lost.missing, "missing"), (lost.unreadable, "cannot be read")] {
        if count > 0 {
            text.push_str(&format!(", {count} {word}"));
        }
    }
    let dim = theme::of(ui).dim;
    ui.add(Label::new(RichText::new(text).color(dim).text_style(theme::dense())).truncate());
}

fn texture(
    ui: &mut Ui,
    session: &Session,
    (file, index, entry): (&OpenFile, TextureIndex, &TextureEntry),
    (thumbnails, actions): (&mut Thumbnails, &mut Vec<Action>),
) {
    let theme = theme::of(ui);
    let side = SIDE as f32;
    let (rect, seen) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let name = words::file_name(&entry.reference);
    let key = (file.key, index);
    let is_relinked = stage::relinked_image(session, key).is_some();
    let elsewhere = stage::image_from_elsewhere(session, key);
    let offered = stage::offered_image(session, key);
    seen.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Image, true, format!("Picture of {name}")));
    let small = match &entry.state {
        TextureState::Ready(image) => Some(thumbnails.small.of(ui.ctx(), image, thumbnails.channel)),
        _ => None,
    };
    paint_framed(ui, rect, small.as_ref());
    ui.add_space(space::S);
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        ui.add_space(space::XS);
        let title = RichText::new(name);
        ui.add(Label::new(title).truncate()).on_hover_text(&entry.reference);
        let (text, color) = match &entry.state {
            TextureState::Missing(_) => ("missing".to_owned(), theme.warning),
            TextureState::Broken(_) => ("cannot be read".to_owned(), theme.error),
            TextureState::Loading => ("loading".to_owned(), theme.dim),
            TextureState::Unused => ("found, not drawn".to_owned(), theme.dim),
            TextureState::Ready(image) => (facts(entry, image), theme.dim),
        };
        let (text, color) = match (elsewhere, offered) {
            (Some(image), _) => (
                format!("{} · {text}", words::from_elsewhere(image, is_relinked)),
                theme.warning,
            ),
            (None, Some(image)) => (format!("{text} · found in {}", folder_told(image)), color),
            (None, None) => (text, color),
        };
        let line = |ui: &mut Ui, text: String, color: Color32| {
            let text = RichText::new(text).color(color).text_style(theme::dense());
            ui.add(Label::new(text).truncate());
        };
        match offered {
            Some(image) => {
                ui.horizontal(|ui| {
                    let button = ui.small_button("Use it").on_hover_text(image);
                    if button.clicked() {
                        actions.push(texture_menu::use_offered(key, image));
                    }
                    line(ui, text, color);
                })
                .inner
            }
            None => line(ui, text, color),
        }
        let place = match (&entry.state, &entry.location) {
            (TextureState::Missing(why), _) => why.clone(),
            (TextureState::Broken(why), _) => why.clone(),
            (_, Some(location)) => location.clone(),
            (_, None) => "in the file".to_owned(),
        };
        let uses = used_by(file, index);
        line(
            ui,
            match uses.is_empty() {
                true => place,
                false => format!("{uses} · {place}"),
            },
            theme.dim,
        );
    });
}

/// Size, levels and format as they are drawn, the kind of file, and what that takes.
fn facts(entry: &TextureEntry, image: &Pixels) -> String {
    let [width, height] = image.size();
    let size = match entry.full_size {
        None => format!("{width} × {height}"),
        Some([full_width, full_height]) => format!("{width} × {height} of {full_width} × {full_height}"),
    };
    let (levels, format) = match image {
        // All that there can be are made when it is sent.
        Pixels::Plain(_) => (width.max(height).max(1).ilog2() as usize + 1, "RGBA 8".to_owned()),
        Pixels::Light(_) => (
            width.max(height).max(1).ilog2() as usize + 1,
            "RGBA 16 float".to_owned(),
        ),
        Pixels::Blocks(blocks) => {
            let word = blocks.format.word();
            let format = match &blocks.rewritten {
                Some(rewritten) => format!("{} as {word}", rewritten.from),
                None => word.to_owned(),
            };
            (blocks.levels.len(), format)
        }
    };
    let several = entry
        .parts
        .map(|parts| format!("{} of {}", parts.shown(), parts.kind()));
    let mut parts = vec![size, words::counted(levels as u64, "level", "levels"), format];
    parts.extend(several);
    let ending = entry.location.as_deref().unwrap_or(&entry.reference).rsplit_once('.');
    let kind = ending.map_or_else(String::new, |(_, ending)| ending.to_uppercase());
    if !kind.is_empty() && kind.len() <= 5 {
        parts.push(kind);
    }
    if entry.file_bytes > 0 {
        parts.push(format!("{} kB", words::grouped(entry.file_bytes.div_ceil(1000))));
    }
    parts.join(" · ")
}

/// Which slots of which materials it feeds.
fn used_by(file: &OpenFile, index: TextureIndex) -> String {
    let materials = file.scene.models.iter().flat_map(|model| &model.materials);
    let mut uses = materials.flat_map(|material| {
        let slots = material.slots.iter();
        let own = slots.filter(move |slot| matches!(slot.source, SlotSource::Texture(texture) if texture == index));
        let name = match material.name.trim() {
            "" => "unnamed material",
            name => name,
        };
        own.map(move |slot| format!("{} of {name}", slot.name))
    });
    let mut named: Vec<String> = uses.by_ref().take(MOST_NAMED).collect();
    let more = uses.count();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}
