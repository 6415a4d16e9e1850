//! How many files are worked at: folders, several at a time, what an earlier run has done, bounds for each.

use crate::cli::args::words::{above_zero, bytes};
use clap::Args;
use std::fmt;
use std::path::PathBuf;

/// How folders and many files are taken.
#[derive(Debug, Args)]
pub struct BulkArgs {
    /// Read the folders below each folder, too
    #[arg(short, long)]
    pub recursive: bool,

    /// Print nothing about files in which nothing is wrong; of many files the last line sums up
    #[arg(short, long)]
    pub quiet: bool,

    /// Exit with 1 for less: for notes where warnings do, for warnings where nothing does
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub batch: BatchArgs,
}

/// How a list of files is worked through. None of it changes a result.
#[derive(Args, Default)]
pub struct BatchArgs {
    /// Work at so many files at one time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Many files")]
    pub jobs: Option<u16>,

    /// Remember in this folder what is done, and do again only what is not: files, options or castview have changed, or what was written is
    /// no longer there. A result that is kept is printed as before. Several runs, also on several machines, may share the folder
    #[arg(long, value_name = "FOLDER", help_heading = "Many files")]
    pub resume: Option<PathBuf>,

    /// Give up on a file that takes longer, say so, and go on with the next. Each file is then read by a process of its own
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, help_heading = "Many files")]
    pub timeout: Option<f64>,

    /// Give up on a file that needs more memory, such as 500M or 2G, say so, and go on with the next (Linux only). Each file is then read by
    /// a process of its own
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Many files")]
    pub max_memory: Option<u64>,

    /// The one file of the list that this process works at, as another castview has told it.
    #[arg(long, hide = true)]
    pub only: Option<PathBuf>,

    /// Its path in the folder that was named.
    #[arg(long, hide = true, requires = "only")]
    pub only_below: Option<PathBuf>,

    /// Version and options as text: what a result follows from beside the file.
    #[arg(skip)]
    pub words: String,
}

impl BatchArgs {
    /// Whether each file gets a process of its own. In that process it does not.
    pub fn isolates(&self) -> bool {
        self.only.is_none() && (self.timeout.is_some() || self.max_memory.is_some())
    }

    /// Whether any of the options was given.
    pub fn is_any(&self) -> bool {
        self.jobs.is_some() || self.resume.is_some() || self.timeout.is_some() || self.max_memory.is_some()
    }
}

/// Empty, as none of it changes a result: text of all options is compared from run to run.
impl fmt::Debug for BatchArgs {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, wanted) in [
            ("1048576", Some(1 << 20)),
            ("500M", Some(500 << 20)),
            ("1.5g", Some(3 << 29)),
            ("64 KiB", Some(64 << 10)),
            ("0", None),
            ("-1M", None),
            ("M", None),
            ("5X", None),
        ] {
            assert_eq!(bytes(text).ok(), wanted, "{text}");
        }
    }
}
