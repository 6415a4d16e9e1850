//! The table of dials, in the order of the menus; `command` lists the commands of each.

use super::row::{Access, DialRow, ValueRow, dial, field, value};
use super::{Dial, DialValue};
use crate::browser::shown;
use crate::command::Command;
use crate::command::Kept;
use crate::command::Menu::{File, Play, Skeleton, View};
use crate::effect::quiet;
use crate::view::bones::display;
use crate::view::camera::placing;
use crate::view::light::{choose_environment, is_lit_by};
use crate::window;
use crate::{
    Aperture, Backdrop, BoneColoring, BonesShown, Change, FileFilter, FileOrder, GhostStep, LengthUnit, LevelPick,
    MousePreset, OrbitAbout, RootMotion, SectionAxis, Session, Theme,
};
use castview_base::core::UpAxis;
use castview_picture::light::Preset;
use castview_picture::{BoneShape, Shading, Tone};

fn has_levels(session: &Session) -> bool {
    !session.stage.level_numbers().is_empty()
}

/// The rows: a constant for each dial and each value, a list of commands for each dial, and, for a dial whose rows are all values of its type,
/// a function from these.
macro_rules! dials {
    ($($dial:ident($type:ty $(=> $of:ident)?) = $row:expr, $access:expr => $values:tt)*) => {
        /// Positions in the table.
        #[expect(clippy::upper_case_acronyms, non_camel_case_types, reason = "the constants below have these names")]
        enum DialAt { $($dial,)* }

        const DIALS: &[DialRow] = &[$($row,)*];

        impl Dial {
            $(pub const $dial: Self = Self(DialAt::$dial as u8);)*

            /// All of them, in the order of the menus.
            pub const ALL: &[Self] = &[$(Self::$dial,)*];

            pub const fn row(self) -> &'static DialRow {
                &DIALS[self.0 as usize]
            }

            /// Its values, in the order of the menu.
            pub fn values(self) -> impl DoubleEndedIterator<Item = DialValue> + Clone {
                DialValue::ALL.iter().copied().filter(move |value| value.dial() == self)
            }
        }

        impl DialValue {
            $($(of! { $of $type, $values })?)*
        }

        values! { $([$dial $type, $access] $values)* }
    };
}

/// The function from values of a dial's type. A type with a value that is no row is refused by the compiler.
macro_rules! of {
    ($of:ident $type:ty, { $($id:ident = ($($value:tt)+) $row:expr;)* }) => {
        pub fn $of(value: $type) -> Self {
            match value { $($($value)+ => Self::$id,)* }
        }
    };
}

macro_rules! values {
    ($([$dial:ident $type:ty, $access:expr] { $($id:ident = ($($value:tt)+) $row:expr;)* })*) => {
        /// Positions in the table.
        #[expect(non_camel_case_types, reason = "the constants below have these names")]
        enum ValueAt { $($($id,)*)* }

        const VALUES: &[(Dial, ValueRow)] = &[$($((
            Dial::$dial,
            $row.with(
                |session| {
                    let (holds, _): Access<$type> = $access;
                    holds(session, $($value)+)
                },
                |session| {
                    let (_, set): Access<$type> = $access;
                    set(session, $($value)+)
                },
            ),
        ),)*)*];

        impl DialValue {
            $($(pub const $id: Self = Self(ValueAt::$id as u8);)*)*

            /// The values of all dials, in the order of the menus.
            pub const ALL: &[Self] = &[$($(Self::$id,)*)*];

            pub const fn row(self) -> &'static ValueRow {
                &VALUES[self.0 as usize].1
            }

            pub const fn dial(self) -> Dial {
                VALUES[self.0 as usize].0
            }
        }

        $(pub(crate) const $dial: &[Command] = &[
            $(DialValue::$id.row().command(Dial::$dial.row(), || DialValue::$id.choose()),)*
        ];)*
    };
}

