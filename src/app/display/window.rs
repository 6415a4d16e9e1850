//! The window with everything that paints it: input translation, GPU, screen.
//!
//! In: winit events and egui's output. Out: egui's input and presented images.
//! A lost device is replaced by a new one with the same egui textures. Never knows what the UI shows.

use super::egui_textures::EguiTextures;
use super::gpu::{Gpu, GpuError};
use super::icon;
use super::screen::{Painted, Screen, ScreenError};
use crate::app::saved::adapter_trial::Trial;
use crate::app::saved::settings::Settings;
use crate::app::wake::Wake;
use crate::core::guard;
use crate::render::adapters::AdapterChoice;
use crate::render::{Context, RenderError};
use crate::ui::{Awaited, InputOrder, Keyboard};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Fullscreen;

pub struct Window {
    window: Arc<winit::window::Window>,
    input: egui_winit::State,
    order: InputOrder,
    /// `None` until a device is there, and between a lost device and the next.
    pub graphics: Option<Graphics>,
    textures: EguiTextures,
    /// Covered or minimised, where the system tells.
    occluded: bool,
    /// When it last got another size that nobody has kept yet.
    resized: Option<Instant>,
    /// The turn egui asked for without an event (a blinking cursor, a tooltip about to open).
    repaint_at: Option<Instant>,
    /// The user has done something that no turn has seen yet.
    has_input: bool,
    title: String,
    /// How the adapter is chosen; whatever it skips or prefers holds from the next time the GPU is opened.
    pub choice: AdapterChoice,
    trial: Trial,
}

/// Objects that paint the window: made for one device, gone with it.
pub struct Graphics {
    pub gpu: Gpu,
    pub screen: Screen,
}

