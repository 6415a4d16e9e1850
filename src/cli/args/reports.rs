//! Commands that report: on files, on rules, on graphics adapters.

use super::{FilesArgs, NameArgs, words};
use crate::trouble::TroubleKinds;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  castview info hero.cast\n  castview info hero.cast run.cast --json")]
pub struct InfoArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    #[command(flatten)]
    pub names: NameArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview validate *.cast --json\n  castview validate hero.glb --explain\n  castview validate --recursive --quiet models\n  castview validate --deep hero.glb\n  castview validate --deep --on hero.cast run.cast walk.cast --kinds all"
)]
pub struct ValidateArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// Say below each file what its reports mean and what is done about them
    #[arg(long, conflicts_with = "json")]
    pub explain: bool,

    /// Look for mistakes of the work, too: pops, open loops, stretched edges, flipped faces
    #[arg(long)]
    pub deep: bool,

    /// Look only for these kinds of trouble, or for all; docs/trouble.md lists them
    #[arg(long, value_name = "KIND[,…]", value_delimiter = ',', value_parser = words::trouble, requires = "deep")]
    pub kinds: Vec<TroubleKinds>,

    /// Play clips of files without a model on the models of this file
    #[arg(long, value_name = "FILE", requires = "deep")]
    pub on: Option<PathBuf>,
}

impl ValidateArgs {
    /// The kinds of trouble that are looked for; `None`: nobody asked.
    pub fn trouble(&self) -> Option<TroubleKinds> {
        let named = self.kinds.iter().copied().reduce(TroubleKinds::and);
        self.deep.then(|| named.unwrap_or_default())
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview explain-rule C37\n  castview explain-rule G9 S22 --json\n  castview explain-rule"
)]
pub struct ExplainRuleArgs {
    /// Ids of rules, as validate prints them; none: all rules
    #[arg(value_name = "IDS")]
    pub ids: Vec<String>,

    /// Print one JSON object per rule, each on a line of its own
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview adapters\n  castview render hero.cast --gpu 1 -o hero.png\n  castview --gpu radeon \
                  hero.cast\n\nEach draws two test pictures: a small one, and a model with shadows and cut-out materials. Commands draw \
                  with the first that fails neither. The window tries the one that worked the last time before all others."
)]
pub struct AdaptersArgs {
    /// Print one JSON object per adapter, each on a line of its own
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  castview diagnostics -o castview-diagnostics.txt\n  castview diagnostics -o -")]
pub struct DiagnosticsArgs {
    /// The text file to write; - writes to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
