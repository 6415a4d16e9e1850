//! A scene's meshes, textures, materials and placements, packed and sent to the GPU.

pub mod buffers;
pub mod chunk_uniforms;
pub mod deformed;
pub mod image_sending;
pub mod material;
pub mod packing;
pub mod placed_gpu;
pub mod placements;
#[cfg(not(feature = "software"))]
pub mod plain;
pub mod pool;
pub mod pool_slice;
pub mod pose_rows;
pub mod scene_gpu;
pub mod sheet;
#[cfg(feature = "software")]
pub mod software;
pub mod texture;
pub mod values;
pub mod vertices;

#[cfg(not(feature = "software"))]
pub use plain as software;