/// Why there is no window to look at. One sentence each.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    #[error("the window could not be opened: {}", crate::app::logging::plain(.0))]
    NotOpened(#[from] winit::error::OsError),
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Screen(#[from] ScreenError),
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl WindowError {
    /// Another try may do better on the same adapter.
    pub fn is_device_lost(&self) -> bool {
        match self {
            Self::Render(error) | Self::Gpu(GpuError::Adapter(error)) => error.is_device_lost(),
            Self::NotOpened(_) | Self::Gpu(GpuError::Surface(_)) | Self::Screen(_) => false,
        }
    }
}

pub const TITLE: &str = "castview";

/// egui waits "for ever" with a very long delay; anything beyond this is no wish for a turn.
const NO_WISH: Duration = Duration::from_secs(3600);

/// Points of the screen beside and above the inside of a window: its borders, and its title bar with a task bar.
const AROUND: [f32; 2] = [2.0, 72.0];

/// A window whose size has not changed for so long is dragged no more.
const AT_REST: Duration = Duration::from_millis(400);

/// How soon to try again when the surface gave no image.
const RETRY: Duration = Duration::from_millis(50);

impl Window {
    /// A window without a device; [`Self::set_up`] gives it one.
    pub fn open(
        event_loop: &ActiveEventLoop,
        proxy: &EventLoopProxy<Wake>,
        egui: &egui::Context,
        settings: &Settings,
        choice: AdapterChoice,
        trial: Trial,
    ) -> Result<Self, WindowError> {
        let monitor = event_loop
            .primary_monitor()
            .or_else(|| event_loop.available_monitors().next());
        let monitor = monitor.map(|monitor| monitor.size().to_logical::<f32>(monitor.scale_factor()));
        let [width, height] = match monitor {
            Some(size) => fitting(settings.window_size, [size.width, size.height]),
            None => settings.window_size,
        };
        let [least_width, least_height] = Settings::SMALLEST_WINDOW;
        let attributes = winit::window::Window::default_attributes()
            .with_title(TITLE)
            .with_window_icon(icon::window_icon())
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(least_width, least_height))
            .with_maximized(settings.maximized)
            // Accessibility has to be there before the window is first seen.
            .with_visible(false);
        let window = Arc::new(event_loop.create_window(named(attributes))?);
        let scale = window.scale_factor() as f32;
        let mut input = egui_winit::State::new(
            egui.clone(),
            egui::ViewportId::ROOT,
            event_loop,
            Some(scale),
            window.theme(),
            None,
        );
        input.init_accesskit(event_loop, &window, proxy.clone());
        window.set_visible(true);
        if settings.maximized {
            // A window manager of X hears such wishes of windows that are on the screen only: the attribute above is lost there.
            window.set_maximized(true);
        }

        Ok(Self {
            window,
            input,
            order: InputOrder::default(),
            graphics: None,
            textures: EguiTextures::default(),
            occluded: false,
            resized: None,
            repaint_at: Some(Instant::now()),
            has_input: false,
            title: TITLE.to_owned(),
            choice,
            trial,
        })
    }

    /// The user has just sent something here from elsewhere.
    pub fn come_forward(&self) {
        self.window.set_minimized(false);
        self.window.focus_window();
    }

    /// Opens a device on the best adapter that [`Self::choice`] allows, and uploads what egui has sent so far.
    pub fn set_up(&mut self, event_loop: &ActiveEventLoop) -> Result<&mut Gpu, WindowError> {
        let (gpu, surface) = Gpu::open(
            &event_loop.owned_display_handle(),
            &self.window,
            &self.choice,
            &self.trial,
        )?;
        self.choice.remembered = Some(gpu.id().clone());
        let screen = Screen::new(gpu.borrow(), surface, self.window.inner_size(), &self.textures)?;
        self.input.set_max_texture_side(gpu.largest_texture_side());
        self.wish(Duration::ZERO);
        let graphics = self.graphics.insert(Graphics { gpu, screen });
        Ok(&mut graphics.gpu)
    }

    /// Lets go of the device and of everything on it, lost or not.
    ///
    /// Before another device is opened: Direct3D 12 hands out the lost device again as long as anything holds it.
    pub fn tear_down(&mut self) {
        let Some(Graphics { gpu, screen }) = self.graphics.take() else {
            return;
        };
        // The surface goes last. A submission that was running when the device was lost holds the image it drew to until the queue
        // is dropped, and a surface panics in its destructor while an image of it is held. Guarded, because wgpu promises no
        // destructor on a lost device to be free of panics.
        let mut surface = None;
        let dropped = [
            guard(|| surface = Some(screen.into_surface())),
            guard(|| drop(gpu)),
            guard(|| drop(surface.take())),
        ];
        for panic in dropped.into_iter().filter_map(Result::err) {
            log::warn!("a lost graphics device was not released cleanly: {panic}");
        }
    }

    /// From here on the adapter that was opened last is not opened again; whether there was one.
    pub fn skip_adapter(&mut self) -> bool {
        let last = self.choice.remembered.take();
        self.choice.skip.extend(last.clone());
        last.is_some()
    }

    /// The device that is there.
    pub fn context(&self) -> Option<&Context> {
        self.graphics.as_ref().map(|graphics| graphics.gpu.context())
    }

    /// Hands an event on to egui; what it asks for becomes a turn.
    pub fn on_event(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::Resized(size) => {
                self.resized = Some(Instant::now());
                self.wish(AT_REST);
                if let Some(graphics) = &mut self.graphics {
                    graphics.screen.resize(*size);
                }
            }
            WindowEvent::Occluded(occluded) => self.occluded = *occluded,
            _ => {}
        }
        // A request to redraw is the turn itself, not a reason for another.
        if self.input.on_window_event(&self.window, event).repaint && !matches!(event, WindowEvent::RedrawRequested) {
            self.has_input = true;
            self.wish(Duration::ZERO);
        }
    }

    pub fn on_accessibility(&mut self, event: egui_winit::accesskit_winit::WindowEvent) {
        use egui_winit::accesskit_winit::WindowEvent as Accessibility;
        let egui = self.input.egui_ctx().clone();
        match event {
            Accessibility::InitialTreeRequested => egui.enable_accesskit(),
            Accessibility::ActionRequested(request) => self.input.on_accesskit_action_request(request),
            Accessibility::AccessibilityDeactivated => egui.disable_accesskit(),
        }
        self.wish(Duration::ZERO);
    }

    /// Asks for a turn after `delay`; the earliest wish counts.
    pub fn wish(&mut self, delay: Duration) {
        if delay < NO_WISH {
            let at = Instant::now() + delay;
            self.repaint_at = Some(self.repaint_at.map_or(at, |earlier| earlier.min(at)));
        }
    }

    /// Whether the user has done something that no turn has seen yet.
    pub fn has_input(&self) -> bool {
        self.has_input
    }

    /// When the next turn is wanted.
    pub fn wanted_at(&self) -> Option<Instant> {
        self.repaint_at
    }

    pub fn request_redraw(&self) {
        self.window.request_redraw();
    }

    /// Whether anybody could see an image.
    pub fn is_visible(&self) -> bool {
        let size = self.window.inner_size();
        !self.occluded && size.width > 0 && size.height > 0 && self.window.is_minimized() != Some(true)
    }

    /// egui's input of one turn. Events that have to wait for the next turn stay, ahead of those that will come until then.
    pub fn take_input(&mut self, keyboard: Keyboard) -> egui::RawInput {
        (self.repaint_at, self.has_input) = (None, false);
        let egui = self.input.egui_ctx().clone();
        let info = self
            .input
            .egui_input_mut()
            .viewports
            .entry(egui::ViewportId::ROOT)
            .or_default();
        egui_winit::update_viewport_info(info, &egui, &self.window, false);
        let mut input = self.input.take_egui_input(&self.window);
        let later = self.order.split(&mut input.events, keyboard);
        if !later.is_empty() {
            self.input.egui_input_mut().events = later;
            // An answer that keys wait for brings its own turn.
            if keyboard.awaited != Awaited::Answer {
                self.wish(Duration::ZERO);
            }
        }
        input
    }

    /// Paints egui's output and does what it asks of the platform (cursor, clipboard, links).
    pub fn paint(&mut self, output: egui::FullOutput) -> Result<Painted, WindowError> {
        self.input.handle_platform_output(&self.window, output.platform_output);
        if let Some(viewport) = output.viewport_output.get(&egui::ViewportId::ROOT) {
            self.wish(viewport.repaint_delay);
        }
        let shapes = self.input.egui_ctx().tessellate(output.shapes, output.pixels_per_point);
        let (scale, mut delta) = (output.pixels_per_point, output.textures_delta);
        self.textures.follow(&delta);
        let (window, graphics) = (&self.window, &mut self.graphics);
        let painted = graphics
            .as_mut()
            .map_or(Painted::DeviceLost, |Graphics { gpu, screen }| {
                // egui's painter and wgpu panic in places where a device turns out to be lost.
                let painted = guard(|| screen.paint(gpu.borrow(), window, shapes, scale, &mut delta));
                painted.unwrap_or_else(|panic| {
                    give_up(gpu.context(), &panic);
                    Painted::DeviceLost
                })
            });
        // egui insists that nobody forgets a texture, even where nothing was painted.
        delta.clear();
        match painted {
            Painted::Shown => {}
            // The system says when the window can be seen again.
            Painted::Hidden => self.repaint_at = None,
            Painted::Later => self.wish(RETRY),
            Painted::SurfaceLost => {
                if let Some(Graphics { gpu, screen }) = &mut self.graphics {
                    screen.replace_surface(gpu.borrow(), gpu.surface(&self.window)?)?;
                }
                self.wish(RETRY);
            }
            Painted::DeviceLost => self.wish(Duration::ZERO),
        }
        Ok(painted)
    }

    pub fn set_title(&mut self, title: &str) {
        if self.title != title {
            title.clone_into(&mut self.title);
            self.window.set_title(title);
        }
    }

    pub fn set_full_screen(&self, full_screen: bool) {
        self.window
            .set_fullscreen(full_screen.then_some(Fullscreen::Borderless(None)));
    }

    pub fn copy(&mut self, text: String) {
        self.input.set_clipboard_text(text);
    }

    /// The text on the clipboard, if there is any.
    pub fn pasted(&mut self) -> Option<String> {
        self.input.clipboard_text()
    }

    /// The display's refresh rate in thousandths of a hertz.
    pub fn refresh_millihertz(&self) -> Option<u32> {
        self.window.current_monitor()?.refresh_rate_millihertz()
    }

    /// Theme that the desktop prefers, where it says so.
    pub fn system_theme(&self) -> Option<winit::window::Theme> {
        self.window.theme()
    }

    /// For dialogs that belong to the window.
    pub fn handle(&self) -> &winit::window::Window {
        &self.window
    }

    /// Whether it has another size, and no edge is dragged any more. Asked again it has not.
    pub fn is_resized(&mut self) -> bool {
        let Some(since) = self.resized.map(|at| at.elapsed()) else {
            return false;
        };
        if since < AT_REST {
            self.wish(AT_REST - since);
            return false;
        }
        self.resized = None;
        true
    }

    /// Takes over what the user did to the window's size.
    pub fn remember(&self, settings: &mut Settings) {
        settings.maximized = self.window.is_maximized();
        let size = self.window.inner_size().to_logical::<f32>(self.window.scale_factor());
        if !settings.maximized && self.window.fullscreen().is_none() && size.width > 0.0 && size.height > 0.0 {
            settings.window_size = [size.width, size.height];
        }
    }
}

