//! `EXT_meshopt_compression` and `KHR_meshopt_compression`: compressed buffer views → their plain bytes.
//!
//! Written after the bitstreams and filters that the extensions' texts describe: attributes 0xA0 and 0xA1, triangles
//! 0xE0 and 0xE1, index sequences 0xD0 and 0xD1. Every read is checked; memory grows only as input is used up, at most 1 to 1024.

mod attributes;
mod filters;
mod indices;
mod input;
#[cfg(test)]
mod tests;

/// A buffer view's description of its bytes.
pub(super) struct Compressed<'a> {
    pub mode: &'a str,
    pub filter: Option<&'a str>,
    pub count: usize,
    /// Bytes of one unpacked element.
    pub stride: usize,
}

/// `count * stride` bytes, or why not.
pub(super) fn decode(data: &[u8], request: &Compressed<'_>) -> Result<Vec<u8>, String> {
    let Compressed {
        mode,
        filter,
        count,
        stride,
    } = *request;
    let unpacked = match mode {
        "ATTRIBUTES" => {
            let mut unpacked = attributes::decode(data, count, stride)?;
            filters::apply(filter.unwrap_or("NONE"), &mut unpacked, stride)?;
            return Ok(unpacked);
        }
        "TRIANGLES" => indices::triangles(data, count, stride),
        "INDICES" => indices::sequence(data, count, stride),
        other => Err(format!("compression mode \"{other}\" is unknown")),
    }?;
    match filter {
        None | Some("NONE") => Ok(unpacked),
        Some(_) => Err("indices have no filter".into()),
    }
}
