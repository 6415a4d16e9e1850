//! `gpu-report`: prints the report, and writes it to a file on request. `cargo xtask gpu-report` builds and starts it.
//!
//! It needs no toolchain: built here, it runs on another machine in a copy of the sources.

use castview_gpu_report::{ReportWish, run};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
gpu-report [OPTIONS]

  --root FOLDER      the sources of castview, where the golden pictures lie (the current folder)
  --budget SECONDS   how long measuring may take (200)
  --write FILE       the text goes there, too
  --sources WORD     names the state of the sources in the first line, as a commit does

Exit code 1: something is drawn wrongly, or a part failed.";

fn main() -> ExitCode {
    let (wanted, write) = match arguments(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(why) if why.is_empty() => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("gpu-report: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let since = Instant::now();
    let report = run(&wanted, |part| {
        eprintln!("{:6.1} s  {part}", since.elapsed().as_secs_f64());
    });
    let text = report.text();
    print!("{text}");
    if let Some(file) = write
        && let Err(error) = std::fs::write(&file, &text)
    {
        eprintln!("gpu-report: {error}: {}", file.display());
        return ExitCode::FAILURE;
    }
    match report.is_right() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The wish, and the file to write. An empty error asks for help.
fn arguments(mut words: impl Iterator<Item = String>) -> Result<(ReportWish, Option<PathBuf>), String> {
    let (mut wanted, mut write) = (ReportWish::default(), None);
    while let Some(word) = words.next() {
        if matches!(&*word, "--help" | "-h") {
            return Err(String::new());
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match &*word {
            "--root" => wanted.root = value.into(),
            "--write" => write = Some(value.into()),
            "--sources" => wanted.sources = value,
            "--budget" => {
                let seconds = value.parse().ok().filter(|seconds| (1..=3600).contains(seconds));
                wanted.budget = Duration::from_secs(seconds.ok_or("--budget takes 1 to 3600 seconds")?);
            }
            _ => return Err(format!("there is no option {word}")),
        }
    }
    Ok((wanted, write))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |line: &str| arguments(line.split_whitespace().map(str::to_owned));
        let (wanted, write) =
            read("--budget 20 --write out.txt --sources 12ab --root /sources").expect("they are right");
        assert_eq!((wanted.budget, &*wanted.sources), (Duration::from_secs(20), "12ab"));
        assert_eq!((wanted.root, write), ("/sources".into(), Some("out.txt".into())));
        assert_eq!(read("").expect("nothing is asked").0.budget, Duration::from_secs(200));
        assert_eq!(read("--help").err().as_deref(), Some(""));
        for (line, why) in [
            ("--budget", "--budget needs a value"),
            ("--budget 0", "--budget takes 1 to 3600 seconds"),
            ("--fast yes", "there is no option --fast"),
        ] {
            assert_eq!(read(line).err().as_deref(), Some(why));
        }
    }
}
