//! Ways to do without each ability that an adapter may lack: told by `castview adapters` and the window's page about itself.
//!
//! In: what an adapter can do. Out: sentences. The code that goes without is named beside each line; nothing is decided here.

use crate::Abilities;

/// The textures and samplers that every adapter has for a shader stage.
const LEAST_MAPS: u32 = 16;

/// Bytes of a buffer or texture binding beyond which no model that castview draws is divided or left out on account of the adapter.
const LARGE_BUFFER: u64 = 2 << 30;
const LARGE_BINDING: u64 = 1 << 30;

/// Pixels on a side up to which textures and pictures come.
const LARGE_TEXTURE: u32 = 16_384;

/// Abilities of an adapter, as far as they change what is drawn or told.
#[derive(Clone, Debug, PartialEq)]
pub struct Powers {
    /// The abilities that drawing needs.
    pub abilities: Abilities,
    /// All that the adapter offers, wanted or not.
    pub features: wgpu::Features,
    /// The most that the adapter can do, in bytes, pixels and counts as wgpu has them.
    pub limits: wgpu::Limits,
    /// Multisampled depth and colour can be read by shaders.
    pub reads_samples: bool,
}

/// One ability.
struct Line {
    ability: &'static str,
    is_there: fn(&Powers) -> bool,
    without: &'static str,
}

/// In the order in which people notice.
const LINES: [Line; 14] = [
    // `Renderer::samples`.
    Line {
        ability: "4 samples per pixel",
        is_there: |powers| powers.abilities.multisampling,
        without: "pictures have 1 sample per pixel: edges are stepped, and cut-outs are hard",
    },
    // `Target`.
    Line {
        ability: "sRGB views",
        is_there: |powers| powers.abilities.view_formats,
        without: "one more pass encodes the finished picture; it looks the same",
    },
    // `passes::surfaces::mesh`.
    Line {
        ability: "sample masks",
        is_there: |powers| powers.abilities.sample_masks,
        without: "edges of cut-outs are hard",
    },
    // `upload::texture::sampler`.
    Line {
        ability: "anisotropic filtering",
        is_there: |powers| powers.abilities.anisotropy,
        without: "textures seen at a slant are blurred more",
    },
    // `lists::draw_list`.
    Line {
        ability: "blending of float targets with 4 samples",
        is_there: |powers| powers.abilities.any_order,
        without: "surfaces that blend are sorted mesh by mesh: where they cross, one covers the other; emission has no \
                  bloom, and a notice says so",
    },
    // `passes::picture::target`.
    Line {
        ability: "reading multisampled targets",
        is_there: |powers| powers.reads_samples,
        without: "samples are joined by the driver, as on all adapters but software Vulkan; the picture is the same",
    },
    // `upload::placements`.
    Line {
        ability: "first vertices of draws",
        is_there: |powers| powers.abilities.base_vertices,
        without: "models of many small meshes take the processor longer; the picture is the same",
    },
    // `passes::pick`, `surface_point`.
    Line {
        ability: "numbers of triangles",
        is_there: |powers| powers.abilities.triangle_ids,
        without: "the triangle under the pointer is searched on the processor; of meshes of more than 200 000 triangles nothing is told \
                  while the pointer moves",
    },
    // `gpu::timing`.
    Line {
        ability: "timestamp queries",
        is_there: |powers| powers.features.contains(crate::gpu::context::TIMES),
        without: "the statistics tell times of the processor alone",
    },
    // `upload::image_sending`.
    Line {
        ability: "BC compression",
        is_there: |powers| powers.abilities.blocks,
        without: "compressed textures are decoded by the processor and take four to eight times the memory on the GPU",
    },
    // `upload::texture::LOSES`.
    Line {
        ability: "more than 16 textures and samplers a shader stage",
        is_there: |powers| {
            let limits = &powers.limits;
            limits.max_sampled_textures_per_shader_stage > LEAST_MAPS
                && limits.max_samplers_per_shader_stage >= LEAST_MAPS
        },
        without: "a material with more than 14 images goes without the least important ones, and a notice names them",
    },
    // `upload::texture::size_of`, `passes::picture::target`.
    Line {
        ability: "textures of 16 384 pixels",
        is_there: |powers| powers.limits.max_texture_dimension_2d >= LARGE_TEXTURE,
        without: "larger textures are drawn at half their size, or a quarter; larger pictures are refused",
    },
    // `upload::packing::mesh_rows`, `passes::shadows::maps`.
    Line {
        ability: "bindings of 1 GiB",
        is_there: |powers| powers.limits.max_storage_buffer_binding_size >= LARGE_BINDING,
        without: "large meshes are deformed in several chunks; a picture of more pixels than fit a binding has no shadows, no occlusion and no \
                  ground, and a notice says so",
    },
    // `upload::packing::packed`.
    Line {
        ability: "buffers of 2 GiB",
        is_there: |powers| powers.limits.max_buffer_size >= LARGE_BUFFER,
        without: "a mesh that does not fit a buffer is not drawn, and a notice names it",
    },
];

/// An ability that is not there, and what is done without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Without {
    /// Noun phrase, without a capital or full stop.
    pub ability: &'static str,
    /// Sentence of what is done instead, without a capital or full stop.
    pub without: &'static str,
}

