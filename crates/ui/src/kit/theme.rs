//! Every colour, spacing and size of the window.
//!
//! Nothing else in this room holds a literal of one. Contrasts are computed by the tests below: body text at least
//! 7 : 1, dim text 4.5 : 1, lines and handles that carry meaning 3 : 1.

use castview_base::core::Severity;
use castview_session::Urgency;
use egui::style::{HandleShape, ScrollAnimation, ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Visuals, vec2,
};

/// The colours of one look. Channels are always shown with their letter, states with an icon and a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub dark: bool,
    /// Panels.
    pub ground: Color32,
    /// Fields and popups.
    pub raised: Color32,
    /// A row or control under the pointer.
    pub hover: Color32,
    /// A control held down or switched on.
    pub pressed: Color32,
    /// Separators: they only divide.
    pub line: Color32,
    /// Lines and handles that carry meaning: ruler ticks, slider rails, outlines of fields.
    pub handle: Color32,
    pub text: Color32,
    pub dim: Color32,
    /// Interactive things and the playhead.
    pub accent: Color32,
    /// Text on a fill of `accent`.
    pub on_accent: Color32,
    /// The selection, in tree and viewport alike.
    pub selected: Color32,
    /// Behind a selected row; text keeps its contrast on it.
    pub selected_fill: Color32,
    /// Behind the letters a search found.
    pub match_fill: Color32,
    pub ok: Color32,
    pub note: Color32,
    pub warning: Color32,
    pub error: Color32,
    /// Axes and channels x, y, z, w.
    pub axes: [Color32; 4],
    /// Ghosts of earlier and of later frames.
    pub ghosts: [Color32; 2],
    /// From rest to the greatest speed, evenly spaced.
    pub speed: [Color32; 4],
    /// The viewport's gradient, from the top edge to the bottom edge.
    pub sky: [Color32; 2],
    /// Squares of the checkerboard behind a transparent picture.
    pub checks: [Color32; 2],
    /// Over the viewport while files hover and behind its texts.
    pub veil: Color32,
    /// Behind tools and texts that float over the viewport.
    pub float: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub static DARK: Theme = Theme {
    dark: true,
    ground: rgb(0x1b1e23),
    raised: rgb(0x262a31),
    hover: rgb(0x2c313a),
    pressed: rgb(0x353c47),
    line: rgb(0x3a404b),
    handle: rgb(0x7c8696),
    text: rgb(0xe8ebf0),
    dim: rgb(0xa7afbb),
    accent: rgb(0x6aa9ff),
    on_accent: rgb(0x0d1623),
    selected: rgb(0xffb02e),
    selected_fill: rgb(0x43351a),
    match_fill: rgb(0x2b4a75),
    ok: rgb(0x63d297),
    note: rgb(0x8fb4ff),
    warning: rgb(0xf2c14e),
    error: rgb(0xff7a7a),
    axes: [rgb(0xff6b76), rgb(0x86d65c), rgb(0x62a8ff), rgb(0xc9a3ff)],
    ghosts: [rgb(0xff9a7a), rgb(0x5cc8f2)],
    speed: [rgb(0x6a86e0), rgb(0x2fb0b4), rgb(0x9adc6e), rgb(0xfff08c)],
    sky: [rgb(0x2b3038), rgb(0x22262d)],
    checks: [rgb(0x22262d), rgb(0x2e333b)],
    veil: Color32::from_rgba_premultiplied(0x0d, 0x0f, 0x12, 0xd8),
    float: Color32::from_rgba_premultiplied(0x19, 0x1c, 0x21, 0xf0),
};

pub static LIGHT: Theme = Theme {
    dark: false,
    ground: rgb(0xf4f5f7),
    raised: rgb(0xffffff),
    hover: rgb(0xe6e9ee),
    pressed: rgb(0xd7dce4),
    line: rgb(0xc9ced6),
    handle: rgb(0x7b8492),
    text: rgb(0x1c2026),
    dim: rgb(0x59616d),
    accent: rgb(0x1f63c9),
    on_accent: rgb(0xffffff),
    selected: rgb(0xa85400),
    selected_fill: rgb(0xfbe3c3),
    match_fill: rgb(0xc5dcff),
    ok: rgb(0x17703f),
    note: rgb(0x2a5cc4),
    warning: rgb(0x805500),
    error: rgb(0xb3222e),
    axes: [rgb(0xb92636), rgb(0x32701a), rgb(0x1f63c9), rgb(0x7541c0)],
    ghosts: [rgb(0xb84a24), rgb(0x0b74a6)],
    speed: [rgb(0x4a86d8), rgb(0x3a6ca8), rgb(0x5a3c8c), rgb(0x4a084c)],
    sky: [rgb(0xfafbfc), rgb(0xe6e9ee)],
    checks: [rgb(0xfafbfc), rgb(0xe2e5ea)],
    veil: Color32::from_rgba_premultiplied(0xd6, 0xd7, 0xd9, 0xd8),
    float: Color32::from_rgba_premultiplied(0xe6, 0xe7, 0xe8, 0xf0),
};

