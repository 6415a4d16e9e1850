//! The files that an opened file's instances reference: each read once, every placement multiplied out
//! (docs/formats/shape.md §7 row 29, docs/formats/cast.md §3.14).
//!
//! In: an opened file. Out: its [`Instances`], the textures they want, and diagnostics (row 79) on the opened file. A
//! missing target is a small box in its place; depth, placements, files and bytes are bounded, cycles are cut. Placements are counted
//! through all levels before the first is made: where there are too many, boxes stand for what some instances bring.
//!
//! Only the models and the instances of a referenced file count: its up axis is ignored (A48), and so are its clips. A referenced file of
//! the same format is read with the options of the file that names it.

use super::crowds::Crowds;
use super::leads::{Leads, Paths};
use super::missing_boxes::{around, boxes, crowd_boxes};
use crate::open::{OpenError, Opened, import_found};
use crate::reach::Reach;
use crate::read::{MAX_FILE_BYTES, STDIN, folder_of};
use crate::read_error::ReadError;
use crate::textures::{WantedTexture, find_textures};
use crate::{InstanceSearch, TextureSearch, location_of};
use castview_base::core::{Bounds, Diagnostics, Options, Place, Rule, Severity};
use castview_base::scene::{Instance, References, Scene};
use castview_formats::rules;
use castview_motion::deform::ReachBoxes;
use castview_picture::Places;
use castview_picture::opened::{
    FileKey, InstancedFile, Instances, NamedPath, OpenedFile, Standing, StandsFor, Target, TextureEntry,
};
use glam::Affine3A;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Instances inside instances inside instances: how many levels are followed.
pub const MAX_DEPTH: usize = 8;

/// Placements of one opened file, nested ones multiplied out; every instance that is looked at counts.
const MAX_PLACEMENTS: usize = 500_000;

/// Placements that any file may have, however few instances its files state; and as many times those that they state. Few instances
/// inside few others, six levels deep, are millions.
const LEAST_PLACEMENTS: u64 = 50_000;
const TIMES_STATED: u64 = 4;
/// Where there are more, about so many are made, boxes among them: these are large, and may all cover the whole picture.
const ROOM_FOR_CROWDS: u64 = 2_000;

/// Distinct files that one opened file may lead to. Together they may be as large as one file may be.
pub const MAX_FILES: usize = 4096;

/// Paths that lead nowhere of which other files are looked for.
const MOST_LACKING: usize = 256;

/// Rules of a format's page about references to other files.
struct InstanceRules {
    /// One leads nowhere, or too far.
    left_out: &'static Rule,
    /// The file that it leads to has warnings.
    warnings_inside: &'static Rule,
}

const INSTANCES: InstanceRules = InstanceRules {
    left_out: rules::cast::C79,
    warnings_inside: rules::cast::C79_NOTE,
};
const SUB_SHAPES: InstanceRules = InstanceRules {
    left_out: rules::shape::S29,
    warnings_inside: rules::shape::S29_NOTE,
};

/// Called with the name of a file while it is read, and the share of all files that is done (0…1); `false` stops.
pub type InstanceProgress<'a> = dyn FnMut(&str, f32) -> bool + 'a;

/// Reads what the instances of `opened`, which came from `path`, lead to. `new_key` gives keys no file has had yet.
///
/// An error means that `progress` stopped it; whatever is wrong with a referenced file is a diagnostic.
pub fn open_instances(
    opened: &mut Opened,
    path: &Path,
    new_key: &mut dyn FnMut() -> FileKey,
    progress: &mut InstanceProgress,
) -> Result<(), ReadError> {
    let scene = opened.file.scene.clone();
    if scene.instances.is_empty() {
        return Ok(());
    }
    let mut loading = Loading::new(opened.reach.clone(), progress);
    if scene.references == References::OwnFolder {
        loading.rules = &SUB_SHAPES;
        loading.options = opened.file.decided.options.clone();
        // How a stream is encoded is one file's own matter, and shows itself.
        loading.options.clear("stream");
    }
    if path != Path::new(STDIN)
        && let Ok(own) = crate::reach::real(path)
    {
        let own = loading.paths.own(own);
        loading.chain.push(own);
        loading.outer = 1;
    }
    let leads = loading.leads(&scene, &opened.reach, None);
    let all = loading.count(&scene, &leads)?;
    let stated = loading
        .files
        .iter()
        .map(|file| file.scene.instances.len() as u64)
        .sum::<u64>();
    let stated = stated + scene.instances.len() as u64;
    let most = (stated * TIMES_STATED).clamp(LEAST_PLACEMENTS, MAX_PLACEMENTS as u64);
    let room = (all.placements > most).then_some(ROOM_FOR_CROWDS);
    loading.place(&scene, &leads, (None, Affine3A::IDENTITY), room)?;
    loading.crowds.settle();
    loading.tell_of_crowds(&all, most);
    loading.hand_over(opened, &leads, new_key);
    Ok(())
}

