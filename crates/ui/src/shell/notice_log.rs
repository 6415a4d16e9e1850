//! Every notice there has been in this run, for the page behind the status line.

use crate::kit::words;
use castview_session::joining;
use castview_session::{Notice, Problem, Session, Urgency};
use std::collections::{BTreeMap, VecDeque};

/// Older notices are forgotten.
const MOST: usize = 500;
/// The same of notices that stand together in one row.
const MOST_MEMBERS: usize = 1000;

#[derive(Default)]
pub struct NoticeLog {
    /// The newest last.
    items: VecDeque<Logged>,
    /// Notices of a kind that were forgotten, by kind.
    forgotten: BTreeMap<&'static str, usize>,
    /// The row of this kind is unfolded when it is shown next.
    pub unfolds: Option<&'static str>,
}

/// Files of one drop of which some are broken and others cut.
const BROKEN: &str = "files are broken or cut short";

/// The kind of a notice, by words for all of that kind. Notices of one kind stand together in one row.
pub fn kind(notice: &Notice) -> Option<&'static str> {
    match notice.problem.as_ref()? {
        Problem::NotOpened(_) | Problem::CutOff(_) => Some(BROKEN),
        _ => told_together(notice),
    }
}

/// Returns the words for several notices of one kind, after their count.
pub fn said_of<'a>(members: impl Iterator<Item = &'a Notice>) -> &'static str {
    let mut members = members.peekable();
    let Some(first) = members.peek().copied() else {
        return "";
    };
    let words = told_together(first).unwrap_or_default();
    match members.all(|member| told_together(member) == Some(words)) {
        true => words,
        false => kind(first).unwrap_or_default(),
    }
}

/// The words for several notices about the same.
fn told_together(notice: &Notice) -> Option<&'static str> {
    match notice.problem.as_ref()? {
        Problem::NotOpened(_) => Some("files could not be opened"),
        Problem::Waits(_) => Some("files wait for others beside them"),
        Problem::CutOff(_) => Some("files were cut short"),
        Problem::NotWhole(_) => Some("files were half written"),
        Problem::Gone(_) => Some("open files were deleted"),
        Problem::NotListed(_) => Some("folders could not be listed"),
        Problem::OldImage(..) => Some("images cannot be read anew"),
        _ => None,
    }
}

/// A row of the log: a notice, or several of one kind, the newest first.
pub struct NoticeRow<'a> {
    pub members: Vec<&'a Logged>,
    /// Members that were forgotten.
    pub more: usize,
}

impl NoticeRow<'_> {
    pub fn kind(&self) -> Option<&'static str> {
        let is_one = self.members.len() + self.more == 1;
        self.members
            .first()
            .and_then(|first| kind(&first.notice))
            .filter(|_| !is_one)
    }

    /// Returns the text of the row.
    pub fn text(&self) -> String {
        match (self.kind(), self.members.first()) {
            (Some(_), _) => {
                let count = self.members.len() + self.more;
                let said = said_of(self.members.iter().map(|logged| &logged.notice));
                format!("{} {said}", words::grouped(count as u64))
            }
            (None, first) => first.map_or(String::new(), |first| first.notice.text.clone()),
        }
    }
}

pub struct Logged {
    pub notice: Notice,
    /// How often it came in a row.
    pub times: u32,
    /// The state that it tells of has ended.
    pub is_solved: bool,
    is_read: bool,
}

impl NoticeLog {
    /// Adds `notice`; the newer of two notices about one problem holds.
    pub fn push(&mut self, notice: Notice) {
        if notice.problem.is_some() {
            let last = self.items.len().saturating_sub(1);
            let mut at = 0;
            self.items.retain(|logged| {
                at += 1;
                logged.notice.problem != notice.problem || at - 1 == last && logged.notice == notice
            });
        }
        let before = self
            .items
            .back()
            .filter(|last| last.notice == notice)
            .map_or(0, |last| last.times);
        if before > 0 {
            self.items.pop_back();
        }
        self.items.push_back(Logged {
            notice,
            times: before.saturating_add(1),
            is_solved: false,
            is_read: false,
        });
        self.forget(false, MOST);
        self.forget(true, MOST_MEMBERS);
    }

    /// Forgets the oldest of notices that stand together in rows, or of the others, if they are more than `most`.
    fn forget(&mut self, together: bool, most: usize) {
        let is_one = |logged: &Logged| kind(&logged.notice).is_some() == together;
        if self.items.iter().filter(|logged| is_one(logged)).count() <= most {
            return;
        }
        let oldest = self.items.iter().position(is_one);
        let gone = oldest.and_then(|at| self.items.remove(at));
        if let Some(kind) = gone.and_then(|gone| kind(&gone.notice)) {
            *self.forgotten.entry(kind).or_default() += 1;
        }
    }