impl Powers {
    /// Those of `adapter`.
    pub fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            abilities: Abilities::of(adapter),
            features: adapter.features(),
            limits: adapter.limits(),
            // Under OpenGL nothing is drawn into a multisampled texture that is read.
            reads_samples: info.backend != wgpu::Backend::Gl,
        }
    }

    /// Returns the abilities that are not there, in words.
    pub fn lacks(&self) -> Vec<Without> {
        let lacking = LINES.iter().filter(|line| !(line.is_there)(self));
        let told = lacking.map(|line| Without {
            ability: line.ability,
            without: line.without,
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Abilities = Abilities {
        multisampling: true,
        view_formats: true,
        sample_masks: true,
        anisotropy: true,
        any_order: true,
        triangle_ids: true,
        blocks: true,
        writable_buffers: true,
        base_vertices: true,
        batches: true,
        numbers_samples: true,
    };

    const NONE: Abilities = Abilities {
        multisampling: false,
        view_formats: false,
        sample_masks: false,
        anisotropy: false,
        any_order: false,
        triangle_ids: false,
        blocks: false,
        writable_buffers: false,
        base_vertices: false,
        batches: false,
        numbers_samples: false,
    };

    /// Returns the powers of every adapter, and no more.
    fn least() -> Powers {
        Powers {
            abilities: NONE,
            features: wgpu::Features::empty(),
            limits: wgpu::Limits::default(),
            reads_samples: false,
        }
    }

    /// Nothing is done without anything.
    fn strong() -> Powers {
        Powers {
            abilities: ALL,
            features: wgpu::Features::all(),
            limits: wgpu::Limits {
                max_sampled_textures_per_shader_stage: 128,
                max_texture_dimension_2d: LARGE_TEXTURE,
                max_storage_buffer_binding_size: LARGE_BINDING,
                max_buffer_size: LARGE_BUFFER,
                ..wgpu::Limits::default()
            },
            reads_samples: true,
        }
    }

    #[test]
    fn with_the_default_limits_all_that_is_missing_is_told() {
        let told = least().lacks();
        assert_eq!(told.len(), LINES.len(), "{told:?}");
        assert_eq!(strong().lacks(), []);
    }

    /// An ability that is taken away, and a part of the sentence about it.
    type Taken = (fn(&mut Powers), &'static str);

    const TAKEN: [Taken; LINES.len()] = [
        (|powers| powers.abilities.multisampling = false, "edges are stepped"),
        (|powers| powers.abilities.view_formats = false, "one more pass encodes"),
        (|powers| powers.abilities.sample_masks = false, "cut-outs are hard"),
        (|powers| powers.abilities.anisotropy = false, "seen at a slant"),
        (|powers| powers.abilities.any_order = false, "sorted mesh by mesh"),
        (|powers| powers.reads_samples = false, "joined by the driver"),
        (
            |powers| powers.abilities.base_vertices = false,
            "take the processor longer",
        ),
        (
            |powers| powers.abilities.triangle_ids = false,
            "searched on the processor",
        ),
        (
            |powers| powers.features.remove(crate::gpu::context::TIMES),
            "times of the processor alone",
        ),
        (|powers| powers.abilities.blocks = false, "decoded by the processor"),
        (
            |powers| powers.limits.max_sampled_textures_per_shader_stage = LEAST_MAPS,
            "goes without the least important ones",
        ),
        (
            |powers| powers.limits.max_texture_dimension_2d = LARGE_TEXTURE / 2,
            "half their size",
        ),
        (
            |powers| powers.limits.max_storage_buffer_binding_size = LARGE_BINDING - 1,
            "several chunks",
        ),
        (
            |powers| powers.limits.max_buffer_size = LARGE_BUFFER - 1,
            "is not drawn",
        ),
    ];

    #[test]
    fn each_ability_that_is_taken_away_is_told_by_its_own_sentence_alone() {
        for ((take, words), line) in TAKEN.into_iter().zip(&LINES) {
            let mut powers = strong();
            take(&mut powers);
            let wanted = Without {
                ability: line.ability,
                without: line.without,
            };
            assert_eq!(powers.lacks(), [wanted]);
            assert!(wanted.without.contains(words), "{words}: {}", wanted.without);
        }
        // Samplers are asked about by the same line as textures, and what draws nothing else goes without no sentence.
        let mut powers = strong();
        powers.limits.max_samplers_per_shader_stage = LEAST_MAPS - 1;
        assert_eq!(powers.lacks().len(), 1);
        powers = strong();
        (powers.abilities.writable_buffers, powers.abilities.numbers_samples) = (false, false);
        powers.abilities.batches = false;
        assert_eq!(powers.lacks(), []);
    }

    /// The sentences state numbers of the code that goes without.
    #[test]
    fn the_numbers_in_the_sentences_are_those_of_the_code() {
        let told = least().lacks();
        let of = |ability: &str| {
            let line = told.iter().find(|line| line.ability.contains(ability));
            line.expect("it is told").without
        };
        let most = crate::upload::texture::most_bound(&wgpu::Limits::default());
        assert!(of("16 textures").contains(&format!("more than {} images", most[0])));
        assert!(of("4 samples").contains("1 sample per pixel"));
    }
}