/// Spacing in steps of 4 points.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
}

/// Sizes in points.
pub mod size {
    pub const BODY: f32 = 13.0;
    pub const DENSE: f32 = 12.0;
    pub const TITLE: f32 = 16.0;
    /// Never smaller.
    pub const SMALL: f32 = 11.0;
    pub const ICON: f32 = 16.0;
    /// The one sentence of the drop hint.
    pub const LARGE: f32 = 22.0;

    /// Height of a list row, and of anything that can be clicked.
    pub const ROW: f32 = 22.0;
    pub const RADIUS: u8 = 4;
    pub const LINE: f32 = 1.0;
    /// Edge of the other tone, around marks that lie over a picture.
    pub const EDGE: f32 = 1.0;
    /// The ring around what has the keyboard, the playhead, marks of a selection.
    pub const RING: f32 = 2.0;
    /// One level of a tree.
    pub const INDENT: f32 = 12.0;
    /// Width of a level of the tree, whose guide lines show it.
    pub const TREE_INDENT: f32 = 8.0;

    pub const TREE: f32 = 260.0;
    pub const INSPECTOR: f32 = 300.0;
    pub const PANEL_MIN: f32 = 180.0;
    /// Narrower windows turn the side panels into drawers.
    pub const NARROW: f32 = 900.0;
    /// Narrower transport bars use two rows, …
    pub const TRANSPORT_WRAP: f32 = 1120.0;
    /// … but not in lower windows.
    pub const TRANSPORT_LOW: f32 = 600.0;
    /// A narrower transport in one row leaves buttons out.
    pub const TRANSPORT_WHOLE: f32 = 628.0;
    /// Share of the window's width and of its height that the viewport keeps.
    pub const VIEWPORT_SHARE: f32 = 0.5;

    pub const MENU: f32 = 28.0;
    pub const STATUS: f32 = 26.0;
    /// A line of the notices.
    pub const NOTICE_LINE: f32 = ROW + 2.0;
    pub const TRANSPORT_ROW: f32 = 30.0;
    /// Numbers, ticks and marks of the time ruler.
    pub const RULER: f32 = 30.0;
    /// The scroll bar of the time axis.
    pub const TIME_SCROLL: f32 = 4.0;
    /// How strong the range that is played is tinted.
    pub const RANGE_TINT: f32 = 0.14;
    /// Names of notifications under the ruler.
    pub const MARKS: f32 = 16.0;
    /// Between the ends of the time axis and the edges of its panel.
    pub const AXIS_INSET: f32 = 20.0;
    /// Names beside the time axis, at most and at least, and their share of the window's width between the two.
    pub const NAMES: f32 = 260.0;
    pub const NAMES_MIN: f32 = 196.0;
    pub const NAMES_SHARE: f32 = 0.2;
    /// The line with a panel's title and buttons.
    pub const PANEL_HEAD: f32 = 26.0;
    /// Keys closer than this are drawn as a bar.
    pub const KEY_GAP: f32 = 5.0;
    /// Width of a key's diamond.
    pub const KEY: f32 = 8.0;
    /// Thickness of a curve.
    pub const CURVE: f32 = 1.5;
    /// Least distance of two value lines.
    pub const VALUE_LINE: f32 = 36.0;
    /// Thickness of a bar of keys, and of a clip's bar.
    pub const KEY_BAR: f32 = 4.0;
    pub const CLIP_BAR: f32 = 14.0;
    /// Lowest the dock above the transport gets.
    pub const TIME_PANEL_MIN: f32 = 92.0;
    /// The dock takes as much before rows of notifications get more than one.
    pub const DOCK: f32 = 136.0;
    /// Least distance of two labelled ticks, beyond the label itself.
    pub const TICK_GAP: f32 = 28.0;
    pub const TICK_MINOR: f32 = 4.0;
    pub const TICK_MAJOR: f32 = 8.0;
    /// Width of the handles at the in and out points.
    pub const RANGE_HANDLE: f32 = 9.0;
    /// How much of the ground lies over what is not played.
    pub const RANGE_VEIL: f32 = 0.7;
    /// Width of the field that renames a marker.
    pub const RENAME: f32 = 160.0;
    /// With less room right of the buttons the loop's seam is left out.
    pub const SEAM: f32 = 160.0;
    /// Choice of the clip: the width it keeps while anything but the frame could be left out, and what it wishes for, as a share
    /// of its row, up to a most.
    pub const CLIP_MIN: f32 = 120.0;
    pub const CLIP_SHARE: f32 = 0.4;
    pub const CLIP: f32 = 240.0;
    /// Width of the play button.
    pub const PLAY: f32 = 40.0;
    pub const MARK: f32 = 7.0;

