//! Flags of switches, made from their table: a row that changes the picture has its flag by itself.

use super::on_off::OnOff;
use crate::session::{Switch, SwitchFlag};
use clap::builder::EnumValueParser;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use std::sync::LazyLock;

/// Switches that are turned on or off, in the order of their table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwitchArgs {
    pub turned: Vec<(Switch, bool)>,
}

/// Names of all switches with dashes, by their places in the table; clap keeps names that live as long as the program.
static DASHED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = Switch::ALL.iter().map(|switch| switch.row().name.replace('_', "-"));
    names.collect()
});

impl SwitchArgs {
    pub fn wish(&self, switch: Switch) -> Option<bool> {
        let wish = self.turned.iter().find(|(turned, _)| *turned == switch);
        wish.map(|(_, on)| *on)
    }
}

fn flags() -> impl Iterator<Item = (Switch, &'static str, SwitchFlag)> {
    Switch::ALL.iter().zip(DASHED.iter()).filter_map(|(switch, dashed)| {
        let flag = switch.row().flag_of_render()?;
        let name = if flag.name.is_empty() {
            dashed.as_str()
        } else {
            flag.name
        };
        Some((*switch, name, flag))
    })
}

impl Args for SwitchArgs {
    fn augment_args(command: Command) -> Command {
        command.args(flags().map(|(switch, name, flag)| {
            let about = if flag.about.is_empty() {
                switch.row().title
            } else {
                flag.about
            };
            let arg = Arg::new(switch.row().name)
                .long(name)
                .help(about)
                .help_heading(flag.heading)
                .value_name("on|off")
                .value_parser(EnumValueParser::<OnOff>::new())
                .hide_possible_values(true);
            match flag.takes_word {
                true => arg,
                // A word that stands apart is the name of a file.
                false => arg.num_args(0..=1).require_equals(true).default_missing_value("on"),
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SwitchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let turned = flags().filter_map(|(switch, ..)| {
            let word = matches.get_one::<OnOff>(switch.row().name)?;
            Some((switch, word.is_on()))
        });
        Ok(Self {
            turned: turned.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use clap::CommandFactory;

    /// Options of another form that say what a switch says.
    const ELSEWHERE: [(Switch, &str); 4] = [
        (Switch::REFLECTIONS, "reflections"),
        (Switch::TEXTURES, "shading"),
        (Switch::STEPPED, "stepped"),
        (Switch::RIG, "rig"),
    ];

    /// Each of them is a flag without another line, or said elsewhere; the flags that were there before the table keep their names.
    #[test]
    fn every_switch_that_changes_the_picture_is_an_option_of_render() {
        let cli = Cli::command();
        let render = cli.find_subcommand("render").expect("a command");
        let has = |name: &str| render.get_arguments().any(|arg| arg.get_long() == Some(name));
        let flagged: Vec<Switch> = flags().map(|(switch, ..)| switch).collect();
        for switch in Switch::ALL.iter().filter(|switch| switch.row().changes_the_picture()) {
            let elsewhere = ELSEWHERE.iter().find(|(other, _)| other == switch);
            match elsewhere {
                Some((_, name)) => assert!(has(name) && !flagged.contains(switch), "{switch:?}"),
                None => assert!(flagged.contains(switch), "{switch:?}"),
            }
        }
        for (_, name, _) in flags() {
            assert!(has(name), "{name}");
        }
        for name in "file-lights shadows occlusion ground bones names xray mark-missing fixtures bounds grid".split(' ')
        {
            assert!(has(name), "{name}");
        }
    }
}
