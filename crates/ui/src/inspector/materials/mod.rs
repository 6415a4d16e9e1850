//! Materials: their slots, and the textures behind them with what became of each.

mod factors;
pub mod tint;

use super::decisions;
use super::rows::dim_line;
use crate::kit::control::{self, fact, section};
use crate::kit::small_image::{SmallImages, paint_framed};
use crate::kit::theme::{self, Theme, size, space};
use crate::kit::{texture_menu, words};
use castview_base::core::{MaterialIndex, TextureIndex};
use castview_base::scene::{ColorSpace, Material, Part, Slot, SlotSource, Workflow};
use castview_picture::Channel;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};
use castview_session::stage;
use castview_session::{Action, OpenFile, Placed, Session, command, folder_told};
use egui::{Color32, CursorIcon, Label, Response, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};
use factors::factors;
use glam::Vec4;

pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, index: MaterialIndex, actions: &mut Vec<Action>) {
    let Some(material) = placed.model().materials.get(index.get()) else {
        return;
    };
    section(ui, "Material", None, |ui| {
        if !material.kind.is_empty() {
            fact(ui, "type", &*material.kind);
        }
        let workflow = match material.surface.workflow {
            Workflow::Metalness => "metalness",
            Workflow::SpecularGloss => "specular and gloss",
        };
        fact(ui, "workflow", workflow);
        for (name, value) in factors(&material.surface) {
            fact(ui, name, value);
        }
    });
    section(ui, "Tint", None, |ui| {
        tint::show(ui, session, (placed.key, index), actions)
    });
    let textures = session.stage().textures_of(placed);
    let file = session.stage().file_of_scene(placed.key);
    section(ui, "Slots", Some(material.slots.len()), |ui| {
        if material.slots.is_empty() {
            dim_line(ui, "No slots: drawn by the values above.");
        }
        for slot in &material.slots {
            match slot.source {
                SlotSource::Texture(texture) => {
                    if let Some(entry) = textures.get(texture.get()) {
                        let key = file.map(|file| (file, texture));
                        texture_row(
                            ui,
                            (&slot.name, entry),
                            key.map_or_else(String::new, |key| origin(session, key)),
                            actions,
                        );
                    }
                }
                SlotSource::Color { rgba, space } => {
                    control::fact_with(ui, &slot.name, |ui| swatch(ui, rgba, space));
                }
                SlotSource::NoPath => {
                    fact(ui, &slot.name, "a file without a path");
                }
                SlotSource::Missing => {
                    fact(ui, &slot.name, "leads nowhere");
                }
            }
            feeds(ui, material, slot);
        }
    });
    decisions::facts(ui, "Facts", &material.facts);
}

/// Shows the uses of a slot, as a small line below it.
fn feeds(ui: &mut Ui, material: &Material, slot: &Slot) {
    let words: Vec<String> = material
        .fed_by(slot)
        .map(|(input, part)| match part {
            Part::Color | Part::Vector => input.word().to_owned(),
            Part::Channel(at) => format!("{} ({})", input.word(), CHANNELS[usize::from(at)]),
            Part::Inverse(at) => format!("{} (1 − {})", input.word(), CHANNELS[usize::from(at)]),
        })
        .collect();
    let line = match (&words[..], material.feeds(&slot.name).next()) {
        ([], None) => "shown, not used".to_owned(),
        ([], Some(_)) => "an earlier slot comes before it".to_owned(),
        _ => format!("feeds {}", words.join(", ")),
    };
    dim_line(ui, &line);
}

const CHANNELS: [&str; 4] = ["red", "green", "blue", "alpha"];

