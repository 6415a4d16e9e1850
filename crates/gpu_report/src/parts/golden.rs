//! Golden pictures, drawn here and compared.

use crate::bench::Bench;
use crate::budget::Budget;
use crate::text::{LineSaid, ReportLine};
use castview_render::Renderer;
use castview_testkit::gpu::golden::pictures;
use castview_testkit::gpu::{Tolerance, differences, outliers};

/// One picture that was compared.
struct Compared {
    name: &'static str,
    /// Pixels that differ by more than they may; or why there are none to count.
    result: Result<usize, String>,
}

pub fn check(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let tolerance = Tolerance::of(bench.context.adapter_info());
    let mut renderer = Renderer::new(&bench.context);
    let pictures = pictures();
    let all = pictures.len().min(bench.wanted.golden);
    let mut compared = Vec::new();
    for (name, picture) in pictures.into_iter().take(all) {
        if budget.left().is_zero() {
            break;
        }
        let drawn = bench.pixels(&mut renderer, &picture);
        let result = drawn.and_then(|image| differences(&bench.wanted.root, name, &image));
        let result = result.map(|all| outliers(&all, tolerance.channel));
        compared.push(Compared { name, result });
    }
    lines.push(ReportLine::new("golden pictures", judge(&compared, all, tolerance)));
    Ok(())
}

/// `all`: pictures that there were to compare.
fn judge(compared: &[Compared], all: usize, tolerance: Tolerance) -> LineSaid {
    if compared.is_empty() {
        return LineSaid::LeftOut(format!("left out: no time for any of {all}"));
    }
    let Tolerance { channel, outliers } = tolerance;
    let may = format!("{outliers} of 65536 pixels may differ by more than {channel} of 255");
    let short = match all - compared.len() {
        0 => String::new(),
        missing => format!("; no time for {missing} more"),
    };
    let wrong: Vec<String> = (compared.iter())
        .filter_map(|Compared { name, result }| match result {
            Ok(count) => (*count > outliers).then(|| format!("{name} {count}")),
            Err(why) => Some(why.clone()),
        })
        .collect();
    let worst = compared
        .iter()
        .filter_map(|one| Some((*one.result.as_ref().ok()?, one.name)));
    let worst = worst
        .max()
        .map_or(String::new(), |(count, name)| format!(", worst {name} {count}"));
    let text = format!(
        "{} of {} within ({may}){worst}{short}",
        compared.len() - wrong.len(),
        compared.len()
    );
    match wrong.is_empty() {
        true => LineSaid::Right(text),
        false => LineSaid::Wrong(format!("{text}: {}", wrong.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_beyond_the_tolerance_are_named() {
        let one = |name, result: Result<usize, &str>| Compared {
            name,
            result: result.map_err(str::to_owned),
        };
        let judged = |compared: &[Compared], all| judge(compared, all, Tolerance::SAME_DRIVER);
        let right = judged(&[one("light", Ok(3)), one("hair", Ok(40))], 2);
        let text = "2 of 2 within (40 of 65536 pixels may differ by more than 3 of 255), worst hair 40";
        assert_eq!(right, LineSaid::Right(text.into()));
        let LineSaid::Wrong(text) = judged(&[one("light", Ok(41)), one("hair", Err("hair: no file"))], 5) else {
            panic!("both are wrong")
        };
        assert!(
            text.starts_with("0 of 2 within") && text.contains("no time for 3 more"),
            "{text}"
        );
        assert!(text.ends_with(": light 41, hair: no file"), "{text}");
        assert!(matches!(judged(&[], 5), LineSaid::LeftOut(_)));
    }
}
