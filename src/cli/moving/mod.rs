//! Pictures that move: `render` into a file that plays, or into numbered ones.

mod progress;
mod stop;
mod target;

pub use target::Written;

use super::args::RenderArgs;
use super::output::{Failure, complain};
use crate::export::Recording;
use crate::offline::{Drawing, MovingWish, PreparedShot, Reel, Shot};
use progress::PictureCounter;
use stop::StopSignal;
use target::Several;

/// The most pictures a second of numbered files, which nobody plays yet.
const MOST_PER_SEC: f64 = 240.0;

/// Files as they were read, and how they are drawn.
pub struct ReadShot<'a> {
    pub prepared: PreparedShot,
    pub shot: &'a Shot,
    /// Sentences about what the files lack.
    pub absent: &'a [String],
}

/// Draws the pictures and writes them as `args` say. Returns the exit code: 0, or 128 and the number of the signal that stopped us.
pub fn run(args: &RenderArgs, several: Several, work: ReadShot<'_>, drawing: &mut Drawing) -> Result<u8, Failure> {
    let stop = StopSignal::listen();
    let wish = wish(args, &several);
    let mut reel = Reel::new(work.prepared, drawing, work.shot, &wish).map_err(Failure::new)?;
    work.absent.iter().for_each(complain);
    reel.take_problems().iter().for_each(complain);
    if reel.is_reduced {
        complain("--no-budget draws all of it");
    }
    if reel.is_empty && !args.allow_empty {
        return Err(Failure::new(
            "nothing is drawn in the first picture, so none is written; --allow-empty writes them all the same",
        ));
    }
    let schedule = *reel.schedule();
    let course = schedule.course;
    let (mut recording, is_numbered) = match several {
        Several::Moving(format) => {
            format.rounds(&course).iter().for_each(complain);
            let begun = Recording::begin(&args.output, format, course);
            (begun.map_err(Failure::new)?, false)
        }
        Several::Numbered(template) => {
            if template.counts_frames() && !schedule.has_whole_frames() {
                return Err(Failure::new(
                    "not every picture shows a whole frame of its own: number them by {index:04} instead of {frame:04}",
                ));
            }
            let format = template.format();
            let name = move |index| template.path(index, schedule.frame(index));
            (Recording::numbered(course.count, format, name), true)
        }
    };
    let mut progress = PictureCounter::begin(course.count);
    for (done, index) in recording.order().to_vec().into_iter().enumerate() {
        if let Some(signal) = stop.heard() {
            progress.clear();
            // Before it is told, nothing is left behind.
            drop(recording);
            complain(stopped(is_numbered, done, course.count));
            return Ok(stop::exit_code(signal));
        }
        let image = reel.draw(drawing, index).map_err(Failure::new)?;
        recording.add(index, image).map_err(Failure::new)?;
        progress.show(done + 1);
    }
    recording.finish().map_err(Failure::new)?;
    progress.clear();
    reel.take_problems().iter().for_each(complain);
    Ok(0)
}

fn wish(args: &RenderArgs, several: &Several) -> MovingWish {
    let is_rest = args.clip.as_deref() == Some("rest");
    let stands_still = is_rest || args.frame.is_some() || args.time.is_some();
    MovingWish {
        frames: args.moving.frames,
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

fn stopped(is_numbered: bool, done: usize, count: usize) -> String {
    match is_numbered {
        true => format!("stopped after {done} of {count} pictures; those that were written are whole"),
        false => format!("stopped after {done} of {count} pictures; nothing was written"),
    }
}