    /// Width of a number in a table of three or four.
    pub const NUMBER: f32 = 64.0;
    /// Width of the first, labelling column of a property list.
    pub const LABEL: f32 = 92.0;
    pub const SWATCH: f32 = 14.0;
    pub const NOTICE: f32 = 480.0;
    /// The widest that a notice becomes where the view has room.
    pub const NOTICE_MOST: f32 = 720.0;
    pub const DIALOG: f32 = 560.0;
    /// Width of a page in columns.
    pub const WIDE_DIALOG: f32 = 1040.0;
    /// Smallest sides of the window of texture coordinates.
    pub const UV_MIN: f32 = 180.0;
    /// Width that the viewport keeps beside the UV layout: the room of its tools.
    pub const BESIDE_UV: f32 = 420.0;
    pub const PROGRESS: f32 = 2.0;
    /// The strip of small pictures above the ruler.
    pub const FILM: f32 = 62.0;
    /// Widest a menu or list of choices grows.
    pub const MENU_WIDTH: f32 = 320.0;
}

/// Durations in seconds.
pub mod time {
    /// No transition is longer.
    pub const TRANSITION: f32 = 0.12;
    pub const NOTICE: f64 = 6.0;
    pub const TOOLTIP: f32 = 0.5;
}

/// The name of the 12-point style for lists and tables.
pub fn dense() -> TextStyle {
    TextStyle::Name("dense".into())
}

/// The look of the `Ui`'s context.
pub fn of(ui: &egui::Ui) -> &'static Theme {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Gives `ctx` both looks; which one shows is the context's theme preference. `less_motion` switches every transition off.
pub fn install(ctx: &Context, less_motion: bool) {
    for (theme, look) in [(&DARK, egui::Theme::Dark), (&LIGHT, egui::Theme::Light)] {
        ctx.set_style_of(look, theme.style(less_motion));
    }
}

impl Theme {
    pub fn severity(&self, severity: Severity) -> Color32 {
        match severity {
            Severity::Note => self.note,
            Severity::Warning => self.warning,
            Severity::Error => self.error,
        }
    }

    pub fn urgency(&self, urgency: Urgency) -> Color32 {
        match urgency {
            Urgency::Info => self.note,
            Urgency::Warning => self.warning,
            Urgency::Error => self.error,
        }
    }

    /// The ground of every other row of a list: hardly seen, and less than the row under the pointer.
    pub fn band(&self) -> Color32 {
        self.hover.gamma_multiply(0.35)
    }

