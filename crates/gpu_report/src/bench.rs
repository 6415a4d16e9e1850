//! The adapter that is measured, and pictures drawn on it again and again.

use crate::budget::Budget;
use castview_images::Image;
use castview_picture::Picture;
use castview_render::{Context, DeformedMesh, PassTime, RenderError, Renderer, Timed};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Sizes to measure, and how long that may take.
#[derive(Clone, Debug)]
pub struct ReportWish {
    /// Folder of the sources, where the golden pictures lie.
    pub root: PathBuf,
    /// Names the state of the sources; empty for none.
    pub sources: String,
    /// For all parts together.
    pub budget: Duration,
    /// Triangles of the models whose passes are timed, ascending; the last two are also skinned beside a copy of the same bytes.
    pub triangles: Vec<usize>,
    /// Sizes of the pictures whose passes are timed, in pixels, ascending.
    pub sizes: Vec<[u32; 2]>,
    /// Triangles of the model that heat maps and picks are timed on.
    pub middle: usize,
    /// Models that one picture holds, ascending, and the triangles of each.
    pub models: Vec<usize>,
    /// Triangles of each of them.
    pub small: usize,
    /// Triangles of the models whose vertices are read back.
    pub checked: usize,
    /// Golden pictures that are compared at most.
    pub golden: usize,
    /// Changes vertices that were read back before they are compared: not at all, but in tests.
    pub read_back: fn(DeformedMesh) -> DeformedMesh,
}

impl Default for ReportWish {
    fn default() -> Self {
        Self {
            root: ".".into(),
            sources: String::new(),
            budget: Duration::from_secs(200),
            triangles: vec![100_000, 1_000_000, 5_000_000],
            sizes: vec![[1280, 720], [3840, 2160]],
            middle: 1_000_000,
            models: vec![100, 1000],
            small: 2000,
            checked: 20_000,
            golden: usize::MAX,
            read_back: |mesh| mesh,
        }
    }
}

/// An open adapter.
pub struct Bench {
    pub context: Context,
    pub wanted: ReportWish,
}

/// Pictures that one row is the median of, at most.
const MOST_ROUNDS: usize = 7;
/// Pictures that passes are the median of, at most: a software adapter stops for each mark between them.
const MOST_MARKED: usize = 3;

/// One picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    /// Until it was handed to the adapter.
    pub submit: Duration,
    /// Until the adapter was done.
    pub wall: Duration,
    /// By the adapter's own timestamps; `None`: it does not tell.
    pub gpu: Option<Duration>,
}

/// Pictures of one thing, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// The first, which sends everything and makes pipelines.
    pub first: Round,
    /// The pictures after the first.
    pub others: Vec<Round>,
    /// Passes by their names, in order, and the median of what the adapter says of each; empty where it does not tell.
    pub passes: Vec<(&'static str, Duration)>,
}

impl Rounds {
    /// Median of the pictures after the first.
    pub fn median(&self, of: impl Fn(&Round) -> Option<Duration>) -> Option<Duration> {
        let times: Option<Vec<Duration>> = self.others.iter().map(of).collect();
        median(times?)
    }

    /// Time of the adapter by its own word, else by the clock.
    pub fn best(&self) -> Option<Duration> {
        self.median(|round| round.gpu)
            .or_else(|| self.median(|round| Some(round.wall)))
    }

    /// Time that the adapter tells of that pass.
    pub fn pass(&self, name: &str) -> Option<Duration> {
        let pass = self.passes.iter().find(|(pass, _)| *pass == name);
        pass.map(|(_, took)| *took)
    }
}

/// The one in the middle; of an even number the later. `None` of none.
pub fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

impl Bench {
    pub fn new(context: Context, wanted: ReportWish) -> Self {
        Self { context, wanted }
    }

