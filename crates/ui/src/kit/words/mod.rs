//! Numbers and counts as people read them.
//!
//! Fixed decimals, so that nothing jumps while a clip plays; a real minus sign; thin gaps between thousands.

pub mod from_b;
mod property;
pub mod time_text;

pub use castview_base::core::shortened;
use castview_base::core::{Diagnostics, Severity, is_noise, json_number};
use castview_session::{Lost, folder_told};
pub use property::property_word;

/// `value` with exactly `decimals` decimals and a minus of a digit's width. Never `-0.00`.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
    text.trim_start_matches(if zero { "-" } else { "" }).replace('-', "−")
}

/// Decimals of a number that nobody chose any for.
const DECIMALS: u8 = 3;
/// Rounding noise: smaller numbers say nothing beside a 1.
const NOISE: f32 = 1e-6;

/// `value` with so many decimals, or all its digits with `None`. A number that would read as zero without being zero is written with an
/// exponent, everywhere the same way: `2.4e−6`.
pub fn number(value: f32, decimals: Option<u8>) -> String {
    let magnitude = value.abs();
    match decimals {
        _ if !value.is_finite() => "—".to_owned(),
        None => json_number(value).replace('-', "−"),
        Some(decimals) if magnitude > 0.0 && f64::from(magnitude) < 0.5 * 10f64.powi(-i32::from(decimals)) => {
            exponent(value)
        }
        Some(decimals) => fixed(value.into(), decimals.into()),
    }
}

/// [`number`] beside others, of which `largest` is the largest magnitude: rounding noise is zero.
pub fn beside(value: f32, largest: f32, decimals: Option<u8>) -> String {
    let is_noise = largest < NOISE || is_noise(value, largest);
    match decimals {
        Some(decimals) if is_noise => fixed(0.0, decimals.into()),
        _ => number(value, decimals),
    }
}

/// The number in at most `most` characters: with fewer decimals, at last with an exponent.
pub fn fitting(value: f32, largest: f32, decimals: Option<u8>, most: usize) -> String {
    let fits = |word: &String| word.chars().count() <= most;
    let asked = beside(value, largest, decimals);
    let Some(decimals) = decimals.filter(|_| !fits(&asked)) else {
        return asked;
    };
    let fewer = (0..decimals).rev().map(|count| fixed(value.into(), count.into()));
    fewer.into_iter().find(fits).unwrap_or_else(|| exponent(value))
}

/// `2.4e−6`, `4.5e9`.
pub fn exponent(value: f32) -> String {
    format!("{value:.1e}").replace('-', "−")
}

/// A number of a table: as many decimals as keep it within six digits or so, the same for all values of one magnitude.
pub fn measure(value: f32) -> String {
    match value.abs() {
        m if m < 100.0 => number(value, Some(DECIMALS)),
        m if m < 10_000.0 => fixed(value.into(), 1),
        m if m < 1_000_000.0 => fixed(value.into(), 0),
        _ if value.is_finite() => exponent(value),
        _ => "—".to_owned(),
    }
}