/// The size of a window's inside, in points, that with its title bar and a task bar fits a screen of the size `screen`.
fn fitting(wanted: [f32; 2], screen: [f32; 2]) -> [f32; 2] {
    let room = [screen[0] - AROUND[0], screen[1] - AROUND[1]];
    let least = Settings::SMALLEST_WINDOW;
    [0, 1].map(|axis| wanted[axis].min(room[axis]).max(least[axis]))
}

/// After a panic while drawing the device is of no more use, lost or not: what wgpu and the renderer were changing is half done.
pub fn give_up(context: &Context, panic: &str) {
    if context.lost().is_none() {
        log::error!("panicked while drawing: {panic}");
    }
    context.give_up(panic);
}

/// The name by which a desktop finds the entry and icon of the program.
#[cfg(target_os = "linux")]
fn named(attributes: winit::window::WindowAttributes) -> winit::window::WindowAttributes {
    use winit::platform::{wayland, x11};
    let attributes = x11::WindowAttributesExtX11::with_name(attributes, "castview", "castview");
    wayland::WindowAttributesExtWayland::with_name(attributes, "castview", "castview")
}

#[cfg(not(target_os = "linux"))]
fn named(attributes: winit::window::WindowAttributes) -> winit::window::WindowAttributes {
    attributes
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_window_fits_its_screen_with_what_is_around_it() {
        assert_eq!(fitting([1280.0, 720.0], [1280.0, 720.0]), [1278.0, 648.0]);
        assert_eq!(fitting([1280.0, 720.0], [2560.0, 1440.0]), [1280.0, 720.0]);
        assert_eq!(fitting([900.0, 600.0], [1280.0, 720.0]), [900.0, 600.0]);
        assert_eq!(
            fitting([1280.0, 720.0], [320.0, 200.0]),
            [400.0, 272.0],
            "smaller ones show nothing"
        );
    }
}