    fn style(&self, less_motion: bool) -> Style {
        let mut style = Style {
            visuals: self.visuals(),
            animation_time: if less_motion { 0.0 } else { time::TRANSITION },
            scroll_animation: if less_motion {
                ScrollAnimation::none()
            } else {
                ScrollAnimation::duration(time::TRANSITION)
            },
            drag_value_text_style: TextStyle::Monospace,
            ..Style::default()
        };
        style.text_styles = [
            (TextStyle::Small, FontId::new(size::SMALL, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(size::BODY, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(size::BODY, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(size::TITLE, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(size::DENSE, FontFamily::Monospace)),
            (dense(), FontId::new(size::DENSE, FontFamily::Proportional)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(space::S, space::XS);
        spacing.button_padding = vec2(space::S, 2.0);
        spacing.interact_size = vec2(size::ROW, size::ROW);
        spacing.indent = size::INDENT;
        spacing.menu_margin = Margin::same(space::XS as i8);
        spacing.window_margin = Margin::same(space::M as i8);
        spacing.menu_width = size::MENU_WIDTH;
        spacing.slider_rail_height = space::XS;
        spacing.icon_spacing = space::XS;
        spacing.tooltip_width = size::MENU_WIDTH;
        spacing.scroll = ScrollStyle {
            // A bar that is always there, thin, in its own gutter: long lists show where they are.
            dormant_background_opacity: 0.0,
            active_background_opacity: 0.0,
            ..ScrollStyle::thin()
        };
        style.interaction.tooltip_delay = time::TOOLTIP;
        style.interaction.selectable_labels = false;
        style
    }

    fn visuals(&self) -> Visuals {
        let base = if self.dark { Visuals::dark() } else { Visuals::light() };
        let radius = CornerRadius::same(size::RADIUS);
        let line = Stroke::new(size::LINE, self.line);
        let widget = |fill: Color32, border: Stroke, text: Color32| WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: border,
            corner_radius: radius,
            fg_stroke: Stroke::new(size::LINE, text),
            expansion: 0.0,
        };
        let shadow = Shadow {
            offset: [0, 4],
            blur: 16,
            spread: 0,
            color: Color32::from_black_alpha(if self.dark { 110 } else { 45 }),
        };
        #[allow(deprecated, reason = "the struct update reads fields that egui keeps for older code")]
        Visuals {
            override_text_color: None,
            weak_text_color: Some(self.dim),
            widgets: Widgets {
                noninteractive: widget(self.ground, line, self.text),
                inactive: widget(self.raised, line, self.text),
                hovered: widget(self.hover, Stroke::new(size::LINE, self.handle), self.text),
                // egui uses these for pressed and focused alike: the ring must be seen in both.
                active: widget(self.pressed, Stroke::new(size::RING, self.accent), self.text),
                open: widget(self.pressed, line, self.text),
            },
            selection: Selection {
                bg_fill: self.match_fill,
                stroke: Stroke::new(size::LINE, self.text),
            },
            hyperlink_color: self.accent,
            faint_bg_color: self.hover,
            extreme_bg_color: self.raised,
            text_edit_bg_color: Some(self.raised),
            code_bg_color: self.raised,
            warn_fg_color: self.warning,
            error_fg_color: self.error,
            window_corner_radius: radius,
            menu_corner_radius: radius,
            window_shadow: shadow,
            popup_shadow: shadow,
            window_fill: self.raised,
            window_stroke: line,
            panel_fill: self.ground,
            indent_has_left_vline: false,
            slider_trailing_fill: true,
            handle_shape: HandleShape::Rect { aspect_ratio: 0.4 },
            interact_cursor: None,
            disabled_alpha: 0.45,
            ..base
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.2: relative luminance.
    fn luminance(color: Color32) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns the colour that is seen where `above` lies over `below`, blended in linear light.
    fn laid_over(below: Color32, above: Color32, opacity: u8) -> Color32 {
        let [below, above] = [below, above].map(egui::Rgba::from);
        egui::lerp(below..=above, f32::from(opacity) / 255.0).into()
    }

    #[test]
    fn contrast_of_black_and_white_is_21() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn every_colour_is_readable_where_it_is_used() {
        for theme in [&DARK, &LIGHT] {
            let grounds = [theme.ground, theme.raised];
            let held = [theme.hover, theme.pressed, theme.selected_fill, theme.match_fill];
            let check = |what: &str, color: Color32, back: Color32, least: f64| {
                let found = contrast(color, back);
                assert!(
                    found >= least,
                    "dark {}: {what} has {found:.2} : 1, needs {least}",
                    theme.dark
                );
            };
            for back in grounds {
                check("text", theme.text, back, 7.0);
                check("dim", theme.dim, back, 4.5);
                check("handle", theme.handle, back, 3.0);
                for (what, color) in [
                    ("accent", theme.accent),
                    ("selected", theme.selected),
                    ("ok", theme.ok),
                    ("note", theme.note),
                    ("warning", theme.warning),
                    ("error", theme.error),
                    ("x", theme.axes[0]),
                    ("y", theme.axes[1]),
                    ("z", theme.axes[2]),
                    ("w", theme.axes[3]),
                ] {
                    check(what, color, back, 4.5);
                }
            }
            for back in held {
                check("text on a held control", theme.text, back, 7.0);
            }
            for back in [theme.hover, theme.selected_fill] {
                check("dim on a row", theme.dim, back, 4.5);
            }
            check("text on accent", theme.on_accent, theme.accent, 4.5);
            check("text on the selection", theme.text, theme.selected_fill, 7.0);
            for sky in theme.sky {
                check("text over the viewport", theme.text, sky, 7.0);
                check("selected bone", theme.selected, sky, 3.0);
            }
            // The veil and the ground of tools and texts are translucent: their worst case is the far end of what lies under them.
            for under in [Color32::BLACK, Color32::WHITE] {
                for (what, over) in [("veil", theme.veil), ("float", theme.float)] {
                    check(what, theme.text, over.blend_over(under), 7.0);
                }
                let float = theme.float.blend_over(under);
                check("dim over the viewport", theme.dim, float, 4.5);
                for axis in &theme.axes[..3] {
                    check("the letter of an axis", *axis, float, 4.5);
                }
            }
        }
    }

    trait BlendOver {
        fn blend_over(self, under: Color32) -> Color32;
    }

    impl BlendOver for Color32 {
        fn blend_over(self, under: Color32) -> Color32 {
            under.blend(self)
        }
    }

    #[test]
    fn the_tokens_of_the_shared_page_are_kept() {
        for (theme, expected) in [
            (
                &DARK,
                [0x1b1e23, 0x262a31, 0x3a404b, 0xe8ebf0, 0xa7afbb, 0x6aa9ff, 0xffb02e],
            ),
            (
                &LIGHT,
                [0xf4f5f7, 0xffffff, 0xc9ced6, 0x1c2026, 0x59616d, 0x1f63c9, 0xa85400],
            ),
        ] {
            let found = [
                theme.ground,
                theme.raised,
                theme.line,
                theme.text,
                theme.dim,
                theme.accent,
                theme.selected,
            ];
            assert_eq!(found, expected.map(rgb));
        }
    }

    /// The picture is drawn by a room that does not know this one: the two share their values, not their code.
    #[test]
    fn the_viewport_wears_the_same_colours() {
        use castview_picture::{Background, Colors};
        for (theme, colors, background) in [
            (&DARK, Colors::DARK, Background::DARK),
            (&LIGHT, Colors::LIGHT, Background::LIGHT),
        ] {
            let color = |[r, g, b]: [u8; 3]| Color32::from_rgb(r, g, b);
            assert_eq!(color(colors.selected), theme.selected);
            assert_eq!(color(colors.words), theme.text);
            assert_eq!(color(colors.sign), theme.handle);
            assert_eq!(color(colors.pinch), theme.accent);
            let edges = |background: Background| match background {
                Background::Gradient { top, bottom } => [color(top), color(bottom)],
                _ => panic!("the theme's background is a gradient"),
            };
            assert_eq!(edges(background), theme.sky);
            assert_eq!([colors.before, colors.after].map(color), theme.ghosts);
            assert_eq!(colors.speed.map(color), theme.speed);
            let is_dark = background == Background::DARK;
            let behind_black = edges(Background::BEHIND_BLACK);
            for edge in theme
                .sky
                .into_iter()
                .chain(behind_black.into_iter().filter(|_| is_dark))
            {
                assert!(contrast(color(colors.bone), edge) >= 3.0);
                assert!(contrast(color(colors.pinch), edge) >= 3.0);
                assert!(contrast(color(colors.sign), edge) >= 3.0, "{edge:?}");
                for drawn in theme.ghosts.iter().chain(&theme.speed) {
                    assert!(contrast(*drawn, edge) >= 3.0, "{drawn:?} on {edge:?}");
                }
            }
            // Signs of lights, sounds and anchors beside surfaces, blended in linear light as the picture is.
            for sign in [colors.lamp, colors.after, colors.wire] {
                for edge in theme.sky {
                    let seen = laid_over(edge, color(sign), colors.beside_surfaces);
                    assert!(contrast(seen, edge) >= 3.0, "{sign:?} on {edge:?}");
                }
            }
            // Who sees no hues still sees an order: each stop stands off further from the ground.
            let off = theme.speed.map(|stop| contrast(stop, theme.sky[0]));
            assert!(off.windows(2).all(|pair| pair[1] > pair[0] * 1.15), "{off:?}");
        }
    }

    #[test]
    fn spacing_moves_in_steps_of_four() {
        for step in [space::XS, space::S, space::M, space::L, space::XL] {
            assert_eq!(step % 4.0, 0.0);
        }
        const { assert!(size::ROW >= 22.0 && size::SMALL >= 11.0) };
    }
}
