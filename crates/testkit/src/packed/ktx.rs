//! KTX files written by hand: containers of both versions, blocks of UASTC, and ETC1S with prefix codes of a few symbols.

/// Bits, lowest first.
#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    /// Adds the lowest `count` bits of `value`.
    pub fn put(&mut self, value: u64, count: u32) {
        for at in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> at & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }

    /// The bits so far, filled up to whole bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes `codes`, which give each used symbol as many bits.
    fn put_table(&mut self, codes: &Symbols) {
        /// Lengths of codes in the order in which theirs are stored.
        const ORDER: [u32; 21] = [17, 18, 19, 20, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 16];
        self.put(u64::from(codes.total), 14);
        self.put(21, 5);
        for length in ORDER {
            self.put(u64::from(length == 0 || length == codes.length()), 3);
        }
        for symbol in 0..codes.total {
            self.put(u64::from(codes.used.contains(&symbol)), 1);
        }
    }

    fn put_symbol(&mut self, codes: &Symbols, symbol: u32) {
        let place = codes.used.iter().position(|used| *used == symbol);
        let place = place.expect("a symbol of the table") as u32;
        let length = codes.length();
        self.put(u64::from(place.reverse_bits() >> (32 - length)), length);
    }
}

/// Symbols of a table, ascending: one, or a power of two of them. Not all of a table are used, as the lengths are a code, too.
struct Symbols {
    total: u32,
    used: Vec<u32>,
}

impl Symbols {
    fn length(&self) -> u32 {
        (self.used.len() as u32).ilog2().max(1)
    }
}

/// A block of UASTC of one colour.
pub fn uastc_of_color(color: [u8; 4]) -> [u8; 16] {
    let mut bits = BitWriter::default();
    bits.put(0x17, 5);
    color.iter().for_each(|channel| bits.put(u64::from(*channel), 8));
    let mut block = bits.into_bytes();
    block.resize(16, 0);
    block.try_into().expect("16 bytes")
}

/// A block of UASTC that goes from `low` to `high`: `weights` are thirds of the way, row by row, the first of them 0 or 1.
pub fn uastc_ramp(low: [u8; 4], high: [u8; 4], weights: [u8; 16]) -> [u8; 16] {
    let mut bits = BitWriter::default();
    // Mode 14, and no hints for other blocks.
    bits.put(0x0d, 5);
    bits.put(0, 23);
    for (low, high) in low.iter().zip(high) {
        bits.put(u64::from(*low), 8);
        bits.put(u64::from(high), 8);
    }
    for (at, weight) in weights.iter().enumerate() {
        bits.put(u64::from(*weight), if at == 0 { 1 } else { 2 });
    }
    let mut block = bits.into_bytes();
    block.resize(16, 0);
    block.try_into().expect("16 bytes")
}

