//! Names in one line, cut in their middle where they do not fit: both ends of a bone's name say which bone it is.
//!
//! In: a name of any length, its marked letters, a width in points. Out: the painted text, and whether it is shorter than the
//! name. Never more than [`MOST`] characters are laid out.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Galley, Id, Ui};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
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
pub struct CutLook<'a> {
    pub plain: TextFormat,
    /// Positions of characters, ascending.
    pub marked: &'a [u32],
    /// Behind these; also behind the `…` that stands for one of them.
    pub mark: Color32,
}

/// `name` in a line of at most `width` points: whole, or as many characters of both ends as there is room for around a `…`.
pub fn middle(ui: &Ui, name: &str, look: &CutLook<'_>, width: f32) -> Cut {
    let count = name.chars().count();
    let ends = Ends::of(name, count);
    let asked = asked(ui, &ends, look, width);
    let known = ui.data_mut(|data| data.get_temp_mut_or_default::<Known>(Id::NULL).get(asked.0, asked.1));
    if let Some(kept) = known {
        let galley = lay(ui, &ends, look, kept);
        if galley.size().x <= width || kept <= LEAST {
            let is_cut = kept < count;
            return Cut { galley, is_cut };
        }
    }
    let (kept, galley) = fit(ui, &ends, look, width);
    ui.data_mut(|data| data.get_temp_mut_or_default::<Known>(Id::NULL).keep(asked.1, kept));
    let is_cut = kept < count;
    Cut { galley, is_cut }
}

/// Characters of a name that is cut, at least.
const LEAST: usize = 2;

/// The pass, and what is asked in it.
fn asked(ui: &Ui, ends: &Ends, look: &CutLook<'_>, width: f32) -> (u64, u64) {
    let font = &look.plain.font_id;
    let scale = ui.ctx().pixels_per_point();
    let sizes = [width, scale, font.size].map(f32::to_bits);
    let mut hasher = DefaultHasher::new();
    (&ends.head, &ends.tail, ends.count, look.marked, sizes, &font.family).hash(&mut hasher);
    (ui.ctx().cumulative_pass_nr(), hasher.finish())
}

/// How many characters of each name fitted, for as long as the name is asked for in each pass: names of a list that stands are not measured
/// again.
#[derive(Clone, Default)]
struct Known {
    pass: u64,
    now: HashMap<u64, usize>,
    /// Counts from the last pass that asked for anything.
    before: HashMap<u64, usize>,
}

impl Known {
    fn get(&mut self, pass: u64, asked: u64) -> Option<usize> {
        if self.pass != pass {
            self.pass = pass;
            self.before = std::mem::take(&mut self.now);
        }
        let kept = self.now.get(&asked).or_else(|| self.before.get(&asked)).copied()?;
        self.now.insert(asked, kept);
        Some(kept)
    }

    fn keep(&mut self, asked: u64, kept: usize) {
        self.now.insert(asked, kept);
    }
}

/// Estimate from the widths of single characters, without a layout: laying out costs a hundred times as much.
struct Guess {
    /// So many characters fit, from both ends inwards.
    kept: usize,
    /// Pairs of letters may stand closer than their widths say.
    may_be_whole: bool,
}

fn guess(ui: &Ui, ends: &Ends, look: &CutLook<'_>, width: f32) -> Guess {
    /// All characters that are that much wider than the room do not fit, however close pairs of them stand.
    const SURELY: f32 = 1.1;
    let font = &look.plain.font_id;
    ui.ctx().fonts_mut(|fonts| {
        let (mut sum, mut kept) = (0.0, 0);
        let dots = fonts.glyph_width(font, '…');
        let most = ends.count.min(MOST);
        for place in 0..most {
            sum += ends.at(place).map_or(0.0, |c| fonts.glyph_width(font, c));
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

/// The most characters that fit, and these; at least one of each end.
fn fit(ui: &Ui, ends: &Ends, look: &CutLook<'_>, width: f32) -> (usize, Arc<Galley>) {
    /// Share of its width that a letter takes at least beside another.
    const CLOSEST: f32 = 0.75;
    let guess = guess(ui, ends, look, width);
    if ends.count <= MOST && guess.may_be_whole {
        let galley = lay(ui, ends, look, ends.count);
        if galley.size().x <= width {
            return (ends.count, galley);
        }
    }
    let most = ends.count.saturating_sub(1).min(MOST);
    let mut kept = guess.kept.clamp(LEAST.min(most), most);
    let mut galley = lay(ui, ends, look, kept);
    while galley.size().x > width && kept > LEAST {
        kept -= 1;
        galley = lay(ui, ends, look, kept);
    }
    // Letters that stand close: one more may fit than their widths say.
    while kept < most {
        let next = ends.at(kept).unwrap_or(' ');
        let next = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&look.plain.font_id, next));
        if galley.size().x + next * CLOSEST > width {
            break;
        }
        let wider = lay(ui, ends, look, kept + 1);
        if wider.size().x > width {
            break;
        }
        (kept, galley) = (kept + 1, wider);
    }
    (kept, galley)
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

    /// The character that is kept after `place` others: from both ends inwards, the greater half at the beginning.
    fn at(&self, place: usize) -> Option<char> {
        let at = place / 2;
        match place % 2 {
            0 => self.head.get(at).copied(),
            _ => self
                .tail
                .len()
                .checked_sub(at + 1)
                .and_then(|at| self.tail.get(at))
                .copied(),
        }
    }
}

/// `kept` characters, the greater half at the beginning; all of them without a `…`.
fn lay(ui: &Ui, ends: &Ends, look: &CutLook<'_>, kept: usize) -> Arc<Galley> {
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

fn format_of(look: &CutLook<'_>, marked: bool) -> TextFormat {
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

    /// A count that fitted in one pass is known in the next, and forgotten when nobody asks for it any more.
    #[test]
    fn what_fitted_is_known_as_long_as_it_is_asked_for() {
        let mut known = Known::default();
        assert_eq!(known.get(1, 7), None);
        known.keep(7, 12);
        assert_eq!(
            (known.get(1, 7), known.get(2, 7), known.get(5, 7)),
            (Some(12), Some(12), Some(12))
        );
        assert_eq!(known.get(6, 8), None);
        assert_eq!(known.get(7, 7), None);
    }

    /// Both ends stay, as many characters as there is room for, and next to nothing is laid out in vain.
    #[test]
    fn a_long_name_is_cut_with_few_layouts() {
        let name: String = (0..1000).map(|i| char::from(b'a' + (i * 7 % 26) as u8)).collect();
        for length in [40, 400, 1000] {
            let ctx = Context::default();
            let mut seen = None;
            let output = ctx.run_ui(RawInput::default(), |ui| {
                let look = CutLook {
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
            assert!(layouts <= 2, "{layouts} layouts for {length} characters");
        }
    }
}
