//! What grows while a recording becomes a scene.

use crate::core::Diagnostics;
use crate::scene::{Bone, Fixture, Hand, Notification, Track};
use std::collections::HashMap;

pub(super) struct Maker<'a> {
    pub(super) repairs: bool,
    /// Poses whose rotation lost W.
    pub(super) damaged: usize,
    pub(super) bones: Vec<Bone>,
    pub(super) hands: Vec<Hand>,
    pub(super) fixtures: Vec<Fixture>,
    pub(super) tracks: Vec<Track>,
    pub(super) notifications: Vec<Notification>,
    /// Where each name stands in `notifications`: a file may mark a million moments, each by another.
    pub(super) notified: HashMap<String, usize>,
    pub(super) diagnostics: &'a mut Diagnostics,
}
