//! Times as people write them: frames, seconds, timecode.
//!
//! Seconds and timecode count from the clip's frame 0, as the commands do; frames are the clip's own.
//! Pure text; never here: widgets.

use crate::kit::words;
use castview_motion::animation::Timeline;

/// `00:00:01:12`: hours, minutes, seconds and frames since `frame` 0, without drop.
///
/// Its seconds have a whole number of frames, the rate rounded: at 29.97 frames a second they hold 30 and fall behind the
/// clock by 3.6 a hour, as non-drop timecode does everywhere. Below one frame a second every frame is a second.
pub fn timecode(frame: f64, frames_per_second: f64) -> String {
    let nominal = nominal(frames_per_second);
    // Timecode names whole frames: a part of one still belongs to it. A value that is no number is cast to 0.
    let whole = (frame.abs().clamp(0.0, 9e15) + 1e-6).floor() as u64;
    let sign = if frame < 0.0 && whole > 0 { "−" } else { "" };
    let (secs, frames) = (whole / nominal, whole % nominal);
    let digits = (nominal - 1).to_string().len().max(2);
    format!(
        "{sign}{:02}:{:02}:{:02}:{frames:0digits$}",
        secs / 3600,
        secs / 60 % 60,
        secs % 60
    )
}

/// Whole frames in a second of timecode, at least 1.
fn nominal(frames_per_second: f64) -> u64 {
    frames_per_second.round().clamp(1.0, 1e6) as u64
}

/// The frame that `text` names: a frame number (`42`, `41.5`), seconds (`1.4s`, `1.4 sec`), minutes and seconds (`2:30`,
/// `0:02:30.5`), or timecode with its frames (`0:00:01:12`, `1;12`). `None` for anything else.
pub fn parse(text: &str, timeline: &Timeline) -> Option<f64> {
    let text = text.trim().replace('−', "-").replace(',', ".").to_ascii_lowercase();
    if text.contains([':', ';']) {
        let (text, sign) = match text.strip_prefix('-') {
            Some(text) => (text, -1.0),
            None => (&text[..], 1.0),
        };
        let names_frames = text.contains(';') || text.matches(':').count() >= 3;
        let frame = match names_frames {
            true => frames_of_timecode(text, timeline.frames_per_second),
            false => Some(timeline.frame(seconds_of_clock(text)?)),
        };
        return frame.map(|frame| sign * frame).filter(|frame| frame.is_finite());
    }
    let without = |units: &[&str]| units.iter().find_map(|unit| text.strip_suffix(unit));
    let number = |digits: &str| digits.trim().parse().ok().filter(|n: &f64| n.is_finite());
    if let Some(frame) = without(&["frames", "frame", "f"]) {
        return number(frame);
    }
    match without(&["seconds", "secs", "sec", "s"]) {
        Some(secs) => Some(timeline.frame(number(secs)?)).filter(|frame| frame.is_finite()),
        None => number(&text),
    }
}

/// `2:30`, `1:02:30.5`: minutes and seconds, or hours before them; only the last part may have a fraction.
fn seconds_of_clock(text: &str) -> Option<f64> {
    let mut parts = text.rsplit(':');
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let mut secs = match parts.next()?.trim() {
        "" => 0.0,
        last => last
            .parse()
            .ok()
            .filter(|secs| is_plain(last) && *secs <= f64::from(u32::MAX))?,
    };
    for (part, weight) in parts.zip([60.0, 3600.0]) {
        let count: u32 = match part.trim() {
            "" => 0,
            digits => digits.parse().ok()?,
        };
        secs += f64::from(count) * weight;
    }
    Some(secs)
}

