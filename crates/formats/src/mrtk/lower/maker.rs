//! State that grows while a recording becomes a scene.

use castview_base::core::Diagnostics;
use castview_base::scene::{Bone, Fixture, Hand, Notification, Track};
use std::collections::HashMap;

pub(super) struct Maker<'a> {
    pub repairs: bool,
    /// Poses whose rotation lost W.
    pub damaged: usize,
    pub bones: Vec<Bone>,
    pub hands: Vec<Hand>,
    pub fixtures: Vec<Fixture>,
    pub tracks: Vec<Track>,
    pub notifications: Vec<Notification>,
    /// Where each name stands in `notifications`: a file may mark a million moments, each by another.
    pub notified: HashMap<String, usize>,
    pub diagnostics: &'a mut Diagnostics,
}
