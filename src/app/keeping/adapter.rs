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

#[cfg(test)]
mod tests {
    use super::*;

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