/// From the right: frames, seconds, minutes, hours; up to four of them.
fn frames_of_timecode(text: &str, frames_per_second: f64) -> Option<f64> {
    let nominal = nominal(frames_per_second) as f64;
    let weights = [1.0, nominal, 60.0 * nominal, 3600.0 * nominal];
    let parts: Vec<&str> = text.split([':', ';']).collect();
    if parts.len() > weights.len() {
        return None;
    }
    let mut frames = 0.0;
    for (part, weight) in parts.iter().rev().zip(weights) {
        // `:12` leaves the seconds out.
        let count: u32 = match part.trim() {
            "" => 0,
            digits => digits.parse().ok()?,
        };
        frames += f64::from(count) * weight;
    }
    Some(frames)
}

/// `1.40 s`.
pub fn seconds(secs: f64) -> String {
    format!("{} s", words::fixed(secs, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use proptest::prelude::*;

    fn timeline(frames_per_second: f64, start: f64) -> Timeline {
        Timeline {
            frames_per_second,
            range: FrameRange { start, end: 1e6 },
            looping: false,
        }
    }

    #[test]
    fn timecode_counts_whole_frames() {
        for (frame, rate, expected) in [
            (0.0, 30.0, "00:00:00:00"),
            (42.0, 30.0, "00:00:01:12"),
            (41.999, 30.0, "00:00:01:11"),
            (41.999_999_9, 30.0, "00:00:01:12"),
            (108_000.0, 30.0, "01:00:00:00"),
            (30.0, 29.97, "00:00:01:00"),
            (24.0, 23.976, "00:00:01:00"),
            (1.0, 0.25, "00:00:01:00"),
            (1150.0, 1000.0, "00:00:01:150"),
            (-45.0, 30.0, "−00:00:01:15"),
            (-0.0, 30.0, "00:00:00:00"),
            (f64::NAN, 30.0, "00:00:00:00"),
        ] {
            assert_eq!(timecode(frame, rate), expected, "{frame} at {rate}");
        }
    }

    #[test]
    fn whatever_people_type_is_a_frame() {
        for (text, start, expected) in [
            ("42", 0.0, Some(42.0)),
            (" 41.5 ", 0.0, Some(41.5)),
            ("41,5", 0.0, Some(41.5)),
            ("−3", 0.0, Some(-3.0)),
            ("42", 10.0, Some(42.0)),
            ("12 f", 0.0, Some(12.0)),
            ("12 frames", 0.0, Some(12.0)),
            ("1.4s", 0.0, Some(42.0)),
            // Seconds count from frame 0, wherever the clip starts.
            ("1.4 s", 10.0, Some(42.0)),
            ("1 Sec", 0.0, Some(30.0)),
            ("00:00:01:12", 0.0, Some(42.0)),
            ("2:30", 0.0, Some(4500.0)),
            ("2:30", 20.0, Some(4500.0)),
            ("1:02:30.5", 0.0, Some(112_515.0)),
            ("-0:01", 0.0, Some(-30.0)),
            ("1;12", 0.0, Some(42.0)),
            (":12", 0.0, Some(360.0)),
            ("1:1e5", 0.0, None),
            ("1:0:0:0", 0.0, Some(108_000.0)),
            ("1:2:3:4:5", 0.0, None),
            ("1:-2", 0.0, None),
            ("", 0.0, None),
            ("walk", 0.0, None),
            ("s", 0.0, None),
            ("nan", 0.0, None),
            ("infs", 0.0, None),
            ("1:99999999999", 0.0, None),
        ] {
            assert_eq!(parse(text, &timeline(30.0, start)), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_timecode_read_back_is_its_frame(
            frame in 0u32..4_000_000,
            rate in prop::sample::select(vec![0.5, 1.0, 23.976, 24.0, 25.0, 29.97, 30.0, 59.94, 60.0, 120.0]),
        ) {
            let text = timecode(frame.into(), rate);
            prop_assert_eq!(parse(&text, &timeline(rate, 0.0)), Some(frame.into()));
        }

        #[test]
        fn no_text_is_too_strange(text in ".{0,20}") {
            if let Some(frame) = parse(&text, &timeline(30.0, 0.0)) {
                prop_assert!(frame.is_finite());
            }
        }
    }
}
