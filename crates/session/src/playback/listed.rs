//! The table of all notifications: of every open clip at its own frames, and of the layers at the frames of the clock.
//!
//! In: the clips of the stage, what the layers add. Out: one row for each time of each notification, a bounded number of them; the order of
//! those that a search finds.

use crate::placed::timed_pose::MotionKey;
use crate::playback::played::motion_key;
use crate::{ClipEntry, ClipKey, LayerKey, Session};
use castview_base::scene::Scene;
use castview_motion::animation::Timeline;
use std::sync::{Arc, Weak};

/// Rows at most.
const MOST_ROWS: usize = 200_000;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationColumn {
    Clip,
    Frame,
    Seconds,
    Name,
}

/// A notification of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedNotification {
    pub clip: ClipKey,
    /// The layer that plays the clip. Its frames are those of the clock.
    pub layer: Option<LayerKey>,
    /// Its place in its clip.
    pub index: usize,
}

/// One time of one notification.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotificationRow {
    /// Place of the notification in the table.
    of: u32,
    pub frame: f64,
    pub secs: f64,
}

/// Clips and layers that the rows were made of.
#[derive(Debug)]
struct Subject {
    motion: MotionKey,
    clips: Vec<(ClipKey, Weak<Scene>)>,
}

impl Subject {
    fn now(session: &Session) -> Self {
        let clips = session.stage.clips().iter();
        Self {
            motion: motion_key(session),
            clips: clips.map(|clip| (clip.key, Arc::downgrade(&clip.scene))).collect(),
        }
    }

    fn is_of(&self, session: &Session) -> bool {
        let clips = session.stage.clips();
        self.motion == motion_key(session)
            && self.clips.len() == clips.len()
            && self
                .clips
                .iter()
                .zip(clips)
                .all(|((key, scene), clip)| *key == clip.key && scene.as_ptr() == Arc::as_ptr(&clip.scene))
    }
}

/// All rows, clip by clip in the order of the stage, the layers behind them; each in the order of its frames.
#[derive(Debug)]
pub struct NotificationTable {
    of: Subject,
    /// The notifications of the rows.
    notifications: Vec<ListedNotification>,
    rows: Vec<NotificationRow>,
    /// Times that found no room.
    pub left_out: usize,
}

impl NotificationTable {
    pub fn of(session: &Session) -> Self {
        let mut table = Self {
            of: Subject::now(session),
            notifications: Vec::new(),
            rows: Vec::new(),
            left_out: 0,
        };
        for entry in session.stage.clips() {
            let timeline = Timeline::of(entry.clip());
            let tracks = entry.clip().notifications.iter().enumerate();
            let tracks = tracks.map(|(index, notification)| (index, &notification.frames[..]));
            table.add((entry.key, None), timeline, tracks);
        }
        let Some(clock) = session.timeline() else {
            return table;
        };
        let listed = &session.playback.layer_events.tracks;
        for layer in session.edits.layers() {
            let tracks = listed.iter().filter(|track| track.key.layer == Some(layer.key));
            let tracks = tracks.map(|track| (track.key.index, &track.frames[..]));
            table.add((layer.clip, Some(layer.key)), clock, tracks);
        }
        table
    }

    fn add<'a>(
        &mut self,
        (clip, layer): (ClipKey, Option<LayerKey>),
        timeline: Timeline,
        tracks: impl Iterator<Item = (usize, &'a [f64])>,
    ) {
        let first = self.rows.len();
        for (index, frames) in tracks.filter(|(_, frames)| !frames.is_empty()) {
            let room = MOST_ROWS - self.rows.len();
            self.left_out += frames.len().saturating_sub(room);
            if room == 0 {
                continue;
            }
            let of = u32::try_from(self.notifications.len()).expect("there are no more than rows");
            self.notifications.push(ListedNotification { clip, layer, index });
            self.rows.extend(frames.iter().take(room).map(|frame| NotificationRow {
                of,
                frame: *frame,
                secs: timeline.secs(*frame),
            }));
        }
        self.rows[first..].sort_by(|a, b| a.frame.total_cmp(&b.frame));
    }

    /// Whether the session still has these rows.
    pub fn is_of(&self, session: &Session) -> bool {
        self.of.is_of(session)
    }

    /// All rows, as they stand.
    pub fn rows(&self) -> &[NotificationRow] {
        &self.rows
    }

    /// The notification of a row.
    pub fn of_row(&self, row: &NotificationRow) -> ListedNotification {
        self.notifications[row.of as usize]
    }

    /// Places of the rows that have `query` in their name or in the name of their clip, in the order of a column; `None`: as they stand.
    pub fn order(&self, session: &Session, sorted: Option<(NotificationColumn, bool)>, query: &str) -> Vec<u32> {
        let query = query.trim().to_lowercase();
        let has = |name: &str| query.is_empty() || name.to_lowercase().contains(&query);
        // Neighbours are mostly of one clip, which is looked up once.
        let mut last: Option<(&ClipEntry, bool)> = None;
        let mut named: Vec<(&str, &str, bool)> = Vec::with_capacity(self.notifications.len());
        for listed in &self.notifications {
            last = match last.filter(|(entry, _)| entry.key == listed.clip) {
                Some(last) => Some(last),
                None => session.stage.clip(listed.clip).map(|entry| (entry, has(&entry.name))),
            };
            named.push(last.map_or(("", "", false), |(entry, is_found)| {
                let name = name_in(entry, listed.index);
                (&entry.name, name, is_found || has(name))
            }));
        }
        let mut found: Vec<u32> = (0..self.rows.len())
            .filter(|at| named[self.rows[*at].of as usize].2)
            .map(|at| u32::try_from(at).expect("rows are bounded"))
            .collect();
        if let Some((column, descends)) = sorted {
            found.sort_by(|a, b| {
                let [a, b] = [a, b].map(|at| &self.rows[*at as usize]);
                let [of_a, of_b] = [a, b].map(|row| &named[row.of as usize]);
                let order = match column {
                    NotificationColumn::Clip => of_a.0.cmp(of_b.0),
                    NotificationColumn::Frame => a.frame.total_cmp(&b.frame),
                    NotificationColumn::Seconds => a.secs.total_cmp(&b.secs),
                    NotificationColumn::Name => of_a.1.cmp(of_b.1),
                };
                if descends { order.reverse() } else { order }
            });
        }
        found
    }
}

impl ListedNotification {
    /// Names of the clip and of the notification; empty where they are no more.
    pub fn names<'a>(&self, session: &'a Session) -> (&'a str, &'a str) {
        session
            .stage
            .clip(self.clip)
            .map_or(("", ""), |entry| (&entry.name, name_in(entry, self.index)))
    }
}

fn name_in(entry: &ClipEntry, index: usize) -> &str {
    let notification = entry.clip().notifications.get(index);
    notification.map_or("", |notification| &notification.name)
}
