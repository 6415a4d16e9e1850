//! Where the things of a whole glTF file lie, found by its JSON alone and by none of the readers' code.

use serde_json::Value;

/// Bytes that must be there for one thing to be whole.
#[derive(Clone, Copy, Debug, Default)]
pub struct Need {
    /// Bytes of the file itself.
    pub file: usize,
    /// Bytes of the buffer beside it.
    pub beside: usize,
}

impl Need {
    fn and(self, other: Self) -> Self {
        Self {
            file: self.file.max(other.file),
            beside: self.beside.max(other.beside),
        }
    }
}

pub struct Layout {
    pub json: Value,
    pub json_end: usize,
    pub meshes: Vec<Need>,
    pub clips: Vec<Need>,
}

struct Finder<'a> {
    file: &'a [u8],
    json: Value,
    json_start: usize,
    json_end: usize,
    /// Start of the binary chunk's bytes in a GLB.
    bin_start: Option<usize>,
}

pub fn of(file: &[u8]) -> Layout {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let (json_start, json_end, bin_start) = match file.starts_with(b"glTF") {
        true => (20, 20 + word(12), Some(20 + word(12) + 8)),
        false => (0, file.len(), None),
    };
    let finder = Finder {
        json: serde_json::from_slice(&file[json_start..json_end]).expect("JSON"),
        file,
        json_start,
        json_end,
        bin_start,
    };
    let count = |list: &str| finder.json[list].as_array().map_or(0, Vec::len);
    Layout {
        meshes: (0..count("meshes")).map(|index| finder.mesh(index)).collect(),
        clips: (0..count("animations")).map(|index| finder.clip(index)).collect(),
        json_end,
        json: finder.json.clone(),
    }
}

impl Finder<'_> {
    /// Where `list[index]` ends in the file.
    fn end(&self, list: &str, index: usize) -> usize {
        let text = &self.file[self.json_start..self.json_end];
        let (mut depth, mut in_string, mut key_at, mut is_list, mut seen) = (0, false, 0, false, 0);
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b'\\' if in_string => at += 1,
                b'"' => {
                    in_string = !in_string;
                    if in_string {
                        key_at = at + 1;
                    }
                }
                _ if in_string => {}
                b':' if depth == 1 => {
                    let key = &text[key_at..];
                    is_list = key.starts_with(list.as_bytes()) && key[list.len()] == b'"';
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 2 && is_list {
                        if seen == index {
                            return self.json_start + at + 1;
                        }
                        seen += 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        panic!("there is no {list}[{index}]")
    }

    fn here(&self, list: &str, index: usize) -> Need {
        Need {
            file: self.end(list, index),
            beside: 0,
        }
    }

    /// Bytes of the buffer up to `end`.
    fn buffer(&self, index: usize, end: usize) -> Need {
        let uri = self.json["buffers"][index]["uri"].as_str();
        match (uri, self.bin_start) {
            (None, Some(start)) => Need {
                file: start + end,
                beside: 0,
            },
            (Some(uri), _) if uri.starts_with("data:") => {
                let find = |text: &[u8]| self.file.windows(text.len()).position(|window| window == text);
                let start = find(uri.as_bytes()).expect("it is in the file") + uri.find(',').expect("a comma") + 1;
                Need {
                    file: start + end.div_ceil(3) * 4,
                    beside: 0,
                }
            }
            _ => Need {
                file: self.end("buffers", index),
                beside: end,
            },
        }
    }

    fn accessor(&self, index: usize) -> Need {
        let json = &self.json["accessors"][index];
        assert!(json["sparse"].is_null(), "no file of this test has sparse accessors");
        let view_index = json["bufferView"].as_u64().expect("a view") as usize;
        let view = &self.json["bufferViews"][view_index];
        let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
        let components = match json["type"].as_str().expect("a type") {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            other => panic!("type {other}"),
        };
        let size = components
            * match number(&json["componentType"]) {
                5120 | 5121 => 1,
                5122 | 5123 => 2,
                _ => 4,
            };
        let stride = match number(&view["byteStride"]) {
            0 => size,
            stride => stride,
        };
        let count = number(&json["count"]);
        let end = number(&view["byteOffset"]) + number(&json["byteOffset"]) + stride * (count - 1) + size;
        self.here("accessors", index)
            .and(self.here("bufferViews", view_index))
            .and(self.buffer(number(&view["buffer"]), end))
    }

    fn mesh(&self, index: usize) -> Need {
        let mut need = self.here("meshes", index);
        for primitive in self.json["meshes"][index]["primitives"].as_array().expect("a list") {
            let targets = primitive["targets"].as_array().into_iter().flatten();
            let lists = targets.chain([&primitive["attributes"]]);
            let all = lists.flat_map(|list| list.as_object().expect("an object").values());
            for accessor in all.chain(primitive.get("indices")) {
                need = need.and(self.accessor(accessor.as_u64().expect("an index") as usize));
            }
        }
        need
    }

    /// Its keys, and the nodes that it moves.
    fn clip(&self, index: usize) -> Need {
        let animation = &self.json["animations"][index];
        let mut need = self.here("animations", index);
        for channel in animation["channels"].as_array().expect("a list") {
            let sampler = &animation["samplers"][channel["sampler"].as_u64().expect("an index") as usize];
            for accessor in [&sampler["input"], &sampler["output"]] {
                need = need.and(self.accessor(accessor.as_u64().expect("an index") as usize));
            }
            if let Some(node) = channel["target"]["node"].as_u64() {
                need = need.and(self.here("nodes", node as usize));
            }
        }
        need
    }
}
