//! The words of an instance's row about the file it stands for.

use castview_base::core::Severity;
use castview_picture::opened::Target;
use castview_session::{Selected, Session, TextureMark};

/// The words of its row in the tree about its file, and their severity; `None`: it is there.
pub fn mark(session: &Session, item: Option<Selected>) -> Option<(&'static str, Severity)> {
    let Some(Selected::Instance(key, index)) = item else {
        return None;
    };
    let file = session.stage().file(key)?;
    match file.target(index)? {
        Target::Found(_) if session.instance_from_elsewhere(file, index).is_some() => {
            Some((TextureMark::Elsewhere.word(), Severity::Warning))
        }
        Target::Missing(_) => Some(("missing", Severity::Warning)),
        Target::Unreadable(..) => Some(("cannot be read", Severity::Error)),
        Target::Found(_) | Target::LeftOut => None,
    }
}
