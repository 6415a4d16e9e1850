//! References outside the folders: asked for in one line, allowed with one button, taken back.

use super::*;

fn outside(kind: OutsideKind, stored: &str, folder: &str) -> Outside {
    Outside {
        kind,
        stored: stored.into(),
        of: "/game/models".into(),
        folder: format!("/game/{folder}"),
        shown: format!("../{folder}"),
    }
}

fn asking(key: u64) -> OpenedFile {
    OpenedFile {
        location: "/game/models/hero.cast".into(),
        outside: vec![
            outside(OutsideKind::Texture, "../tex/a.png", "tex"),
            outside(OutsideKind::Texture, "../tex/b.png", "tex"),
            outside(OutsideKind::Buffer, "../data/c.bin", "data"),
        ],
        ..file(key, vec![model("hero")], vec![])
    }
}

/// The notice with the button, if there is one.
fn notice(effects: &[Effect]) -> Option<(&str, Action)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice) => {
            let button = notice.actions.iter().find(|button| button.label == "Allow")?;
            Some((notice.text.as_str(), (*button.action).clone()))
        }
        _ => None,
    })
}

#[test]
fn one_line_asks_and_its_button_reads_the_file_again() {
    let mut session = Session::default();
    let effects = session.receive(Message::Loaded {
        generation: 0,
        files: vec![asking(1)],
        placement: Placement::Replace,
    });
    let (text, allow) = notice(&effects).expect("it asks");
    assert!(text.starts_with("2 textures and 1 buffer lie outside "), "{text}");
    assert!(text.ends_with(": ../tex, ../data"), "{text}");
    let effects = session.apply(allow);
    let [
        Effect::Allow(wishes),
        Effect::Load {
            locations,
            keys,
            placement,
            ..
        },
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    let folders: Vec<&str> = wishes.iter().map(|wish| wish.folder.as_str()).collect();
    assert_eq!(folders, ["/game/tex", "/game/data"]);
    assert_eq!(
        (&locations[..], &keys[..]),
        (&["/game/models/hero.cast".to_owned()][..], &[FileKey(1)][..])
    );
    assert_eq!(*placement, Placement::Reload);
    // Nothing outside, nothing asked.
    let plain = OpenedFile {
        outside: Vec::new(),
        ..asking(2)
    };
    let effects = session.receive(Message::Loaded {
        generation: session.opening.generation,
        files: vec![plain],
        placement: Placement::Add,
    });
    assert_eq!(notice(&effects), None);
}

#[test]
fn leave_is_remembered_once_and_can_be_taken_back() {
    let consent = |real: &str| Consent {
        of: "/game/models".into(),
        folder: "/game/tex".into(),
        real: real.into(),
    };
    let mut session = Session::default();
    session.receive(Message::Allowed(vec![consent("/game/tex")]));
    session.receive(Message::Allowed(vec![consent("/game/tex2")]));
    assert_eq!(**session.opening.all_consents(), [consent("/game/tex2")]);
    let effects = session.apply(Action::Stage(StageAction::Revoke(consent("/game/tex2"))));
    assert!(
        matches!(&effects[..], [Effect::SetConsents(left)] if left.is_empty()),
        "{effects:?}"
    );
    assert!(session.opening.all_consents().is_empty());
}