/// Characters that the inspector shows beside a label and an eye at its first width, in letters of one width.
const EXTENT_CHARACTERS: usize = 21;
/// Units of length for people, in meters, the largest first.
const LENGTHS: [(f64, &str); 5] = [(1e3, "km"), (1.0, "m"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")];

/// Lengths of one thing with their unit, all with as many decimals as three or four digits of the longest need: `0.40 × 1.80 × 0.30 m`.
/// Lengths that are small or large for a known unit get another one; with an unknown unit they have fewer digits and no spaces, so that
/// nothing is cut.
pub fn extent<const N: usize>(sides: [f32; N], unit: &str) -> String {
    let (sides, unit) = in_fitting_unit(sides, unit);
    let longest = sides.iter().fold(0.0_f64, |longest, side| longest.max(side.abs()));
    let written = match longest {
        0.0 => sides.map(|side| fixed(side, 2)),
        _ if !(0.005..9_999_999.5).contains(&longest) => sides.map(rough),
        _ => {
            let decimals = match longest {
                longest if longest >= 99.95 => 0,
                longest if longest >= 9.995 => 1,
                _ => 2,
            };
            sides.map(|side| fixed(side, decimals))
        }
    };
    let wide = format!("{} {unit}", written.join(" × "));
    let narrow = wide.replace(" × ", "×");
    let fits = |text: &str| text.chars().count() <= EXTENT_CHARACTERS;
    match (fits(&wide), fits(&narrow)) {
        (true, _) => wide,
        (false, true) => narrow,
        (false, false) => format!("{} {unit}", sides.map(rough).join("×")),
    }
}

/// The same lengths in the largest unit of which the longest is at least one. They stay in theirs if it suits, with one to four digits
/// before the point, or if nobody knows it.
fn in_fitting_unit<const N: usize>(sides: [f32; N], unit: &str) -> ([f64; N], &str) {
    let sides = sides.map(f64::from);
    let longest = sides.iter().fold(0.0_f64, |longest, side| longest.max(side.abs()));
    let meters = match unit {
        "m" => 1.0,
        "cm" => 1e-2,
        "mm" => 1e-3,
        _ => return (sides, unit),
    };
    if longest == 0.0 || (0.9995..9_999.5).contains(&longest) {
        return (sides, unit);
    }
    let fits = |(size, _): &&(f64, &str)| longest * meters >= 0.9995 * size;
    let (size, word) = LENGTHS.iter().find(fits).unwrap_or(&LENGTHS[LENGTHS.len() - 1]);
    (sides.map(|side| side * meters / size), word)
}

/// `4e−3`: one digit, for what would not fit otherwise.
fn rough(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        _ if !value.is_finite() => "—".to_owned(),
        _ => format!("{value:.0e}").replace('-', "−"),
    }
}

/// [`measure`] for a value of a list whose largest magnitude is `largest`.
pub fn measure_beside(value: f32, largest: f32) -> String {
    match value.abs() {
        m if m < 100.0 => beside(value, largest, Some(DECIMALS)),
        _ => measure(value),
    }
}

/// The numbers of one table row: rounding noise beside a real number is zero, and a row of nothing but noise too.
pub fn row(values: &[f32]) -> Vec<String> {
    let largest = largest(values);
    values.iter().map(|value| measure_beside(*value, largest)).collect()
}

/// The largest magnitude of `values`.
pub fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()))
}

/// `48231` → `48 231`, with narrow gaps that do not break.
pub fn grouped(count: u64) -> String {
    castview_base::core::grouped(count, '\u{a0}')
}

/// `812 B`, `4.2 kB`, `37 MB`: at most three digits.
pub fn bytes(count: u64) -> String {
    let (mut value, mut unit) = (count as f64, "B");
    for larger in ["kB", "MB", "GB", "TB"] {
        if value < 999.5 {
            break;
        }
        (value, unit) = (value / 1000.0, larger);
    }
    let decimals = usize::from(value < 9.95 && unit != "B");
    format!("{}\u{a0}{unit}", fixed(value, decimals))
}

/// The day and minute of so many seconds since 1970, where anybody can tell: `2026-11-28 13:05 UTC`.
pub fn date(secs: u64) -> Option<String> {
    let (days, of_day) = (secs / 86_400, secs % 86_400);
    // "chrono-Compatible Low-Level Date Algorithms", Howard Hinnant: `era` is 400 years, which begin in March.
    let z = days + 719_468;
    let (era, day) = (z / 146_097, z % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute) = (of_day / 3600, of_day / 60 % 60);
    (secs > 0 && year < 10_000).then(|| format!("{year:04}-{month:02}-{of_month:02} {hour:02}:{minute:02} UTC"))
}

/// `1 bone`, `144 bones`, `1 mesh`, `7 meshes`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{}\u{a0}{}", grouped(count), if count == 1 { one } else { many })
}

/// A frame number: whole where two decimals would say so, otherwise with these.
pub fn frame(value: f64) -> String {
    if (value - value.round()).abs() < 0.005 {
        fixed(value, 0)
    } else {
        fixed(value, 2)
    }
}

/// `30 fps`, `23.98 fps`.
pub fn frames_per_second(value: f64) -> String {
    let text = fixed(value, 2);
    let text = text.strip_suffix(".00").unwrap_or(&text);
    format!("{text} fps")
}

/// The path as a title shows it: the last part, whichever way its slashes lean.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(path)
}

