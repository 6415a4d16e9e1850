//! A shader's text → modules with one entry each, without the branches that their constants rule out.
//!
//! In: WGSL, the name of an entry, and the values of its overrides. Out: a module for that entry. A driver translates and inlines
//! every branch before it finds that one cannot be taken: for surfaces this was half of what a pipeline took.

use wgpu::naga::back::PipelineConstants;
use wgpu::naga::back::pipeline_constants::process_overrides;
use wgpu::naga::compact::{KeepUnused, compact};
use wgpu::naga::front::wgsl::parse_str;
use wgpu::naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use wgpu::naga::{Block, Expression, Function, Handle, Literal, Module, ShaderStage, Statement};

/// A shader that was read, with all its entries and overrides.
pub struct Parsed {
    label: &'static str,
    module: Module,
    info: ModuleInfo,
}

impl Parsed {
    /// `source`: one of our own shaders.
    pub fn of(label: &'static str, source: &str) -> Self {
        let module = parse_str(source).expect("crates/render/tests/shaders.rs parses all shaders");
        let info = Validator::new(ValidationFlags::all(), Capabilities::all())
            .validate(&module)
            .expect("crates/render/tests/shaders.rs validates all shaders");
        Self { label, module, info }
    }

    /// A module with that entry alone, whose overrides have the values in `constants`, or else their defaults.
    pub fn entry(
        &self,
        device: &wgpu::Device,
        (stage, name): (ShaderStage, &str),
        constants: &[(&str, f64)],
    ) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.label),
            source: wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(self.trimmed((stage, name), constants))),
        })
    }

    fn trimmed(&self, entry: (ShaderStage, &str), constants: &[(&str, f64)]) -> Module {
        let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), *value));
        let constants: PipelineConstants = constants.collect();
        let (settled, _) = process_overrides(&self.module, &self.info, Some(entry), &constants)
            .expect("passes give values to the overrides of their shader alone");
        let settled = settled.into_owned();
        let mut module = settled.clone();
        let taken = |function: &Function| taken(&settled, function, &function.body);
        for function in module.functions.iter_mut().map(|(_, function)| function) {
            function.body = taken(function);
            // Names keep values alive that nothing uses any more.
            function.named_expressions.clear();
        }
        for entry in &mut module.entry_points {
            entry.function.body = taken(&entry.function);
            entry.function.named_expressions.clear();
        }
        compact(&mut module, KeepUnused::No);
        module
    }
}

/// `block` without the branches that are never taken.
fn taken(module: &Module, function: &Function, block: &Block) -> Block {
    let inner = |block: &Block| taken(module, function, block);
    let mut out = Block::with_capacity(block.len());
    for (statement, span) in block.span_iter() {
        let kept = match statement {
            Statement::If {
                condition,
                accept,
                reject,
            } => match truth(module, function, *condition) {
                Some(true) => Statement::Block(inner(accept)),
                Some(false) => Statement::Block(inner(reject)),
                None => Statement::If {
                    condition: *condition,
                    accept: inner(accept),
                    reject: inner(reject),
                },
            },
            Statement::Block(block) => Statement::Block(inner(block)),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => Statement::Loop {
                body: inner(body),
                continuing: inner(continuing),
                break_if: *break_if,
            },
            other => other.clone(),
        };
        out.push(kept, *span);
    }
    out
}

/// Returns the value of a condition, if that is known.
fn truth(module: &Module, function: &Function, condition: Handle<Expression>) -> Option<bool> {
    let known = match function.expressions[condition] {
        Expression::Constant(constant) => &module.global_expressions[module.constants[constant].init],
        ref other => other,
    };
    match known {
        Expression::Literal(Literal::Bool(is)) => Some(*is),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        override GLOWS: bool = false;
        override SHOWS: u32 = 0;
        fn glow() -> f32 { let strong = 2.0; return strong; }
        fn dull() -> f32 { return 1.0; }
        @fragment fn fragment() -> @location(0) vec4f {
            var light = 0.0;
            if GLOWS { let bright = glow(); light = bright; } else { light = dull(); }
            for (var i = 0; i < 3; i++) {
                if SHOWS == 2u { light += glow(); }
            }
            return vec4f(light);
        }
        @vertex fn vertex() -> @builtin(position) vec4f { return vec4f(dull()); }";

    fn functions(stage: ShaderStage, name: &str, constants: &[(&str, f64)]) -> Vec<String> {
        let module = Parsed::of("test", SOURCE).trimmed((stage, name), constants);
        assert!(module.overrides.is_empty() && module.entry_points.len() == 1);
        let validated = Validator::new(ValidationFlags::all(), Capabilities::default()).validate(&module);
        assert!(validated.is_ok(), "{validated:?}");
        let names = module
            .functions
            .iter()
            .filter_map(|(_, function)| function.name.clone());
        names.collect()
    }

    #[test]
    fn only_what_may_run_is_left() {
        let fragment = |constants: &[(&str, f64)]| functions(ShaderStage::Fragment, "fragment", constants);
        assert_eq!(fragment(&[]), ["dull"]);
        assert_eq!(fragment(&[("GLOWS", 1.0)]), ["glow"]);
        assert_eq!(fragment(&[("GLOWS", 0.0), ("SHOWS", 2.0)]), ["glow", "dull"]);
        assert_eq!(functions(ShaderStage::Vertex, "vertex", &[("GLOWS", 1.0)]), ["dull"]);
    }
}
