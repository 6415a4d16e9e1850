//! Clips as bars over the keys: the active one, and the layers over it.
//!
//! In: the stack of clips and how it is mixed. Out: bars on the shared axis, hollow where nothing is audible.

use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use crate::time::time_axis::TimeAxis;
use castview_base::scene::Clip;
use castview_motion::animation::Timeline;
use castview_session::{LayerKey, Mix, Session};
use egui::{FontId, Rect, Stroke, StrokeKind, TextStyle, Ui, pos2};

/// A clip on the time axis.
pub struct Bar {
    /// Frames of the axis.
    pub from: f64,
    pub to: f64,
    /// Its length, and what is unusual about it.
    pub said: String,
    pub audible: bool,
}

/// The active clip as a bar.
pub fn of_base(session: &Session, clip: &Clip) -> Bar {
    Bar {
        from: clip.range.start,
        to: clip.range.end,
        said: format!(
            "{} frames · {} s{}",
            words::frame(clip.range.length()),
            words::fixed(clip.range.length() / clip.frames_per_second, 2),
            mix_words(&session.edits().base)
        ),
        audible: session.edits().is_audible(&session.edits().base),
    }
}

/// A layer as a bar, in frames of the stage's clock.
pub fn of_layer(session: &Session, key: LayerKey) -> Option<Bar> {
    let layer = session.edits().layers().iter().find(|layer| layer.key == key)?;
    let own = Timeline::of(session.stage().clip(layer.clip)?.clip());
    let clock = session.timeline()?;
    let at = |frame: f64| clock.frame(layer.offset_secs + own.secs(frame) / layer.speed);
    if let Some(held_secs) = layer.held_secs {
        return Some(Bar {
            from: clock.range.start,
            to: clock.range.end,
            said: format!("fixed at {} s{}", words::fixed(held_secs, 2), mix_words(&layer.mix)),
            audible: session.edits().is_audible(&layer.mix),
        });
    }
    Some(Bar {
        from: at(own.range.start),
        to: at(own.range.end),
        said: format!(
            "{} s{}",
            words::fixed(own.duration_secs() / layer.speed, 2),
            mix_words(&layer.mix)
        ),
        audible: session.edits().is_audible(&layer.mix),
    })
}

/// Returns the unusual values of a mix, in words.
fn mix_words(mix: &Mix) -> String {
    let mut out = String::new();
    if mix.weight != 1.0 {
        out.push_str(&format!(" · weight {}", words::fixed(f64::from(mix.weight), 2)));
    }
    if let Some(bone) = &mix.mask {
        out.push_str(&format!(" · from {bone} down"));
    }
    for (on, word) in [(mix.muted, "muted"), (mix.solo, "solo")] {
        if on {
            out.push_str(" · ");
            out.push_str(word);
        }
    }
    out
}

/// A clip from its first to its last frame, with its length; hollow where it is not audible.
pub fn paint(ui: &Ui, rect: Rect, axis: &TimeAxis, bar: &Bar) {
    let theme = theme::of(ui);
    let painter = ui.painter_at(rect);
    let at = Rect::from_x_y_ranges(
        axis.x(bar.from)..=axis.x(bar.to).max(axis.x(bar.from) + size::RING),
        rect.center().y - size::CLIP_BAR * 0.5..=rect.center().y + size::CLIP_BAR * 0.5,
    );
    let (fill, edge, text) = if bar.audible {
        (theme.match_fill, theme.accent, theme.text)
    } else {
        (theme.ground, theme.handle, theme.dim)
    };
    painter.rect(
        at,
        size::RADIUS,
        fill,
        Stroke::new(size::LINE, edge),
        StrokeKind::Inside,
    );
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let left = at.left().max(axis.left) + space::XS;
    let room = at.right().min(axis.right) - left - space::XS;
    if room > size::NUMBER * 0.5 {
        let galley = control::elided(ui, &bar.said, font, text, room);
        painter.galley(pos2(left, rect.center().y - galley.size().y * 0.5), galley, text);
    }
}
