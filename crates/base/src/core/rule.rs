//! A rule that a file may break.

/// How much a broken rule matters; ordered from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing was lost.
    Note,
    /// Something was dropped, repaired or guessed.
    Warning,
    /// Part of what the file should hold is not there.
    Error,
}

impl Severity {
    /// The word in reports: `note`, `warning` or `error`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that a file may do wrong, its severity, and the answer to it. The tables are in `formats::rules`.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name: a letter and a row of the format's page in docs/formats (`C35`), or a decision of the page (`SA5`).
    pub id: &'static str,
    /// How much it matters that a file does this.
    pub severity: Severity,
    /// Nothing of the file is shown: the rule is told by an error of the reader and never by a diagnostic.
    pub refuses: bool,
    /// Finding, as a sentence.
    pub finding: &'static str,
    /// Treatment of the finding, as a sentence.
    pub treatment: &'static str,
}

impl Rule {
    /// A rule of severity [`Severity::Note`].
    pub const fn note(id: &'static str, finding: &'static str, treatment: &'static str) -> Self {
        Self::new(id, Severity::Note, finding, treatment)
    }

    /// A rule of severity [`Severity::Warning`].
    pub const fn warning(id: &'static str, finding: &'static str, treatment: &'static str) -> Self {
        Self::new(id, Severity::Warning, finding, treatment)
    }

    /// The file ends too early, and what is whole in it is shown.
    pub const fn error(id: &'static str, finding: &'static str, treatment: &'static str) -> Self {
        Self::new(id, Severity::Error, finding, treatment)
    }

    /// A rule that refuses the whole file: there is an error in place of a scene.
    pub const fn refused(id: &'static str, finding: &'static str, treatment: &'static str) -> Self {
        Self {
            refuses: true,
            ..Self::new(id, Severity::Error, finding, treatment)
        }
    }

    const fn new(id: &'static str, severity: Severity, finding: &'static str, treatment: &'static str) -> Self {
        Self {
            id,
            severity,
            refuses: false,
            finding,
            treatment,
        }
    }

    /// The severity for people; `refused` where nothing of the file is shown.
    pub fn word(&self) -> &'static str {
        if self.refuses { "refused" } else { self.severity.word() }
    }
}
