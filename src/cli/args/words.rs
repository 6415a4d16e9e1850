//! The words that stand behind options, turned into values. An error says in a sentence how such a word is written.

use crate::core::{Camera, StandardView};
use crate::images::has_radiance_extension;
use crate::light::Preset;
use crate::offline::{
    AttachmentWish, BackgroundWish, EnvironmentWish, LayerWish, MergeWish, PlayAsWish, StopWish, VertexWish, ViewWish,
    WayWish,
};
use crate::picture::{Channel, ColorBy, LINES_PX, Matcap};
use crate::scene::{CurveMode, Input};
use crate::session::{Backdrop, EXPOSURES, LevelPick, parse_color};
use crate::trouble::{TroubleKind, TroubleKinds};
use std::path::PathBuf;

/// The kind of trouble of that name, or `all`.
pub fn trouble(text: &str) -> Result<TroubleKinds, String> {
    if text == "all" {
        return Ok(TroubleKinds::all());
    }
    let kind = TroubleKind::named(text).ok_or_else(|| {
        let names: Vec<&str> = TroubleKind::all().map(|kind| kind.row().name).collect();
        format!("write all or one of {}", names.join(", "))
    })?;
    Ok(TroubleKinds::NONE.with(kind))
}

pub fn above_zero(text: &str) -> Result<f64, String> {
    let number = finite(text)?;
    if number > 0.0 {
        Ok(number)
    } else {
        Err("write a number above 0".into())
    }
}

/// A number of bytes, with K, M, G or T for so many times 1024 of them.
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let times: u64 = match text[number.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => 0,
    };
    let number = above_zero(number).ok().filter(|_| times > 0);
    let bytes = number.map(|number| (number * times as f64) as u64);
    bytes.ok_or_else(|| "write a number of bytes, such as 500M or 2G".into())
}

pub fn not_below_zero(text: &str) -> Result<f64, String> {
    let number = finite(text)?;
    if number >= 0.0 {
        Ok(number)
    } else {
        Err("write a number from 0".into())
    }
}

pub fn finite(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err("not a number".into()),
    }
}

/// Names may hold colons: what follows the first colon that a number stands behind is weight and bone.
pub fn layer(text: &str) -> Result<LayerWish, String> {
    let plain = |clip: &str| LayerWish {
        clip: clip.to_owned(),
        weight: 1.0,
        mask: None,
    };
    for (at, _) in text.match_indices(':') {
        let (clip, rest) = (&text[..at], &text[at + 1..]);
        let (weight, mask) = rest.split_once(':').map_or((rest, None), |(w, mask)| (w, Some(mask)));
        if let Ok(weight) = weight.parse::<f32>() {
            if !(0.0..=1.0).contains(&weight) {
                return Err("a weight is a number from 0 to 1".into());
            }
            return Ok(LayerWish {
                weight,
                mask: mask.map(str::to_owned),
                ..plain(clip)
            });
        }
    }
    Ok(plain(text))
}

/// Names may hold equals signs: the clip ends at the first one that a way stands behind.
pub fn play_as(text: &str) -> Result<PlayAsWish, String> {
    let wish = |(at, _): (usize, &str)| {
        Some(PlayAsWish {
            clip: text[..at].to_owned(),
            way: way(&text[at + 1..])?,
        })
    };
    text.match_indices('=').find_map(wish).ok_or_else(|| {
        "write CLIP=stored, absolute, relative, additive, additive:rest, additive:first or additive:CLIP@FRAME".into()
    })
}

fn way(text: &str) -> Option<WayWish<String>> {
    Some(match text {
        "stored" => WayWish::AsStored,
        "absolute" => WayWish::In(CurveMode::Absolute),
        "relative" => WayWish::In(CurveMode::Relative),
        "additive" => WayWish::In(CurveMode::Additive),
        "additive:rest" => WayWish::BeyondRest,
        "additive:first" => WayWish::BeyondFirst,
        _ => {
            let (clip, frame) = text.strip_prefix("additive:")?.rsplit_once('@')?;
            WayWish::BeyondFrame {
                clip: clip.to_owned(),
                frame: finite(frame).ok()?,
            }
        }
    })
}

/// Bones are named with colons more often than models are.
pub fn stop(text: &str) -> Result<StopWish, String> {
    StopWish::of(text).ok_or_else(|| {
        "write rest, clip, layer:CLIP, by_hand, handle:NAME, constraint:NAME, shapes or influence:MESH:BONE; /keys or /mode may follow a clip or layer"
            .into()
    })
}

pub fn attachment(text: &str) -> Result<AttachmentWish, String> {
    let (model, bone) = two_names(text).ok_or("write MODEL:BONE, such as sword:hand_r")?;
    Ok(AttachmentWish { model, bone })
}

pub fn merge(text: &str) -> Result<MergeWish, String> {
    let (model, leader) = two_names(text).ok_or("write MODEL:MODEL, such as gloves:body")?;
    Ok(MergeWish { model, leader })
}

