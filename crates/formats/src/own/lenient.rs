//! JSON that is partly understood.
//!
//! In: a stored value, of this version, an earlier or a later one. Out: what can be read of it, each value by itself, and the keys that
//! nobody here knows. Works by trying: a part stays if the whole can be read with it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads `stored`, leaving out each value that cannot be read, and whether none was. Fails where nothing can.
pub fn read<T: DeserializeOwned>(stored: Value) -> serde_json::Result<(T, bool)> {
    // Nearly every file is fine as it is.
    let failed = match T::deserialize(&stored) {
        Ok(content) => return Ok((content, true)),
        Err(failed) => failed,
    };
    let readable = keep(stored, &|candidate| T::deserialize(candidate).is_ok());
    let content = T::deserialize(readable.ok_or(failed)?)?;
    Ok((content, false))
}

/// As much of `value` as `accepts` takes; `None` where that is nothing.
fn keep(value: Value, accepts: &dyn Fn(&Value) -> bool) -> Option<Value> {
    if accepts(&value) {
        return Some(value);
    }
    match value {
        Value::Array(items) => keep_items(items, accepts),
        Value::Object(entries) => keep_entries(entries, accepts),
        _ => None,
    }
}

fn keep_items(items: Vec<Value>, accepts: &dyn Fn(&Value) -> bool) -> Option<Value> {
    // Items are judged one at a time, which takes a list of one to be as good as a long one.
    let alone = |item: &Value| accepts(&Value::Array(vec![item.clone()]));
    let kept: Vec<Value> = items.into_iter().filter_map(|item| keep(item, &alone)).collect();
    Some(Value::Array(kept)).filter(|kept| accepts(kept))
}

fn keep_entries(entries: Map<String, Value>, accepts: &dyn Fn(&Value) -> bool) -> Option<Value> {
    let with = |base: &Map<String, Value>, key: &str, value: &Value| {
        let mut all = base.clone();
        all.insert(key.to_owned(), value.clone());
        Value::Object(all)
    };
    let nothing = Map::new();
    if accepts(&Value::Object(nothing.clone())) {
        // Every key may be left out, so each is judged alone.
        let judged = entries.into_iter().filter_map(|(key, value)| {
            let kept = keep(value, &|value| accepts(&with(&nothing, &key, value)))?;
            Some((key, kept))
        });
        let kept = Value::Object(judged.collect());
        return Some(kept).filter(|kept| accepts(kept));
    }
    // Some keys are needed: one broken value can still be mended in its place.
    let (key, kept) = entries.iter().find_map(|(key, value)| {
        let kept = keep(value.clone(), &|value| accepts(&with(&entries, key, value)))?;
        Some((key.clone(), kept))
    })?;
    Some(with(&entries, &key, &kept))
}

/// Items of a list that are judged one by one. A longer list is judged as a whole.
const MOST_ITEMS: usize = 4096;

/// Lays each value of `stored` that can be read over `base`, which is whole. Says by their names which could not be read, or are not there.
pub fn read_over<T: DeserializeOwned>(base: &Value, stored: &Value) -> serde_json::Result<(T, Vec<String>)> {
    if let Ok(content) = T::deserialize(stored) {
        return Ok((content, Vec::new()));
    }
    let mut lost = Vec::new();
    let laid = lay(
        base,
        stored,
        "",
        &|candidate| T::deserialize(candidate).is_ok(),
        &mut lost,
    );
    Ok((T::deserialize(&laid)?, lost))
}

/// `accepts` judges what could stand in place of `base`, with all around it as it was: so each judgement costs as much as one value and the
/// base, however long the file is.
fn lay(base: &Value, stored: &Value, name: &str, accepts: &dyn Fn(&Value) -> bool, lost: &mut Vec<String>) -> Value {
    if accepts(stored) {
        return stored.clone();
    }
    match (base, stored) {
        (Value::Object(usual), Value::Object(entries)) => {
            let with = |key: &str, value: Option<&Value>| {
                let mut all = usual.clone();
                match value {
                    Some(value) => all.insert(key.to_owned(), value.clone()),
                    None => all.remove(key),
                };
                Value::Object(all)
            };
            let below = |key: &str| match name {
                "" => key.to_owned(),
                name => format!("{name}.{key}"),
            };
            let mut laid = usual.clone();
            for (key, value) in entries {
                let accepts = |value: &Value| accepts(&with(key, Some(value)));
                match usual.get(key) {
                    Some(usual) => _ = laid.insert(key.clone(), lay(usual, value, &below(key), &accepts, lost)),
                    None if accepts(value) => _ = laid.insert(key.clone(), value.clone()),
                    None => lost.push(below(key)),
                }
            }
            let is_needed = |key: &&String| !entries.contains_key(*key) && !accepts(&with(key, None));
            lost.extend(usual.keys().filter(is_needed).map(|key| below(key)));
            Value::Object(laid)
        }
        (Value::Array(_), Value::Array(items)) if items.len() <= MOST_ITEMS => {
            let is_fine = |item: &&Value| accepts(&Value::Array(vec![(*item).clone()]));
            let fine: Vec<Value> = items.iter().filter(is_fine).cloned().collect();
            let broken = items.iter().enumerate().filter(|(_, item)| !is_fine(item));
            let kept = Value::Array(fine);
            if accepts(&kept) {
                lost.extend(broken.map(|(at, _)| format!("{name}[{at}]")));
                return kept;
            }
            lost.push(name.to_owned());
            base.clone()
        }
        _ => {
            lost.push(name.to_owned());
            base.clone()
        }
    }
}