/// Reports instances of `scene` whose file is missing or cannot be read, each file taken alone. `reach` and `options` are those with which
/// the scene was read. Instances inside of those files are not followed.
pub fn check_instances(scene: &Scene, reach: &Reach, options: &Options) -> Diagnostics {
    let mut progress = |_: &str, _: f32| true;
    let mut loading = Loading::new(reach.clone(), &mut progress);
    if scene.references == References::OwnFolder {
        loading.rules = &SUB_SHAPES;
        loading.options = options.clone();
        loading.options.clear("stream");
    }
    let leads = loading.leads(scene, reach, None);
    let mut seen = HashSet::new();
    for (instance, target) in scene.instances.iter().zip(&leads.target_of) {
        let Ok(number) = leads.targets[*target as usize] else {
            continue;
        };
        let Some(found) = loading.paths.list[number]
            .clone()
            .filter(|_| seen.insert(number) && seen.len() <= MAX_FILES)
        else {
            continue;
        };
        let left = MAX_FILE_BYTES.saturating_sub(loading.bytes);
        let inside = reach.starting_in(folder_of(found.path()));
        match import_found(&found, left, &inside, &loading.options, &mut |_| true) {
            Ok((_, bytes)) => loading.bytes += bytes,
            Err(error) => loading.warn(&leads, instance, || unreadable(&error.to_string())),
        }
    }
    loading.diagnostics
}

/// The sentence about an instance whose file exists and cannot be read.
fn unreadable(why: &str) -> String {
    format!("its file cannot be read, and a box stands in its place: {why}")
}

/// A referenced file that was read.
struct Loaded {
    name: String,
    location: String,
    scene: Arc<Scene>,
    textures: Vec<TextureEntry>,
    wanted: Vec<WantedTexture>,
    reach: Vec<Arc<ReachBoxes>>,
    leads: Arc<Leads>,
    placements: Vec<Affine3A>,
    sources: Vec<u32>,
}

/// Counts of all that the instances of a file bring, nested ones multiplied out.
#[derive(Clone, Copy)]
struct Count {
    placements: u64,
    /// Around all of it, in the file's own stage.
    bounds: Bounds,
}

struct Loading<'a, 'p> {
    progress: &'a mut InstanceProgress<'p>,
    reach: Reach,
    paths: Paths,
    /// By number of the path: position in `files`, or why it cannot be shown.
    read: HashMap<usize, Result<usize, String>>,
    files: Vec<Loaded>,
    /// The files around the instances that are being placed, outermost first.
    chain: Vec<usize>,
    missing: Vec<Affine3A>,
    missing_sources: Vec<u32>,
    lacking: Vec<NamedPath>,
    /// How many of `chain` are no referenced file: 1 where the opened file has a path, else 0.
    outer: usize,
    diagnostics: Diagnostics,
    rules: &'static InstanceRules,
    /// The user's decisions about the opened file, as far as they go for the files that it references.
    options: Options,
    visits: usize,
    /// By position in `files` and level: what it brings there.
    counts: HashMap<(usize, usize), Count>,
    /// Boxes that stand for what an instance brings.
    crowds: Crowds,
    /// Bytes of all files read so far.
    bytes: u64,
}

impl<'a, 'p> Loading<'a, 'p> {
    fn new(reach: Reach, progress: &'a mut InstanceProgress<'p>) -> Self {
        Self {
            progress,
            reach,
            paths: Paths::default(),
            read: HashMap::new(),
            files: Vec::new(),
            chain: Vec::new(),
            missing: Vec::new(),
            missing_sources: Vec::new(),
            lacking: Vec::new(),
            outer: 0,
            diagnostics: Diagnostics::default(),
            rules: &INSTANCES,
            options: Options::default(),
            visits: 0,
            counts: HashMap::new(),
            crowds: Crowds::default(),
            bytes: 0,
        }
    }

