//! Files → archives, byte for byte the same wherever they are made: entries by name, owner 0, one time for all.
//!
//! Written here, as tar, ar and zip are a few lines each; compressed by `gzip` and `xz`, which say nothing of the machine when asked so.

use super::files::{Entry, Files, mode};
use std::io::Write;
use std::process::{Command, Stdio};

/// Seconds since 1970 that every entry gets.
pub type Time = u64;

const BLOCK: usize = 512;

/// As `ustar` (POSIX 1988). Paths of over 255 bytes or with a part too long for its fields are refused.
pub fn tar(files: &Files, time: Time) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let folders = files.folders().into_iter().map(|folder| (format!("{folder}/"), None));
    let mut entries: Vec<(String, Option<&Entry>)> = folders.collect();
    entries.extend(files.0.iter().map(|(path, entry)| (path.clone(), Some(entry))));
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, entry) in entries {
        let bytes = entry.map_or(&[][..], |entry| &entry.bytes);
        out.extend(tar_header(&path, entry, bytes.len(), time)?);
        out.extend(bytes);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks end it.
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

fn tar_header(path: &str, entry: Option<&Entry>, length: usize, time: Time) -> Result<[u8; BLOCK], String> {
    let (prefix, name) = split_path(path).ok_or_else(|| format!("a path too long for an archive: {path}"))?;
    let mut header = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, format!("{:07o}", entry.map_or(0o755, mode)).as_bytes());
    // Owner and group: 0.
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{length:011o}").as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    // The sum counts itself as blanks.
    put(148, b"        ");
    put(156, if entry.is_some() { b"0" } else { b"5" });
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(345, prefix.as_bytes());
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// The parts of a path for the fields `prefix` and `name`.
fn split_path(path: &str) -> Option<(&str, &str)> {
    const NAME: usize = 100;
    const PREFIX: usize = 155;
    if path.len() <= NAME {
        return Some(("", path));
    }
    let inner = path.trim_end_matches('/');
    let fits = |&(at, _): &(usize, &str)| at <= PREFIX && path.len() - at - 1 <= NAME;
    let (at, _) = inner.match_indices('/').find(fits)?;
    Some((&path[..at], &path[at + 1..]))
}

/// As Debian's packages are.
pub fn ar(members: &[(&str, Vec<u8>)], time: Time) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        out.extend(
            format!(
                "{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n",
                0,
                0,
                "100644",
                bytes.len()
            )
            .bytes(),
        );
        out.extend(bytes);
        out.resize(out.len().next_multiple_of(2), b'\n');
    }
    out
}

/// Deflated. Names are ASCII, as those of packages are.
pub fn zip(files: &Files, time: Time) -> Result<Vec<u8>, String> {
    /// Bytes of the header and the trailer that `gzip -n` puts around the deflated bytes.
    const AROUND: (usize, usize) = (10, 8);
    const DEFLATED: u16 = 8;
    let (date, clock) = dos(time);
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (path, entry) in &files.0 {
        let packed = gzip(&entry.bytes)?;
        let (start, end) = (AROUND.0, packed.len() - AROUND.1);
        let sum: [u8; 4] = packed[end..end + 4].try_into().expect("gzip ends with a sum");
        let too_large = |_| format!("too large for a zip: {path}");
        let (stored, whole) = (
            u32::try_from(end - start).map_err(too_large)?,
            u32::try_from(entry.bytes.len()).map_err(too_large)?,
        );
        let offset = u32::try_from(out.len()).map_err(too_large)?;
        let mut common = Vec::new();
        // Version 2.0, no flags.
        for field in [20, 0, DEFLATED, clock, date] {
            common.extend(u16::to_le_bytes(field));
        }
        common.extend(sum);
        common.extend(stored.to_le_bytes());
        common.extend(whole.to_le_bytes());
        common.extend((path.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(path.bytes());
        out.extend(&packed[start..end]);
        // Made by Unix, so that programs stay programs there.
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | mode(entry)) << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(path.bytes());
    }
    let count = files.0.len() as u16;
    let (start, length) = (out.len() as u32, directory.len() as u32);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend([length.to_le_bytes(), start.to_le_bytes()].concat());
    out.extend([0, 0]);
    Ok(out)
}

/// Date and clock as DOS kept them, in UTC; nothing before 1980.
fn dos(time: Time) -> (u16, u16) {
    let (days, second) = (time / 86_400, time % 86_400);
    let [year, month, day] = date(days);
    let year = year.saturating_sub(1980).min(127);
    let date = (year << 9) | (month << 5) | day;
    let clock = ((second / 3600) << 11) | ((second / 60 % 60) << 5) | (second % 60 / 2);
    (date as u16, clock as u16)
}

/// Year, month and day, `days` after 1970-01-01 ("chrono-compatible low-level date algorithms", Howard Hinnant; `era` is 400 years from a 1st of March).
pub fn date(days: u64) -> [u64; 3] {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    [year_of_era + era * 400 + u64::from(month <= 2), month, day]
}

/// Without name and time.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    piped(Command::new("gzip").args(["-n", "-9", "-c"]), bytes)
}

/// By one thread, as several cut the bytes into blocks by their number.
pub fn xz(bytes: &[u8]) -> Result<Vec<u8>, String> {
    piped(Command::new("xz").args(["-9", "-T1", "-c"]), bytes)
}

/// Lines of `SHA256SUMS`, for `sha256sum -c`.
pub fn sums(files: &Files) -> Result<String, String> {
    let mut lines = String::new();
    for (name, entry) in &files.0 {
        let sum = piped(&mut Command::new("sha256sum"), &entry.bytes)?;
        let sum = String::from_utf8_lossy(&sum);
        let sum = sum.split_whitespace().next().unwrap_or_default();
        lines += &format!("{sum}  {name}\n");
    }
    Ok(lines)
}

/// Output of `command` for `bytes`.
fn piped(command: &mut Command, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut input = child.stdin.take().expect("piped above");
    // Written beside the reading, as either side waits for the other when its pipe is full.
    let (written, output) = std::thread::scope(|scope| {
        let written = scope.spawn(move || input.write_all(bytes));
        let output = child.wait_with_output();
        (written.join().expect("writing does not panic"), output)
    });
    let output = output.map_err(failed)?;
    written.map_err(failed)?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{name}: {}", output.status)),
    }
}