/// All textures of one file, the missing ones first.
pub fn textures_of(
    ui: &mut Ui,
    session: &Session,
    file: &OpenFile,
    small: &mut SmallImages,
    actions: &mut Vec<Action>,
) {
    if file.textures.is_empty() {
        return;
    }
    let mut order: Vec<(usize, &TextureEntry)> = file.textures.iter().enumerate().collect();
    order.sort_by_key(|(_, entry)| match entry.state {
        TextureState::Missing(_) | TextureState::Broken(_) => 0,
        TextureState::Loading => 1,
        TextureState::Ready(_) => 2,
        TextureState::Unused => 3,
    });
    section(ui, "Textures", Some(order.len()), |ui| {
        for (at, entry) in order {
            let origin = origin(session, (file.key, TextureIndex::new(at)));
            ui.horizontal(|ui| {
                ui.add_space(space::L);
                let picture = picture(ui, entry, small);
                let name = ui.vertical(|ui| named_texture(ui, entry, &origin, actions)).inner;
                if picture.clicked() || name.clicked() {
                    actions.push(command("texture_page").action());
                }
            });
        }
    });
}

/// Side of the picture of a texture, in points.
const PICTURE: f32 = 2.0 * size::ROW - space::S;

/// A small picture of the texture; an empty place while there is none. Keys reach the name beside it, which does the same.
fn picture(ui: &mut Ui, entry: &TextureEntry, small: &mut SmallImages) -> Response {
    let (rect, seen) = ui.allocate_exact_size(vec2(PICTURE, PICTURE), Sense::CLICK);
    let name = words::file_name(&entry.reference);
    seen.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, format!("Small picture of {name}"))
    });
    let texture = match &entry.state {
        TextureState::Ready(image) => Some(small.of(ui.ctx(), image, Channel::All)),
        _ => None,
    };
    paint_framed(ui, rect, texture.as_ref());
    seen.on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text("Show all textures, larger and by channel")
}

/// Where the image of a texture is from, if it is neither where its file says nor near it, or is offered; empty else.
fn origin(session: &Session, key: (FileKey, TextureIndex)) -> String {
    let is_chosen = stage::relinked_image(session, key).is_some();
    match (
        stage::image_from_elsewhere(session, key),
        stage::offered_image(session, key),
    ) {
        (Some(image), _) => words::from_elsewhere(image, is_chosen),
        (None, Some(image)) => format!("found in {}", folder_told(image)),
        (None, None) => String::new(),
    }
}

/// The icon, colour and words for the state of a texture and its `origin`: what is shown from elsewhere has no tick.
fn state_from(entry: &TextureEntry, origin: &str, theme: &Theme) -> (MaterialIcon, Color32, String) {
    let (glyph, color, word) = state_of(entry, theme);
    match (&entry.state, origin) {
        (_, "") => (glyph, color, word),
        (TextureState::Ready(_), _) => (icons::ICON_SWAP_HORIZ, theme.warning, format!("{origin} · {word}")),
        _ => (glyph, color, format!("{word} · {origin}")),
    }
}

/// The name of the texture, and in a second line an icon, a word for its state and where its image is from.
fn named_texture(ui: &mut Ui, entry: &TextureEntry, origin: &str, actions: &mut Vec<Action>) -> Response {
    let theme = theme::of(ui);
    let (glyph, color, word) = state_from(entry, origin, theme);
    ui.spacing_mut().item_spacing = vec2(space::XS, 0.0);
    let name = RichText::new(words::file_name(&entry.reference)).text_style(theme::dense());
    let response = ui.add(Label::new(name).truncate().sense(Sense::click()));
    let tip = format!("{}\n{}", entry.reference, about(entry));
    let response = response.on_hover_text(tip).on_hover_cursor(CursorIcon::PointingHand);
    texture_menu::show(&response, entry, None, actions);
    ui.horizontal(|ui| {
        ui.label(control::icon(glyph).size(size::DENSE).color(color));
        let word = RichText::new(word).size(size::SMALL).color(theme.dim);
        ui.add(Label::new(word).truncate()).on_hover_text(about(entry));
    });
    response
}

