//! Images of textures, decoded on a few threads.
//!
//! In: where the images are, and how many texels all together may have. Out: the states of textures as they come. How large each may be is
//! settled by all headers before the first is decoded. Never panics over a file.

mod gate;

pub use gate::GATE;

use gate::Gate;

use super::decode_plan::Planned;
use super::read::read_found;
use super::textures::ImageSource;
use super::{DecodeBudget, decode_plan, guard};
use castview_base::scene::ColorSpace;
use castview_images::{self as images, Blocks, DecodeCost, ImageParts, Pixels};
use castview_picture::opened::TextureState;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The largest image file that is read.
const MAX_IMAGE_FILE: u64 = 1 << 30;

/// Bytes of a file that are looked at for its header, before all of it is.
const HEADER_BYTES: u64 = 1 << 16;

/// No image takes more bytes for each texel that it counts ([`decode_plan::taken`]): 4 of colours and of light, and a little more of blocks, which
/// have all of their levels.
const COUNTED_BYTES: u64 = 5;

/// Decoding threads: they share the machine with whoever draws.
const MAX_THREADS: usize = 4;

/// Counts of images that did not find room as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shrunk {
    /// Images that are shown at a smaller size.
    pub smaller: usize,
    /// Images that are shown at a smaller size because their files are too small for so many texels.
    pub hollow: usize,
    /// Images that are too large and of a kind that is only read whole.
    pub refused: usize,
}

