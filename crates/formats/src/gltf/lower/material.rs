//! Materials, textures and variants (docs/formats/gltf.md §5; §8 rows 8, 10, 33, 34).
//!
//! Slots carry the standard's own names, without the word texture; `specularStrength` alone is ours, because Cast's `specular` is another
//! thing. Values that the scene has no place for are kept as facts.

use super::context::Context;
use super::{facts, numbers};
use crate::gltf::json::{Id, Material as Json, Object, TextureInfo};
use crate::gltf::uri::{self, Uri};
use crate::lower::textures;
use crate::rules::gltf as rule;
use castview_base::core::{Choice, MaterialIndex, Place, Stream, TextureIndex};
use castview_base::scene::{Alpha, Fact, Interior, Lookup, Material, Slot, SlotSource, Surface, Workflow, Wrap};
use glam::{Vec2, Vec3, Vec4};
use std::collections::{BTreeMap, HashMap};

/// The images that slots use, each once.
#[derive(Default)]
pub(super) struct Textures {
    list: textures::Textures,
    embedded: BTreeMap<TextureIndex, Stream<u8>>,
    of_image: HashMap<usize, Option<TextureIndex>>,
}

pub(super) struct Materials<'a> {
    context: &'a Context<'a>,
    list: Vec<Material>,
    variant: Option<usize>,
    /// Material that the standard gives to primitives that have none; there when the first of them is met.
    default: Option<MaterialIndex>,
}

const TRANSFORM: &str = "KHR_texture_transform";
const SPECULAR_GLOSSINESS: &str = "KHR_materials_pbrSpecularGlossiness";
const VARIANTS: &str = "KHR_materials_variants";

/// The key of the choice between variants.
const VARIANT: &str = "variant";

/// The position of the variant that the user chose; the file's own materials otherwise.
pub(super) fn chosen_variant(context: &Context<'_>) -> Option<usize> {
    let extension = context.document.root().extensions.get(VARIANTS)?;
    let variants = extension.get("variants")?.as_array()?;
    if variants.is_empty() {
        return None;
    }
    let name = |index: usize| {
        let name = variants[index].get("name").and_then(|name| name.as_str());
        name.map_or_else(|| format!("Variant {index}"), str::to_owned)
    };
    let asked = context.options.get(VARIANT);
    let chosen = asked.and_then(|asked| {
        let by_number = asked.parse().ok().filter(|index: &usize| *index < variants.len());
        by_number.or_else(|| (0..variants.len()).find(|index| name(*index) == asked))
    });
    let own = ("none".to_owned(), "The file's own materials".to_owned());
    let values = (0..variants.len()).map(|index| (index.to_string(), name(index)));
    context.choices.borrow_mut().push(Choice {
        key: VARIANT,
        title: "Variant",
        values: std::iter::once(own).chain(values).collect(),
        chosen: chosen.map_or("none".into(), |chosen| chosen.to_string()),
        outcome: chosen.map_or_else(|| "own materials".into(), name),
        is_offer: true,
    });
    chosen
}

impl<'a> Materials<'a> {
    pub fn new(context: &'a Context<'a>, textures: &mut Textures, variant: Option<usize>) -> Self {
        let materials = context.document.root().materials.iter().enumerate();
        Self {
            context,
            list: materials
                .map(|(index, json)| lower(context, textures, index, json))
                .collect(),
            variant,
            default: None,
        }
    }

    pub fn into_list(self) -> Vec<Material> {
        self.list
    }

    /// The primitive's material, that of the chosen variant first; the default one where neither is there.
    pub fn of_primitive(&mut self, mesh: usize, primitive: usize) -> MaterialIndex {
        let root = self.context.document.root();
        let json = &root.meshes[mesh].primitives[primitive];
        let by_variant = self.variant.and_then(|variant| {
            let mappings = json.extensions.get(VARIANTS)?.get("mappings")?.as_array()?;
            let is_ours = |index: &serde_json::Value| index.as_u64() == Some(variant as u64);
            let mapping = mappings.iter().find(|mapping| {
                let variants = mapping.get("variants").and_then(|variants| variants.as_array());
                variants.is_some_and(|variants| variants.iter().any(is_ours))
            });
            numbers::index(mapping?.get("material"))
        });
        let place = || {
            self.context
                .place("meshes", mesh, &format!(".primitives[{primitive}].material"))
        };
        let material = by_variant.or(json.material);
        match self.context.within(material, &root.materials, "materials", place) {
            Some((index, _)) => MaterialIndex::new(index),
            None => self.default(),
        }
    }