/// An icon and a word for the state, then the name; the tooltip says where it was looked for.
fn texture_row(ui: &mut Ui, (label, entry): (&str, &TextureEntry), origin: String, actions: &mut Vec<Action>) {
    let (glyph, color, word) = state_from(entry, &origin, theme::of(ui));
    control::fact_with(ui, label, |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.label(control::icon(glyph).size(size::BODY).color(color));
        let text = RichText::new(&word).text_style(theme::dense());
        let response = ui.add(Label::new(text).truncate().sense(Sense::click()));
        texture_menu::show(&response.on_hover_text(about(entry)), entry, None, actions);
    });
    let dim = RichText::new(words::file_name(&entry.reference)).size(size::SMALL);
    let color = theme::of(ui).dim;
    ui.horizontal(|ui| {
        ui.add_space(space::L + size::LABEL.min(ui.available_width() * 0.5) + space::S);
        ui.add(Label::new(dim.color(color)).truncate())
            .on_hover_text(&entry.reference);
    });
}

/// Formats the sides of an image, in texels.
fn sides([width, height]: [u32; 2]) -> String {
    format!("{width} × {height}")
}

fn state_of(entry: &TextureEntry, theme: &Theme) -> (MaterialIcon, Color32, String) {
    match &entry.state {
        TextureState::Loading => (icons::ICON_HOURGLASS_EMPTY, theme.dim, "loading".to_owned()),
        TextureState::Ready(image) => (icons::ICON_CHECK_CIRCLE, theme.ok, {
            let sides = match entry.full_size {
                None => sides(image.size()),
                Some(full) => format!("{} of {}", sides(image.size()), sides(full)),
            };
            match entry.parts {
                None => sides,
                Some(parts) => format!("{sides}, {}", parts.shown()),
            }
        }),
        TextureState::Unused => (icons::ICON_CHECK_CIRCLE, theme.dim, "found, not drawn".to_owned()),
        TextureState::Missing(_) => (icons::ICON_BROKEN_IMAGE, theme.warning, "missing".to_owned()),
        TextureState::Broken(_) => (icons::ICON_ERROR, theme.error, "cannot be read".to_owned()),
    }
}

fn about(entry: &TextureEntry) -> String {
    let found = entry
        .location
        .as_ref()
        .map(|location| format!("Found at {location}"))
        .unwrap_or_default();
    match &entry.state {
        TextureState::Loading => format!("Looking for {}", entry.reference),
        TextureState::Ready(_) | TextureState::Unused => match entry.parts {
            None => found,
            Some(parts) => format!("{found}\nIt is {}; {} is shown.", parts.kind(), parts.shown()),
        },
        TextureState::Missing(why) => format!("{}\nNot found. {why}", entry.reference),
        TextureState::Broken(why) => format!("{found}\n{why}"),
    }
}

/// A patch of the colour and its numbers as stored.
fn swatch(ui: &mut Ui, rgba: Vec4, space: ColorSpace) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(size::SWATCH, size::SWATCH), Sense::hover());
    ui.painter().rect(
        rect,
        2,
        shown_as(rgba, space),
        Stroke::new(size::LINE, theme.handle),
        StrokeKind::Inside,
    );
    let word = match space {
        ColorSpace::Srgb => "sRGB",
        ColorSpace::Linear => "linear",
    };
    let numbers = [rgba.x, rgba.y, rgba.z, rgba.w]
        .map(|c| words::fixed(c.into(), 2))
        .join(" ");
    let text = RichText::new(&numbers)
        .text_style(TextStyle::Monospace)
        .size(size::SMALL);
    ui.add(Label::new(text).truncate())
        .on_hover_text(format!("{word}: {numbers}"));
}

fn shown_as(rgba: Vec4, space: ColorSpace) -> Color32 {
    let srgb = |linear: f32| {
        if linear <= 0.003_130_8 {
            linear * 12.92
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        }
    };
    let encoded = match space {
        ColorSpace::Srgb => [rgba.x, rgba.y, rgba.z],
        ColorSpace::Linear => [srgb(rgba.x), srgb(rgba.y), srgb(rgba.z)],
    };
    let [r, g, b] = encoded.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    Color32::from_rgb(r, g, b)
}