    /// Looks for every distinct path of `scene` where that may read.
    fn leads(&mut self, scene: &Scene, reach: &Reach, file: Option<String>) -> Leads {
        let mut leads = Leads {
            targets: Vec::new(),
            target_of: Vec::with_capacity(scene.instances.len()),
            file,
        };
        if scene.instances.is_empty() {
            return leads;
        }
        let mut search = InstanceSearch::new(reach, scene);
        let mut known: HashMap<&str, u32> = HashMap::new();
        for instance in &scene.instances {
            let next = leads.targets.len() as u32;
            let target = *known.entry(&instance.path).or_insert(next);
            leads.target_of.push(target);
            if target != next {
                continue;
            }
            leads.targets.push(match search.find_from(&instance.path) {
                Ok((found, is_elsewhere)) => {
                    let elsewhere = is_elsewhere.then(|| reach.named(&instance.path));
                    Ok(self.paths.of(found, elsewhere))
                }
                Err(reason) => {
                    let path = &instance.path;
                    let named = reach.named(path);
                    if self.lacking.len() < MOST_LACKING && !self.lacking.contains(&named) {
                        self.lacking.push(named);
                    }
                    self.warn(&leads, instance, || {
                        format!("{path} was {reason}; a box stands in its place")
                    });
                    Err(reason)
                }
            });
        }
        leads
    }

    /// Counts what the instances of a file bring, as they are placed: cycles and depth are cut. Reads every file that they lead to. Each
    /// file is counted once a level.
    fn count(&mut self, scene: &Scene, leads: &Leads) -> Result<Count, ReadError> {
        let mut all = Count {
            placements: 0,
            bounds: Bounds::EMPTY,
        };
        for (index, instance) in scene.instances.iter().enumerate() {
            all.placements = all.placements.saturating_add(1);
            let file_from_instance = instance.placement.affine();
            let Ok(path) = leads.targets[leads.target_of[index] as usize] else {
                continue;
            };
            if self.chain.contains(&path) || !file_from_instance.is_finite() {
                continue;
            }
            let Some(at) = self.file(path, leads, instance)? else {
                continue;
            };
            self.chain.push(path);
            let inner = self.count_file(at);
            self.chain.pop();
            let inner = inner?;
            all.placements = all.placements.saturating_add(inner.placements);
            all.bounds = all.bounds.union(inner.bounds.transformed(file_from_instance));
        }
        Ok(all)
    }

    /// Counts the file `at`, the last of the chain, with all of its instances.
    fn count_file(&mut self, at: usize) -> Result<Count, ReadError> {
        let level = self.chain.len() - self.outer;
        if let Some(known) = self.counts.get(&(at, level)) {
            return Ok(*known);
        }
        let file = &self.files[at];
        let (scene, leads) = (file.scene.clone(), file.leads.clone());
        let mut all = Count {
            placements: 0,
            bounds: around(&scene),
        };
        if level < MAX_DEPTH {
            let inner = self.count(&scene, &leads)?;
            all.placements = inner.placements;
            all.bounds = all.bounds.union(inner.bounds);
        }
        self.counts.insert((at, level), all);
        Ok(all)
    }

    fn tell_of_crowds(&mut self, all: &Count, most: u64) {
        let boxes = match self.crowds.len() {
            0 => return,
            1 => "1 box stands".to_owned(),
            count => format!("{count} boxes stand"),
        };
        let placements = all.placements;
        self.diagnostics.report(self.rules.left_out, Place::default, || {
            format!(
                "{placements} instances, nested ones multiplied out, and {most} are placed at most: {boxes} for what instances bring"
            )
        });
    }

