//! Notices about kept settings that a command has switched, each with *Undo*.

use crate::{Action, Command, Effect, Notice, Preferences, Session, Switches, WindowAction, commands};

impl Session {
    /// The commands that are switched on now.
    pub fn switches(&self) -> Switches {
        // The palette closes by itself, and pages are not kept.
        let is_page = |command: &&Command| matches!(command.action(), Action::Window(WindowAction::TogglePage(_)));
        let on = commands().filter(|command| command.is_checked(self) == Some(true) && !is_page(command));
        Switches {
            kept: self.preferences.clone(),
            on: on.map(|command| command.name).collect(),
        }
    }

    /// Notice of a kept setting that the command `name` has switched. Its Undo is the choice from before, else the command itself.
    pub(crate) fn switched_notice(&self, name: &str, before: &Switches) -> Option<Effect> {
        let kept = Preferences {
            recent_commands: before.kept.recent_commands.clone(),
            ..self.preferences.clone()
        };
        let command = commands().find(|command| command.name == name)?;
        let is_on = command.is_checked(self)?;
        if kept == before.kept || before.on.contains(&command.name) == is_on {
            return None;
        }
        let goes_off = |name: &&'static str| commands().any(|c| c.name == *name && c.is_checked(self) == Some(false));
        let back = before
            .on
            .iter()
            .find(|name| goes_off(name))
            .copied()
            .unwrap_or(command.name);
        let back = commands().find(|command| command.name == back)?;
        let state = if is_on { "on" } else { "off" };
        let title = command.title.trim_end_matches('…');
        let notice = Notice::info(format!("{title}: {state}"));
        Some(Effect::Notify(notice.with_action("Undo", back.action())))
    }
}
