//! While a file of the browsed folder is open and nothing is loaded, the files beside it are read ahead.
//!
//! In: what the session has open. Out: a wish to the loader, once for each place in the walk. Nothing waits for it.

use super::state::{App, Asked};
use crate::session::browser;

impl App {
    pub(super) fn prefetch(&mut self) {
        let session = &self.session;
        let asked = Asked {
            at: browser::walked_location(session).map(str::to_owned),
            revision: session.browser().revision(),
            generation: session.opening().generation(),
            is_loading: session.opening().loading.is_some(),
            megabytes: session.preferences().memory.prefetch_megabytes,
        };
        if self.prefetch == asked {
            return;
        }
        // A load has stopped what was read ahead by itself.
        if !asked.is_loading {
            self.loader
                .prefetch(&browser::neighbours(session), u64::from(asked.megabytes) << 20);
        }
        self.prefetch = asked;
    }
}
