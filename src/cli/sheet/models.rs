//! A small picture of each file of a list, with its name and what is in it.
//!
//! Files are read several at a time and drawn by one adapter. Only the small picture of each stays.

use super::page::{Seen, SheetPage};
use super::request::{SIDE, SheetKind, adapter, opened, shot, wish};
use crate::cli::args::{BatchArgs, SheetArgs};
use crate::cli::input::{FileList, Finished, Listed, files_of};
use crate::cli::output::{Failure, Output, write_file};
use crate::cli::outside;
use crate::cli::pen::{Pen, with_pen};
use crate::core::printed;
use crate::export::{self, MovingFormat, Recording, Replacement};
use crate::images::Image;
use crate::offline::{
    ContactSheet, Drawing, FileSet, MovingWish, PreparedShot, Reel, SheetLayout, Shot, TURN_SECS, prepare, take,
};
use crate::scene::Scene;
use std::sync::{Mutex, PoisonError};

/// Pictures a second on a page, and the most of one model: the first two seconds of its clip, or a turn. A page of a thousand models is drawn
/// within a minute on two processors, and a browser opens it.
const PER_SEC: f64 = 6.0;
const MOST_PICTURES: usize = 12;

/// Place that small pictures go to.
enum Paper {
    Picture(Box<ContactSheet>),
    Page(SheetPage),
}

/// Small picture of one file.
enum Cell {
    Image(Image),
    Seen(Seen),
    /// No model of it shows anything.
    Empty,
}

pub fn run(args: &SheetArgs, written: SheetKind) -> Result<u8, Failure> {
    let how = BatchArgs {
        jobs: args.jobs,
        ..BatchArgs::default()
    };
    let all = files_of(&args.files, args.recursive, &how);
    let mut count = 0;
    let cells: Vec<usize> = all
        .iter()
        .map(|entry| {
            count += usize::from(matches!(entry, Listed::File { .. }));
            count.saturating_sub(1)
        })
        .collect();
    let side = args.size.unwrap_or(SIDE);
    let layout = SheetLayout::new(count, args.columns, (side, 2));
    let paper = Mutex::new(match written {
        SheetKind::Picture => Paper::Picture(Box::new(ContactSheet::new(layout).map_err(Failure::new)?)),
        SheetKind::Page => Paper::Page(SheetPage::new(count, side)?),
    });
    let put = |index: usize, facts: &str, cell: &Cell| {
        let Listed::File { below, .. } = &all[index] else {
            return Ok(());
        };
        let name = below.to_string_lossy();
        let mut paper = paper.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *paper {
            Paper::Picture(sheet) => {
                if let Cell::Image(image) = cell {
                    sheet.put(cells[index], image);
                }
                sheet.caption(cells[index], &printed(&name), facts);
                Ok(())
            }
            Paper::Page(page) => {
                let seen = match cell {
                    Cell::Seen(seen) => Some(seen),
                    _ => None,
                };
                page.put(cells[index], (&name, facts), seen)
            }
        }
    };
    let batch = FileList {
        files: &all,
        outputs: &[],
        how: &how,
        is_verbose: args.verbose,
        sums_up: true,
        fails_at: None,
    };
    let open = || adapter(args);
    let allowance = args.import.allowance(&args.files);
    let shot = Shot {
        is_thumbnail: written == SheetKind::Picture,
        ..shot(args)
    };
    let code = with_pen(&open, |pen| {
        batch.run(|index, path, out| {
            let set = opened(args, &[path.to_path_buf()], &allowance);
            let set = set.or_else(|failure| put(index, "cannot be read", &Cell::Empty).and(Err(failure)))?;
            outside::lines(&set.files).iter().for_each(|line| out.complain(line));
            let facts = facts(set.files.iter().map(|file| &*file.scene));
            let drawn = drawn(pen, set, &shot, out).and_then(|cell| put(index, &facts, &cell));
            drawn.or_else(|failure| put(index, "cannot be drawn", &Cell::Empty).and(Err(failure.at(path))))?;
            Ok(Finished::default())
        })
    })?;
    if count == 0 {
        return Ok(code);
    }
    match paper.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Paper::Picture(sheet) => write_file(&args.output, &export::png(&sheet.into_image()))?,
        Paper::Page(page) => {
            let write = || {
                let mut file = Replacement::begin(&args.output)?;
                page.write(file.file())?;
                file.finish()
            };
            write().map_err(|error| Failure::new(format!("cannot write ({error}): {}", args.output.display())))?;
        }
    }
    Ok(code)
}

