//! Options for pictures that move.

use super::words::{above_zero, finite};
use crate::offline::{FrameSpan, FrameWish};
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;

/// Options that make many pictures of one command. Without any of them the name of the output decides.
#[derive(Debug, Args)]
pub struct MovingArgs {
    /// Draw these frames of the clip, both ends included, such as 0..60, or every second one of them: 0..60:2; or single ones, such as 3,17,42,
    /// one a second. With --loop the last is left out, as it is the first again [default: the whole clip, where the output holds pictures that
    /// move]
    #[arg(long, value_name = "A..B[:STEP]|F,F…", allow_hyphen_values = true, value_parser = frames, conflicts_with_all = ["frame", "time"], help_heading = "Pictures that move")]
    pub frames: Option<FrameWish>,

    /// Pictures a second. The clip keeps its pace, unless --frames has a step: then these very frames follow each other so fast
    /// [default: those of the clip, or 25 around a model that stands still]
    #[arg(long, value_name = "N", value_parser = per_sec, help_heading = "Pictures that move")]
    pub fps: Option<f64>,

    /// Go N whole times around the model while the clip plays; around one that stands still (rest, --frame, no clip) in 4 seconds each.
    /// Below 0 the other way around
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = turns, help_heading = "Pictures that move")]
    pub turntable: Option<i32>,

    /// Draw only these of the numbered pictures, counted from 0, both ends included: several machines can share one animation
    #[arg(long, value_name = "A..B", value_parser = pictures, help_heading = "Pictures that move")]
    pub pictures: Option<RangeInclusive<usize>>,

    /// Tell on standard error how far the command is: text, a line that is written over on a terminal and left out elsewhere; or json, one
    /// object a line
    #[arg(
        long,
        value_enum,
        value_name = "text|json",
        hide_possible_values = true,
        default_value = "text",
        help_heading = "Pictures that move"
    )]
    pub progress: ProgressArg,

    /// Stop when standard input ends, and leave nothing behind: for programs that start this one
    #[arg(long, help_heading = "Pictures that move")]
    pub stop_with_input: bool,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressArg {
    /// For people at a terminal.
    Text,
    /// For programs.
    Json,
}

impl MovingArgs {
    /// Whether one of them was given.
    pub fn is_any(&self) -> bool {
        self.frames.is_some() || self.fps.is_some() || self.turntable.is_some()
    }
}

/// `FIRST..LAST`, numbers of pictures.
fn pictures(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ends = text
        .split_once("..")
        .and_then(|(first, last)| Some(first.parse().ok()?..=last.parse().ok()?));
    let span = ends.filter(|span: &RangeInclusive<usize>| !span.is_empty());
    span.ok_or_else(|| "write FIRST..LAST, such as 0..99, counted from 0".into())
}

/// A span of frames, or frames with commas between them.
fn frames(text: &str) -> Result<FrameWish, String> {
    if text.contains("..") || !text.contains(|sign: char| sign.is_ascii_digit()) {
        return frame_span(text).map(FrameWish::Span);
    }
    let listed: Result<Vec<f64>, String> = text.split(',').map(finite).collect();
    listed.map(|frames| FrameWish::Listed(frames.into()))
}

/// `A..B` or `A..B:STEP`, in frames.
pub(super) fn frame_span(text: &str) -> Result<FrameSpan, String> {
    let (span, step) = match text.rsplit_once(':') {
        Some((span, step)) => (span, Some(step)),
        None => (text, None),
    };
    let written = || {
        "write FIRST..LAST or FIRST..LAST:STEP, such as 0..60 or 0..60:2; the first is not above the last, the step above 0; or single frames, such as 3,17,42".to_owned()
    };
    let (first, last) = span.split_once("..").ok_or_else(written)?;
    let (first, last) = (finite(first)?, finite(last)?);
    let step = step.map(above_zero).transpose()?;
    match first <= last {
        true => Ok(FrameSpan { first, last, step }),
        false => Err(written()),
    }
}

/// Turns around a model.
fn turns(text: &str) -> Result<i32, String> {
    const MOST: i32 = 100;
    let turns = text
        .parse()
        .ok()
        .filter(|turns: &i32| *turns != 0 && turns.abs() <= MOST);
    turns.ok_or_else(|| format!("write a whole number of turns from 1 to {MOST}; below 0 the eye goes the other way"))
}

/// Pictures a second.
fn per_sec(text: &str) -> Result<f64, String> {
    let per_sec = finite(text).ok().filter(|per_sec| (0.1..=240.0).contains(per_sec));
    per_sec.ok_or_else(|| "write a number from 0.1 to 240".into())
}
