//! Files that packages hold, made from the table of commands.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview completions bash > ~/.local/share/bash-completion/completions/castview\n  castview completions \
                  fish > ~/.config/fish/completions/castview.fish\n  castview completions powershell >> $PROFILE"
)]
pub struct CompletionsArgs {
    /// The shell whose words are completed
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  castview man -o share/man/man1")]
pub struct ManArgs {
    /// The folder that gets castview.1, castview-render.1 and so on; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}