impl Shrunk {
    /// For people; `None` where everything is as its file has it.
    pub fn sentence(&self) -> Option<String> {
        let textures = |count: usize| format!("{count} texture{}", if count == 1 { "" } else { "s" });
        let hollow = match self.hollow {
            0 => None,
            1 => Some("1 texture shown at a smaller size: its file is very small for so many pixels.".to_owned()),
            more => Some(format!(
                "{more} textures shown at a smaller size: their files are very small for so many pixels."
            )),
        };
        let smaller = (self.smaller > 0).then(|| format!("{} shown at a smaller size", textures(self.smaller)));
        let refused = (self.refused > 0).then(|| format!("{} left out", textures(self.refused)));
        let of_room: Vec<String> = smaller.into_iter().chain(refused).collect();
        let of_room =
            (!of_room.is_empty()).then(|| format!("{}: together they need too much memory.", of_room.join(", ")));
        let told: Vec<String> = of_room.into_iter().chain(hollow).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

/// An image that was decoded, or why it was not.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// Bytes of its file.
    pub file_bytes: u64,
    /// Width and height that its file has, where the budget is why it is smaller or left out.
    pub full_size: Option<[u32; 2]>,
    /// Images that its file holds, if there are several.
    pub parts: Option<ImageParts>,
    /// The decoded image, or why there is none.
    pub state: TextureState,
    /// Why it is smaller than its file has it, although no budget holds it.
    pub stays_smaller: Option<String>,
}

/// Reads and decodes each distinct file once, on a few threads, into what `room` has; `memory`: of the system, where it is known.
/// `is_lifted`: whether the budget is lifted for the position in `sources`. `done` gets what comes of each, with its position, and returns
/// `false` to stop.
pub fn decode_all(
    room: &DecodeBudget,
    memory: Option<u64>,
    sources: &[&ImageSource],
    is_lifted: impl Fn(usize) -> bool,
    done: impl FnMut(usize, Decoded) -> bool + Send,
) -> Shrunk {
    let fitted = Images::of(sources).fit(room, memory, is_lifted);
    fitted.decode(done);
    fitted.shrunk
}

/// Images whose headers have been read, each distinct file once.
pub struct Images<'a> {
    /// With the positions in the list of sources.
    sources: Vec<(&'a ImageSource, Vec<usize>)>,
    headers: Vec<Result<Header, String>>,
}

impl<'a> Images<'a> {
    pub fn of(all: &[&'a ImageSource]) -> Self {
        let sources = Self::distinct(all);
        let headers = sources.iter().map(|(source, _)| header(source)).collect();
        Self { sources, headers }
    }

    /// The same while `is_wanted`; `None` if it says no.
    pub fn while_wanted(all: &[&'a ImageSource], is_wanted: impl Fn() -> bool) -> Option<Self> {
        let sources = Self::distinct(all);
        let headers = sources.iter().map(|(source, _)| is_wanted().then(|| header(source)));
        let headers = headers.collect::<Option<_>>()?;
        Some(Self { sources, headers })
    }

    /// Each file once, with its positions in `all`.
    fn distinct(all: &[&'a ImageSource]) -> Vec<(&'a ImageSource, Vec<usize>)> {
        let mut sources: Vec<(&ImageSource, Vec<usize>)> = Vec::new();
        let mut seen: HashMap<(&Path, ColorSpace), usize> = HashMap::new();
        for (position, source) in all.iter().enumerate() {
            let at = match source {
                ImageSource::File(found, space) => *seen.entry((found.path(), *space)).or_insert(sources.len()),
                ImageSource::Inside(..) => sources.len(),
            };
            match sources.get_mut(at) {
                Some((_, same)) => same.push(position),
                None => sources.push((source, vec![position])),
            }
        }
        sources
    }

    /// Bytes of all image files. Those inside of a scene's file are counted with it.
    pub fn file_bytes(&self) -> u64 {
        let of_files = self.sources.iter().zip(&self.headers);
        let of_files = of_files.filter(|((source, _), _)| matches!(source, ImageSource::File(..)));
        let bytes = of_files.filter_map(|(_, header)| Some(header.as_ref().ok()?.file_bytes));
        bytes.fold(0, u64::saturating_add)
    }

    /// Settles how large each is decoded: those whose budget is lifted at full size, the others so that they have what is left of `room`.
    /// `is_lifted` gets positions in the list of sources.
    pub fn fit(self, room: &DecodeBudget, memory: Option<u64>, is_lifted: impl Fn(usize) -> bool) -> Fitted<'a> {
        let of_one = |(_, positions): &(_, Vec<usize>)| positions.iter().any(|position| is_lifted(*position));
        let lifted: Vec<bool> = self.sources.iter().map(of_one).collect();
        let headers = || self.headers.iter().zip(&lifted);
        let planned = headers().filter_map(|(header, lifted)| Some((header.as_ref().ok()?.planned, *lifted)));
        let (whole, held): (Vec<_>, Vec<_>) = planned.partition(|(_, lifted)| *lifted);
        let [whole, held] = [whole, held].map(|part| part.into_iter().map(|(one, _)| one).collect::<Vec<Planned>>());
        let file_bytes = self.file_bytes();
        let texels_of_whole = whole.iter().map(|one| decode_plan::taken(&one.cost, u64::MAX));
        let texels_of_whole = texels_of_whole.fold(0, u64::saturating_add);
        let left = room.with_images(texels_of_whole, 0).texels(file_bytes, memory);
        let most_texels = decode_plan::most_texels(&held, left);
        let beyond = held.iter().filter(|one| one.is_beyond(most_texels));
        let (smaller, refused): (Vec<&Planned>, Vec<_>) = beyond.partition(|one| one.cost.shrinking_bytes.is_some());
        let of_room = smaller.iter().filter(|one| one.cost.texels() > most_texels).count();
        let shrunk = Shrunk {
            smaller: of_room,
            hollow: smaller.len() - of_room,
            refused: refused.len(),
        };
        Fitted {
            most_texels,
            most_otherwise: decode_plan::most_texels(&[whole, held].concat(), room.texels(file_bytes, memory)),
            images: self,
            lifted,
            shrunk,
        }
    }
}

/// Images of which it is settled how large they are decoded.
pub struct Fitted<'a> {
    images: Images<'a>,
    /// One per image: whether it is decoded at full size whatever that takes.
    lifted: Vec<bool>,
    /// The most texels of every other image, unless its file speaks for fewer.
    most_texels: u64,
    /// The most texels of an image whose full size is more than its decoder gives out.
    most_otherwise: u64,
    pub shrunk: Shrunk,
}

impl Fitted<'_> {
    fn most(&self, header: &Header, lifted: bool) -> u64 {
        match lifted {
            true => u64::MAX,
            false => header.planned.most(self.most_texels),
        }
    }

    /// For each image its first position, the texels it takes ([`decode_plan::taken`]), and the bytes of its file.
    pub fn taken(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        let images = self.images.sources.iter().zip(&self.images.headers);
        images
            .zip(&self.lifted)
            .filter_map(|(((source, positions), header), lifted)| {
                let header = header.as_ref().ok()?;
                let file_bytes = match source {
                    ImageSource::File(..) => header.file_bytes,
                    ImageSource::Inside(..) => 0,
                };
                Some((
                    *positions.first()?,
                    decode_plan::taken(header.cost(), self.most(header, *lifted)),
                    file_bytes,
                ))
            })
    }

