//! The table of dials: each value is a command. Choosing one sets its dial at once, unsets the other values, and is kept as its row says.

use crate::saved::saved_view;
use crate::tests::{clip, with_pilot};
use crate::*;

fn session() -> Session {
    with_pilot(vec![clip("wave", "hip", None)])
}

#[test]
fn every_value_is_a_command_that_chooses_it() {
    for value in DialValue::ALL {
        let (row, command) = (value.row(), command(value.row().name));
        assert_eq!(command.action(), value.choose());
        assert_eq!((command.title, command.menu), (row.title, value.dial().row().menu));
        assert_eq!(command.words().collect::<Vec<_>>().join(", "), row.words);
    }
    let choices = commands().filter(|command| matches!(command.action(), Action::Dial(_)));
    assert_eq!(choices.count(), DialValue::ALL.len());
}

#[test]
fn short_words_differ_within_their_dial() {
    for dial in Dial::ALL {
        let words: Vec<_> = dial.values().map(|value| value.row().short).collect();
        for (at, word) in words.iter().enumerate() {
            assert!(word.is_empty() || !words[..at].contains(word), "{dial:?}: {word}");
        }
    }
}

#[test]
fn a_value_that_is_chosen_holds_alone_and_is_kept_where_its_dial_says() {
    let kept = |session: &Session| {
        let view = SavedView {
            camera: SavedCamera::of(&Default::default(), Default::default()),
            ..saved_view(session)
        };
        (session.preferences().clone(), view)
    };
    for dial in Dial::ALL {
        let mut session = session();
        let mut places = [false; 2];
        // Once more: the first value may be the one that holds at first.
        let mut values: Vec<_> = dial.values().collect();
        // There is no image that could light anything.
        values.retain(|value| *value != DialValue::ENVIRONMENT_IMAGE);
        for value in values.iter().chain(&values) {
            let before = kept(&session);
            session.apply(value.choose());
            assert_eq!(dial.value(&session), Some(*value));
            assert_eq!(
                dial.values().filter(|value| value.holds(&session)).count(),
                1,
                "{value:?}"
            );
            let after = kept(&session);
            places[0] |= after.0 != before.0;
            places[1] |= after.1 != before.1;
        }
        let wanted = match dial.row().kept {
            Kept::Run => [false, false],
            Kept::View => [false, true],
            Kept::Settings => [true, true],
        };
        assert_eq!(places, wanted, "{dial:?}");
    }
}