    /// The rows of the log, the newest first. Solved notices stand apart from the others.
    pub fn rows(&self) -> Vec<NoticeRow<'_>> {
        let mut rows: Vec<NoticeRow<'_>> = Vec::new();
        let mut row_of: BTreeMap<(&str, bool), usize> = BTreeMap::new();
        for logged in self.items.iter().rev() {
            let of = kind(&logged.notice);
            match of.and_then(|of| row_of.get(&(of, logged.is_solved))) {
                Some(row) => rows[*row].members.push(logged),
                None => {
                    let forgotten = of.filter(|_| !logged.is_solved).and_then(|of| self.forgotten.get(of));
                    row_of.extend(of.map(|of| ((of, logged.is_solved), rows.len())));
                    rows.push(NoticeRow {
                        members: vec![logged],
                        more: forgotten.copied().unwrap_or_default(),
                    });
                }
            }
        }
        rows
    }

    /// Notes which problems are solved.
    pub fn settle(&mut self, session: &Session) {
        for logged in self.items.iter_mut().filter(|logged| !logged.is_solved) {
            let problem = logged.notice.problem.as_ref();
            logged.is_solved = problem.is_some_and(|problem| !joining::stands(session, problem));
        }
    }

    pub fn newest_first(&self) -> impl Iterator<Item = &Logged> {
        self.items.iter().rev()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.forgotten.clear();
    }

    pub fn mark_read(&mut self) {
        self.items.iter_mut().for_each(|logged| logged.is_read = true);
    }

    /// How many warnings and errors nobody has looked at and nothing has solved, and the most urgent of them.
    pub fn unread(&self) -> Option<(usize, Urgency)> {
        let counts = |logged: &&Logged| !logged.is_read && !logged.is_solved && logged.notice.urgency != Urgency::Info;
        let unread = self.items.iter().filter(counts);
        let worst = unread.clone().map(|logged| logged.notice.urgency).max()?;
        Some((unread.count(), worst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_repeats_and_forgets_the_oldest() {
        let mut log = NoticeLog::default();
        (0..3).for_each(|_| log.push(Notice::info("again")));
        assert_eq!(log.newest_first().map(|logged| logged.times).collect::<Vec<_>>(), [3]);
        (0..1000).for_each(|at| log.push(Notice::info(at.to_string())));
        assert_eq!(log.len(), MOST);
        assert_eq!(
            log.newest_first().next().map(|logged| &*logged.notice.text),
            Some("999")
        );
    }

    #[test]
    fn notices_of_one_kind_are_one_row_with_all_of_them() {
        let mut log = NoticeLog::default();
        let failed = |name: u32| Notice::error(format!("{name}: broken")).about(Problem::NotOpened(name.to_string()));
        log.push(Notice::info("before"));
        (0..28).for_each(|name| log.push(failed(name)));
        log.push(Notice::info("after"));
        log.push(failed(28));
        let texts = |log: &NoticeLog| log.rows().iter().map(NoticeRow::text).collect::<Vec<_>>();
        assert_eq!(texts(&log), ["29 files could not be opened", "after", "before"]);
        let members = log.rows()[0].members.len();
        assert_eq!((members, log.rows()[1].members.len()), (29, 1));
        // Very many leave the others alone, and are counted.
        (0..3000).for_each(|name| log.push(failed(100 + name)));
        assert_eq!(texts(&log), ["3\u{a0}029 files could not be opened", "after", "before"]);
        assert_eq!(log.rows()[0].members.len(), MOST_MEMBERS);
    }

    #[test]
    fn of_two_notices_about_one_problem_the_newer_holds() {
        let mut log = NoticeLog::default();
        let missing = |count: u32| Notice::warning(format!("{count} textures missing")).about(Problem::MissingTextures);
        let texts = |log: &NoticeLog| -> Vec<(String, u32)> {
            let lines = log.newest_first();
            lines.map(|logged| (logged.notice.text.clone(), logged.times)).collect()
        };
        for notice in [missing(3), Notice::info("note"), missing(2), missing(2)] {
            log.push(notice);
        }
        assert_eq!(texts(&log), [("2 textures missing".into(), 2), ("note".into(), 1)]);
    }

    #[test]
    fn what_is_read_or_solved_is_not_counted() {
        let mut log = NoticeLog::default();
        log.push(Notice::info("note"));
        assert_eq!(log.unread(), None);
        log.push(Notice::error("error"));
        log.push(Notice::warning("missing").about(Problem::MissingTextures));
        assert_eq!(log.unread(), Some((2, Urgency::Error)));
        // Nothing is open, so no texture is missing.
        log.settle(&Session::default());
        assert_eq!(log.unread(), Some((1, Urgency::Error)));
        log.mark_read();
        assert_eq!(log.unread(), None);
    }
}
