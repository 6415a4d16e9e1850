//! Frames of one clip, side by side; for games with a JSON beside it.

use super::request::{SIDE, adapter, opened, shot, wish};
use crate::cli::args::SheetArgs;
use crate::cli::output::{Failure, complain, write_file};
use crate::cli::outside;
use crate::export;
use crate::offline::{ContactSheet, FrameWish, MovingWish, Reel, SheetLayout, absent_textures, prepare};
use serde::Serialize;

/// More a second than any game shows.
const MOST_PER_SEC: f64 = 240.0;

/// A sheet as games read it. Lengths are pixels, places are seen from the left top.
#[derive(Serialize)]
struct Sprites {
    image: String,
    width: u32,
    height: u32,
    /// Width and height of each frame.
    size: [u32; 2],
    columns: u32,
    /// Where the origin of the model is in each frame.
    pivot: Option<[f32; 2]>,
    duration_secs: f64,
    frames: Vec<Sprite>,
}

#[derive(Serialize)]
struct Sprite {
    /// Frame of the clip.
    frame: Option<f64>,
    x: u32,
    y: u32,
    duration_secs: f64,
}

pub fn run(args: &SheetArgs) -> Result<u8, Failure> {
    let shot = shot(args);
    let set = opened(args, &args.files, &args.import.allowance(&args.files))?;
    outside::tell_all(&set.files);
    absent_textures(&set, args.verbose).iter().for_each(complain);
    let prepared = prepare(set, &shot).map_err(Failure::new)?;
    let mut drawing = adapter(args)?;
    let wish = MovingWish {
        frames: args.frames.map(FrameWish::Span),
        ..wish(MOST_PER_SEC)
    };
    let mut reel = Reel::new(prepared, &mut drawing, &shot, &wish).map_err(Failure::new)?;
    reel.take_problems().iter().for_each(complain);
    if reel.is_empty {
        return Err(Failure::new(
            "nothing is drawn in the first picture, so no sheet is written",
        ));
    }
    let schedule = reel.schedule().clone();
    let lines = u32::from(!args.sprites);
    let side = args.size.unwrap_or(SIDE);
    let layout = SheetLayout::new(schedule.course.count, args.columns, (side, lines));
    let mut sheet = ContactSheet::new(layout).map_err(Failure::new)?;
    for index in 0..schedule.course.count {
        sheet.put(index, &reel.draw(&mut drawing, index).map_err(Failure::new)?);
        if let (false, Some(frame)) = (args.sprites, schedule.frame(index)) {
            sheet.caption(index, &frame.to_string(), "");
        }
    }
    reel.take_problems().iter().for_each(complain);
    let pivot = reel.origin_px();
    let image = sheet.into_image();
    if args.sprites {
        let duration_secs = schedule.course.picture_secs;
        let frames = (0..schedule.course.count).map(|index| {
            let [x, y] = layout.place(index);
            Sprite {
                frame: schedule.frame(index),
                x,
                y,
                duration_secs,
            }
        });
        let sprites = Sprites {
            image: args
                .output
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            width: image.width,
            height: image.height,
            size: [side; 2],
            columns: layout.columns,
            pivot,
            duration_secs: schedule.course.secs(),
            frames: frames.collect(),
        };
        let mut json = serde_json::to_vec_pretty(&sprites)?;
        json.push(b'\n');
        write_file(&args.output.with_extension("json"), &json)?;
    }
    write_file(&args.output, &export::png(&image))?;
    std::mem::forget(drawing);
    Ok(0)
}