    fn default(&mut self) -> MaterialIndex {
        *self.default.get_or_insert_with(|| {
            let (mut textures, index) = (Textures::default(), self.list.len());
            let material = lower(self.context, &mut textures, index, &Json::default());
            self.list.push(Material {
                name: "default".into(),
                ..material
            });
            MaterialIndex::new(index)
        })
    }

    /// gltf.md row 33: reports a slot that wants a texture layout the mesh does not have.
    pub fn check_layers(&self, material: MaterialIndex, layers: usize, place: impl Fn() -> Place) {
        let slots = self.list[material.get()].slots.iter();
        let textured = slots.filter(|slot| matches!(slot.source, SlotSource::Texture(_)));
        for slot in textured.filter(|slot| slot.lookup.uv_layer as usize >= layers) {
            let instead = if layers == 0 {
                "it has none to go by"
            } else {
                "set 0 is used"
            };
            self.context.report(rule::G33, &place, || {
                format!(
                    "{} wants texture coordinates {}; {instead}",
                    slot.name, slot.lookup.uv_layer
                )
            });
        }
    }
}

/// A factor of an extension, 0…1.
fn share(extension: &serde_json::Value, name: &str, default: f32) -> f32 {
    numbers::number(extension.get(name)).map_or(default, |value| value.clamp(0.0, 1.0))
}

/// A colour of an extension, white unless it says otherwise; linear light.
fn color(extension: &serde_json::Value, name: &str) -> Vec3 {
    numbers::list::<3>(extension.get(name)).map_or(Vec3::ONE, |rgb| Vec3::from(rgb).max(Vec3::ZERO))
}

struct Lowering<'a, 'b> {
    context: &'a Context<'a>,
    textures: &'b mut Textures,
    index: usize,
    slots: Vec<Slot>,
}

fn lower(context: &Context<'_>, textures: &mut Textures, index: usize, json: &Json) -> Material {
    let mut lowering = Lowering {
        context,
        textures,
        index,
        slots: Vec::new(),
    };
    let mut surface = lowering.surface(json);
    let mut kind = "metallic-roughness";
    if let Some(glossy) = json.extensions.get(SPECULAR_GLOSSINESS) {
        kind = "specular-glossiness";
        lowering.glossy(glossy, &mut surface);
    } else {
        let rough = &json.pbr_metallic_roughness;
        lowering.slot("baseColor", rough.base_color_texture.as_ref());
        lowering.slot("metallicRoughness", rough.metallic_roughness_texture.as_ref());
        lowering.layers(json, &mut surface);
    }
    lowering.slot("normal", json.normal_texture.as_ref());
    lowering.slot("occlusion", json.occlusion_texture.as_ref());
    lowering.slot("emissive", json.emissive_texture.as_ref());
    if surface.unlit {
        kind = "unlit";
    }
    Material {
        name: json.name.clone().unwrap_or_default(),
        kind: kind.into(),
        surface,
        facts: material_facts(json).into(),
        slots: lowering.slots,
    }
}

fn material_facts(json: &Json) -> Vec<Fact> {
    let extensions = json
        .extensions
        .iter()
        .filter_map(|(name, value)| facts::of_value(name, value));
    extensions.chain(facts::of_value("Extras", &json.extras)).collect()
}

impl Lowering<'_, '_> {
    fn place(&self, rest: &str) -> Place {
        self.context.place("materials", self.index, rest)
    }