fn two_names(text: &str) -> Option<(String, String)> {
    let (first, second) = text.split_once(':')?;
    let is_whole = !first.is_empty() && !second.is_empty();
    is_whole.then(|| (first.to_owned(), second.to_owned()))
}

pub fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once(['x', 'X', '×']);
    let side = |side: &str| side.parse::<u32>().ok().filter(|side| (1..=16_384).contains(side));
    let size = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    size.ok_or_else(|| "write WIDTHxHEIGHT, such as 640x480, each from 1 to 16384".into())
}

/// Pixels of a thumbnail's longer side. Desktops ask for 64 to 1024.
pub fn thumbnail(text: &str) -> Result<u32, String> {
    let side = text.parse::<u32>().ok().filter(|side| (1..=2_048).contains(side));
    side.ok_or_else(|| "write a number of pixels from 1 to 2048".into())
}

pub fn view(text: &str) -> Result<ViewWish, String> {
    use StandardView::{Back, Bottom, Front, Iso, Left, Right, Top};
    let standard = match text {
        "front" => Front,
        "back" => Back,
        "left" => Left,
        "right" => Right,
        "top" => Top,
        "bottom" => Bottom,
        "iso" => Iso,
        _ => {
            if let Some(name) = text.strip_prefix("camera:").filter(|name| !name.is_empty()) {
                return Ok(ViewWish::Camera(name.to_owned()));
            }
            let angles = text.split_once(',').and_then(|(azimuth, elevation)| {
                let (azimuth, elevation) = (finite(azimuth).ok()?, finite(elevation).ok()?);
                (elevation.abs() <= 90.0).then_some(ViewWish::Angles {
                    azimuth_rad: azimuth.to_radians() as f32,
                    elevation_rad: elevation.to_radians() as f32,
                })
            });
            return angles.ok_or_else(|| {
                "write front, back, left, right, top, bottom, iso, AZIMUTH,ELEVATION in degrees (the elevation from -90 to 90), or camera:NAME"
                    .into()
            });
        }
    };
    Ok(ViewWish::Standard(standard))
}

pub fn point(text: &str) -> Result<[f32; 3], String> {
    let numbers: Result<Vec<f64>, String> = text.split(',').map(finite).collect();
    let numbers = numbers
        .ok()
        .filter(|numbers| numbers.iter().all(|number| number.abs() <= 1e12));
    let point: Option<[f64; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
    point
        .map(|point| point.map(|number| number as f32))
        .ok_or_else(|| "write three numbers, such as 0,1.5,0".into())
}

pub fn lens(text: &str) -> Result<f64, String> {
    let [least, most] = Camera::FOV_RANGE_RAD.map(|rad| f64::from(rad).to_degrees().round());
    let degrees = finite(text).ok().filter(|degrees| (least..=most).contains(degrees));
    degrees.ok_or_else(|| format!("write a number from {least} to {most}"))
}

/// Where pictures are written. A name that promises a format nobody writes here is refused.
pub fn picture_path(text: &str) -> Result<PathBuf, String> {
    const OTHERS: [&str; 7] = ["bmp", "tga", "tif", "tiff", "exr", "avif", "mov"];
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match OTHERS.iter().any(|other| ending.eq_ignore_ascii_case(other)) {
        true => Err("pictures are written as PNG or JPEG, and those that move as GIF, APNG, WebP, MP4 or WebM".into()),
        false => Ok(path),
    }
}

/// As pictures take it (`picture::LINES_PX`).
pub fn pixels_per_point(text: &str) -> Result<f64, String> {
    let [least, most] = LINES_PX.map(f64::from);
    let pixels = finite(text).ok().filter(|pixels| (least..=most).contains(pixels));
    pixels.ok_or_else(|| format!("write a number from {least} to {most}"))
}

/// Names may hold the sign: the last one counts.
pub fn blend(text: &str) -> Result<(String, f32), String> {
    let parts = text.rsplit_once('=').and_then(|(name, weight)| {
        let weight = finite(weight)
            .ok()
            .map(|weight| weight as f32)
            .filter(|weight| weight.is_finite())?;
        (!name.is_empty()).then(|| (name.to_owned(), weight))
    });
    parts.ok_or_else(|| "write SHAPE=WEIGHT, such as smile=0.5".into())
}

/// Names may hold the sign: the last one counts.
pub fn tint(text: &str) -> Result<(String, [u8; 3]), String> {
    let parts = text.rsplit_once('=').and_then(|(name, color)| {
        let color = parse_color(color)?;
        (!name.is_empty()).then(|| (name.to_owned(), color))
    });
    parts.ok_or_else(|| "write MATERIAL=RRGGBB, such as paint=ff8000".into())
}

pub fn environment(text: &str) -> Result<EnvironmentWish, String> {
    match Preset::named(text) {
        Some(preset) => Ok(EnvironmentWish::Preset(preset)),
        None if has_radiance_extension(text) => Ok(EnvironmentWish::Image(text.into())),
        None => {
            let names = Preset::ALL.map(Preset::name).join(", ");
            Err(format!("write {names}, or a file that ends in .hdr or .exr"))
        }
    }
}

pub fn stops(text: &str) -> Result<f32, String> {
    let [least, most] = EXPOSURES;
    let stops = text.parse::<f32>().ok().filter(|stops| (least..=most).contains(stops));
    stops.ok_or_else(|| format!("write a number from {least} to {most}"))
}

pub fn percent(text: &str) -> Result<f32, String> {
    let percent = text
        .parse::<f32>()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "write a number from 0 to 100".to_owned())
}

