//! `sheet`: small pictures of many models (`models`), or of the frames of one clip (`frames`), on one picture or page.

mod frames;
mod models;
mod page;
mod request;

use super::args::SheetArgs;
use super::input::refuse_words_of_switches;
use super::output::Failure;
use super::restart;
use request::SheetKind;

pub fn run(args: &SheetArgs) -> Result<u8, Failure> {
    refuse_words_of_switches(&args.files)?;
    let ending = args
        .output
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let written = match ending.to_ascii_lowercase().as_str() {
        "png" => SheetKind::Picture,
        "html" | "htm" => SheetKind::Page,
        _ => {
            return Err(Failure::new(format!(
                "a sheet is written as .png or .html: {}",
                args.output.display()
            )));
        }
    };
    let shows_frames = args.sprites || args.frames.is_some();
    if shows_frames && written == SheetKind::Page {
        return Err(Failure::new(
            "frames of a clip are written as .png; castview render draws them as pictures that move",
        ));
    }
    if args.clip.is_some() && !shows_frames {
        return Err(Failure::new(
            "--clip is for --frames and --sprites: of many models each shows its first clip",
        ));
    }
    if written == SheetKind::Page && args.columns.is_some() {
        return Err(Failure::new("--columns is for .png: a page is as wide as its window"));
    }
    restart::for_drawing();
    match shows_frames {
        true => frames::run(args),
        false => models::run(args, written),
    }
}