/// Adds to `value`, which is about to be written, the keys of `stored` that a `T` does not read.
pub fn keep_unknown<T: Serialize + DeserializeOwned>(value: &mut Value, stored: &Value) {
    // A value that cannot be read is not unknown but broken, and goes.
    let Some(readable) = keep(stored.clone(), &|candidate| T::deserialize(candidate).is_ok()) else {
        return;
    };
    // Keys that are left after reading and writing are known; the rest are not.
    if let Ok(known) = T::deserialize(&readable).and_then(serde_json::to_value) {
        add_unknown(value, &readable, &known);
    }
}

fn add_unknown(value: &mut Value, stored: &Value, known: &Value) {
    let (Value::Object(value), Value::Object(stored), Value::Object(known)) = (value, stored, known) else {
        return;
    };
    for (key, stored) in stored {
        match (known.get(key), value.get_mut(key)) {
            (None, None) => _ = value.insert(key.clone(), stored.clone()),
            (Some(known), Some(value)) => add_unknown(value, stored, known),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Outer {
        size: [f32; 2],
        word: String,
        inner: Inner,
        names: BTreeMap<String, u8>,
        places: Vec<Place>,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Inner {
        on: bool,
        many: u8,
    }

    /// Both keys are needed.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Place {
        file: String,
        frames: Vec<u8>,
    }

    /// All keys are needed, and no others.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        size: [f32; 2],
        place: Place,
        places: Vec<Place>,
    }

    fn outer(stored: Value) -> Outer {
        read(stored).expect("an object").0
    }

    #[test]
    fn a_broken_value_costs_itself_alone() {
        let stored = json!({
            "size": [3, "x"],
            "word": "kept",
            "inner": { "on": true, "many": 900 },
            "names": { "a": 1, "b": "no", "c": 3 },
            "places": [
                { "file": "one", "frames": [1, "no", 3] },
                { "frames": [1] },
                7,
                { "file": "two", "frames": [] },
            ],
        });
        let place = |file: &str, frames: &[u8]| Place {
            file: file.into(),
            frames: frames.to_vec(),
        };
        let wanted = Outer {
            word: "kept".into(),
            inner: Inner { on: true, many: 0 },
            names: [("a".into(), 1), ("c".into(), 3)].into(),
            places: vec![place("one", &[1, 3]), place("two", &[])],
            ..Outer::default()
        };
        assert_eq!(outer(stored), wanted);
    }

    #[test]
    fn values_are_laid_over_those_of_a_base_and_what_is_lost_is_named() {
        let place = |file: &str| Place {
            file: file.into(),
            frames: vec![],
        };
        let base = Whole {
            size: [1.0, 1.0],
            place: place("usual"),
            places: Vec::new(),
        };
        let base = serde_json::to_value(&base).expect("plain");
        let one = json!({"file": "one", "frames": []});
        for (stored, size, file, places, lost) in [
            (
                json!({"size": [2, 3], "place": one, "places": [one]}),
                [2.0, 3.0],
                "one",
                1,
                &[][..],
            ),
            (
                json!({"size": [2, "x"], "place": one, "places": [one]}),
                [1.0, 1.0],
                "one",
                1,
                &["size"],
            ),
            (
                json!({"size": [2, 3], "place": {"file": "one", "frames": [1, "x"]}, "places": [one, 7, one]}),
                [2.0, 3.0],
                "one",
                2,
                &["place.frames[1]", "places[1]"],
            ),
            (
                json!({"places": 3, "later": true, "place": 4}),
                [1.0, 1.0],
                "usual",
                0,
                &["later", "place", "places", "size"],
            ),
            (json!([]), [1.0, 1.0], "usual", 0, &[""]),
        ] {
            let (read, told) = read_over::<Whole>(&base, &stored).expect("the base is whole");
            assert_eq!(
                (read.size, &*read.place.file, read.places.len()),
                (size, file, places),
                "{stored}"
            );
            assert_eq!(told, lost, "{stored}");
        }
    }

    #[test]
    fn long_lists_are_judged_as_a_whole() {
        let base = json!({"size": [1, 1], "place": {"file": "", "frames": []}, "places": []});
        let mut stored = base.clone();
        stored["places"] = vec![json!(7); MOST_ITEMS + 1].into();
        let (_, lost) = read_over::<Whole>(&base, &stored).expect("the base is whole");
        assert_eq!(lost, ["places"]);
    }

    #[test]
    fn something_else_altogether_is_an_error() {
        for stored in [json!(3), json!("text"), json!(null)] {
            assert!(read::<Outer>(stored.clone()).is_err(), "{stored}");
        }
    }

    #[test]
    fn unknown_keys_are_kept_and_known_ones_can_go() {
        let stored = json!({
            "later": [1], "word": "old", "inner": { "on": true, "mode": "x" }, "names": { "gone": 1, "stays": 2 }, "size": "wide"
        });
        let mut content = outer(stored.clone());
        content.word = "new".into();
        content.names.remove("gone");
        let mut value = serde_json::to_value(&content).expect("plain");
        keep_unknown::<Outer>(&mut value, &stored);
        assert_eq!(value["later"], json!([1]));
        assert_eq!(value["inner"], json!({ "on": true, "many": 0, "mode": "x" }));
        assert_eq!(value["names"], json!({ "stays": 2 }));
        assert_eq!(value["word"], json!("new"));
        // A value that was not understood has been told once; the default takes its place.
        assert_eq!(value["size"], json!([0.0, 0.0]));
    }
}