    /// The most bytes in use at one time while all are decoded one after another and kept, where none has to be made smaller.
    pub fn most_bytes(&self) -> u64 {
        let headers = || self.images.headers.iter().flatten();
        let counted = headers().map(|header| decode_plan::taken(header.cost(), u64::MAX));
        let kept = counted.map(|texels| texels.saturating_mul(COUNTED_BYTES));
        let kept = kept.fold(0, u64::saturating_add);
        let working = headers().map(|header| header.working_bytes(u64::MAX));
        kept.saturating_add(working.max().unwrap_or(0))
    }

    /// [`Self::decode`] on this thread alone.
    pub fn decode_here(&self, mut done: impl FnMut(usize, Decoded) -> bool) {
        let Images { sources, headers } = &self.images;
        for (((source, positions), header), lifted) in sources.iter().zip(headers).zip(&self.lifted) {
            let decoded = self.decode_one(source, header, *lifted, &GATE);
            if !positions.iter().all(|position| done(*position, decoded.clone())) {
                return;
            }
        }
    }

    /// `done` gets what comes of each, and returns `false` to stop.
    pub fn decode(&self, done: impl FnMut(usize, Decoded) -> bool + Send) {
        self.decode_through(&GATE, done);
    }

    fn decode_through(&self, gate: &Gate, done: impl FnMut(usize, Decoded) -> bool + Send) {
        let Images { sources, headers } = &self.images;
        let threads = std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(MAX_THREADS);
        let next = AtomicUsize::new(0);
        // `None` once it was told to stop.
        let done = Mutex::new(Some(done));
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((source, positions)) = sources.get(at) else {
                    return;
                };
                if done.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                    return;
                }
                let decoded = self.decode_one(source, &headers[at], self.lifted[at], gate);
                let mut guarded = done.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(report) = guarded.as_mut() else {
                    return;
                };
                if !positions.iter().all(|position| report(*position, decoded.clone())) {
                    *guarded = None;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.min(sources.len()) {
                scope.spawn(work);
            }
        });
    }

    fn decode_one(&self, source: &ImageSource, header: &Result<Header, String>, lifted: bool, gate: &Gate) -> Decoded {
        let header = match header {
            Ok(header) => header,
            Err(reason) => {
                return Decoded {
                    file_bytes: 0,
                    full_size: None,
                    parts: None,
                    state: TextureState::Broken(reason.clone()),
                    stays_smaller: None,
                };
            }
        };
        let decode_into = |most| gate.pass(header.working_bytes(most), || decode(source, most));
        let most = self.most(header, lifted);
        let mut decoded = Decoded {
            file_bytes: header.file_bytes,
            full_size: None,
            parts: header.parts,
            state: decode_into(most),
            stays_smaller: None,
        };
        let cost = header.cost();
        if !lifted {
            let is_reduced = cost.texels() > most;
            let is_damaged =
                cost.shrinking_bytes.is_some() && most > 0 && matches!(decoded.state, TextureState::Broken(_));
            decoded.full_size = (is_reduced && !is_damaged).then_some(cost.size);
        } else if let TextureState::Broken(reason) = &decoded.state
            && header.planned.is_beyond(self.most_otherwise)
            && cost.shrinking_bytes.is_some()
        {
            decoded.stays_smaller = Some(reason.clone());
            decoded.state = decode_into(header.planned.most(self.most_otherwise));
        }
        decoded
    }
}

/// Facts known of an image before it is decoded.
pub(super) struct Header {
    planned: Planned,
    file_bytes: u64,
    /// Images that the file holds, if there are several.
    pub parts: Option<ImageParts>,
}

impl Header {
    fn cost(&self) -> &DecodeCost {
        &self.planned.cost
    }

    /// Bytes that decoding it into `most_texels` has in use at one time, its file included.
    fn working_bytes(&self, most_texels: u64) -> u64 {
        let cost = self.cost();
        let decoding = match cost.shrinking_bytes {
            _ if cost.texels() <= most_texels => cost.working_bytes,
            Some(bytes) => bytes + 4 * most_texels,
            None => 0,
        };
        decoding.saturating_add(self.file_bytes)
    }
}