    /// Places the instances of a file that stands at `stage_from_file` on behalf of instance `source` of the opened file
    /// (`None`: it is the opened file). `room`: so many placements, nested ones included; `None`: all of them fit.
    fn place(
        &mut self,
        scene: &Scene,
        leads: &Leads,
        (source, stage_from_file): (Option<u32>, Affine3A),
        room: Option<u64>,
    ) -> Result<(), ReadError> {
        let share = room.map(|room| room / scene.instances.len().max(1) as u64);
        for (index, instance) in scene.instances.iter().enumerate() {
            if self.visits >= MAX_PLACEMENTS {
                if self.visits == MAX_PLACEMENTS {
                    self.visits += 1;
                    self.warn(leads, instance, || {
                        format!(
                            "more than {MAX_PLACEMENTS} instances, nested ones multiplied out; the rest is left out"
                        )
                    });
                }
                return Ok(());
            }
            self.visits += 1;
            let source = source.unwrap_or(index as u32);
            let stage_from_instance = stage_from_file * instance.placement.affine();
            if !stage_from_instance.is_finite() {
                self.warn(leads, instance, || "it stands beyond all numbers; left out".into());
                continue;
            }
            match &leads.targets[leads.target_of[index] as usize] {
                Ok(path) => self.place_one(*path, (leads, instance), (source, stage_from_instance), share)?,
                Err(_) => self.stand_in(source, stage_from_instance),
            }
        }
        Ok(())
    }

    fn place_one(
        &mut self,
        path: usize,
        (leads, instance): (&Leads, &Instance),
        (source, stage_from_instance): (u32, Affine3A),
        room: Option<u64>,
    ) -> Result<(), ReadError> {
        if self.chain.contains(&path) {
            self.warn(leads, instance, || {
                format!("{} leads back to the file it is in; left out", instance.path)
            });
            return Ok(());
        }
        let Some(at) = self.file(path, leads, instance)? else {
            self.stand_in(source, stage_from_instance);
            return Ok(());
        };
        self.chain.push(path);
        let depth = self.chain.len() - self.outer;
        let all = self.counts.get(&(at, depth)).copied();
        // All that it brings fits, or each of its instances does at least, or a box stands for it.
        let room = room.and_then(|room| {
            let is_whole = all.is_some_and(|all| all.placements < room);
            (!is_whole).then_some(room.saturating_sub(1))
        });
        let file = &mut self.files[at];
        if let (Some(room), Some(all)) = (room, all)
            && room < file.scene.instances.len() as u64
        {
            self.chain.pop();
            self.crowds.add(source, stage_from_instance, all.bounds);
            return Ok(());
        }
        file.placements.push(stage_from_instance);
        file.sources.push(source);
        if file.scene.instances.is_empty() {
            self.chain.pop();
            return Ok(());
        }
        let (scene, inner) = (file.scene.clone(), file.leads.clone());
        let placed = if depth < MAX_DEPTH {
            self.place(&scene, &inner, (Some(source), stage_from_instance), room)
        } else {
            self.warn(&inner, &scene.instances[0], || {
                format!("instances inside instances are followed {MAX_DEPTH} levels deep; deeper ones are left out")
            });
            Ok(())
        };
        self.chain.pop();
        placed
    }

    fn stand_in(&mut self, source: u32, stage_from_instance: Affine3A) {
        self.missing.push(stage_from_instance);
        self.missing_sources.push(source);
    }

    /// Position of the file in `files`, read at its first use; `None` if it cannot be shown.
    fn file(&mut self, path: usize, leads: &Leads, instance: &Instance) -> Result<Option<usize>, ReadError> {
        if let Some(known) = self.read.get(&path) {
            return Ok(known.as_ref().ok().copied());
        }
        let made = match self.read_file(path) {
            Ok(loaded) => {
                self.files.push(loaded);
                Ok(self.files.len() - 1)
            }
            Err(OpenError::Read(stopped @ ReadError::Stopped { .. })) => return Err(stopped),
            Err(error) => {
                let reason = error.to_string();
                self.warn(leads, instance, || unreadable(&reason));
                Err(reason)
            }
        };
        let at = made.as_ref().ok().copied();
        self.read.insert(path, made);
        Ok(at)
    }