fn drawn<'a>(pen: &Pen<'a>, set: FileSet, shot: &'a Shot, out: &mut Output<'_>) -> Result<Cell, Failure> {
    let prepared = prepare(set, shot).map_err(Failure::new)?;
    let (cell, said) = pen.draw(move |drawing| {
        let mut said = Vec::new();
        let cell = match shot.is_thumbnail {
            true => still(prepared, drawing, shot, &mut said),
            false => moving(prepared, drawing, shot, &mut said),
        };
        let is_in_order = cell.is_ok();
        ((cell, said), is_in_order)
    })?;
    said.iter().for_each(|line| out.complain(line));
    cell
}

fn still(prepared: PreparedShot, drawing: &mut Drawing, shot: &Shot, said: &mut Vec<String>) -> Result<Cell, Failure> {
    let taken = take(prepared, drawing, shot).map_err(Failure::new)?;
    said.extend(taken.problems);
    Ok(match taken.is_empty {
        true => Cell::Empty,
        false => Cell::Image(taken.image),
    })
}

/// The first picture, and those of the clip, or of a turn around what stands still.
fn moving(prepared: PreparedShot, drawing: &mut Drawing, shot: &Shot, said: &mut Vec<String>) -> Result<Cell, Failure> {
    let turns = !prepared.plays();
    let wish = MovingWish {
        per_sec: Some(if turns {
            MOST_PICTURES as f64 / TURN_SECS
        } else {
            PER_SEC
        }),
        turns: i32::from(turns),
        closes: true,
        ..wish(MovingFormat::WebP.most_per_sec())
    };
    let mut reel = Reel::new(prepared, drawing, shot, &wish).map_err(Failure::new)?;
    said.append(&mut reel.take_problems());
    if reel.is_empty {
        return Ok(Cell::Empty);
    }
    let mut course = reel.schedule().course;
    course.count = course.count.min(MOST_PICTURES);
    if turns {
        course.picture_secs = PER_SEC.recip();
    }
    let first = reel.draw(drawing, 0).map_err(Failure::new)?;
    let still = export::png(&first);
    if course.count < 2 {
        return Ok(Cell::Seen(Seen { still, moving: None }));
    }
    let trouble = |error| Failure::new(format!("a picture has no place to be put together ({error})"));
    let folder = tempfile::tempdir().map_err(trouble)?;
    let path = folder.path().join("moving.webp");
    let mut recording = Recording::begin(&path, MovingFormat::WebP, course).map_err(Failure::new)?;
    for index in recording.order().to_vec() {
        let image = match index {
            0 => first.clone(),
            _ => reel.draw(drawing, index).map_err(Failure::new)?,
        };
        recording.add(index, image).map_err(Failure::new)?;
    }
    recording.finish().map_err(Failure::new)?;
    said.append(&mut reel.take_problems());
    let moving = Some(std::fs::read(&path).map_err(trouble)?);
    Ok(Cell::Seen(Seen { still, moving }))
}

/// Contents of a file, in few words.
fn facts<'a>(scenes: impl Iterator<Item = &'a Scene>) -> String {
    let [mut bones, mut vertices, mut clips] = [0; 3];
    for scene in scenes {
        bones += scene.models.iter().map(|model| model.skeleton.len()).sum::<usize>();
        let meshes = scene.models.iter().flat_map(|model| &model.meshes);
        vertices += meshes.map(|mesh| mesh.vertex_count()).sum::<usize>();
        clips += scene.clips.len();
    }
    let all = [
        (vertices, "vertices", "vertex"),
        (bones, "bones", "bone"),
        (clips, "clips", "clip"),
    ];
    let some = all.iter().filter(|(count, ..)| *count > 0);
    let told: Vec<String> = some
        .map(|(count, many, one)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    match told.is_empty() {
        true => "empty".into(),
        false => told.join(", "),
    }
}
