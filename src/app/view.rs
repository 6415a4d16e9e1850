//! The 3D view inside the window: when to draw it, and how egui finds it.
//!
//! In: the session after a turn. Out: a texture under a name that egui knows, drawn anew only when something that a
//! picture shows has changed. Never decides what is shown.

use super::filmstrip::Filmstrip;
use super::gpu::SAMPLES;
use super::screen::Screen;
use crate::images::Image;
use crate::picture::PlacedKey;
use crate::render::{Picked, PickedPart, RenderError, Renderer};
use crate::session::{Notice, Selected, Session};
use crate::ui::FilmPicture;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

pub struct View {
    renderer: Renderer,
    film: Filmstrip,
    /// Pictures drawn by earlier renderers, before a device was lost.
    pictures_before: u64,
    texture: Option<egui::TextureId>,
    registered: Option<wgpu::TextureView>,
    /// Revision and size of the picture that is there.
    drawn: Option<(u64, [u32; 2])>,
    /// What the user has been told about the models on the stage, so that each is said once and not at every picture.
    told: BTreeSet<String>,
    told_about: Vec<PlacedKey>,
    /// Why the last picture could not be drawn.
    trouble: Option<String>,
    statistics: Vec<(&'static str, String)>,
}

impl View {
    pub fn new(renderer: Renderer) -> Self {
        Self {
            renderer,
            film: Filmstrip::default(),
            pictures_before: 0,
            texture: None,
            registered: None,
            drawn: None,
            told: BTreeSet::new(),
            told_about: Vec::new(),
            trouble: None,
            statistics: Vec::new(),
        }
    }

    /// Everything on the GPU again, by the renderer of another device.
    pub fn reopen(&mut self, renderer: Renderer) {
        *self = Self {
            pictures_before: self.pictures(),
            ..Self::new(renderer)
        };
    }

    /// Pictures drawn so far.
    pub fn pictures(&self) -> u64 {
        self.pictures_before + self.renderer.counts().pictures
    }

    /// Under which egui shows the view; `None` before the first picture.
    pub fn texture(&self) -> Option<egui::TextureId> {
        self.texture
    }

    /// Draws if what is there no longer holds. Returns what the user should know.
    /// The only error is a lost device; whatever else goes wrong is a notice, or [`View::trouble`].
    pub fn update(&mut self, session: &Session, screen: &mut Screen) -> Result<Vec<Notice>, RenderError> {
        if let Some(reason) = self.renderer.context().lost() {
            return Err(RenderError::DeviceLost { reason });
        }
        let wanted = (session.revision(), session.live().viewport);
        if self.drawn == Some(wanted) {
            return Ok(Vec::new());
        }
        // Also after an error: the next try is made when something has changed.
        self.drawn = Some(wanted);
        let began = Instant::now();
        match self.renderer.draw(&session.picture(wanted.1, SAMPLES)) {
            Ok(drawn) => {
                self.trouble = None;
                self.describe(wanted.1, drawn.samples, began.elapsed());
                self.register(screen);
                Ok(self.notices(session, &drawn.problems))
            }
            Err(lost) if lost.is_device_lost() => Err(lost),
            Err(error) => {
                self.trouble = Some(error.to_string());
                Ok(Vec::new())
            }
        }
    }

    /// The small pictures above the ruler that are there.
    pub fn film(&self) -> &[FilmPicture] {
        self.film.pictures()
    }

    /// How many of them were drawn.
    pub fn film_drawn(&self) -> u64 {
        self.renderer.counts().asides
    }

    /// Draws at most one of the `wanted` small pictures; whether it did, so that the panels can show it.
    pub fn update_film(&mut self, session: &Session, screen: &mut Screen, wanted: &[f64]) -> bool {
        self.film.step(session, &mut self.renderer, screen, wanted)
    }

    /// Why there is no picture, if there is none.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// What the statistics overlay says about drawing, as (what, value).
    pub fn statistics(&self) -> &[(&'static str, String)] {
        &self.statistics
    }

    fn describe(&mut self, [width, height]: [u32; 2], samples: u32, submitting: Duration) {
        let counts = self.renderer.counts();
        self.statistics = vec![
            ("picture", format!("{width} × {height}, {samples}×")),
            ("pictures drawn", self.pictures().to_string()),
            ("deform passes", counts.deform_dispatches.to_string()),
            ("prepared in", format!("{:.1} ms", submitting.as_secs_f64() * 1000.0)),
        ];
    }

    fn register(&mut self, screen: &mut Screen) {
        let Some(view) = self.renderer.color_view() else { return };
        if self.registered.as_ref() == Some(view) {
            return;
        }
        let device = &self.renderer.context().device;
        match self.texture {
            Some(texture) => screen.update(device, view, texture),
            None => self.texture = Some(screen.register(device, view)),
        }
        self.registered = Some(view.clone());
    }

    /// Each problem once, until other models stand on the stage.
    fn notices(&mut self, session: &Session, problems: &[RenderError]) -> Vec<Notice> {
        let on_stage: Vec<PlacedKey> = session.stage().models.iter().map(|placed| placed.key).collect();
        if on_stage != self.told_about {
            self.told.clear();
            self.told_about = on_stage;
        }
        let new = problems
            .iter()
            .map(ToString::to_string)
            .filter(|problem| self.told.insert(problem.clone()));
        new.map(Notice::warning).collect()
    }

    /// What the pixel of the last picture shows: of what stands in many places, the one that was hit.
    pub fn pick(&mut self, session: &Session, [x, y]: [u32; 2]) -> Result<Option<Selected>, RenderError> {
        let part = |Picked { key, what, .. }: Picked| match what {
            PickedPart::Bone(bone) => Selected::Bone(key, bone),
            PickedPart::Mesh(mesh) => Selected::Mesh(key, mesh),
        };
        let picked = self.renderer.pick(x, y)?;
        Ok(picked.map(|hit| session.instance_at(hit.key, hit.placement).unwrap_or_else(|| part(hit))))
    }

    /// The view as it is now, for a file.
    pub fn shoot(&mut self, session: &Session) -> Result<Image, RenderError> {
        self.renderer.draw(&session.picture(session.live().viewport, SAMPLES))?;
        self.renderer.read_pixels()
    }
}
