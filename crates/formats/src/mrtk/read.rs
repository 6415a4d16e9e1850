//! Bytes → document: header, the rule that decides how keys are stored (docs/formats/mrtk.md §4.4), and what was
//! put right.

use super::curve::Curve;
use super::markers::Tail;
use super::names::Parts;
use super::scan::{Layout, Prefix, Scan, is_fork, prefix, scan};
use super::{Document, Fault, KeySize, MrtkError, Problem, Spot};
use crate::cut::{self, Here};
use crate::rules::mrtk as rule;
use castview_base::core::{Diagnostics, Element, Place, SharedBytes};

/// The first eight bytes of every file.
pub const MAGIC: [u8; 8] = [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a];
/// The same in the other byte order, which nothing writes.
pub const BIG_ENDIAN_MAGIC: [u8; 8] = [0x6a, 0x8f, 0xaf, 0x6e, 0x0f, 0x9e, 0x42, 0xc6];
const HEADER: usize = 16;
/// Wrap mode "default": whatever is set higher up, where nothing is.
const DEFAULT_WRAP: i32 = 0;

/// Reads a recording. `keys` chooses how the keys of float curves are stored instead of finding it out.
pub fn read(bytes: SharedBytes, keys: Option<KeySize>, diagnostics: &mut Diagnostics) -> Result<Document, MrtkError> {
    let version = version(&bytes)?;
    let (parts, begin) = parts(&bytes, version, diagnostics)?;
    let expected = match version {
        (1, 0) => KeySize::Full,
        _ => KeySize::Short,
    };
    let layout = Layout {
        parts,
        begin,
        keys: keys.unwrap_or(expected),
    };
    let (keys, scan, complete) = match decide(&bytes, layout, keys.is_some()) {
        Ok((keys, scan)) => (keys, scan, None),
        Err(error) => match longest_prefix(&bytes, layout, keys.is_some()) {
            Some((keys, prefix)) => {
                let scan = Scan {
                    curves: prefix.curves,
                    untidy: None,
                    tail: Tail::default(),
                };
                (keys, scan, Some(prefix.complete))
            }
            None => return Err(error),
        },
    };
    if keys != expected {
        report_layout(version, keys, begin, diagnostics);
    }
    for curve in &scan.curves {
        report_curve(curve, diagnostics);
    }
    if complete.is_some() || scan.tail.is_cut() {
        report_cut(&scan, complete, bytes.len(), diagnostics);
    } else {
        report_tail(&scan, diagnostics);
    }
    Ok(Document {
        bytes,
        version,
        keys,
        parts,
        curves: scan.curves,
        markers: scan.tail.markers,
    })
}

fn place(node_path: &str, offset: usize) -> Place {
    Place {
        node_path: node_path.into(),
        offset: offset as u64,
    }
}

fn version(bytes: &[u8]) -> Result<(i32, i32), MrtkError> {
    let place = Place::default();
    let length = bytes.len();
    if length < HEADER {
        return Err(MrtkError::TruncatedHeader { place, length });
    }
    let found = <[u8; 8]>::from_le(bytes);
    if found != MAGIC {
        return Err(match found == BIG_ENDIAN_MAGIC {
            true => MrtkError::BigEndian { place },
            false => MrtkError::OtherMagic { place, found },
        });
    }
    match <[u32; 2]>::from_le(&bytes[8..]).map(u32::cast_signed) {
        [1, minor @ (0 | 1)] => Ok((1, minor)),
        [major, minor] => Err(MrtkError::OtherVersion { place, major, minor }),
    }
}

/// Which parts the file has, and where its curves begin.
fn parts(bytes: &[u8], version: (i32, i32), diagnostics: &mut Diagnostics) -> Result<(Parts, usize), MrtkError> {
    if version == (1, 0) {
        let parts = Parts {
            camera: true,
            hands: true,
            gaze: false,
        };
        return Ok((parts, HEADER));
    }
    let Some(flags) = bytes.get(HEADER..HEADER + 3) else {
        let fault = Fault {
            spot: Spot::Flags,
            offset: HEADER,
            problem: Problem::Truncated,
        };
        let keys = KeySize::Short;
        return Err(body(fault, keys, None));
    };
    for (i, flag) in flags.iter().enumerate() {
        if *flag > 1 {
            let message = || format!("a flag is {flag} instead of 0 or 1; taken as set");
            diagnostics.report(rule::M4, || place("flags", HEADER + i), message);
        }
    }
    let parts = Parts {
        camera: flags[0] != 0,
        hands: flags[1] != 0,
        gaze: flags[2] != 0,
    };
    Ok((parts, HEADER + flags.len()))
}

fn body(fault: Fault, keys: KeySize, other: Option<(Fault, KeySize)>) -> MrtkError {
    MrtkError::Body {
        place: fault.place(),
        fault,
        keys,
        other: other.map(Box::new),
    }
}

