//! Decisions about files (`--import KEY=VALUE`) that no file leaves open.

use crate::core::{Choice, Options};

/// Values or keys that a sentence lists.
const LISTED: usize = 12;

/// A decision that would change nothing. One sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownChoice {
    #[error("{key}={value} decides nothing: {}", open(keys))]
    Key {
        key: String,
        value: String,
        keys: Vec<String>,
    },
    #[error("{key}={value} decides nothing: {key} is one of {}", list(values))]
    Value {
        key: String,
        value: String,
        values: Vec<String>,
    },
}

fn open(keys: &[String]) -> String {
    match keys {
        [] => "the files leave nothing open".into(),
        keys => format!("the files leave open {}; castview info lists the values", list(keys)),
    }
}

fn list(words: &[String]) -> String {
    match words.len() {
        n if n > LISTED => format!("{}, …", words[..LISTED].join(", ")),
        _ => words.join(", "),
    }
}

/// The values as typed; those of an offer with the names of the file, by which they are taken, too.
fn values_of(choice: &Choice) -> Vec<String> {
    let value = |(at, (value, name)): (usize, &(String, String))| match choice.is_offer && at > 0 {
        true => format!("{value} ({name})"),
        false => value.clone(),
    };
    choice.values.iter().enumerate().map(value).collect()
}

/// Refuses `options` of which one is a choice of no file. `choices`: those of all files, which were read with these options.
pub fn check_options<'a>(
    options: &Options,
    choices: impl Iterator<Item = &'a Choice> + Clone,
) -> Result<(), UnknownChoice> {
    for (key, value) in options.iter() {
        let mut of_key = choices.clone().filter(|choice| choice.key == key).peekable();
        let Some(first) = of_key.peek().copied() else {
            let mut keys: Vec<String> = choices.clone().map(|choice| choice.key.to_owned()).collect();
            keys.sort();
            keys.dedup();
            return Err(UnknownChoice::Key {
                key: key.to_owned(),
                value: value.to_owned(),
                keys,
            });
        };
        if !of_key.any(|choice| choice.takes(value)) {
            return Err(UnknownChoice::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                values: values_of(first),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(key: &'static str, values: &[&str], chosen: &str) -> Choice {
        Choice {
            key,
            title: "",
            values: values
                .iter()
                .map(|value| ((*value).into(), format!("name {value}")))
                .collect(),
            chosen: chosen.into(),
            outcome: String::new(),
            is_offer: false,
        }
    }

    #[test]
    fn what_no_file_leaves_open_is_told() {
        let all = [
            choice("up", &["auto", "y", "z"], "auto"),
            choice("variant", &["none", "0"], "0"),
            choice("up", &["auto", "x"], "auto"),
            Choice {
                is_offer: true,
                ..choice("scene", &["auto", "0", "1"], "auto")
            },
        ];
        for (options, wanted) in [
            ("", None),
            ("up=y,variant=0", None),
            ("up=x", None),
            // By its name.
            ("variant=name 0", None),
            (
                "foo=bar",
                Some(
                    "foo=bar decides nothing: the files leave open scene, up, variant; castview info lists the values",
                ),
            ),
            ("up=q", Some("up=q decides nothing: up is one of auto, y, z")),
            (
                "scene=dusk",
                Some("scene=dusk decides nothing: scene is one of auto, 0 (name 0), 1 (name 1)"),
            ),
        ] {
            let options = Options::parse(options).expect("pairs");
            let told = check_options(&options, all.iter()).err().map(|error| error.to_string());
            assert_eq!(told.as_deref(), wanted);
        }
        let options = Options::parse("foo=bar").expect("a pair");
        let told = check_options(&options, [].iter()).expect_err("nothing is open");
        assert_eq!(
            told.to_string(),
            "foo=bar decides nothing: the files leave nothing open"
        );
    }
}