pub fn background(text: &str) -> Result<BackgroundWish, String> {
    let flat_color = parse_color(text);
    let backdrop = match text.to_ascii_lowercase().as_str() {
        "none" => Backdrop::Transparent,
        "environment" => Backdrop::Sharp,
        "blurred" => Backdrop::Blurred,
        "gradient" => Backdrop::Gradient,
        _ if flat_color.is_some() => Backdrop::Flat,
        _ => {
            let words = "write six hexadecimal digits, such as 202428, none, environment, blurred or gradient";
            return Err(words.into());
        }
    };
    Ok(BackgroundWish { backdrop, flat_color })
}

/// Reads the value of `--mode`.
pub fn mode(text: &str) -> Result<ColorBy, String> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let has_layer = matches!(name, "uv" | "colors");
    let layer = match parts.next().filter(|_| has_layer) {
        Some(number) => number
            .parse::<u8>()
            .map_err(|_| format!("{number:?} is no number of a layer"))?,
        None => 0,
    };
    let channel = match parts.next().filter(|_| name == "colors") {
        Some(word) => *(Channel::EACH.iter())
            .find(|channel| channel.word() == word)
            .ok_or_else(|| format!("{word:?} is not all, red, green, blue or alpha"))?,
        None => Channel::All,
    };
    let by = match name {
        "materials" => ColorBy::Material,
        "bones" => ColorBy::DominantBone,
        "influences" => ColorBy::InfluenceCount,
        "sums" => ColorBy::WeightSum,
        "methods" => ColorBy::MethodDifference,
        "normals" => ColorBy::Normals,
        "tangents" => ColorBy::Tangents,
        "faces" => ColorBy::FaceSides,
        "degenerate" => ColorBy::DegenerateFaces,
        "uv" => ColorBy::Uv(layer),
        "colors" => ColorBy::VertexColors(layer, channel),
        "unlit" => ColorBy::Unlit,
        "depth" => ColorBy::Depth,
        "overdraw" => ColorBy::Overdraw,
        "density" => ColorBy::TexelDensity,
        "matcap" => {
            let word = text.split(':').nth(1).unwrap_or("clay");
            let matcap = Matcap::ALL.into_iter().find(|matcap| matcap.word() == word);
            ColorBy::Matcap(matcap.ok_or_else(|| format!("{word:?} is not clay, metal, pearl or wax"))?)
        }
        _ => match Input::ALL.into_iter().find(|input| name_of(*input) == name) {
            Some(input) => ColorBy::Input(input),
            None => {
                let inputs = Input::ALL.map(name_of).join(", ");
                return Err(format!(
                    "write materials, bones, influences, sums, methods, normals, tangents, faces, degenerate, uv[:LAYER], \
                     colors[:LAYER[:CHANNEL]], unlit, depth, overdraw, density, matcap[:NAME], or an input of materials: {inputs}"
                ));
            }
        },
    };
    let words = 1 + usize::from(has_layer || name == "matcap") + usize::from(name == "colors");
    match text.split(':').count() <= words {
        true => Ok(by),
        false => Err(format!(
            "{name} takes no more than {} numbers or words behind it",
            words - 1
        )),
    }
}

/// As `--mode` has it.
fn name_of(input: Input) -> String {
    match input {
        // Those of the vertices have this name.
        Input::Normal => "normal-map".into(),
        input => input.word().replace(' ', "-"),
    }
}

pub fn level(text: &str) -> Result<LevelPick, String> {
    match text {
        "auto" => Ok(LevelPick::ByDistance),
        "all" => Ok(LevelPick::All),
        number => number
            .parse()
            .map(LevelPick::Only)
            .map_err(|_| format!("{text:?} is no number, auto or all")),
    }
}

pub fn samples(text: &str) -> Result<u32, String> {
    const WORDS: [(&str, u32); 5] = [("1", 1), ("4", 4), ("16", 16), ("64", 64), ("256", 256)];
    let found = WORDS.iter().find(|(word, _)| *word == text);
    found
        .map(|(_, samples)| *samples)
        .ok_or_else(|| "write 1, 4, 16, 64 or 256".into())
}

pub fn vertex(text: &str) -> Result<VertexWish, String> {
    let parts = text.rsplit_once(':');
    let wish = parts.and_then(|(mesh, vertex)| {
        Some(VertexWish {
            mesh: mesh.to_owned(),
            vertex: vertex.parse().ok()?,
        })
    });
    wish.ok_or_else(|| "not a mesh and a number of a vertex, as in body:1234".into())
}

pub fn step(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|step| *step > 0)
        .ok_or_else(|| "write a whole number from 1".into())
}
