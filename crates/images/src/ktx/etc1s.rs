//! ETC1S: blocks of 4 × 4 texels, each a colour and an intensity of one codebook and the selectors of another (KTX 2.0, "BasisLZ").
//!
//! In: the global data of a file and the slice of one image. Out: rows of texels.

use super::bits::{Bits, Codes};
use super::fault::KtxFault;

/// Brightness added to a colour, by intensity and selector (ETC1).
pub const INTENSITIES: [[i32; 4]; 8] = [
    [-8, -2, 2, 8],
    [-17, -5, 5, 17],
    [-29, -9, 9, 29],
    [-42, -13, 13, 42],
    [-60, -18, 18, 60],
    [-80, -24, 24, 80],
    [-106, -33, 33, 106],
    [-183, -47, 47, 183],
];

/// Symbol that repeats the last predictions of a square of 2 × 2 blocks.
const REPEAT: u32 = 256;
/// Symbol of a run of selectors with its length in a number of its own.
const LONG_RUN: u32 = 63;
/// Shortest run, of either kind.
const SHORTEST_RUN: u32 = 3;

/// Codebooks and codes of a file.
pub struct Books {
    /// Four colours of a block, by endpoint and selector.
    colors: Vec<[[u8; 3]; 4]>,
    /// One byte for each row of a block, two bits a texel from the left.
    selectors: Vec<[u8; 4]>,
    predictions: Codes,
    deltas: Codes,
    selector_codes: Codes,
    runs: Codes,
    /// Selectors that are remembered.
    history: usize,
}

/// Parts of the global data that lie behind the descriptions of images.
pub struct Global<'a> {
    pub endpoint_count: u16,
    pub selector_count: u16,
    pub endpoints: &'a [u8],
    pub selectors: &'a [u8],
    pub tables: &'a [u8],
}

impl Books {
    /// Four colours of a block, by endpoint and selector.
    pub fn colors(&self) -> &[[[u8; 3]; 4]] {
        &self.colors
    }

    pub fn read(global: &Global) -> Result<Self, KtxFault> {
        let tables = &mut Bits::new(global.tables);
        let books = Self {
            colors: endpoints(global.endpoints, global.endpoint_count)?,
            selectors: selectors(global.selectors, global.selector_count)?,
            predictions: Codes::read(tables)?,
            deltas: Codes::read(tables)?,
            selector_codes: Codes::read(tables)?,
            runs: Codes::read(tables)?,
            history: tables.take(13) as usize,
        };
        let is_empty = books.colors.is_empty() || books.selectors.is_empty() || books.history == 0;
        match is_empty || tables.is_overrun() {
            true => Err(KtxFault::Codebook),
            false => Ok(books),
        }
    }
}

fn endpoints(bytes: &[u8], count: u16) -> Result<Vec<[[u8; 3]; 4]>, KtxFault> {
    let bits = &mut Bits::new(bytes);
    let deltas = [Codes::read(bits)?, Codes::read(bits)?, Codes::read(bits)?];
    let intensities = Codes::read(bits)?;
    let channels = if bits.take(1) == 1 { 1 } else { 3 };
    let (mut color, mut intensity) = ([16u32; 3], 0);
    let mut colors = Vec::with_capacity(usize::from(count).min(8 * bytes.len()));
    for _ in 0..count {
        intensity = (intensity + bits.symbol(&intensities)?) & 7;
        for channel in color.iter_mut().take(channels) {
            let codes = match *channel {
                0..=9 => &deltas[0],
                10..=21 => &deltas[1],
                _ => &deltas[2],
            };
            *channel = (*channel + bits.symbol(codes)?) & 31;
        }
        if bits.is_overrun() {
            return Err(KtxFault::Codebook);
        }
        let base = match channels {
            1 => [color[0]; 3],
            _ => color,
        };
        colors.push(block_colors(
            base.map(|five| (five << 3 | five >> 2) as i32),
            intensity as usize,
        ));
    }
    Ok(colors)
}

/// Four colours of a block, darkest first.
pub fn block_colors(base: [i32; 3], intensity: usize) -> [[u8; 3]; 4] {
    INTENSITIES[intensity].map(|added| base.map(|channel| (channel + added).clamp(0, 255) as u8))
}

fn selectors(bytes: &[u8], count: u16) -> Result<Vec<[u8; 4]>, KtxFault> {
    let bits = &mut Bits::new(bytes);
    // Codebooks of other files, of which no writer is known.
    if bits.take(2) != 0 {
        return Err(KtxFault::Codebook);
    }
    let are_raw = bits.take(1) == 1;
    let codes = match are_raw {
        true => None,
        false if count <= 1 => Codes::read(bits).ok(),
        false => Some(Codes::read(bits)?),
    };
    let mut rows = [0u8; 4];
    let mut selectors = Vec::with_capacity(usize::from(count).min(8 * bytes.len()));
    for at in 0..count {
        for row in &mut rows {
            *row = match &codes {
                Some(codes) if at > 0 => *row ^ bits.symbol(codes)? as u8,
                _ => bits.take(8) as u8,
            };
        }
        if bits.is_overrun() {
            return Err(KtxFault::Codebook);
        }
        selectors.push(rows);
    }
    Ok(selectors)
}

/// The selectors used last. One that is used again moves towards the front.
struct History {
    items: Vec<u16>,
    next: usize,
}

impl History {
    fn new(length: usize) -> Self {
        Self {
            items: vec![0; length],
            next: length / 2,
        }
    }

    fn add(&mut self, selector: u16) {
        self.items[self.next] = selector;
        self.next += 1;
        if self.next == self.items.len() {
            self.next = self.items.len() / 2;
        }
    }