/// The first layout that is clean; else the first whose only fault is behind its curves; else the first that fits
/// the file to the byte and can be put right.
fn decide(bytes: &[u8], first: Layout, is_chosen: bool) -> Result<(KeySize, Scan), MrtkError> {
    let second = Layout {
        keys: first.keys.other(),
        ..first
    };
    let layouts = if is_chosen { vec![first] } else { vec![first, second] };
    let mut tried = Vec::new();
    for layout in &layouts {
        match scan(bytes, *layout) {
            Ok(scan) if scan.is_clean() => return Ok((layout.keys, scan)),
            result => tried.push((layout.keys, result)),
        }
    }
    // Poses of ten curves would be half read by what follows.
    if layouts.iter().any(|layout| is_fork(bytes, *layout)) {
        let place = place("", first.begin);
        return Err(MrtkError::Variant { place });
    }
    let curves_are_clean = |scan: &Scan| scan.untidy.is_none();
    let fits = |scan: &Scan| scan.tail.is_clean();
    for bearable in [&curves_are_clean as &dyn Fn(&Scan) -> bool, &fits] {
        let found = tried.iter().position(|(_, result)| result.as_ref().is_ok_and(bearable));
        if let Some(found) = found
            && let (keys, Ok(scan)) = tried.swap_remove(found)
        {
            return Ok((keys, scan));
        }
    }
    let mut faults = tried.into_iter().filter_map(|(keys, result)| match result {
        Ok(scan) => Some((scan.fault()?, keys)),
        Err(fault) => Some((fault, keys)),
    });
    let (fault, keys) = faults.next().expect("a layout that is not clean has a fault");
    Err(body(fault, keys, faults.next()))
}

/// The whole part of a recording that ends inside its curves. Among the possible sizes of a key, the one that yields most is taken.
fn longest_prefix(bytes: &[u8], first: Layout, is_chosen: bool) -> Option<(KeySize, Prefix)> {
    let second = Layout {
        keys: first.keys.other(),
        ..first
    };
    let tried = |layout: Layout| Some((layout.keys, prefix(bytes, layout)?));
    match (tried(first), tried(second).filter(|_| !is_chosen)) {
        (Some(first), Some(second)) if second.1.complete > first.1.complete => Some(second),
        (None, second) => second,
        (first, _) => first,
    }
}

/// mrtk.md row 7, with the ends of rows 8 to 10. `complete`: how many curves are, if not all of them.
fn report_cut(scan: &Scan, complete: Option<usize>, length: usize, diagnostics: &mut Diagnostics) {
    let total = scan.curves.len();
    let count = |kind, here: usize, total: u64| Here {
        kind,
        here: here as u64,
        total,
        at_least: false,
    };
    let counts = [
        count(["curve", "curves"], complete.unwrap_or(total), total as u64),
        count(
            ["marker", "markers"],
            scan.tail.markers.len(),
            scan.tail.announced.unwrap_or(0),
        ),
    ];
    let place = match complete.and_then(|complete| scan.curves.get(complete)) {
        Some(curve) => place(&curve.name.to_string(), length),
        None => place("markers", length),
    };
    diagnostics.report(rule::M7, || place, || cut::sentence(&counts));
}

fn report_layout(version: (i32, i32), keys: KeySize, begin: usize, diagnostics: &mut Diagnostics) {
    let place = || place("", begin);
    match version {
        (1, 0) => {
            let message = || format!("a file of version 1.0 with {keys}; read as such");
            diagnostics.report(rule::M4_4, place, message);
        }
        _ => {
            let message = || format!("{keys}, as the format is described but not as the toolkit writes it");
            diagnostics.report(rule::M4_4_NOTE, place, message);
        }
    }
}

fn report_curve(curve: &Curve, diagnostics: &mut Diagnostics) {
    let untidy = curve.untidy;
    let mut report = |rule, count: u32, what: &str| {
        if count > 0 {
            diagnostics.report(rule, || curve.place(), || format!("{count} keys {what}"));
        }
    };
    report(
        rule::M13,
        untidy.values,
        "have no finite value; that of the key before is taken",
    );
    report(
        rule::M15,
        untidy.tangents,
        "have a tangent that is not a number; taken as 0",
    );
    report(
        rule::M15,
        untidy.weights,
        "have a weight that is not a number; taken as 1/3",
    );
    report(
        rule::M16,
        untidy.backwards,
        "lie before the one they follow; sorted by time",
    );
    report(
        rule::M18,
        untidy.modes,
        "have an unknown weighted mode; only its two lowest bits count",
    );
    report(rule::M25, untidy.states, "are neither off (0) nor on (1); on above 0.5");
    for (mode, side) in curve.wrap.into_iter().zip(["before", "after"]) {
        let place = || curve.place();
        match mode {
            1 | 2 | 4 | 8 => {}
            DEFAULT_WRAP => {
                let message =
                    || format!("wrap mode 0 {side} its keys, which leaves it open; the edge key's value holds");
                diagnostics.report(rule::M5_2, place, message);
            }
            other => {
                let message = || format!("unknown wrap mode {other} {side} its keys; the edge key's value holds");
                diagnostics.report(rule::M18, place, message);
            }
        }
    }
}

fn report_tail(scan: &Scan, diagnostics: &mut Diagnostics) {
    let tail = &scan.tail;
    let mut report = |rule, at: Option<usize>, message: &str| {
        if let Some(at) = at {
            diagnostics.report(rule, || place("markers", at), || message.into());
        }
    };
    report(
        rule::M11,
        tail.replaced,
        "the name of a marker is not UTF-8; its bad bytes are replaced",
    );
    report(
        rule::M12,
        tail.timeless,
        "the time of a marker is not finite; it is left out",
    );
    if let Some(fault) = &tail.fault {
        let kept = tail.markers.len();
        let message = || {
            format!(
                "{}; {kept} markers are kept, the rest of the file is ignored",
                fault.message
            )
        };
        diagnostics.report(fault.rule, || place("markers", fault.offset), message);
    }
}
