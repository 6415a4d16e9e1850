//! A picture whose meshes are far more than a few steps can send is preceded by pictures of less: what is there is seen early.
//!
//! In: a picture, what the renderer has of it, and how much a step may do. Out: the picture to draw now: the whole one, or one with fewer
//! meshes and with coarse forms of the largest. The first takes a few steps, each further one four times as many as the one before, until
//! all is there. Meshes that were sent for one stay for the next, so nothing is sent twice, and all but the last together take about half
//! as many steps as the whole one at most. A coarse form is a scene of its own, made on the thread for packing. It is posed like its mesh,
//! and goes when its mesh has been sent. Whoever wants everything (files, commands, lists) draws the picture as it is, without asking here.

mod choice;
mod stand_in;

use super::renderer::Renderer;
use crate::cost::Work;
use castview_base::core::ModelIndex;
use castview_base::scene::Scene;
use castview_picture::Picture;
use choice::{Choice, choose, content};
use stand_in::{StandIn, made_of, most_vertices};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Weak};

/// Steps that the first picture of less takes, about.
const FIRST: f64 = 4.0;
/// How many times as many each further one takes.
const FASTER: f64 = 4.0;

/// Part of a picture that is seen while it is not whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Less {
    /// Meshes that are drawn as they are.
    pub meshes: usize,
    /// Meshes that the whole picture draws.
    pub of: usize,
    /// Meshes that are drawn in a coarse form.
    pub coarse: usize,
    /// How much of the work for all meshes is done, 0…1.
    pub share: f32,
}

/// Picture that is to be drawn now.
#[derive(Debug)]
pub enum NextPicture {
    /// The picture as it was asked for.
    Whole(Picture),
    /// A picture of less; then ask again.
    Less(Picture, Less),
    /// Coarse forms are on their way on another thread; then ask again ([`Growing::is_making`]).
    NotYet,
}

/// How far the pictures of one stage have grown.
#[derive(Default)]
pub struct Growing {
    /// The scenes of that stage, by address.
    stage: Vec<usize>,
    /// How often the steps of a picture were made more.
    raises: i32,
    /// How many meshes the last picture of less drew as they are; `None` before the first.
    meshes: Option<usize>,
    stand_ins: Vec<StandIn>,
    making: Option<Receiver<Vec<StandIn>>>,
    /// Meshes for which a coarse form was asked.
    asked: Vec<(Weak<Scene>, ModelIndex, usize)>,
}

impl Growing {
    /// The part of `picture` to draw next, when each step does about `limit`. No picture is in progress.
    pub fn next(&mut self, renderer: &Renderer, picture: Picture, limit: &Work) -> NextPicture {
        self.look_at(&picture);
        // Whatever stands left of its line was drawn before it was pinned.
        if picture.left_models.is_some() {
            return NextPicture::Whole(picture);
        }
        let has_forms = stand_in::fits(&picture);
        let choice = loop {
            let steps = FIRST * FASTER.powi(self.raises);
            let Some(choice) = choose(renderer, &picture, limit, steps) else {
                return NextPicture::Whole(picture);
            };
            if has_forms {
                self.ask(renderer, &picture, &choice, limit);
                if self.is_making() {
                    return NextPicture::NotYet;
                }
            }
            let shows = |one: &StandIn| one.is_for(&picture, &choice);
            let is_new = match self.meshes {
                None => choice.meshes > 0 || has_forms && self.stand_ins.iter().any(shows),
                Some(before) => choice.meshes > before,
            };
            // A picture that shows nothing new is not worth its time. The steps grow until all fits.
            self.raises += 1;
            if is_new {
                break choice;
            }
        };
        self.meshes = Some(choice.meshes);
        let stand_ins = if has_forms { &self.stand_ins[..] } else { &[] };
        let (picture, coarse) = stand_in::reduced(picture, &choice, stand_ins);
        let less = Less {
            meshes: choice.meshes,
            of: choice.of,
            coarse,
            share: choice.share,
        };
        NextPicture::Less(picture, less)
    }

    /// Whether coarse forms are still being made.
    pub fn is_making(&mut self) -> bool {
        let Some(making) = &self.making else { return false };
        match making.try_recv() {
            Err(TryRecvError::Empty) => return true,
            // Without them the whole meshes are waited for.
            Err(TryRecvError::Disconnected) => {}
            Ok(made) => self.stand_ins.extend(made),
        }
        self.making = None;
        false
    }

    /// Has coarse forms made of the large meshes that are left out, once for each.
    fn ask(&mut self, renderer: &Renderer, picture: &Picture, choice: &Choice, limit: &Work) {
        let Some(spawn) = renderer.spawn.as_ref().filter(|_| self.making.is_none()) else {
            return;
        };
        let mut wanted: Vec<(Arc<Scene>, ModelIndex, usize)> = Vec::new();
        for (placed, mesh) in choice.large.iter().map(|(at, mesh)| (&picture.models[*at], *mesh)) {
            let is = |of: *const Scene, model, index| (of, model) == content(placed) && index == mesh;
            let was_asked = self
                .asked
                .iter()
                .any(|(scene, model, index)| is(scene.as_ptr(), *model, *index))
                || wanted
                    .iter()
                    .any(|(scene, model, index)| is(Arc::as_ptr(scene), *model, *index));
            if !was_asked {
                wanted.push((placed.scene.clone(), placed.model, mesh));
            }
        }
        if wanted.is_empty() {
            return;
        }
        self.asked.extend(
            wanted
                .iter()
                .map(|(scene, model, mesh)| (Arc::downgrade(scene), *model, *mesh)),
        );
        let most = most_vertices(limit) / wanted.len();
        let (answer, made) = channel();
        // Nobody waits for them any more once other files are open.
        if spawn(Box::new(move || drop(answer.send(made_of(&wanted, most))))) {
            self.making = Some(made);
        }
    }

    /// A whole picture is drawn: nothing stands for anything any more.
    pub fn finish(&mut self) {
        *self = Self::default();
    }

    /// The next picture is to be there sooner than the first was: it takes about one step beside what is there.
    pub fn begin_again(&mut self) {
        (self.raises, self.meshes) = (-1, None);
    }

    /// Begins anew when other scenes are shown than before, but keeps the coarse forms of those that stay.
    fn look_at(&mut self, picture: &Picture) {
        let stage: Vec<usize> = picture
            .models
            .iter()
            .map(|placed| Arc::as_ptr(&placed.scene) as usize)
            .collect();
        if stage == self.stage {
            return;
        }
        let is_shown = |scene: &Weak<Scene>| stage.contains(&(scene.as_ptr() as usize));
        self.asked.retain(|(scene, ..)| is_shown(scene));
        self.stand_ins.retain(|one| is_shown(&one.of));
        (self.raises, self.meshes, self.stage) = (0, None, stage);
    }
}