/// A frame of Zstandard whose blocks are stored as they are.
pub fn zstandard(bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend((bytes.len() as u32).to_le_bytes());
    let blocks = bytes.chunks(1 << 17);
    let count = blocks.len();
    for (at, block) in blocks.enumerate() {
        let head = (block.len() as u32) << 3 | u32::from(at + 1 == count);
        frame.extend(&head.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// A file of version 2.
pub struct Ktx2 {
    /// `VkFormat`; 0 of UASTC and ETC1S.
    pub format: u32,
    /// Colour model of the data format descriptor: 163 is ETC1S, 166 UASTC.
    pub model: u8,
    /// Channel of each of its samples.
    pub channels: Vec<u8>,
    /// Supercompression: none, BasisLZ, Zstandard, zlib.
    pub scheme: u32,
    /// Width and height.
    pub size: [u32; 2],
    /// Faces of a cube, or 1.
    pub faces: u32,
    /// Bytes as they are stored, from the largest level on.
    pub levels: Vec<Vec<u8>>,
    /// Global data of ETC1S.
    pub global: Vec<u8>,
    /// Keys with their values.
    pub keys: Vec<(&'static str, &'static str)>,
}

impl Ktx2 {
    /// Levels of that `VkFormat`, not packed.
    pub fn plain(format: u32, size: [u32; 2], levels: Vec<Vec<u8>>) -> Self {
        Self {
            format,
            model: 1,
            channels: vec![0],
            scheme: 0,
            size,
            faces: 1,
            levels,
            global: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Blocks of UASTC with alpha, not packed.
    pub fn uastc(size: [u32; 2], levels: Vec<Vec<u8>>) -> Self {
        Self {
            model: 166,
            channels: vec![3],
            ..Self::plain(0, size, levels)
        }
    }

    /// A file of ETC1S with so many levels, each of which has the blocks of the first one.
    pub fn with_levels(mut self, count: usize) -> Self {
        const ROW: usize = 20;
        let (head, rest) = self.global.split_at(ROW);
        let (row, books) = rest.split_at(ROW);
        self.global = [head, &row.repeat(count), books].concat();
        self.levels = vec![self.levels[0].clone(); count];
        self
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let descriptor_at = 80 + 24 * self.levels.len();
        let descriptor_bytes = 28 + 16 * self.channels.len();
        let mut keys = Vec::new();
        for (key, value) in &self.keys {
            let pair = [key.as_bytes(), b"\0", value.as_bytes(), b"\0"].concat();
            keys.extend((pair.len() as u32).to_le_bytes());
            keys.extend(&pair);
            keys.resize(keys.len().next_multiple_of(4), 0);
        }
        let keys_at = descriptor_at + descriptor_bytes;
        let global_at = (keys_at + keys.len()).next_multiple_of(8);
        let content_at = (global_at + self.global.len()).next_multiple_of(16);
        let mut file = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
        let words = [
            self.format,
            1,
            self.size[0],
            self.size[1],
            0,
            0,
            self.faces,
            self.levels.len() as u32,
            self.scheme,
            descriptor_at as u32,
            descriptor_bytes as u32,
            if keys.is_empty() { 0 } else { keys_at as u32 },
            keys.len() as u32,
        ];
        file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let longs = [
            if self.global.is_empty() { 0 } else { global_at as u64 },
            self.global.len() as u64,
        ];
        file.extend(longs.iter().flat_map(|long| long.to_le_bytes()));
        // The smallest level comes first.
        let mut at = content_at;
        let mut places = vec![0; self.levels.len()];
        for (place, level) in places.iter_mut().zip(&self.levels).rev() {
            *place = at;
            at += level.len().next_multiple_of(16);
        }
        for (place, level) in places.iter().zip(&self.levels) {
            let row = [*place as u64, level.len() as u64, level.len() as u64];
            file.extend(row.iter().flat_map(|long| long.to_le_bytes()));
        }
        file.extend((descriptor_bytes as u32).to_le_bytes());
        let block = [
            0,
            2 | (descriptor_bytes as u32 - 4) << 16,
            u32::from(self.model) | 0x0001_0100,
            0x0303,
            0,
            0,
        ];
        file.extend(block.iter().flat_map(|word| word.to_le_bytes()));
        for channel in &self.channels {
            let sample = [u32::from(*channel) << 24 | 127 << 16, 0, 0, u32::MAX];
            file.extend(sample.iter().flat_map(|word| word.to_le_bytes()));
        }
        file.extend(keys);
        file.resize(global_at, 0);
        file.extend(&self.global);
        for (place, level) in places.iter().zip(&self.levels).rev() {
            file.resize(*place, 0);
            file.extend(level);
        }
        file
    }
}

/// Source of the endpoint of a block of ETC1S.
#[derive(Clone, Copy)]
pub enum Endpoint {
    /// That of the block to the left.
    Left,
    /// That of the block above.
    Above,
    /// That of the block above to the left.
    Corner,
    /// The last one, so many entries on: 1 or 2.
    Moved(u32),
}

/// Source of the selector of a block of ETC1S, of a codebook of two.
#[derive(Clone, Copy)]
pub enum Selector {
    /// Entry of the codebook.
    Entry(u32),
    /// The second of those remembered, which becomes the first.
    Remembered,
    /// The first of those remembered, for this block and the two that follow.
    Run,
    /// Part of a run.
    InRun,
}

/// A file of ETC1S: `endpoints` are colours of five bits a channel with their intensity, `selectors` have a byte for each row.
pub fn etc1s(
    size: [u32; 2],
    endpoints: &[([u8; 3], u8)],
    selectors: [[u8; 4]; 2],
    slices: &[Vec<(Endpoint, Selector)>],
) -> Ktx2 {
    let all = |total: u32, used: &[u32]| Symbols {
        total,
        used: used.to_vec(),
    };
    // Codebook of colours: differences of any size, and of intensities.
    let steps = all(33, &(0..32).collect::<Vec<_>>());
    let intensities = all(9, &(0..8).collect::<Vec<_>>());
    let mut colors = BitWriter::default();
    for table in [&steps, &steps, &steps, &intensities] {
        colors.put_table(table);
    }
    colors.put(0, 1);
    let (mut last, mut last_intensity) = ([16u8; 3], 0u8);
    for (color, intensity) in endpoints {
        colors.put_symbol(&intensities, u32::from(intensity.wrapping_sub(last_intensity) & 7));
        for (channel, last) in color.iter().zip(&mut last) {
            colors.put_symbol(&steps, u32::from(channel.wrapping_sub(*last) & 31));
            *last = *channel;
        }
        last_intensity = *intensity;
    }
    let mut rows = BitWriter::default();
    // Bytes as they are.
    rows.put(0b100, 3);
    selectors
        .as_flattened()
        .iter()
        .for_each(|row| rows.put(u64::from(*row), 8));
    let predictions: Vec<u32> = slices.iter().flat_map(|slice| squares(size, slice)).collect();
    let mut used = predictions.clone();
    used.extend([0, 1, 2, 3]);
    used.sort_unstable();
    used.dedup();
    let filling = (4..257).filter(|symbol| !predictions.contains(symbol));
    let missing = used.len().next_power_of_two() - used.len();
    used.extend(filling.take(missing).collect::<Vec<_>>());
    used.sort_unstable();
    let tables = [
        all(257, &used),
        all(3, &[1, 2]),
        // Two of the codebook, two remembered of which the second is used, and a run.
        all(5, &[0, 1, 3, 4]),
        all(64, &[0, 1]),
    ];
    let mut codes = BitWriter::default();
    tables.iter().for_each(|table| codes.put_table(table));
    codes.put(2, 13);
    let slices: Vec<Vec<u8>> = (slices.iter().map(|slice| slice_bytes(size, slice, &tables))).collect();
    let [colors, rows, codes] = [colors, rows, codes].map(BitWriter::into_bytes);
    let mut global = Vec::new();
    global.extend((endpoints.len() as u16).to_le_bytes());
    global.extend(2u16.to_le_bytes());
    global.extend(
        [colors.len(), rows.len(), codes.len(), 0]
            .iter()
            .flat_map(|length| (*length as u32).to_le_bytes()),
    );
    let second = slices.get(1).map_or([0; 2], |slice| [slices[0].len(), slice.len()]);
    let description = [0, 0, slices[0].len(), second[0], second[1]];
    global.extend(description.iter().flat_map(|word| (*word as u32).to_le_bytes()));
    global.extend([colors, rows, codes].concat());
    Ktx2 {
        model: 163,
        channels: [0, 15][..slices.len()].to_vec(),
        scheme: 1,
        global,
        ..Ktx2::plain(0, size, vec![slices.concat()])
    }
}

fn blocks([width, height]: [u32; 2]) -> [usize; 2] {
    [width, height].map(|side| side.div_ceil(4) as usize)
}

/// Predictions of squares of 2 × 2 blocks, row by row.
fn squares(size: [u32; 2], slice: &[(Endpoint, Selector)]) -> Vec<u32> {
    let [width, height] = blocks(size);
    let corners = (0..height)
        .step_by(2)
        .flat_map(|y| (0..width).step_by(2).map(move |x| (x, y)));
    let kind = |x: usize, y: usize| match slice.get(y * width + x) {
        Some((Endpoint::Left, _)) => 0,
        Some((Endpoint::Above, _)) => 1,
        Some((Endpoint::Corner, _)) => 2,
        Some((Endpoint::Moved(_), _)) => 3,
        None => 0,
    };
    let at = |x: usize, y: usize| if x < width && y < height { kind(x, y) } else { 0 };
    corners
        .map(|(x, y)| at(x, y) | at(x + 1, y) << 2 | at(x, y + 1) << 4 | at(x + 1, y + 1) << 6)
        .collect()
}

fn slice_bytes(size: [u32; 2], slice: &[(Endpoint, Selector)], tables: &[Symbols; 4]) -> Vec<u8> {
    let [predictions, moves, selectors, runs] = tables;
    let [width, _] = blocks(size);
    let squares = squares(size, slice);
    let mut bits = BitWriter::default();
    for (at, (endpoint, selector)) in slice.iter().enumerate() {
        let (x, y) = (at % width, at / width);
        if x.is_multiple_of(2) && y.is_multiple_of(2) {
            bits.put_symbol(predictions, squares[y / 2 * width.div_ceil(2) + x / 2]);
        }
        if let Endpoint::Moved(entries) = endpoint {
            bits.put_symbol(moves, *entries);
        }
        match selector {
            Selector::Entry(entry) => bits.put_symbol(selectors, *entry),
            Selector::Remembered => bits.put_symbol(selectors, 3),
            Selector::Run => {
                bits.put_symbol(selectors, 4);
                bits.put_symbol(runs, 0);
            }
            Selector::InRun => {}
        }
    }
    bits.into_bytes()
}

/// A file of version 1 with words of OpenGL: type, format, internal format. Each level is stored with its length and the bytes that fill it up.
pub fn ktx1([kind, format, internal]: [u32; 3], size: [u32; 2], faces: u32, levels: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"\xabKTX 11\xbb\r\n\x1a\n".to_vec();
    let words = [
        0x0403_0201,
        kind,
        1,
        format,
        internal,
        format,
        size[0],
        size[1],
        0,
        0,
        faces,
        levels.len() as u32,
        0,
    ];
    file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    for level in levels {
        file.extend((level.len() as u32).to_le_bytes());
        for _ in 0..faces {
            file.extend(level);
            file.resize(file.len().next_multiple_of(4), 0);
        }
    }
    file
}

/// A slice of 4 × 2 blocks, of which every kind of source is used.
pub fn every_source() -> Vec<(Endpoint, Selector)> {
    use Endpoint::{Above, Corner, Left, Moved};
    use Selector::{Entry, InRun, Remembered, Run};
    vec![
        (Moved(1), Entry(0)),
        (Moved(1), Entry(1)),
        (Moved(2), Remembered),
        (Left, Run),
        (Moved(2), InRun),
        (Above, InRun),
        (Corner, Entry(0)),
        (Above, Entry(1)),
    ]
}

/// Colours of a codebook of three entries.
pub const COLORS: [([u8; 3], u8); 3] = [([31, 0, 0], 0), ([4, 16, 8], 3), ([12, 25, 30], 7)];
/// Selectors that grow to the right, and downwards.
pub const SELECTORS: [[u8; 4]; 2] = [[0b11_10_01_00; 4], [0, 0b01_01_01_01, 0b10_10_10_10, 0xff]];

/// Small files of every way in which KTX files store their texels.
pub fn of_every_kind() -> Vec<(&'static str, Vec<u8>)> {
    let ramp = uastc_ramp(
        [10, 20, 30, 40],
        [200, 100, 50, 250],
        std::array::from_fn(|at| (at % 4) as u8),
    );
    let solid = uastc_of_color([1, 2, 3, 4]);
    let blocks = [ramp, solid].concat();
    let mut packed = Ktx2::uastc([8, 4], vec![zstandard(&blocks), zstandard(&solid)]);
    packed.scheme = 2;
    let texels: Vec<u8> = (0..60).collect();
    let bc1 = [0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0];
    vec![
        ("uastc.ktx2", Ktx2::uastc([8, 4], vec![blocks, solid.to_vec()]).bytes()),
        ("zstandard.ktx2", packed.bytes()),
        (
            "etc1s.ktx2",
            etc1s([16, 8], &COLORS, SELECTORS, &[every_source()]).bytes(),
        ),
        (
            "etc1s with alpha.ktx2",
            etc1s([14, 7], &COLORS, SELECTORS, &[every_source(), every_source()]).bytes(),
        ),
        ("plain.ktx2", Ktx2::plain(37, [5, 3], vec![texels]).bytes()),
        ("bc1.ktx2", Ktx2::plain(131, [4, 4], vec![bc1.to_vec(); 3]).bytes()),
        ("etc1.ktx", ktx1([0, 0, 0x8d64], [4, 4], 1, &[vec![7; 8]])),
        (
            "bc1.ktx",
            ktx1([0, 0, 0x83f0], [4, 4], 6, &[bc1.to_vec(), bc1.to_vec(), bc1.to_vec()]),
        ),
        (
            "rgb.ktx",
            ktx1([0x1401, 0x1907, 0x8051], [3, 2], 1, &[(0..24).collect()]),
        ),
    ]
}
