//! Numbers as view files keep them: those of 64 bits as text, so that none loses a bit on its way through JSON.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// One number.
pub mod exact {
    use super::*;

    pub fn serialize<S: Serializer>(number: &f64, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&number.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        let text = String::deserialize(from)?;
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| D::Error::custom(format!("{text:?} is no number")))
    }
}

/// One number, or none.
pub mod exact_option {
    use super::*;

    pub fn serialize<S: Serializer>(number: &Option<f64>, out: S) -> Result<S::Ok, S::Error> {
        match number {
            Some(number) => out.serialize_some(&number.to_string()),
            None => out.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number
            .map(Some)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is no number")))
    }
}