    fn read_file(&mut self, number: usize) -> Result<Loaded, OpenError> {
        // The opened file is in the chain, so it is never read here.
        let Some(found) = self.paths.list[number].clone() else {
            return Err(OpenError::TooManyReferences { path: PathBuf::new() });
        };
        let path = found.path();
        let too_many = || OpenError::TooManyReferences { path: path.into() };
        if self.files.len() >= MAX_FILES {
            return Err(too_many());
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let (done, known) = (self.read.len() as f32, self.paths.list.len() as f32);
        let reach = self.reach.of_inside(path);
        let left = MAX_FILE_BYTES.saturating_sub(self.bytes);
        let imported = import_found(&found, left, &reach, &self.options, &mut |share| {
            (self.progress)(&name, ((done + share) / known).min(1.0))
        });
        let (imported, size) = imported.map_err(|error| match error {
            OpenError::Read(ReadError::TooLarge { .. }) => too_many(),
            error => error,
        })?;
        self.bytes += size;
        let warnings = imported.diagnostics.items().iter();
        let warnings = warnings.filter(|item| item.rule.severity >= Severity::Warning).count();
        if warnings > 0 {
            self.diagnostics.report(self.rules.warnings_inside, Place::default, || {
                format!("{name}, which is referenced here, has {warnings} warnings of its own; open it to read them")
            });
        }
        let scene = Arc::new(imported.scene);
        let (textures, wanted) = find_textures(&scene, &mut TextureSearch::new(&reach).for_scene(&scene));
        let leads = self.leads(&scene, &reach, Some(name.clone()));
        Ok(Loaded {
            location: location_of(path),
            name,
            reach: OpenedFile::reach_of(&scene),
            scene,
            textures,
            wanted,
            leads: Arc::new(leads),
            placements: Vec::new(),
            sources: Vec::new(),
        })
    }

    fn warn(&mut self, leads: &Leads, instance: &Instance, message: impl FnOnce() -> String) {
        let place = || Place {
            node_path: match &leads.file {
                Some(file) => format!("instance {} in {file}", instance.name),
                None => format!("instance {}", instance.name),
            },
            offset: instance.offset,
        };
        self.diagnostics.report(self.rules.left_out, place, message);
    }

    fn hand_over(self, opened: &mut Opened, leads: &Leads, new_key: &mut dyn FnMut() -> FileKey) {
        let names = |file: &&Loaded| !file.scene.instances.is_empty();
        let mut instances = Instances {
            namers: (self.files.iter().filter(names))
                .map(|file| file.location.clone())
                .collect(),
            ..Instances::default()
        };
        for file in self.files.into_iter().filter(|file| !file.scene.models.is_empty()) {
            let Some(places) = Places::of(file.placements) else {
                continue;
            };
            instances.files.push(InstancedFile {
                key: new_key(),
                name: file.name,
                location: file.location,
                scene: file.scene,
                textures: file.textures,
                reach: file.reach,
                standing: Standing {
                    places,
                    sources: Arc::new(file.sources),
                },
                stands_for: StandsFor::Itself,
            });
            opened.instanced.push(file.wanted);
        }
        if self.crowds.len() > 0 {
            let (stage_from_box, sources) = self.crowds.into_parts();
            instances.files.push(crowd_boxes(new_key(), stage_from_box, sources));
            opened.instanced.push(Vec::new());
        }
        if !self.missing.is_empty() {
            let boxes = boxes(
                new_key(),
                &opened.file.scene,
                &instances.files,
                self.missing,
                self.missing_sources,
            );
            instances.files.push(boxes);
            opened.instanced.push(Vec::new());
        }
        let target = |lead: &Result<usize, String>| match lead {
            Err(reason) => Target::Missing(reason.clone()),
            Ok(path) => match self.read.get(path) {
                Some(Err(reason)) => Target::Unreadable(self.paths.location(*path), reason.clone()),
                Some(Ok(_)) => Target::Found(self.paths.location(*path)),
                None => Target::LeftOut,
            },
        };
        instances.targets = leads.targets.iter().map(target).collect();
        instances.target_of = leads.target_of.clone();
        instances.lacking = self.lacking;
        instances.elsewhere = self.paths.elsewhere();
        opened.file.instances = instances;
        opened.file.outside = opened.reach.outside();
        opened.file.awaited = opened
            .reach
            .awaited()
            .iter()
            .map(|folder| location_of(folder))
            .collect();
        let diagnostics = Arc::make_mut(&mut opened.file.diagnostics);
        diagnostics.append(self.diagnostics);
        opened.reach.report_several(diagnostics);
    }
}