    fn take(&mut self, place: usize) -> Option<u16> {
        let selector = *self.items.get(place)?;
        self.items.swap(place / 2, place);
        Some(selector)
    }
}

/// A block: its endpoint, and the selector of each of its texels.
pub type EtcBlock = (usize, [u8; 16]);

/// Endpoint and selector of each block of an image, row by row from the top.
pub struct Slice {
    blocks: Vec<(u16, u16)>,
    width: usize,
}

impl Slice {
    pub fn read(books: &Books, bytes: &[u8], [width, height]: [usize; 2]) -> Result<Self, KtxFault> {
        let bits = &mut Bits::new(bytes);
        let mut blocks: Vec<(u16, u16)> = Vec::with_capacity(width * height);
        let mut predicted = Predictions::new(width);
        let mut choice = Selectors::new(books);
        let mut endpoint = 0;
        for y in 0..height {
            for x in 0..width {
                let above = |back: usize| Some(blocks[blocks.len().checked_sub(width + back)?].0).filter(|_| x >= back);
                endpoint = match predicted.next(bits, books, [x, y])? {
                    0 if x > 0 => endpoint,
                    1 if y > 0 => above(0).ok_or(KtxFault::Slice)?,
                    2 if y > 0 => above(1).ok_or(KtxFault::Slice)?,
                    3 => {
                        let moved = usize::from(endpoint) + bits.symbol(&books.deltas)? as usize;
                        let wrapped = moved.checked_sub(books.colors.len()).unwrap_or(moved);
                        u16::try_from(wrapped).map_err(|_| KtxFault::Slice)?
                    }
                    _ => return Err(KtxFault::Slice),
                };
                let selector = choice.next(bits, books, width * height)?;
                let is_there =
                    usize::from(endpoint) < books.colors.len() && usize::from(selector) < books.selectors.len();
                if !is_there {
                    return Err(KtxFault::Slice);
                }
                blocks.push((endpoint, selector));
            }
            if bits.is_overrun() {
                return Err(KtxFault::Slice);
            }
        }
        Ok(Self { blocks, width })
    }

    /// Each block, row by row from the top.
    pub fn blocks<'a>(&'a self, books: &'a Books) -> impl Iterator<Item = EtcBlock> + 'a {
        self.blocks.iter().map(|(endpoint, selector)| {
            let rows = books.selectors[usize::from(*selector)];
            (
                usize::from(*endpoint),
                std::array::from_fn(|at| rows[at / 4] >> (2 * (at % 4)) & 3),
            )
        })
    }

    /// Colours of the texels of a row of blocks, block by block and row by row in each.
    pub fn row<'a>(&'a self, books: &'a Books, y: usize) -> impl Iterator<Item = [[u8; 3]; 16]> + 'a {
        let row = self.blocks.get(y * self.width..).unwrap_or_default();
        row.iter().take(self.width).map(|(endpoint, selector)| {
            let (colors, rows) = (
                &books.colors[usize::from(*endpoint)],
                &books.selectors[usize::from(*selector)],
            );
            std::array::from_fn(|at| colors[usize::from(rows[at / 4] >> (2 * (at % 4)) & 3)])
        })
    }
}

/// Ways in which blocks take the endpoint of a neighbour, told for squares of 2 × 2 blocks at one time.
struct Predictions {
    /// For each block of the row below, two bits a block in the square.
    below: Vec<u8>,
    now: u32,
    last: u32,
    repeats: u32,
}

impl Predictions {
    fn new(width: usize) -> Self {
        Self {
            below: vec![0; width],
            now: 0,
            last: 0,
            repeats: 0,
        }
    }

    fn next(&mut self, bits: &mut Bits, books: &Books, [x, y]: [usize; 2]) -> Result<u32, KtxFault> {
        if x.is_multiple_of(2) {
            if y.is_multiple_of(2) {
                self.now = if self.repeats > 0 {
                    self.repeats -= 1;
                    self.last
                } else {
                    match bits.symbol(&books.predictions)? {
                        REPEAT => {
                            self.repeats = bits.number(4).saturating_add(SHORTEST_RUN - 1);
                            self.last
                        }
                        symbol => {
                            self.last = symbol;
                            symbol
                        }
                    }
                };
                self.below[x] = (self.now >> 4) as u8;
            } else {
                self.now = u32::from(self.below[x]);
            }
        }
        let prediction = self.now & 3;
        self.now >>= 2;
        Ok(prediction)
    }
}

/// Selectors of one block after the other.
struct Selectors {
    history: History,
    /// Blocks that still take the selector in front.
    run: u32,
}

impl Selectors {
    fn new(books: &Books) -> Self {
        Self {
            history: History::new(books.history),
            run: 0,
        }
    }

    fn next(&mut self, bits: &mut Bits, books: &Books, blocks: usize) -> Result<u16, KtxFault> {
        let known = books.selectors.len();
        let place = if self.run > 0 {
            self.run -= 1;
            0
        } else {
            let symbol = bits.symbol(&books.selector_codes)? as usize;
            let Some(place) = symbol.checked_sub(known) else {
                self.history.add(symbol as u16);
                return Ok(symbol as u16);
            };
            if place != books.history {
                place
            } else {
                let run = match bits.symbol(&books.runs)? {
                    LONG_RUN => bits.number(7),
                    short => short,
                };
                let run = run.saturating_add(SHORTEST_RUN);
                if run as usize > blocks {
                    return Err(KtxFault::Slice);
                }
                self.run = run - 1;
                0
            }
        };
        self.history.take(place).ok_or(KtxFault::Slice)
    }
}