/// `2 notes`, `1 warning, 2 notes`; empty without any.
pub fn problems<'a>(all: impl Iterator<Item = &'a Diagnostics> + Clone) -> String {
    let count = |severity| all.clone().map(|diagnostics| diagnostics.of_severity(severity)).sum();
    let mut parts = Vec::new();
    for (severity, one, many) in [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Note, "note", "notes"),
    ] {
        let n = count(severity);
        if n > 0 {
            parts.push(counted(n, one, many));
        }
    }
    parts.join(", ")
}

/// `2 textures missing, 1 cannot be read`; it is not broken within a part.
pub fn lost_textures(lost: Lost) -> String {
    lost.told()
        .split(", ")
        .map(|part| part.replace(' ', "\u{a0}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Words for a texture that is shown by the image at `location`, which lies elsewhere; `chosen`: the user put it there.
pub fn from_elsewhere(location: &str, chosen: bool) -> String {
    let folder = folder_told(location);
    match chosen {
        true => format!("replaced by {}, from {folder}", file_name(location)),
        false => format!("by its name, from {folder}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (secs, wanted) in [
            (1, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_140, "2024-02-29 23:59 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(secs).as_deref(), Some(wanted));
        }
        assert_eq!((date(0), date(u64::MAX)), (None, None));
    }
    use castview_base::core::Place;
    use castview_formats::rules;

    #[test]
    fn extents_are_short_and_have_a_unit() {
        for (sides, unit, wanted) in [
            ([0.4, 1.8, 0.3], "m", "0.40 × 1.80 × 0.30 m"),
            ([7.0, 2.0, 2.0], "m", "7.00 × 2.00 × 2.00 m"),
            ([33.431, 77.0, 147.8], "cm", "33 × 77 × 148 cm"),
            ([0.012, 0.5, 0.25], "m", "12 × 500 × 250 mm"),
            ([1.9e-6, 3.0e-6, 9.5e-7], "m", "1.90 × 3.00 × 0.95 µm"),
            ([1e-12, 0.0, 0.0], "m", "1e−3 × 0 × 0 nm"),
            ([0.5, 0.25, 0.0], "cm", "5.00 × 2.50 × 0.00 mm"),
            ([12_500.0, 9.0, 0.0], "m", "12.5 × 0.0 × 0.0 km"),
            ([12_500.0, 900.0, 0.0], "mm", "12.5 × 0.9 × 0.0 m"),
            ([3e20, 0.0, 1e20], "m", "3e17 × 0 × 1e17 km"),
            ([0.0; 3], "m", "0.00 × 0.00 × 0.00 m"),
            ([12.345, 1.0, 0.0], "units", "12.3×1.0×0.0 units"),
            ([0.882, 0.271, 0.297], "units", "0.88×0.27×0.30 units"),
            ([0.0419, 0.5, 0.25], "in", "0.04 × 0.50 × 0.25 in"),
            ([0.004, 0.002, 0.0], "units", "4e−3 × 2e−3 × 0 units"),
            ([1.9e-6, 3.0e-6, 9.2e-7], "units", "2e−6×3e−6×9e−7 units"),
            ([33_000.0, 147_123.0, 0.0], "units", "33000×147123×0 units"),
            ([33_000.0, 147_123.0, 88_000.0], "units", "3e4×1e5×9e4 units"),
        ] {
            assert_eq!(extent(sides, unit), wanted);
            assert!(wanted.chars().count() <= EXTENT_CHARACTERS, "{wanted}");
        }
    }

    #[test]
    fn sizes_have_at_most_three_digits() {
        for (count, wanted) in [
            (0, "0 B"),
            (812, "812 B"),
            (1_000, "1.0 kB"),
            (9_960, "10 kB"),
            (999_499, "999 kB"),
            (999_500, "1.0 MB"),
            (37_000_000, "37 MB"),
        ] {
            assert_eq!(bytes(count).replace('\u{a0}', " "), wanted);
        }
    }

    #[test]
    fn numbers_keep_their_decimals() {
        for (value, decimals, expected) in [
            (0.0, 2, "0.00"),
            (-0.001, 2, "0.00"),
            (-1.5, 2, "−1.50"),
            (42.0, 2, "42.00"),
            (-12.345, 1, "−12.3"),
        ] {
            assert_eq!(fixed(value, decimals), expected);
        }
    }

    #[test]
    fn a_table_number_is_short_at_any_size() {
        for (value, expected) in [
            (0.0, "0.000"),
            (12.41, "12.410"),
            (-0.3, "−0.300"),
            (99.9994, "99.999"),
            (250.25, "250.2"),
            (123_456.0, "123456"),
            (4.5e9, "4.5e9"),
            (-1e-7, "−1.0e−7"),
            (2.4e-6, "2.4e−6"),
            (f32::NAN, "—"),
        ] {
            assert_eq!(measure(value), expected);
            assert!(measure(value).chars().count() <= 8);
        }
    }

    #[test]
    fn noise_in_a_row_is_zero() {
        for (values, expected) in [
            ([1e-23, 0.192, -9e-16], ["0.000", "0.192", "0.000"]),
            ([3e-13, -1e-9, 0.0], ["0.000", "0.000", "0.000"]),
            ([0.0001, 250.25, -1.5], ["0.000", "250.2", "−1.500"]),
            ([0.002, -0.0003, 0.0], ["0.002", "−3.0e−4", "0.000"]),
            ([f32::NAN, 1.0, 0.0], ["—", "1.000", "0.000"]),
        ] {
            assert_eq!(row(&values), expected);
        }
    }

    /// Lists, tables, plots and pages write a tiny number alike, whatever stands beside it.
    #[test]
    fn tiny_numbers_are_written_in_one_way() {
        for (value, expected) in [(1e-7, "1.0e−7"), (-2.44e-6, "−2.4e−6"), (0.0004, "4.0e−4")] {
            assert_eq!(measure(value), expected);
            assert_eq!(number(value, Some(3)), expected);
            assert_eq!(exponent(value), expected);
        }
        assert_eq!(row(&[2.4e-6, 0.5]), ["2.4e−6", "0.500"]);
        assert_eq!(measure_beside(2.4e-6, 0.5), "2.4e−6");
    }

    #[test]
    fn decimals_can_be_chosen() {
        for (value, decimals, expected) in [
            (1.0 / 3.0, Some(1), "0.3"),
            (1.0 / 3.0, Some(6), "0.333333"),
            (1.0 / 3.0, None, "0.33333334"),
            (-2.0, None, "−2.0"),
            (0.004, Some(2), "4.0e−3"),
            (0.0, Some(2), "0.00"),
        ] {
            assert_eq!(number(value, decimals), expected);
        }
    }

    #[test]
    fn counts_are_words() {
        for (count, expected) in [
            (0, "0 bones"),
            (1, "1 bone"),
            (144, "144 bones"),
            (48_231, "48 231 bones"),
            (1_000_000, "1 000 000 bones"),
        ] {
            assert_eq!(counted(count, "bone", "bones").replace('\u{a0}', " "), expected);
        }
    }

    #[test]
    fn frames_and_rates_are_plain() {
        for (value, expected) in [(0.0, "0"), (118.0, "118"), (41.5, "41.50"), (-3.0, "−3")] {
            assert_eq!(frame(value), expected);
        }
        for (value, expected) in [(30.0, "30 fps"), (23.976, "23.98 fps"), (29.5, "29.50 fps")] {
            assert_eq!(frames_per_second(value), expected);
        }
    }

    #[test]
    fn file_names_end_either_kind_of_path() {
        for (path, name) in [
            ("/a/b.cast", "b.cast"),
            ("c:\\x\\y.dds", "y.dds"),
            ("plain", "plain"),
            ("dir/", "dir"),
            ("/", "/"),
        ] {
            assert_eq!(file_name(path), name);
        }
    }

    /// Also those that are not kept.
    #[test]
    fn problems_are_counted_by_kind() {
        let found = |notes: usize, warnings: usize| {
            let mut all = Diagnostics::default();
            (0..warnings).for_each(|_| all.report(rules::cast::C3, Place::default, String::new));
            (0..notes).for_each(|_| all.report(rules::cast::C4, Place::default, String::new));
            all
        };
        let said = |all: &[Diagnostics]| problems(all.iter()).replace('\u{a0}', " ");
        assert_eq!(said(&[found(2, 0)]), "2 notes");
        assert_eq!(said(&[]), "");
        assert_eq!(said(&[found(1, 1), found(0, 51)]), "52 warnings, 1 note");
    }
}