/// Reads as much of a file as its header takes.
pub(super) fn header(source: &ImageSource) -> Result<Header, String> {
    let cost_of = |bytes: &[u8], file_bytes: u64, name: &str| {
        let cost = guard(|| images::cost(bytes, file_bytes, name)).map_err(mistake)?;
        let cost = cost.map_err(|error| error.to_string())?;
        let (ImageSource::File(_, space) | ImageSource::Inside(_, space)) = source;
        let cost = match space {
            ColorSpace::Srgb => cost,
            ColorSpace::Linear => cost.of_numbers(),
        };
        Ok(Header {
            planned: Planned::new(cost, file_bytes),
            file_bytes,
            parts: ImageParts::of(bytes),
        })
    };
    match source {
        ImageSource::File(found, _) => {
            let name = name_of(found.path());
            let most = |bytes: u64| read_found(found, bytes, MAX_IMAGE_FILE, &mut |_| true).map_err(|e| e.to_string());
            let start = most(HEADER_BYTES)?;
            // The size is that of the open file, not of the file that the name leads to by now.
            let file = found.open().map_err(|error| error.to_string())?;
            let file_bytes = file.size().map_err(|error| error.to_string())?;
            match cost_of(&start, file_bytes, &name) {
                // Some kinds have their header behind other things.
                Err(_) if file_bytes > start.len() as u64 => cost_of(&most(u64::MAX)?, file_bytes, &name),
                known => known,
            }
        }
        ImageSource::Inside(stream, _) => match stream.raw_bytes() {
            Some(bytes) => cost_of(bytes, bytes.len() as u64, ""),
            None => cost_of(&stream.to_vec(), stream.len() as u64, ""),
        },
    }
}

fn decode(source: &ImageSource, most_texels: u64) -> TextureState {
    let by = |space: ColorSpace, bytes: &[u8], name: &str| {
        guard(|| {
            if let Some(blocks) = Blocks::of(bytes, most_texels) {
                return Ok(Pixels::Blocks(blocks));
            }
            match space {
                ColorSpace::Srgb => images::decode_colors_within(bytes, name, most_texels),
                ColorSpace::Linear => images::decode_numbers_within(bytes, name, most_texels).map(Pixels::Plain),
            }
        })
    };
    let decoded = match source {
        ImageSource::File(found, space) => match read_found(found, u64::MAX, MAX_IMAGE_FILE, &mut |_| true) {
            Ok(bytes) => by(*space, &bytes, &name_of(found.path())),
            Err(error) => return TextureState::Broken(error.to_string()),
        },
        ImageSource::Inside(stream, space) => match stream.raw_bytes() {
            Some(bytes) => by(*space, bytes, ""),
            None => by(*space, &stream.to_vec(), ""),
        },
    };
    match decoded {
        Ok(Ok(image)) => TextureState::Ready(image.into()),
        Ok(Err(error)) => TextureState::Broken(error.to_string()),
        Err(panic) => TextureState::Broken(mistake(panic)),
    }
}