    fn surface(&self, json: &Json) -> Surface {
        let context = self.context;
        let rough = &json.pbr_metallic_roughness;
        let share = |value: Option<f32>| value.filter(|v| v.is_finite()).map_or(1.0, |v| v.clamp(0.0, 1.0));
        let base_color = numbers::vec4(context, rough.base_color_factor.as_deref(), Vec4::ONE, || {
            self.place(".pbrMetallicRoughness.baseColorFactor")
        });
        let emissive = numbers::vec3(context, json.emissive_factor.as_deref(), Vec3::ZERO, || {
            self.place(".emissiveFactor")
        });
        let strength = json.extensions.get("KHR_materials_emissive_strength");
        let strength = numbers::number(strength.and_then(|value| value.get("emissiveStrength"))).unwrap_or(1.0);
        let normal = json.normal_texture.as_ref().and_then(|info| info.scale);
        Surface {
            base_color,
            metallic: share(rough.metallic_factor),
            roughness: share(rough.roughness_factor),
            emissive: (emissive.max(Vec3::ZERO) * strength.max(0.0)).min(Vec3::splat(f32::MAX)),
            normal_scale: normal.filter(|v| v.is_finite()).unwrap_or(1.0),
            occlusion_strength: share(json.occlusion_texture.as_ref().and_then(|info| info.strength)),
            alpha: self.alpha(json),
            double_sided: json.double_sided,
            unlit: json.extensions.contains_key("KHR_materials_unlit"),
            vertex_colors: true,
            ..Surface::default()
        }
    }

    /// KHR_materials_pbrSpecularGlossiness, archived: comes before metallic-roughness.
    fn glossy(&mut self, extension: &serde_json::Value, surface: &mut Surface) {
        surface.workflow = Workflow::SpecularGloss;
        surface.base_color = numbers::list::<4>(extension.get("diffuseFactor")).map_or(Vec4::ONE, Vec4::from);
        surface.specular_color = color(extension, "specularFactor");
        surface.metallic = 0.0;
        surface.roughness = 1.0 - share(extension, "glossinessFactor", 1.0);
        self.extended_slot("diffuse", extension, "diffuseTexture");
        self.extended_slot("specularGlossiness", extension, "specularGlossinessTexture");
    }

    /// The extensions that add to metallic-roughness: not for glossy and unlit materials.
    fn layers(&mut self, json: &Json, surface: &mut Surface) {
        let extension = |name: &str| json.extensions.get(name);
        if let Some(ior) = extension("KHR_materials_ior") {
            // 0 is allowed and means that F0 is 1.
            let known = numbers::number(ior.get("ior")).filter(|ior| *ior >= 1.0 || *ior == 0.0);
            surface.ior = known.unwrap_or(surface.ior);
        }
        if let Some(specular) = extension("KHR_materials_specular") {
            surface.specular = share(specular, "specularFactor", 1.0);
            surface.specular_color = color(specular, "specularColorFactor");
            self.extended_slot("specularStrength", specular, "specularTexture");
            self.extended_slot("specularColor", specular, "specularColorTexture");
        }
        if let Some(coat) = extension("KHR_materials_clearcoat") {
            surface.clearcoat = share(coat, "clearcoatFactor", 0.0);
            surface.clearcoat_roughness = share(coat, "clearcoatRoughnessFactor", 0.0);
            self.extended_slot("clearcoat", coat, "clearcoatTexture");
            self.extended_slot("clearcoatRoughness", coat, "clearcoatRoughnessTexture");
            let normal = self.extended_slot("clearcoatNormal", coat, "clearcoatNormalTexture");
            let scale = normal.and_then(|info| info.scale).filter(|scale| scale.is_finite());
            surface.clearcoat_normal_scale = scale.unwrap_or(1.0);
        }
        if let Some(transmission) = extension("KHR_materials_transmission") {
            surface.transmission = share(transmission, "transmissionFactor", 0.0);
            self.extended_slot("transmission", transmission, "transmissionTexture");
        }
        if let Some(volume) = extension("KHR_materials_volume") {
            let above_zero = |name: &str| numbers::number(volume.get(name)).filter(|number| *number > 0.0);
            surface.interior = Interior {
                thickness: above_zero("thicknessFactor").unwrap_or(0.0),
                attenuation_color: color(volume, "attenuationColor").min(Vec3::ONE),
                attenuation_distance: above_zero("attenuationDistance").unwrap_or(f32::INFINITY),
            };
            self.extended_slot("thickness", volume, "thicknessTexture");
        }
        self.coverings(json, surface);
    }

