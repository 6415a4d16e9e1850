//! Texture formats of every target.

/// The result as others see it (egui, readback).
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The same bytes as the passes see them.
pub const DRAW_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// Formats for surfaces that are blended in any order: sums of weighted colors, and how much they leave of the picture behind them.
pub const SUM_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
pub const LEFT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R16Float;

pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