dials! {
    FILE_ORDER(FileOrder => file_order) = dial("Order of files", File).kept(Kept::Settings),
        (|s, order| s.preferences.files.file_order == order, |s, order| quiet(|| shown::order_files(s, order))) => {
        FILES_BY_NAME = (FileOrder::Name) value("files_by_name", "Files by name").short("By name").words("sort files, alphabetical");
        FILES_BY_DATE = (FileOrder::Newest) value("files_by_date", "Files by date, the newest first")
            .short("Newest first").words("sort files, modified, last changed");
        FILES_BY_SIZE = (FileOrder::Largest) value("files_by_size", "Files by size, the largest first")
            .short("Largest first").words("sort files, biggest");
        FILES_BY_KIND = (FileOrder::Kind) value("files_by_kind", "Files by kind, models first").short("By kind").words("sort files, file type");
    }
    FILE_FILTER(FileFilter => file_filter) = dial("Files that are listed", File), (|s, filter| s.browser.filter() == filter, shown::filter_files) => {
        FILES_ALL = (FileFilter::All) value("files_all", "List all files").short("All files").words("clear filter, no filter");
        FILES_MODELS = (FileFilter::Models) value("files_models", "List models only").short("Models only").words("filter files, meshes, show models");
        FILES_CLIPS = (FileFilter::Clips) value("files_clips", "List clips only").short("Clips only").words("filter files, animations, show clips");
        FILES_FITTING = (FileFilter::Fitting) value("files_fitting", "List clips that fit the open model")
            .short("Fits the open model").words("filter files, compatible animations, same skeleton, matching clips");
    }
    ENVIRONMENT(Option<Preset> => environment) = dial("Environment", View).noting(Change::PICTURE).kept(Kept::Settings),
        (is_lit_by, choose_environment) => {
        ENVIRONMENT_STUDIO = (Some(Preset::Studio)) value("environment_studio", "Studio").words("hdri, lighting, three point light, studio light");
        ENVIRONMENT_DARK = (Some(Preset::Dark)) value("environment_dark", "Dark studio").words("black, low key, rim light, edge light, lighting");
        ENVIRONMENT_OVERCAST = (Some(Preset::Overcast)) value("environment_overcast", "Overcast sky").words("cloudy, soft light, lighting");
        ENVIRONMENT_SUNSET = (Some(Preset::Sunset)) value("environment_sunset", "Sunset").words("evening, golden hour, warm light, lighting");
        ENVIRONMENT_WORKSHOP = (Some(Preset::Workshop)) value("environment_workshop", "Workshop with windows").words("indoor, interior, factory, lighting");
        ENVIRONMENT_CITY = (Some(Preset::City)) value("environment_city", "City at night").words("street, urban, neon, lighting");
        ENVIRONMENT_IMAGE = (None) value("environment_image", "Image (drop a .hdr or .exr)")
            .words("hdri, hdr, sky, skybox, world, image based lighting, ibl").when(|s| s.view.environment_image().is_some());
    }
    TONE(Tone => tone) = dial("Tone", View).noting(Change::PICTURE).kept(Kept::Settings), field!(preferences.look.environment.tone) => {
        TONE_NEUTRAL = (Tone::Neutral) value("tone_neutral", "Neutral tone: true base colors")
            .words("tone mapping, color management, view transform");
        TONE_ACES = (Tone::Aces) value("tone_aces", "ACES tone: as film").words("tone mapping, filmic, color management, view transform");
        TONE_AGX = (Tone::Agx) value("tone_agx", "AgX tone: soft, as in Blender").words("tone mapping, blender agx, color management, view transform");
        TONE_NONE = (Tone::None) value("tone_none", "No tone mapping").words("raw, standard, view transform, linear");
    }
    BACKGROUND(Backdrop => background) = dial("Background", View).noting(Change::PICTURE).kept(Kept::Settings),
        field!(preferences.look.environment.backdrop) => {
        BACKGROUND_GRADIENT = (Backdrop::Gradient) value("background_gradient", "Background of the theme");
        BACKGROUND_FLAT = (Backdrop::Flat) value("background_flat", "Flat background").words("background color, solid color, viewport color");
        BACKGROUND_BLURRED = (Backdrop::Blurred) value("background_blurred", "Environment as background, blurred").words("blurred backdrop");
        BACKGROUND_SHARP = (Backdrop::Sharp) value("background_sharp", "Environment as background").words("skybox, show hdri, backdrop, world");
        BACKGROUND_TRANSPARENT = (Backdrop::Transparent) value("background_transparent", "No background: transparent")
            .words("alpha, film transparent, no backdrop");
    }
    SHADING(Shading => shading) = dial("Shading", View).noting(Change::PICTURE).kept(Kept::View),
        (|s, shading| s.view.is_shaded(shading), |s, shading| quiet(|| s.view.see_shaded(shading))) => {
        SHADING_TEXTURED = (Shading::Textured) value("shading_textured", "Textured surfaces")
            .short("Textured").words("material preview, lookdev, lit");
        SHADING_UNTEXTURED = (Shading::Untextured) value("shading_untextured", "Surfaces without textures")
            .short("Untextured").words("solid, clay, grey, gray, no textures");
        SHADING_WIREFRAME = (Shading::Wireframe) value("shading_wireframe", "Wireframe without surfaces").short("Wireframe").words("wire only");
    }
    UP_AXIS(Option<UpAxis> => up_axis) = dial("Up axis", View).kept(Kept::View), (|s, up| s.edits.up == up, |s, up| quiet(|| placing::turn_up(s, up))) => {
        UP_AUTO = (None) value("up_auto", "Up axis as the file says").words("axis default, automatic up");
        UP_Y = (Some(UpAxis::Y)) value("up_y", "Up axis: y").short("y is up").words("y up, yup, rotate model upright");
        UP_Z = (Some(UpAxis::Z)) value("up_z", "Up axis: z").short("z is up").words("z up, zup, model lies on its back, axis conversion");
        UP_X = (Some(UpAxis::X)) value("up_x", "Up axis: x").short("x is up").words("x up");
    }
    LEVEL(LevelPick) = dial("Level of detail", View).noting(Change::PICTURE).kept(Kept::View), (|s, level| s.view.level() == level, |s, level| quiet(|| s.view.pick_level(level))) => {
        LEVEL_BY_DISTANCE = (LevelPick::ByDistance) value("level_by_distance", "Level of detail by camera distance")
            .short("By camera distance").words("lod, auto lod, level of detail").when(has_levels);
        LEVEL_ALL = (LevelPick::All) value("level_all", "All levels of detail at once")
            .short("All levels at once").words("all lods, lod, show every lod").when(has_levels);
    }
    THEME(Theme => theme) = dial("Theme", View).noting(Change::PICTURE).kept(Kept::Settings), field!(preferences.window.theme) => {
        THEME_DARK = (Theme::Dark) value("theme_dark", "Dark theme").short("Dark").words("dark mode, night mode");
        THEME_LIGHT = (Theme::Light) value("theme_light", "Light theme").short("Light").words("light mode, bright mode");
        THEME_SYSTEM = (Theme::System) value("theme_system", "Theme as the system").short("As the system").words("automatic theme, color scheme");
    }
    SCALE(f32) = dial("Scale", View).kept(Kept::Settings), (|s, scale| s.preferences.window.is_scaled_by(scale), |s, scale| window::prefer(s, |all| all.window.ui_scale = scale)) => {
        SCALE_75 = (0.75) value("scale_75", "Window at 75 %").short("75 %");
        SCALE_100 = (1.0) value("scale_100", "Window at 100 %").short("100 %").words("resolution scale, ui scale, zoom reset, dpi, font size");
        SCALE_125 = (1.25) value("scale_125", "Window at 125 %").short("125 %");
        SCALE_150 = (1.5) value("scale_150", "Window at 150 %").short("150 %").words("larger text, ui scale, dpi, bigger font");
        SCALE_175 = (1.75) value("scale_175", "Window at 175 %").short("175 %");
        SCALE_200 = (2.0) value("scale_200", "Window at 200 %").short("200 %").words("larger text, ui scale, dpi, hidpi, 4k");
    }
    BONES_SHOWN(Option<BonesShown> => bones_shown) = dial("Bones that are shown", Skeleton).noting(Change::PICTURE).kept(Kept::Settings),
        (|s, shown| display::bones_kind(s) == shown, |s, shown| quiet(|| display::choose_bones(s, shown))) => {
        BONES_NONE = (None) value("bones_none", "Show no bones").short("None").words("hide skeleton, hide bones, hide armature");
        BONES_ALL = (Some(BonesShown::All)) value("bones_all", "Show all bones").short("All");
        BONES_CHAIN = (Some(BonesShown::Chain)) value("bones_chain", "Show the chain of the selected bone").short("Chain of the selected bone");
        BONES_DRIVEN = (Some(BonesShown::Driven)) value("bones_driven", "Show bones driven by the clip")
            .short("Driven by the clip").words("animated bones, keyed bones");
        BONES_SKINNING = (Some(BonesShown::Skinning)) value("bones_skinning", "Show bones that move vertices")
            .short("That move vertices").words("deforming bones, deform bones, skinned joints");
    }
    BONE_SHAPE(BoneShape => bone_shape) = dial("Bones as", Skeleton).noting(Change::PICTURE).kept(Kept::Settings),
        field!(preferences.bones.display.shape) => {
        BONES_AS_OCTAHEDRON = (BoneShape::Octahedron) value("bones_as_octahedron", "Bones as octahedra")
            .short("Octahedra").words("octahedral, bone display");
        BONES_AS_STICK = (BoneShape::Stick) value("bones_as_stick", "Bones as sticks").short("Sticks").words("stick bones, bone display");
        BONES_AS_LINE = (BoneShape::Line) value("bones_as_line", "Bones as lines").short("Lines");
        BONES_AS_AXES = (BoneShape::Axes) value("bones_as_axes", "Bones as axes").short("Axes");
    }
    BONE_COLORING(BoneColoring => bone_coloring) = dial("Bones colored by", Skeleton).noting(Change::PICTURE).kept(Kept::Settings),
        field!(preferences.bones.display.coloring) => {
        BONES_BY_PLAIN = (BoneColoring::Plain) value("bones_by_plain", "Bones in one color").short("One color");
        BONES_BY_DEPTH = (BoneColoring::Depth) value("bones_by_depth", "Bones colored by depth").short("Depth").words("hierarchy colors, rainbow");
        BONES_BY_SIDE = (BoneColoring::Side) value("bones_by_side", "Bones colored by side")
            .short("Left and right").words("left right colors, mirror colors");
        BONES_BY_DRIVEN = (BoneColoring::Driven) value("bones_by_driven", "Bones colored by whether they are driven")
            .short("Driven or not").words("animated bones, keyed bones");
        BONES_BY_MODES = (BoneColoring::Modes) value("bones_by_modes", "Bones colored by curve mode").short("Curve mode");
        BONES_BY_RIG = (BoneColoring::Rig) value("bones_by_rig", "Bones colored by rig").short("Rig");
        BONES_BY_MOVEMENT = (BoneColoring::Movement) value("bones_by_movement", "Bones colored by movement")
            .short("Movement in the clip").words("speed of bones, heat map of motion, velocity");
    }
    GHOST_COUNT(u8) = dial("Ghosts on each side", Skeleton).kept(Kept::Settings), field!(preferences.aids.ghosts.count) => {
        GHOSTS_1 = (1) value("ghosts_1", "1 ghost on each side").short("1");
        GHOSTS_2 = (2) value("ghosts_2", "2 ghosts on each side").short("2");
        GHOSTS_3 = (3) value("ghosts_3", "3 ghosts on each side").short("3");
        GHOSTS_4 = (4) value("ghosts_4", "4 ghosts on each side").short("4");
    }
    GHOST_OPACITY(u8) = dial("Opacity of ghosts", Skeleton).kept(Kept::Settings), field!(preferences.aids.ghosts.percent) => {
        GHOSTS_OPAQUE_20 = (20) value("ghosts_opaque_20", "Opacity of ghosts: 20 %").short("20 %");
        GHOSTS_OPAQUE_40 = (40) value("ghosts_opaque_40", "Opacity of ghosts: 40 %").short("40 %");
        GHOSTS_OPAQUE_60 = (60) value("ghosts_opaque_60", "Opacity of ghosts: 60 %").short("60 %");
        GHOSTS_OPAQUE_80 = (80) value("ghosts_opaque_80", "Opacity of ghosts: 80 %").short("80 %");
        GHOSTS_OPAQUE_100 = (100) value("ghosts_opaque_100", "Opacity of ghosts: 100 %").short("100 %");
    }
    MEASURE_UNIT(LengthUnit => measure_unit) = dial("Unit of measures", Skeleton).noting(Change::PICTURE).kept(Kept::Settings),
        field!(preferences.look.measure_unit) => {
        MEASURE_AS_FILE = (LengthUnit::Unknown) value("measure_as_file", "Measure in the unit of the files").short("As the files count")
            .words("ruler units, native units");
        MEASURE_MM = (LengthUnit::Millimeter) value("measure_mm", "Measure in millimetres").short("mm").words("ruler units, millimeters");
        MEASURE_CM = (LengthUnit::Centimeter) value("measure_cm", "Measure in centimetres").short("cm").words("ruler units, centimeters");
        MEASURE_INCH = (LengthUnit::Inch) value("measure_inch", "Measure in inches").short("inch").words("ruler units, imperial");
        MEASURE_M = (LengthUnit::Meter) value("measure_m", "Measure in metres").short("m").words("ruler units, meters");
    }
    GHOST_STEP(GhostStep) = dial("Distance of ghosts", Skeleton).kept(Kept::Settings), field!(preferences.aids.ghosts.step) => {
        GHOSTS_APART_1 = (GhostStep::Frames(1)) value("ghosts_apart_1", "A ghost at every frame").short("At every frame");
        GHOSTS_APART_2 = (GhostStep::Frames(2)) value("ghosts_apart_2", "Ghosts 2 frames apart").short("2 frames apart");
        GHOSTS_APART_3 = (GhostStep::Frames(3)) value("ghosts_apart_3", "Ghosts 3 frames apart").short("3 frames apart");
        GHOSTS_APART_5 = (GhostStep::Frames(5)) value("ghosts_apart_5", "Ghosts 5 frames apart").short("5 frames apart");
        GHOSTS_APART_10 = (GhostStep::Frames(10)) value("ghosts_apart_10", "Ghosts 10 frames apart").short("10 frames apart");
        GHOSTS_APART_20 = (GhostStep::Frames(20)) value("ghosts_apart_20", "Ghosts 20 frames apart").short("20 frames apart");
        GHOSTS_AT_KEYS = (GhostStep::Keys) value("ghosts_at_keys", "Ghosts at the keys of the selection")
            .short("At the keys of the selection").words("ghosts at keyframes");
    }
    ORBIT(OrbitAbout => orbit) = dial("Orbit about", View).kept(Kept::Settings), field!(preferences.camera.orbit_about) => {
        ORBIT_POINTER = (OrbitAbout::Pointer) value("orbit_pointer", "Orbit about what is under the pointer")
            .words("auto depth, orbit around mouse, zoom to mouse position");
        ORBIT_SELECTION = (OrbitAbout::Selection) value("orbit_selection", "Orbit about what is selected")
            .words("orbit around selection, tumble pivot");
        ORBIT_MIDDLE = (OrbitAbout::Middle) value("orbit_middle", "Orbit about the middle of the view").words("turntable, orbit around view center");
    }
    DEPTH_OF_FIELD(Aperture => aperture) = dial("Depth of field", View).noting(Change::PICTURE).kept(Kept::Settings),
        field!(preferences.camera.aperture) => {
        APERTURE_PINHOLE = (Aperture::Pinhole) value("depth_of_field_off", "No depth of field: all is sharp").short("All is sharp")
            .words("dof, pinhole, aperture, lens");
        APERTURE_SLIGHT = (Aperture::Slight) value("depth_of_field_slight", "Slight depth of field").short("Slight")
            .words("dof, bokeh, blur, aperture, f-stop, lens");
        APERTURE_MEDIUM = (Aperture::Medium) value("depth_of_field_medium", "Medium depth of field").short("Medium")
            .words("dof, bokeh, blur, aperture, f-stop, lens");
        APERTURE_STRONG = (Aperture::Strong) value("depth_of_field_strong", "Strong depth of field").short("Strong")
            .words("dof, bokeh, blur, aperture, f-stop, lens, macro");
    }
    SECTION(Option<SectionAxis> => section) = dial("Clipping plane", View).noting(Change::PICTURE).kept(Kept::View),
        field!(edits.section.axis) => {
        SECTION_OFF = (None) value("section_off", "No clipping plane").short("No plane").words("cross section off, cutaway off, whole model");
        SECTION_X = (Some(SectionAxis::X)) value("section_x", "Clipping plane across x").short("Across x")
            .words("cross section, cutaway, look inside, section plane");
        SECTION_Y = (Some(SectionAxis::Y)) value("section_y", "Clipping plane across y").short("Across y")
            .words("cross section, cutaway, look inside, section plane");
        SECTION_Z = (Some(SectionAxis::Z)) value("section_z", "Clipping plane across z").short("Across z")
            .words("cross section, cutaway, look inside, section plane");
    }
    MOUSE(MousePreset => mouse) = dial("Mouse", View).kept(Kept::Settings), field!(preferences.camera.mouse) => {
        MOUSE_CASTVIEW = (MousePreset::Castview) value("mouse_castview", "Mouse as in castview");
        MOUSE_BLENDER = (MousePreset::Blender) value("mouse_blender", "Mouse as in Blender").words("navigation preset, blender controls, keymap");
        MOUSE_MAYA = (MousePreset::Maya) value("mouse_maya", "Mouse as in Maya")
            .words("navigation preset, maya controls, alt drag, industry compatible");
    }
    ROOT_MOTION(RootMotion => root_motion) = dial("Root motion", Play).noting(Change::PICTURE.or(Change::POSES)).kept(Kept::View),
        (|s, motion| s.composition.root_motion() == motion, |s, motion| quiet(|| s.composition.choose_root_motion(motion))) => {
        ROOT_AS_AUTHORED = (RootMotion::AsAuthored) value("root_as_authored", "Travel as authored").words("root motion, locomotion");
        ROOT_IN_PLACE = (RootMotion::InPlace) value("root_in_place", "Stay in place")
            .words("root motion, in place, force root lock, lock root, treadmill");
        ROOT_WITH_CAMERA = (RootMotion::FollowWithCamera) value("root_with_camera", "Travel with the camera").words("root motion, follow root");
    }
}
