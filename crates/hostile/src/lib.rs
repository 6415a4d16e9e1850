//! Any bytes at all through each reader: what the fuzzers of `fuzz/` call, and the ordinary tests too.
//!
//! One body per reader: bytes → document → scene → poses of a few frames → boxes around them. It has to come back, what it
//! makes has to keep its laws, and it may not take more memory than a stated multiple of its input.

mod archive;
mod cast;
mod deform;
mod draco;
mod gltf;
mod images;
mod laws;
mod light;
mod mrtk;
mod pack;
mod paths;
mod seanim;
mod semodel;
mod shape;
mod share;

pub use castview_testkit::mutate::bytes::broken as broken_bytes;
pub use castview_testkit::mutate::{self, Random};
pub use gltf::broken as broken_gltf;

pub use share::Share;

/// One way into the program for bytes that nobody vouches for.
#[derive(Clone, Copy)]
pub struct Reader {
    pub name: &'static str,
    /// Whether anything came out; panics where a law is broken.
    opens: fn(&[u8]) -> bool,
    share: Share,
}

pub const CAST: Reader = Reader {
    name: "cast",
    opens: cast::opens,
    share: Share {
        times: 128,
        plus: 64 << 20,
    },
};
/// A zip archive.
pub const ARCHIVE: Reader = Reader {
    name: "archive",
    opens: archive::opens,
    share: Share {
        times: 256,
        plus: 64 << 20,
    },
};
/// A Draco stream, in a file that names its first attributes.
pub const DRACO: Reader = Reader {
    name: "draco",
    opens: draco::opens,
    share: GLTF.share,
};
pub const GLTF: Reader = Reader {
    name: "gltf",
    opens: gltf::opens,
    share: Share {
        times: 1024,
        plus: 256 << 20,
    },
};
/// Memory share of a shape whose stream is stored as it is.
const PLAIN: Share = Share {
    times: 64,
    plus: 16 << 20,
};
/// A deflated stream may be a thousand times its bytes, where the reader stops; then it is read as a plain one is.
pub const SHAPE: Reader = Reader {
    name: "shape",
    opens: shape::opens,
    share: Share {
        times: 1000 * (1 + PLAIN.times),
        plus: PLAIN.plus,
    },
};
pub const PLAIN_SHAPE: Reader = Reader {
    name: "plain shape",
    opens: shape::opens,
    share: PLAIN,
};
pub const MRTK: Reader = Reader {
    name: "mrtk",
    opens: mrtk::opens,
    share: Share {
        times: 128,
        plus: 64 << 20,
    },
};
pub const SEMODEL: Reader = Reader {
    name: "semodel",
    opens: semodel::opens,
    share: Share {
        times: 128,
        plus: 128 << 20,
    },
};
pub const SEANIM: Reader = Reader {
    name: "seanim",
    opens: seanim::opens,
    share: SEMODEL.share,
};
/// Any of the readers, and the deformation of what comes out.
pub const DEFORM: Reader = Reader {
    name: "deform",
    opens: deform::opens,
    share: SHAPE.share,
};
/// The same, and what of it is laid out for the graphics adapter.
pub const PACK: Reader = Reader {
    name: "pack",
    opens: pack::opens,
    share: SHAPE.share,
};
/// Lines that put files and links into a folder, or name files as a model would.
pub const PATHS: Reader = Reader {
    name: "paths",
    opens: paths::opens,
    share: Share {
        times: 1024,
        plus: 16 << 20,
    },
};
/// The same for kinds whose size follows from their bytes, by a compression that expands a thousand times at most.
pub const SIZED_IMAGES: Reader = Reader {
    name: "sized images",
    opens: images::opens,
    share: Share {
        times: 1 << 14,
        plus: 16 << 20,
    },
};
pub const IMAGES: Reader = Reader {
    name: "images",
    opens: images::opens,
    share: Share {
        times: 1 << 18,
        // A WebP of one colour may be 4096 on a side in a few bytes.
        plus: 160 << 20,
    },
};
/// Images of light, and the environment that is made of them.
pub const LIGHT: Reader = Reader {
    name: "light",
    opens: light::opens,
    share: Share {
        // A byte may stand for a thousand pixels of several channels, all in one piece.
        times: 1 << 16,
        plus: 64 << 20,
    },
};

impl Reader {
    /// Whether the bytes were made something of. Panics when a law is broken, or the reader takes more than its share.
    pub fn survives(&self, bytes: &[u8]) -> bool {
        self.share.held(bytes.len(), || (self.opens)(bytes)).0
    }
}