    /// Reads the coverings, which change how a surface reflects: fibres, a thin film, scratches in one direction.
    fn coverings(&mut self, json: &Json, surface: &mut Surface) {
        let extension = |name: &str| json.extensions.get(name);
        if let Some(sheen) = extension("KHR_materials_sheen") {
            surface.sheen_color = numbers::list::<3>(sheen.get("sheenColorFactor"))
                .map_or(Vec3::ZERO, |rgb| Vec3::from(rgb).clamp(Vec3::ZERO, Vec3::ONE));
            surface.sheen_roughness = share(sheen, "sheenRoughnessFactor", 0.0);
            self.extended_slot("sheenColor", sheen, "sheenColorTexture");
            self.extended_slot("sheenRoughness", sheen, "sheenRoughnessTexture");
        }
        if let Some(film) = extension("KHR_materials_iridescence") {
            let number = |name: &str, least: f32, default: f32| {
                numbers::number(film.get(name)).map_or(default, |number| number.max(least))
            };
            surface.iridescence = share(film, "iridescenceFactor", 0.0);
            surface.iridescence_ior = number("iridescenceIor", 1.0, 1.3);
            surface.iridescence_thickness_nm = [
                number("iridescenceThicknessMinimum", 0.0, 100.0),
                number("iridescenceThicknessMaximum", 0.0, 400.0),
            ];
            self.extended_slot("iridescence", film, "iridescenceTexture");
            self.extended_slot("iridescenceThickness", film, "iridescenceThicknessTexture");
        }
        if let Some(scratches) = extension("KHR_materials_anisotropy") {
            surface.anisotropy = share(scratches, "anisotropyStrength", 0.0);
            surface.anisotropy_rotation_rad = numbers::number(scratches.get("anisotropyRotation")).unwrap_or(0.0);
            self.extended_slot("anisotropy", scratches, "anisotropyTexture");
        }
    }

    /// A texture of an extension's object.
    fn extended_slot(
        &mut self,
        name: &'static str,
        extension: &serde_json::Value,
        texture: &str,
    ) -> Option<TextureInfo> {
        let info: TextureInfo = serde::Deserialize::deserialize(extension.get(texture)?).ok()?;
        self.slot(name, Some(&info));
        Some(info)
    }

    fn alpha(&self, json: &Json) -> Alpha {
        match json.alpha_mode.as_deref() {
            None | Some("OPAQUE") => Alpha::Opaque,
            Some("MASK") => Alpha::Mask(json.alpha_cutoff.filter(|v| v.is_finite()).unwrap_or(0.5)),
            Some("BLEND") => Alpha::Blend,
            Some(other) => {
                self.context.report(
                    rule::G34,
                    || self.place(".alphaMode"),
                    || format!("\"{}\" is no alpha mode; taken as OPAQUE", other.escape_debug()),
                );
                Alpha::Opaque
            }
        }
    }

    fn slot(&mut self, name: &'static str, info: Option<&TextureInfo>) {
        let Some(info) = info else { return };
        let context = self.context;
        let root = context.document.root();
        let place = || self.place(&format!(".{name}Texture"));
        let mut lookup = lookup(info);
        let source = match context.within(info.index, &root.textures, "textures", place) {
            None => SlotSource::Missing,
            Some((texture, json)) => {
                let sampler = context.within(json.sampler, &root.samplers, "samplers", || {
                    context.place("textures", texture, ".sampler")
                });
                if let Some((_, sampler)) = sampler {
                    let wrap = |mode: Option<u64>| match mode {
                        Some(33071) => Wrap::Clamp,
                        Some(33648) => Wrap::Mirror,
                        _ => Wrap::Repeat,
                    };
                    lookup.wrap = [sampler.wrap_s, sampler.wrap_t].map(|mode| wrap(mode.map(|mode| mode.get())));
                    lookup.smooth = sampler.mag_filter.is_none_or(|filter| filter.get() != 9728);
                }
                match self
                    .textures
                    .of_texture(context, texture, json.source, &json.extensions)
                {
                    Some(image) => SlotSource::Texture(image),
                    None => SlotSource::NoPath,
                }
            }
        };
        self.slots.push(Slot {
            name: name.into(),
            source,
            lookup,
        });
    }
}