    /// Names and values for the head of the report.
    pub fn head(&self) -> Vec<(&'static str, String)> {
        let info = self.context.adapter_info();
        let limits = self.context.device.limits();
        let can = self.context.abilities();
        let sources = match self.wanted.sources.is_empty() {
            true => String::new(),
            false => format!(", sources {}", self.wanted.sources),
        };
        let all = [
            ("4 samples", can.multisampling),
            ("sample masks", can.sample_masks),
            ("anisotropy", can.anisotropy),
            ("block textures", can.blocks),
            ("triangle ids", can.triangle_ids),
            ("blending in any order", can.any_order),
            ("batches", can.batches),
            ("writable buffers", can.writable_buffers),
            ("samples by number", can.numbers_samples),
        ];
        let named = |there: bool| {
            let names: Vec<_> = all
                .iter()
                .filter(|(_, has)| *has == there)
                .map(|(name, _)| *name)
                .collect();
            if names.is_empty() {
                "nothing".into()
            } else {
                names.join(", ")
            }
        };
        let times = match self.context.tells_times() {
            true => format!(
                "gpu: by timestamps, {} ns a tick; wall, submit, first: by the clock",
                self.context.queue.get_timestamp_period()
            ),
            false => "the adapter tells none: all are by the clock, from the call until the adapter is idle".into(),
        };
        let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
        vec![
            ("castview", format!("{}{sources}", env!("CARGO_PKG_VERSION"))),
            (
                "adapter",
                format!("{} ({:?}) by {}", info.name, info.device_type, info.backend),
            ),
            ("driver", format!("{} {}", info.driver, info.driver_info)),
            (
                "limits",
                format!(
                    "textures {} wide, buffers {}, bindings {}, {} bind groups",
                    limits.max_texture_dimension_2d,
                    mib(limits.max_buffer_size),
                    mib(limits.max_storage_buffer_binding_size),
                    limits.max_bind_groups
                ),
            ),
            ("has", named(true)),
            ("lacks", named(false)),
            ("times", times),
        ]
    }

    /// Draws one picture and waits until it is there.
    pub fn draw(&self, renderer: &mut Renderer, picture: &Picture) -> Result<Round, String> {
        let since = Instant::now();
        let drawn = renderer.draw(picture).map_err(told)?;
        let submit = since.elapsed();
        self.context.wait_idle().map_err(told)?;
        let wall = since.elapsed();
        if let Some(problem) = drawn.problems.first() {
            return Err(format!("left out of the picture: {problem}"));
        }
        Ok(Round {
            submit,
            wall,
            gpu: renderer.take_picture_time(),
        })
    }

    /// [`Self::draw`], and the pixels.
    pub fn pixels(&self, renderer: &mut Renderer, picture: &Picture) -> Result<Image, String> {
        self.draw(renderer, picture)?;
        renderer.read_pixels().map_err(told)
    }

    /// Draws `at` of 0, 1, 2, …: the first, then one as a whole and one whose passes are timed, and as many more of both as `budget` holds.
    pub fn rounds(&self, budget: &Budget, at: &mut dyn FnMut(usize) -> Picture) -> Result<Rounds, String> {
        let mut renderer = Renderer::new(&self.context);
        renderer.time(Timed::Pictures);
        let mut rounds = Rounds {
            first: self.draw(&mut renderer, &at(0))?,
            ..Rounds::default()
        };
        let mut marked: Vec<(&'static str, Vec<Duration>)> = Vec::new();
        let mut drawn = 1;
        while rounds.others.len() < MOST_ROUNDS {
            renderer.time(Timed::Pictures);
            let round = self.draw(&mut renderer, &at(drawn))?;
            drawn += 1;
            rounds.others.push(round);
            if rounds.others.len() <= MOST_MARKED && self.context.tells_times() {
                renderer.time(Timed::Passes);
                self.draw(&mut renderer, &at(drawn))?;
                drawn += 1;
                note(&mut marked, renderer.pass_times());
            }
            if budget.left() < 2 * round.wall {
                break;
            }
        }
        let medians = marked.into_iter();
        rounds.passes = medians
            .filter_map(|(name, times)| Some((name, median(times)?)))
            .collect();
        Ok(rounds)
    }
}

/// Adds the times of passes, each to those of its name.
fn note(marked: &mut Vec<(&'static str, Vec<Duration>)>, passes: &[PassTime]) {
    for pass in passes {
        let Some(gpu) = pass.gpu else { continue };
        match marked.iter_mut().find(|(name, _)| *name == pass.name) {
            Some((_, times)) => times.push(gpu),
            None => marked.push((pass.name, vec![gpu])),
        }
    }
}

/// As a sentence.
pub fn told(error: RenderError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_need_every_time() {
        let ms = Duration::from_millis;
        let round = |wall, gpu| Round {
            wall: ms(wall),
            gpu,
            ..Round::default()
        };
        let rounds = |gpus: [Option<Duration>; 3]| Rounds {
            others: [9, 1, 5]
                .into_iter()
                .zip(gpus)
                .map(|(wall, gpu)| round(wall, gpu))
                .collect(),
            ..Rounds::default()
        };
        assert_eq!(rounds([Some(ms(3)), Some(ms(8)), Some(ms(4))]).best(), Some(ms(4)));
        assert_eq!(
            rounds([Some(ms(3)), None, Some(ms(4))]).best(),
            Some(ms(5)),
            "by the clock"
        );
        assert_eq!(Rounds::default().best(), None);
        assert_eq!(median(vec![ms(2), ms(1)]), Some(ms(2)));
    }
}