fn mistake(panic: String) -> String {
    format!("it meets a mistake in its decoder ({panic})")
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::TextureSearch;
    use super::super::reach::{Allowance, Reach};
    use super::*;
    use castview_base::core::Stream;
    use castview_images::Image;
    use std::sync::Arc;

    fn reach_of(folder: &Path) -> Reach {
        Reach::of(&folder.join("model.cast"), &Allowance::default())
    }

    fn write_png(path: &Path) -> Image {
        let image = Image {
            width: 1,
            height: 1,
            rgba: vec![1, 2, 3, 255],
        };
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::write_buffer_with_format(
            &mut bytes,
            &image.rgba,
            1,
            1,
            image::ColorType::Rgba8,
            image::ImageFormat::Png,
        )
        .expect("written to memory");
        std::fs::write(path, bytes.into_inner()).expect("writable");
        image
    }

    #[test]
    fn one_file_is_decoded_once_and_a_broken_one_breaks_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (good, bad) = (folder.path().join("a.png"), folder.path().join("b.png"));
        let image = write_png(&good);
        std::fs::write(&bad, b"no image").expect("writable");
        let mut search = TextureSearch::new(&reach_of(folder.path()));
        let [good, bad] =
            ["a.png", "b.png"].map(|name| ImageSource::File(search.find(name).expect("it is there"), ColorSpace::Srgb));
        let mut got = vec![None; 3];
        let sources = [&good, &bad, &good];
        decode_all(
            &DecodeBudget::default(),
            None,
            &sources,
            |_| false,
            |position, decoded| {
                got[position] = Some(decoded.state);
                true
            },
        );
        let [
            Some(TextureState::Ready(first)),
            Some(TextureState::Broken(_)),
            Some(TextureState::Ready(again)),
        ] = &got[..]
        else {
            panic!("{got:?}");
        };
        assert!(Arc::ptr_eq(first, again));
        assert_eq!(**first, Pixels::Plain(image));
    }

    /// Sixteen pictures of 512 on a side, and room for three: only the smaller ones take memory, never a whole one, and the
    /// caller is told.
    #[test]
    fn a_drop_of_large_pictures_is_made_smaller_before_it_is_decoded() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 512, 512);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        let mut writer = encoder.write_header().expect("writable");
        writer.write_image_data(&[0xff; 512 * 512 / 8]).expect("writable");
        drop(writer);
        let bytes: Stream<u8> = bytes.into();
        let stiff = ImageSource::Inside(too_large_a_photo().into(), ColorSpace::Srgb);
        let mut sources: Vec<ImageSource> = (0..16)
            .map(|_| ImageSource::Inside(bytes.clone(), ColorSpace::Srgb))
            .collect();
        sources.push(stiff);
        let mut texels = 0;
        let mut refused = Vec::new();
        // Half of such a machine holds so many texels, decoded and sent.
        let memory = Some(20 * 3 * 512 * 512);
        let fitted = Images::of(&sources.iter().collect::<Vec<_>>()).fit(&DecodeBudget::default(), memory, |_| false);
        fitted.decode(|position, decoded| {
            assert_eq!(
                decoded.full_size,
                Some(if position < 16 { [512; 2] } else { [16_384; 2] })
            );
            match decoded.state {
                TextureState::Ready(image) => {
                    let image = image.texels().expect("decoded");
                    assert!(image.rgba.iter().all(|value| *value == 255));
                    texels += image.rgba.len() / 4;
                }
                other => refused.push((position, other)),
            }
            true
        });
        assert_eq!(texels, 16 * 128 * 128);
        let [(16, TextureState::Broken(reason))] = &refused[..] else {
            panic!("{refused:?}");
        };
        assert!(reason.contains("16384 × 16384"), "{reason}");
        let shrunk = fitted.shrunk;
        assert_eq!((shrunk.smaller, shrunk.refused), (16, 1));
        let told: u64 = fitted.taken().map(|(_, texels, _)| texels).sum();
        assert_eq!(told, texels as u64);
        let sentence = shrunk.sentence().expect("said");
        assert!(
            sentence.starts_with("16 textures shown at a smaller size, 1 texture left out"),
            "{sentence}"
        );
        let picture = allocation_counter::measure(|| {
            let ImageSource::Inside(png, _) = &sources[0] else {
                unreachable!("all are inside")
            };
            decode(&ImageSource::Inside(png.clone(), ColorSpace::Srgb), 128 * 128);
        });
        assert!(picture.bytes_max < 512 * 512, "{} bytes at one time", picture.bytes_max);
    }

    /// White of 8192 on a side, one bit a texel: a few kilobytes. There is room for all of it.
    #[test]
    fn a_picture_of_far_more_texels_than_its_file_speaks_for_is_made_smaller_and_the_user_is_told() {
        let side = 8192;
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side, side);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        let mut writer = encoder.write_header().expect("writable");
        let texels = vec![0xff; (side * side / 8) as usize];
        writer.write_image_data(&texels).expect("writable");
        drop(writer);
        let source = ImageSource::Inside(bytes.into(), ColorSpace::Linear);
        let mut got = Vec::new();
        let mut shrunk = Shrunk::default();
        let took = allocation_counter::measure(|| {
            let fitted = Images::of(&[&source]).fit(&DecodeBudget::default(), None, |_| false);
            shrunk = fitted.shrunk;
            fitted.decode_here(|_, decoded| {
                let TextureState::Ready(image) = decoded.state else {
                    panic!("{:?}", decoded.state)
                };
                got.push((image.size(), decoded.full_size));
                true
            });
        });
        assert_eq!(got, [([4096; 2], Some([side; 2]))]);
        assert_eq!(
            shrunk.sentence().as_deref(),
            Some("1 texture shown at a smaller size: its file is very small for so many pixels.")
        );
        assert!(took.bytes_max < 80 << 20, "{} bytes at one time", took.bytes_max);
    }

    /// The header of a JPEG file that can only be decoded as a whole.
    fn too_large_a_photo() -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::write_buffer_with_format(
            &mut bytes,
            &[9; 16 * 16 * 3],
            16,
            16,
            image::ColorType::Rgb8,
            image::ImageFormat::Jpeg,
        )
        .expect("written to memory");
        let mut bytes = bytes.into_inner();
        let frame = bytes.windows(2).position(|two| two == [0xff, 0xc0]).expect("a frame");
        let side = 16_384u16.to_be_bytes();
        bytes[frame + 5..frame + 9].copy_from_slice(&[side, side].concat());
        bytes.resize(1 << 18, 0);
        bytes
    }
}
