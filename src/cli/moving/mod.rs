//! Pictures that move: `render` into a file that plays, or into numbered ones.

mod progress;
mod stop;
mod target;

pub use target::{Written, has_name, named};

use super::args::RenderArgs;
use super::output::Failure;
use crate::export::Recording;
use crate::offline::{Drawing, MovingWish, PreparedShot, Reel, Shot};
pub use progress::PictureCounter;
use std::path::{Path, PathBuf};
pub use stop::{StopSignal, exit_code};
pub use target::Several;

/// The most pictures a second of numbered files, which nobody plays yet.
const MOST_PER_SEC: f64 = 240.0;

/// Files as they were read, and how they are drawn.
pub struct ReadShot<'a> {
    pub prepared: PreparedShot,
    pub shot: &'a Shot,
    /// Sentences about what the files lack.
    pub absent: &'a [String],
}

/// How a command that writes pictures has ended.
pub enum Ended {
    /// All pictures are in these files.
    Wrote(Vec<PathBuf>),
    /// By the signal of this number.
    Stopped(usize),
}

/// Place that pictures are written to, and what is said of them.
pub struct PictureOutlet<'a> {
    pub path: &'a Path,
    /// Takes sentences, in order.
    pub say: &'a mut dyn FnMut(&str),
    pub stop: &'a StopSignal,
    /// How far it is is shown on a terminal.
    pub counts: bool,
}

/// Draws the pictures and writes them as `args` say. Says how it ended.
pub fn run(
    args: &RenderArgs,
    several: Several,
    work: ReadShot<'_>,
    drawing: &mut Drawing,
    outlet: PictureOutlet<'_>,
) -> Result<Ended, Failure> {
    let PictureOutlet {
        path,
        say,
        stop,
        counts,
    } = outlet;
    let wish = wish(args, &several);
    let mut reel = Reel::new(work.prepared, drawing, work.shot, &wish).map_err(Failure::new)?;
    let mut notes = work.absent.to_vec();
    notes.extend(reel.take_problems());
    if reel.is_reduced {
        notes.push("--no-budget draws all of it".into());
    }
    notes.iter().for_each(|line| say(line));
    if reel.is_empty && !args.allow_empty {
        return Err(Failure::new(
            "nothing is drawn in the first picture, so none is written; --allow-empty writes them all the same",
        ));
    }
    let schedule = reel.schedule().clone();
    let course = schedule.course;
    let mut written = Vec::new();
    // One file holds all pictures, never a part of them.
    let (first, count) = match &args.moving.pictures {
        Some(some) if *some.start() < course.count => {
            let end = some.end().saturating_add(1).min(course.count);
            (*some.start(), end - some.start())
        }
        Some(_) => {
            let count = course.count;
            return Err(Failure::new(format!(
                "there are {count} pictures, counted from 0: --pictures names none of them"
            )));
        }
        None => (0, course.count),
    };
    let (mut recording, is_numbered) = match several {
        Several::Moving(format) => {
            written.push(path.to_path_buf());
            format.rounds(&course).iter().for_each(|line| say(line));
            let begun = Recording::begin(path, format, course);
            (begun.map_err(Failure::new)?, false)
        }
        Several::Numbered(template) => {
            if template.counts_frames() && !schedule.has_whole_frames() {
                return Err(Failure::new(
                    "not every picture shows a whole frame of its own: number them by {index:04} instead of {frame:04}",
                ));
            }
            let format = template.format();
            let name = move |index| template.path(first + index, schedule.frame(first + index));
            written.extend((0..count).map(&name));
            (Recording::numbered(count, format, name), true)
        }
    };
    let was_there: Vec<bool> = match is_numbered {
        true => written.iter().map(|path| path.exists()).collect(),
        false => Vec::new(),
    };
    let told = (args.moving.progress, counts);
    let mut progress = PictureCounter::begin(told, count, (course.count, course.secs()), notes);
    for (done, index) in recording.order().to_vec().into_iter().enumerate() {
        if let Some(signal) = stop.heard() {
            progress.clear();
            // Before it is told, nothing is left behind.
            drop(recording);
            say(&stopped(is_numbered, done, count));
            replaced(&was_there[..done.min(was_there.len())])
                .iter()
                .for_each(|line| say(line));
            return Ok(Ended::Stopped(signal));
        }
        let image = reel.draw(drawing, first + index).map_err(Failure::new)?;
        recording.add(index, image).map_err(Failure::new)?;
        if done + 1 == count {
            progress.clear();
            for line in reel.take_problems() {
                say(&line);
                progress.note(&line);
            }
        }
        progress.show(done + 1);
    }
    recording.finish().map_err(Failure::new)?;
    progress.clear();
    replaced(&was_there).iter().for_each(|line| say(line));
    Ok(Ended::Wrote(written))
}

fn wish(args: &RenderArgs, several: &Several) -> MovingWish {
    let is_rest = args.clip.as_deref() == Some("rest");
    let stands_still = is_rest || args.frame.is_some() || args.time.is_some();
    MovingWish {
        frames: args.moving.frames.clone(),
        per_sec: args.moving.fps,
        most_per_sec: match several {
            Several::Moving(format) => format.most_per_sec(),
            Several::Numbered(_) => MOST_PER_SEC,
        },
        turns: args.moving.turntable.unwrap_or(0),
        closes: args.stack.loops.is_some_and(|loops| loops.is_on()),
        stands_still,
        frames_clip: !stands_still && args.view_file.is_none() && args.frame_clip.is_none(),
    }
}

/// Sentence about files that were there before, of all that were written: nobody typed their names.
fn replaced(was_there: &[bool]) -> Option<String> {
    let (count, of) = (was_there.iter().filter(|was| **was).count(), was_there.len());
    match (count, of) {
        (0, _) => None,
        (1, 1) => Some("the picture replaced a file that was there".into()),
        (1, _) => Some(format!("1 of {of} pictures replaced a file that was there")),
        _ => Some(format!("{count} of {of} pictures replaced files that were there")),
    }
}

fn stopped(is_numbered: bool, done: usize, count: usize) -> String {
    match is_numbered {
        true => format!("stopped after {done} of {count} pictures; those that were written are whole"),
        false => format!("stopped after {done} of {count} pictures; nothing was written"),
    }
}
