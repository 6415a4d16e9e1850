//! `completions` and `man`: files that packages hold, made from the table of commands.

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::output::{Failure, raw_output, write_file};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io::Write;

pub fn completions(args: &CompletionsArgs) -> Result<u8, Failure> {
    let mut text = Vec::new();
    // Into memory first: its maker takes a reader that has seen enough for a mistake of ours.
    clap_complete::generate(args.shell, &mut Cli::command(), "castview", &mut text);
    let mut out = raw_output();
    out.write_all(&text)?;
    out.flush()?;
    Ok(0)
}

/// One page for the program and one for each command that help lists.
pub fn man(args: &ManArgs) -> Result<u8, Failure> {
    let folder = &args.output;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot make the folder ({error}): {}", folder.display())))?;
    for (name, page) in pages()? {
        write_file(&folder.join(format!("{name}.1")), &page)?;
    }
    Ok(0)
}

/// Names and contents of the pages.
fn pages() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    // A page belongs to a version, not to one build of it.
    let mut program = Cli::command().disable_help_subcommand(true).long_version(None);
    program.build();
    let listed = program.get_subcommands().filter(|command| !command.is_hide_set());
    let commands: Vec<_> = listed.map(|command| page(command.clone())).collect::<Result<_, _>>()?;
    let mut pages = vec![page(program)?];
    pages.extend(commands);
    Ok(pages)
}

fn page(command: Command) -> Result<(String, Vec<u8>), Failure> {
    // Commands are displayed as castview-render.
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok((name, text))
}
