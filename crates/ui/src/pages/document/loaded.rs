//! Documents read in the background, one at a time.

use crate::kit::fonts::Background;
use castview_base::core::{Diagnostics, Severity};
use castview_formats::{Outlined, outline};
use castview_picture::opened::FileKey;
use castview_session::OpenFile;
use egui::Context;
use egui::mutex::Mutex;
use std::sync::Arc;

/// Findings that are told.
const MOST_FOUND: usize = 1000;

/// A file by its key and the place of its bytes in memory: another one after it was read again.
pub type DocumentSubject = (FileKey, usize);

/// A document that was read.
pub struct LoadedDocument {
    pub of: DocumentSubject,
    /// Why there is none.
    pub outlined: Result<Arc<Outlined>, String>,
    /// Sentences about the file and the byte that each is about, worst first.
    pub findings: Vec<(String, usize)>,
}

/// The last document that was read, and whether another one is on its way.
#[derive(Clone, Default)]
pub struct DocumentReading(Arc<Mutex<(bool, Option<LoadedDocument>)>>);

impl DocumentReading {
    /// The document that was read since the last look.
    pub fn take(&self) -> Option<LoadedDocument> {
        self.0.lock().1.take()
    }

    /// Reads the file unless another one is being read; then it has to be asked for again.
    pub fn ask(&self, ctx: &Context, file: &OpenFile, background: &Background) {
        if std::mem::replace(&mut self.0.lock().0, true) {
            return;
        }
        let (of, bytes) = (subject(file), file.bytes.clone());
        let (options, slot, ctx) = (file.decided.options.clone(), self.0.clone(), ctx.clone());
        background(Box::new(move || {
            let mut diagnostics = Diagnostics::default();
            let outlined = outline(bytes, &options, &mut diagnostics);
            if let Ok(outlined) = &outlined {
                outlined.hashes();
            }
            let loaded = LoadedDocument {
                of,
                outlined: outlined.map(Arc::new).map_err(|error| error.to_string()),
                findings: findings(&diagnostics),
            };
            *slot.lock() = (false, Some(loaded));
            ctx.request_repaint();
        }));
    }
}

pub fn subject(file: &OpenFile) -> DocumentSubject {
    (file.key, file.bytes.as_ptr() as usize)
}

fn findings(diagnostics: &Diagnostics) -> Vec<(String, usize)> {
    let of = |severity: Severity| {
        let items = diagnostics.items().iter();
        items.filter(move |item| item.rule.severity == severity)
    };
    let told = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .flat_map(of);
    told.take(MOST_FOUND)
        .map(|item| {
            (
                format!("{}: {}", item.rule.id, item.message),
                item.place.offset as usize,
            )
        })
        .collect()
}
