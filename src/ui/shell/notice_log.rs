//! Every notice there has been in this run, for the page behind the status line.

use crate::session::{Notice, Session, Urgency};
use std::collections::VecDeque;

/// Older notices are forgotten.
const MOST: usize = 500;

#[derive(Default)]
pub struct NoticeLog {
    /// The newest last.
    items: VecDeque<Logged>,
}

pub struct Logged {
    pub notice: Notice,
    /// How often it came in a row.
    pub times: u32,
    /// What it tells of is not so any more.
    pub is_solved: bool,
    is_read: bool,
}

impl NoticeLog {
    /// Of two notices about one problem the newer holds.
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
        if self.items.len() > MOST {
            self.items.pop_front();
        }
    }

    /// Notes which problems are solved.
    pub fn settle(&mut self, session: &Session) {
        for logged in self.items.iter_mut().filter(|logged| !logged.is_solved) {
            let problem = logged.notice.problem.as_ref();
            logged.is_solved = problem.is_some_and(|problem| !session.stands(problem));
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
    use crate::session::Problem;

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
