//! The window's adapter: which one the user wants, and which one worked the last time.
//!
//! In: `--gpu`, the settings, a small file beside them. Out: a choice before the window opens; afterwards a notice about adapters
//! that were passed over, and the one that worked, written down.

use crate::app::display::window::Graphics;
use crate::app::saved::store::Store;
use crate::app::state::App;
use crate::render::adapters::{AdapterChoice, AdapterId};
use crate::session::Message;
use crate::session::Notice;

const FILE_NAME: &str = "adapter.json";

impl Store {
    fn load_adapter(&self) -> Option<AdapterId> {
        self.read(FILE_NAME)
    }

    fn save_adapter(&self, id: &AdapterId) {
        self.write(FILE_NAME, &Some(id.clone()));
    }
}

impl App {
    /// Adapter that the command line and the setting ask for. The command line counts where both do; its words are a condition, the setting
    /// is a wish.
    pub(crate) fn adapter_choice(&self) -> AdapterChoice {
        let remembered = self.store.load_adapter();
        AdapterChoice {
            only: self.wanted_adapter.clone(),
            preferred: self.settings.gpu.clone(),
            crashed: self.store.crashed_adapters(remembered.as_ref()),
            remembered,
            skip: Vec::new(),
        }
    }

    /// Name of the adapter that draws the window, for a command that is to draw by the same one.
    pub(crate) fn open_adapter(&self) -> Option<String> {
        let graphics = self.window.as_ref().and_then(|window| window.graphics.as_ref());
        words_for(
            self.wanted_adapter.as_deref(),
            graphics.map(|Graphics { gpu, .. }| gpu.id()),
        )
    }

    /// The same, if the command line or the setting asked for one.
    pub(crate) fn asked_adapter(&self) -> Option<String> {
        let is_asked = self.wanted_adapter.is_some() || self.settings.gpu.is_some();
        self.open_adapter().filter(|_| is_asked)
    }

    /// The GPU is open: what was passed over is told, and what works is remembered.
    pub(crate) fn keep_adapter(&mut self) {
        let graphics = self.window.as_ref().and_then(|window| window.graphics.as_ref());
        let Some(Graphics { gpu, .. }) = graphics else { return };
        if self.store.load_adapter().as_ref() != Some(gpu.id()) {
            self.store.save_adapter(gpu.id());
        }
        self.store
            .forgive_adapters(|known| known == gpu.id() || known.stands_for(gpu.id()));
        let told = gpu.passed().join("; ");
        if !told.is_empty() {
            let text = format!("Drawing with {}. Passed over: {told}.", gpu.id());
            self.receive(Message::Told(Notice::warning(text)));
        }
    }

    /// The user has chosen by name which adapter is tried first from the next start on; `None`: the best that works.
    pub(crate) fn prefer_adapter(&mut self, name: Option<String>) {
        let chosen = name.as_deref().map(str::to_lowercase);
        // A chosen adapter gets another chance, whatever happened before; without a name all of them do.
        self.store.forgive_adapters(|known| match &chosen {
            Some(chosen) => known.name.to_lowercase() == *chosen,
            None => true,
        });
        let text = match &name {
            Some(name) => format!("From the next start on castview draws with {name}, if it works."),
            None => "From the next start on castview draws with the best graphics adapter that works.".to_owned(),
        };
        self.settings.gpu = name;
        self.keep();
        self.receive(Message::Told(Notice::info(text)));
    }
}

/// Words of `--gpu` for the adapter `open`: the `wanted` ones, else its name, unless `--gpu` would read the name as a number.
fn words_for(wanted: Option<&str>, open: Option<&AdapterId>) -> Option<String> {
    let named = open.map(|id| id.name.trim());
    let named = named.filter(|name| !name.is_empty() && name.parse::<usize>().is_err());
    wanted.or(named).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_draws_by_the_adapter_of_the_window() {
        let id = |name: &str| AdapterId {
            name: name.into(),
            api: "Vulkan".into(),
            driver: String::new(),
        };
        for (wanted, open, words) in [
            (None, None, None),
            (None, Some(id("GeForce 4090 ")), Some("GeForce 4090")),
            (None, Some(id("7")), None),
            (Some("1"), Some(id("GeForce 4090")), Some("1")),
        ] {
            assert_eq!(words_for(wanted, open.as_ref()).as_deref(), words);
        }
    }

    #[test]
    fn the_adapter_that_worked_is_remembered() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().into()));
        assert_eq!(store.load_adapter(), None);
        let id = AdapterId {
            name: "GeForce".into(),
            api: "Vulkan".into(),
            driver: "NVIDIA 560.94".into(),
        };
        store.save_adapter(&id);
        assert_eq!(store.load_adapter(), Some(id));
        std::fs::write(folder.path().join(FILE_NAME), "{\"name\":3}").expect("written");
        assert_eq!(store.load_adapter(), None);
    }
}