fn lookup(info: &TextureInfo) -> Lookup {
    let mut lookup = Lookup {
        uv_layer: u32::try_from(info.tex_coord.get()).unwrap_or(u32::MAX),
        ..Lookup::default()
    };
    let Some(transform) = info.extensions.get(TRANSFORM) else {
        return lookup;
    };
    let pair = |name: &str, default: Vec2| numbers::list::<2>(transform.get(name)).map_or(default, Vec2::from);
    lookup.offset = pair("offset", Vec2::ZERO);
    lookup.scale = pair("scale", Vec2::ONE);
    lookup.rotation_rad = numbers::number(transform.get("rotation")).unwrap_or(0.0);
    if let Some(layer) = transform.get("texCoord").and_then(serde_json::Value::as_u64) {
        lookup.uv_layer = u32::try_from(layer).unwrap_or(u32::MAX);
    }
    lookup
}

impl Textures {
    /// The paths by texture, and the images that lie inside the file.
    pub fn into_parts(self) -> (Vec<String>, BTreeMap<TextureIndex, Stream<u8>>) {
        (self.list.into_paths(), self.embedded)
    }

    /// The image of a texture: that of an extension which is understood, else its plain one.
    fn of_texture(
        &mut self,
        context: &Context<'_>,
        texture: usize,
        source: Option<Id>,
        extensions: &Object,
    ) -> Option<TextureIndex> {
        let images = &context.document.root().images;
        let extended = |name: &str| numbers::index(extensions.get(name).and_then(|value| value.get("source")));
        let source = extended("KHR_texture_basisu")
            .or_else(|| extended("EXT_texture_webp"))
            .or(source)
            .or_else(|| extended("MSFT_texture_dds"));
        let place = || context.place("textures", texture, "");
        if source.is_none() {
            context.report(rule::G8, place, || "the texture has no image that can be read".into());
        }
        let (image, json) = context.within(source, images, "images", place)?;
        if let Some(known) = self.of_image.get(&image) {
            return *known;
        }
        let found = match (&json.uri, json.buffer_view) {
            (Some(uri), _) => match uri::parse(uri) {
                Ok(Uri::Relative(path)) if !path.is_empty() => Ok((path, None)),
                Ok(Uri::Relative(_)) => Err("its uri is empty".to_owned()),
                Ok(Uri::Data(bytes)) => Ok((embedded_name(image, json.name.as_deref()), Some(Stream::from(bytes)))),
                Err(reason) => Err(reason),
            },
            (None, Some(view)) => {
                image_bytes(context, view).map(|bytes| (embedded_name(image, json.name.as_deref()), Some(bytes)))
            }
            (None, None) => Err("it has neither uri nor buffer view".to_owned()),
        };
        let index = match found {
            Ok((path, bytes)) => {
                let index = self.list.of_its_own(path);
                if let Some(bytes) = bytes {
                    self.embedded.insert(index, bytes);
                }
                Some(index)
            }
            Err(reason) => {
                context.report(
                    rule::G8,
                    || context.place("images", image, ""),
                    || format!("the image cannot be read: {reason}"),
                );
                None
            }
        };
        self.of_image.insert(image, index);
        index
    }
}

fn image_bytes(context: &Context<'_>, view: Id) -> Result<Stream<u8>, String> {
    let view = match context.document.views().get(view.get()) {
        None => return Err(format!("there is no buffer view {view}")),
        Some(Err(reason)) => return Err(reason.clone()),
        Some(Ok(view)) if view.is_cut => return Err("its end is missing: the file is cut off".into()),
        Some(Ok(view)) => view,
    };
    Stream::borrowed(view.bytes.clone(), view.range.clone()).ok_or_else(|| "its bytes are not there".into())
}

/// Name of an image inside the file.
fn embedded_name(image: usize, name: Option<&str>) -> String {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} (image {image})"),
        None => format!("image {image}"),
    }
}
