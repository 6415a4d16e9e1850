//! Notices about kept settings that a command has switched, each with *Undo*.

use crate::undo::SwitchStep;
use crate::{Action, Command, Effect, Notice, Session, Switches, WindowAction, commands};

/// The commands that are switched on now.
pub fn switches(session: &Session) -> Switches {
    // The palette closes by itself, and pages are not kept.
    let is_page = |command: &&Command| matches!(command.action(), Action::Window(WindowAction::TogglePage(_)));
    let on = commands().filter(|command| command.is_checked(session) == Some(true) && !is_page(command));
    Switches {
        kept: session.preferences.clone(),
        on: on.map(|command| command.name).collect(),
    }
}

impl Session {
    /// The selection that the command `name` waits for, in words.
    pub(crate) fn need_notice(&self, name: &str) -> Option<Effect> {
        let command = commands().find(|command| command.name == name)?;
        command.needs().map(|needs| Effect::Notify(Notice::info(needs)))
    }

    /// Notice of a kept setting that the command `name` has switched. Its Undo is the choice from before, else the command itself; and the
    /// next step of Undo does the same.
    pub(crate) fn switched_notice(&mut self, name: &str, before: &Switches) -> Option<Effect> {
        let mut kept = self.preferences.clone();
        kept.window
            .recent_commands
            .clone_from(&before.kept.window.recent_commands);
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
        self.history.remember_switch(SwitchStep {
            name: command.name,
            back: back.name,
            is_on,
            is_undone: false,
        });
        let state = if is_on { "on" } else { "off" };
        let title = command.title.trim_end_matches('…');
        let notice = Notice::info(format!("{title}: {state}"));
        Some(Effect::Notify(notice.with_action("Undo", back.action())))
    }
}

/// Whether the setting is not as the step left it: its notice, a menu or a key has switched it since.
pub(crate) fn is_switched_otherwise(session: &Session, step: SwitchStep) -> bool {
    let command = commands().find(|command| command.name == step.name);
    let is_on = command.and_then(|command| command.is_checked(session));
    is_on != Some(step.is_on != step.is_undone)
}

/// Takes the step back, or does it again.
pub(crate) fn switch_back(session: &mut Session, step: SwitchStep) -> Vec<Effect> {
    let name = if step.is_undone { step.name } else { step.back };
    let command = commands().find(|command| command.name == name);
    command.map_or_else(Vec::new, |command| session.carry_out(command.action()))
}
