//! Why nothing, or not everything, could be drawn: sentences for people.

/// An error of the whole picture, or (in [`Drawn::problems`](crate::Drawn::problems)) of one mesh that was left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// No interface has any adapter.
    #[error(
        "No graphics adapter was found ({reason}). castview needs Vulkan, Metal, Direct3D 12 or OpenGL; \
         on Debian and Ubuntu the package mesa-vulkan-drivers brings one that works everywhere."
    )]
    NoAdapter {
        /// As wgpu says it.
        reason: String,
    },
    /// The user named an adapter that is not there.
    #[error("No graphics adapter fits \"{wanted}\"; `castview adapters` lists those that are there.")]
    NoSuchAdapter {
        /// The words that no adapter fits, as the user wrote them.
        wanted: String,
    },
    /// There are adapters, and none can be used.
    #[error("No graphics adapter works. {told}.")]
    NoneWorks {
        /// Each adapter with the reason why not.
        told: String,
    },
    /// The adapter is there but opens no device.
    #[error("no device could be opened ({reason})")]
    NoDevice {
        /// As its driver says it.
        reason: String,
    },
    /// Every GPU object is gone: drop the renderer and the context, and make new ones.
    #[error("The graphics device was lost ({reason}).")]
    DeviceLost {
        /// As the driver says it, or whoever gave the device up.
        reason: String,
    },
    /// An allocation failed; nothing of the picture is there.
    #[error("The graphics memory is full; the picture could not be drawn.")]
    OutOfMemory,
    /// The picture needs more memory than there is.
    #[error(
        "A picture of {width} × {height} pixels with {samples} {} needs {} of memory, {}; {}.",
        if *samples == 1 { "sample" } else { "samples" },
        gigabytes(bytes[0]),
        there_is(*free),
        less(*samples, bytes[1], *free)
    )]
    NoRoom {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Samples per pixel.
        samples: u32,
        /// Bytes of everything the picture is drawn and read back into, with its `samples` and with one.
        bytes: [u64; 2],
        /// Bytes that there are, if that is known.
        free: Option<u64>,
    },
    /// A mistake of ours that the driver noticed.
    #[error("The graphics adapter refused a command: {message}")]
    Refused {
        /// As wgpu says it, with the labels of our objects.
        message: String,
    },
    /// A side of the picture is longer than that of the largest texture.
    #[error("The adapter cannot draw a picture of {width} × {height} pixels; its limit is {limit}.")]
    PictureTooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The longest side of a texture, in texels.
        limit: u32,
    },
    /// One mesh that is left out while the rest is drawn.
    #[error("Mesh \"{mesh}\" is left out: {reason}.")]
    MeshTooLarge {
        /// Its name in the file.
        mesh: String,
        /// Why it could not be sent, without a full stop.
        reason: String,
    },
    /// The wireframe of one mesh, which is left out while the rest is drawn.
    #[error("The edges of mesh \"{mesh}\" are left out: {reason}.")]
    EdgesTooLarge {
        /// Its name in the file.
        mesh: String,
        /// Why it could not be sent, without a full stop.
        reason: String,
    },
    /// One texture that is left out while the rest is drawn.
    #[error("The texture of material \"{material}\" is left out: {reason}.")]
    Texture {
        /// The name of the material in the file.
        material: String,
        /// Why it could not be sent, without a full stop.
        reason: String,
    },
    /// Bones that are left out while the rest is drawn.
    #[error("{left_out} bones are left out: a picture has room for {most}.")]
    ManyBones {
        /// How many.
        left_out: usize,
        /// How many are drawn.
        most: usize,
    },
    /// A picture that is drawn without what would hold light back.
    #[error(
        "The picture has no shadows, no occlusion and no ground: {width} × {height} pixels are more than the adapter has room for; its limit \
         is {limit} pixels."
    )]
    NoShadows {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Pixels for which maps of shadows fit a binding.
        limit: u64,
    },
    /// A picture in which materials emit light that is not spread, though that was wanted.
    #[error("The picture has no bloom: the adapter cannot add up light in half floats.")]
    NoBloom,
    /// Nothing was drawn yet, or the texels did not come.
    #[error("The picture could not be read back: {reason}.")]
    Readback {
        /// Which of them, without a full stop.
        reason: String,
    },
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

fn there_is(free: Option<u64>) -> String {
    match free {
        Some(free) => format!("and {} are free", gigabytes(free)),
        None => "more than the adapter gives".into(),
    }
}

/// Says how the same picture needs less.
fn less(samples: u32, with_one: u64, free: Option<u64>) -> String {
    match samples {
        _ if samples == 1 || free.is_some_and(|free| free < with_one) => "a smaller one needs less".into(),
        _ => format!("with --samples 1 it needs {}", gigabytes(with_one)),
    }
}

impl RenderError {
    /// The adapter has no memory for the whole picture.
    pub fn is_memory_full(&self) -> bool {
        matches!(self, Self::OutOfMemory | Self::NoRoom { .. })
    }

    /// The context and the renderer are of no more use and have to be made anew.
    pub fn is_device_lost(&self) -> bool {
        matches!(self, Self::DeviceLost { .. })
    }
}
