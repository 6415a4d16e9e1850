//! Names in one line, cut in their middle where they do not fit: both ends of a bone's name say which bone it is.
//!
//! In: a name of any length, its marked letters, a width in points. Out: the painted text, and whether it is shorter than the
//! name. Never more than [`MOST`] characters are laid out.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Galley, Ui};
use std::sync::Arc;

/// A longer name is cut to this many characters before anything is measured.
pub const MOST: usize = 512;

/// A name as it is painted.
pub struct Cut {
    pub galley: Arc<Galley>,
    /// The middle is left out.
    pub is_cut: bool,
}

/// How a name looks.
pub struct Look<'a> {
    pub plain: TextFormat,
    /// Positions of characters, ascending.
    pub marked: &'a [u32],
    /// Behind these; also behind the `…` that stands for one of them.
    pub mark: Color32,
}

/// `name` in a line of at most `width` points: whole, or as many characters of both ends as there is room for around a `…`.
pub fn middle(ui: &Ui, name: &str, look: &Look<'_>, width: f32) -> Cut {
    let count = name.chars().count();
    let ends = Ends::of(name, count);
    let guess = guess(ui, &ends, look, width);
    if count <= MOST && guess.may_be_whole {
        let galley = lay(ui, &ends, look, count);
        if galley.size().x <= width {
            return Cut { galley, is_cut: false };
        }
    }
    fit(ui, &ends, look, guess.kept.min(count.saturating_sub(1)), width)
}

/// What the widths of single characters say, without a layout: laying out costs a hundred times as much.
struct Guess {
    /// So many characters fit, from both ends inwards.
    kept: usize,
    /// Pairs of letters may stand closer than their widths say.
    may_be_whole: bool,
}

fn guess(ui: &Ui, ends: &Ends, look: &Look<'_>, width: f32) -> Guess {
    /// All characters that are that much wider than the room surely do not fit.
    const SURELY: f32 = 1.25;
    let font = &look.plain.font_id;
    ui.ctx().fonts_mut(|fonts| {
        let (mut sum, mut kept) = (0.0, 0);
        let dots = fonts.glyph_width(font, '…');
        let most = ends.count.min(MOST);
        for place in 0..most {
            let at = place / 2;
            // The greater half is at the beginning.
            let c = match place % 2 {
                0 => ends.head.get(at),
                _ => ends.tail.len().checked_sub(at + 1).and_then(|at| ends.tail.get(at)),
            };
            sum += c.map_or(0.0, |c| fonts.glyph_width(font, *c));
            if sum + dots <= width {
                kept = place + 1;
            }
            if sum > width * SURELY {
                return Guess {
                    kept,
                    may_be_whole: false,
                };
            }
        }
        Guess {
            kept,
            may_be_whole: true,
        }
    })
}

/// The most characters around `guess` that fit; at least one of each end.
fn fit(ui: &Ui, ends: &Ends, look: &Look<'_>, guess: usize, width: f32) -> Cut {
    const LEAST: usize = 2;
    let most = (ends.count - 1).min(MOST);
    let mut kept = guess.clamp(LEAST.min(most), most);
    let mut galley = lay(ui, ends, look, kept);
    while galley.size().x > width && kept > LEAST {
        kept -= 1;
        galley = lay(ui, ends, look, kept);
    }
    // Narrow letters: more of them may fit than the mean says.
    while galley.size().x <= width && kept < most {
        let wider = lay(ui, ends, look, kept + 1);
        if wider.size().x > width {
            break;
        }
        (kept, galley) = (kept + 1, wider);
    }
    Cut { galley, is_cut: true }
}

/// The characters of a name that can ever be painted, with their positions.
struct Ends {
    count: usize,
    head: Vec<char>,
    /// In reading order; they end where the name does.
    tail: Vec<char>,
}

impl Ends {
    fn of(name: &str, count: usize) -> Self {
        let mut tail: Vec<char> = name.chars().rev().take(MOST).collect();
        tail.reverse();
        Self {
            count,
            head: name.chars().take(MOST).collect(),
            tail,
        }
    }
}

/// `kept` characters, the greater half at the beginning; all of them without a `…`.
fn lay(ui: &Ui, ends: &Ends, look: &Look<'_>, kept: usize) -> Arc<Galley> {
    let mut runs: Vec<(String, bool)> = Vec::new();
    let mut push = |c: char, marked: bool| match runs.last_mut() {
        Some((run, is_marked)) if *is_marked == marked => run.push(c),
        _ => runs.push((c.into(), marked)),
    };
    let at = |place: usize| look.marked.binary_search(&(place as u32)).is_ok();
    let head = if kept >= ends.count {
        ends.count
    } else {
        kept.div_ceil(2)
    };
    let tail = kept.min(ends.count) - head;
    for (place, c) in ends.head.iter().take(head).enumerate() {
        push(*c, at(place));
    }
    if kept < ends.count {
        let hidden = head as u32..(ends.count - tail) as u32;
        push('…', look.marked.iter().any(|place| hidden.contains(place)));
        for (index, c) in ends.tail[ends.tail.len() - tail..].iter().enumerate() {
            push(*c, at(ends.count - tail + index));
        }
    }
    let mut job = LayoutJob::default();
    for (run, marked) in &runs {
        job.append(run, 0.0, format_of(look, *marked));
    }
    // Names of a file may hold line breaks; a row is one line.
    job.break_on_newline = false;
    job.wrap = egui::text::TextWrapping::no_max_width();
    ui.painter().layout_job(job)
}

fn format_of(look: &Look<'_>, marked: bool) -> TextFormat {
    match marked {
        true => TextFormat {
            background: look.mark,
            ..look.plain.clone()
        },
        false => look.plain.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, FontId, RawInput};

    /// Both ends stay, as many characters as there is room for, and next to nothing is laid out in vain.
    #[test]
    fn a_long_name_is_cut_with_few_layouts() {
        let name: String = (0..1000).map(|i| char::from(b'a' + (i * 7 % 26) as u8)).collect();
        for length in [40, 400, 1000] {
            let ctx = Context::default();
            let mut seen = None;
            let output = ctx.run_ui(RawInput::default(), |ui| {
                let look = Look {
                    plain: TextFormat::simple(FontId::proportional(11.0), Color32::WHITE),
                    marked: &[],
                    mark: Color32::RED,
                };
                let laid_out = |ui: &Ui| ui.ctx().fonts(|fonts| fonts.num_galleys_in_cache());
                let before = laid_out(ui);
                let cut = middle(ui, &name[..length], &look, 150.0);
                let text = cut.galley.text().to_owned();
                seen = Some((cut.is_cut, cut.galley.size().x, text, laid_out(ui) - before));
            });
            output.drop_without_applying_deltas();
            let (is_cut, width, text, layouts) = seen.expect("a pass");
            assert!(is_cut && text.starts_with(&name[..8]) && text.ends_with(&name[length - 8..length]));
            assert!((135.0..=150.0).contains(&width), "{width} points of 150");
            assert!(layouts <= 3, "{layouts} layouts for {length} characters");
        }
    }
}
