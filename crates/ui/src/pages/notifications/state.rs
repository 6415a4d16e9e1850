//! Memory of the page of all notifications: the rows, what is searched, their order, and where the list is scrolled to.

use crate::pages::document::lines::LineList;
use castview_session::{NotificationColumn, NotificationTable, Session};

/// State of the page.
#[derive(Default)]
pub struct NotificationsPage {
    made: Option<NotificationTable>,
    pub query: String,
    /// The column that the rows are in the order of, and whether they descend; `None`: clip by clip.
    pub sorted: Option<(NotificationColumn, bool)>,
    /// Search and order that `order` was made for.
    ordered_for: Option<(String, Option<(NotificationColumn, bool)>)>,
    /// Places of the shown rows in the table, from top to bottom.
    pub order: Vec<u32>,
    pub lines: LineList,
    /// The chosen line.
    pub row: Option<usize>,
}

impl NotificationsPage {
    /// The rows; made anew where the clips or layers are others, and put in order where the search is.
    pub fn update(&mut self, session: &Session) {
        if self.made.as_ref().is_none_or(|made| !made.is_of(session)) {
            self.made = Some(NotificationTable::of(session));
            self.ordered_for = None;
        }
        let wanted = (self.query.clone(), self.sorted);
        if self.ordered_for.as_ref() != Some(&wanted) {
            let made = self.made.as_ref().expect("it was just made");
            self.order = made.order(session, self.sorted, &self.query);
            self.ordered_for = Some(wanted);
            (self.row, self.lines) = (None, LineList::default());
        }
    }

    pub fn table(&self) -> Option<&NotificationTable> {
        self.made.as_ref()
    }

    /// Lets go of the rows; they may be many. Search and order stay.
    pub fn close(&mut self) {
        if self.made.is_some() {
            *self = Self {
                query: std::mem::take(&mut self.query),
                sorted: self.sorted,
                ..Self::default()
            };
        }
    }

    /// Puts the rows in the order of a column: ascending, then descending, then clip by clip.
    pub fn sort(&mut self, column: NotificationColumn) {
        self.sorted = match self.sorted {
            Some((by, false)) if by == column => Some((column, true)),
            Some((by, true)) if by == column => None,
            _ => Some((column, false)),
        };
    }
}
