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
    if count <= MOST {
        let galley = lay(ui, &ends, look, count);
        if galley.size().x <= width {
            return Cut { galley, is_cut: false };
        }
        let share = (width / galley.size().x.max(1.0)).clamp(0.0, 1.0);
        let guess = (count as f32 * share) as usize;
        return fit(ui, &ends, look, guess.min(count - 1), width);
    }
    let first = lay(ui, &ends, look, MOST);
    let share = (width / first.size().x.max(1.0)).clamp(0.0, 1.0);
    fit(ui, &ends, look, (MOST as f32 * share) as usize, width)
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
