//! The shaders: one source per entry file, joined with the shared ideas it uses.
//!
//! WGSL does not care about order, so a plain list is enough. `tests/shaders.rs` validates them all without a device.

/// A shader file joined with its shared parts.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The file's name in `shaders/`, without its ending.
    pub name: &'static str,
    parts: &'static [&'static str],
}

macro_rules! part {
    ($path:literal) => {
        include_str!(concat!("../../shaders/", $path, ".wgsl"))
    };
}

const VIEW: &str = part!("shared/view");
const SRGB: &str = part!("shared/srgb");

pub const BACKGROUND: Shader = Shader {
    name: "background",
    parts: &[VIEW, SRGB, part!("background")],
};

/// All of them, for validation.
pub const ALL: &[Shader] = &[BACKGROUND];

impl Shader {
    /// The whole source.
    pub fn source(&self) -> String {
        self.parts.join("\n")
    }

    pub(crate) fn module(&self, device: &wgpu::Device) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.source().into()),
        })
    }
}
