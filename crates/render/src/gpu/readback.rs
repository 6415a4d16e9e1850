//! GPU → bytes: pixels and parts of buffers.

use super::srgb::{decode, encode};
use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use castview_images::Image;
use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Bytes of a buffer that has `COPY_SRC`.
pub(crate) fn read_buffer(context: &Context, buffer: &wgpu::Buffer, bytes: Range<u64>) -> Result<Vec<u8>, RenderError> {
    let size = bytes.end - bytes.start;
    if size == 0 {
        return Ok(Vec::new());
    }
    let staging = staging(context, size)?;
    let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("readback / buffer"),
    });
    encoder.copy_buffer_to_buffer(buffer, bytes.start, &staging, 0, size);
    context.queue.submit([encoder.finish()]);
    Mapping::begin(staging).wait(context)
}

/// Texels on their way from the GPU.
pub struct Reading {
    mapping: Mapping,
    /// Bytes of a row, and of a row with what follows it in the buffer.
    row: usize,
    padded: usize,
}

impl Reading {
    /// Asks for the texels of a rectangle of `texture` that starts at its corner, `texel_size` bytes each.
    pub(crate) fn begin(
        context: &Context,
        texture: &wgpu::Texture,
        size: [u32; 2],
        texel_size: u32,
    ) -> Result<Self, RenderError> {
        let row = size[0] * texel_size;
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let staging = staging(context, u64::from(padded) * u64::from(size[1]))?;
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("readback / texture"),
        });
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d {
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
            },
        );
        context.queue.submit([encoder.finish()]);
        Ok(Self {
            mapping: Mapping::begin(staging),
            row: row as usize,
            padded: padded as usize,
        })
    }

    /// The texels, rows tightly packed; `None`: they are not here yet. Waits for nothing.
    pub fn take(&self, context: &Context) -> Option<Result<Vec<u8>, RenderError>> {
        self.mapping.take_by(context, |bytes| self.unpad(bytes))
    }

    /// As [`Self::take`]; waits for the GPU.
    fn wait(&self, context: &Context) -> Result<Vec<u8>, RenderError> {
        self.mapping.wait_by(context, |bytes| self.unpad(bytes))
    }

    fn unpad(&self, bytes: &[u8]) -> Vec<u8> {
        let mut texels = Vec::with_capacity(bytes.len());
        for padded in bytes.chunks_exact(self.padded) {
            texels.extend_from_slice(&padded[..self.row]);
        }
        texels
    }
}

/// The texels of a rectangle of `texture` that starts at its corner, `texel_size` bytes each, rows tightly packed. Waits for the GPU.
pub fn read_texture(
    context: &Context,
    texture: &wgpu::Texture,
    size: [u32; 2],
    texel_size: u32,
) -> Result<Vec<u8>, RenderError> {
    Reading::begin(context, texture, size, texel_size)?.wait(context)
}

/// A buffer that the GPU is asked for.
pub(super) struct Mapping {
    staging: wgpu::Buffer,
    answer: Receiver<Result<(), wgpu::BufferAsyncError>>,
}

impl Mapping {
    pub(super) fn begin(staging: wgpu::Buffer) -> Self {
        let (sender, answer) = channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // Nobody waits for it any more once another question was asked.
            let _ = sender.send(result);
        });
        Self { staging, answer }
    }

    /// `None`: the GPU is not done yet.
    pub(super) fn take(&self, context: &Context) -> Option<Result<Vec<u8>, RenderError>> {
        self.take_by(context, <[u8]>::to_vec)
    }

    /// As [`Self::take`], the bytes copied by `copy`: they are gone afterwards.
    fn take_by(&self, context: &Context, copy: impl FnOnce(&[u8]) -> Vec<u8>) -> Option<Result<Vec<u8>, RenderError>> {
        let failed = |reason: String| RenderError::Readback { reason };
        context.poll();
        match self.answer.try_recv() {
            Ok(Ok(())) => Some(match self.staging.get_mapped_range(..) {
                Ok(view) => Ok(copy(&view)),
                Err(error) => Err(failed(error.to_string())),
            }),
            Ok(Err(error)) => Some(Err(failed(error.to_string()))),
            Err(TryRecvError::Disconnected) => Some(Err(failed("the graphics device did not answer".into()))),
            Err(TryRecvError::Empty) => context.lost().map(|reason| Err(RenderError::DeviceLost { reason })),
        }
    }

    fn wait(&self, context: &Context) -> Result<Vec<u8>, RenderError> {
        self.wait_by(context, <[u8]>::to_vec)
    }

    fn wait_by(&self, context: &Context, copy: impl FnOnce(&[u8]) -> Vec<u8>) -> Result<Vec<u8>, RenderError> {
        context.wait_idle()?;
        self.take_by(context, copy).unwrap_or_else(|| {
            Err(RenderError::Readback {
                reason: "the graphics device did not answer".into(),
            })
        })
    }
}

pub(super) fn staging(context: &Context, size: u64) -> Result<wgpu::Buffer, RenderError> {
    context.catch(|| {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback / staging"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    })
}

/// sRGB bytes with premultiplied alpha (multiplied in linear light) → straight alpha.
pub fn straight_alpha(size: [u32; 2], mut rgba: Vec<u8>) -> Image {
    for texel in rgba.chunks_exact_mut(4) {
        let alpha = texel[3];
        if alpha == 0 {
            texel[..3].fill(0);
        } else if alpha < 255 {
            let alpha = f32::from(alpha) / 255.0;
            for channel in &mut texel[..3] {
                let value = f32::from(*channel) / 255.0;
                let straight = encode((decode(value) / alpha).min(1.0));
                *channel = (straight * 255.0).round() as u8;
            }
        }
    }
    Image {
        width: size[0],
        height: size[1],
        rgba,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_alpha_undoes_the_multiplication() {
        for (premultiplied, wanted) in [
            // 137 is linear 0.2502; over the coverage 128 / 255 that is 0.4984, which sRGB stores as 187.
            ([137, 137, 0, 128], [187, 187, 0, 128]),
            ([9, 9, 9, 0], [0; 4]),
            ([1, 2, 3, 255], [1, 2, 3, 255]),
            ([255, 255, 255, 10], [255, 255, 255, 10]),
        ] {
            let image = straight_alpha([1, 1], premultiplied.to_vec());
            assert_eq!(image.rgba, wanted, "{premultiplied:?}");
        }
    }
}
