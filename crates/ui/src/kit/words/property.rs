//! Words for what a curve drives.

use castview_base::scene::Property;
use std::borrow::Cow;

/// The property that a curve drives, in the middle of a sentence.
pub fn property_word(property: Property) -> Cow<'static, str> {
    Cow::Borrowed(match property {
        Property::TranslationX => "translation x",
        Property::TranslationY => "translation y",
        Property::TranslationZ => "translation z",
        Property::Rotation => "rotation",
        Property::ScaleX => "scale x",
        Property::ScaleY => "scale y",
        Property::ScaleZ => "scale z",
        Property::BlendWeight => "blend weight",
        Property::Visibility => "visibility",
        Property::Parameter(parameter) => return parameter.words(),
    })
}
