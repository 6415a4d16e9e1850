//! The table of switches: each row is a command, says truly how it is at first and where it is kept, and turns what it says.

use super::in_places;
use super::row::{GRID_AND_AIDS, SwitchRow, overlay, row};
use crate::saved::saved_view;
use crate::tests::{clip, with_pilot};
use crate::*;

/// A posed model with a clip, its first bone selected: all switches can be turned.
fn session() -> Session {
    let mut session = with_pilot(vec![clip("wave", "hip", None)]);
    let key = session.stage.models()[0].key;
    let bone = Selected::Bone(key, castview_base::core::BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    session
}

#[test]
fn every_switch_is_a_command_that_toggles_it() {
    for switch in Switch::ALL {
        let command = command(switch.row().name);
        assert_eq!(command.action(), switch.toggle());
        assert_eq!(
            (command.title, command.menu, command.keys),
            (switch.row().title, switch.row().menu, switch.row().keys)
        );
    }
    let toggles = commands().filter(|command| matches!(command.action(), Action::Switch(..)));
    assert_eq!(toggles.count(), Switch::ALL.len());
}

#[test]
fn a_new_session_is_as_the_rows_say() {
    let session = Session::default();
    for switch in Switch::ALL {
        assert_eq!(switch.is_on(&session), switch.row().is_on_at_first, "{switch:?}");
    }
}

/// Twice the other way is the first way, and what it is already changes nothing.
#[test]
fn a_switch_turns_as_it_is_told_and_is_kept_where_its_row_says() {
    for switch in Switch::ALL {
        let mut session = session();
        let was = switch.is_on(&session);
        let kept = |session: &Session| {
            let view = SavedView {
                camera: SavedCamera::of(&Default::default(), Default::default()),
                ..saved_view(session)
            };
            (session.preferences().clone(), view)
        };
        let before = kept(&session);
        let outcome = session.apply(switch.turn(was));
        assert_eq!(
            (outcome.changed, outcome.effects),
            (Change::NOTHING, Vec::new()),
            "{switch:?}"
        );
        assert_eq!(kept(&session), before, "{switch:?}");
        session.apply(switch.turn(!was));
        assert_eq!(switch.is_on(&session), !was, "{switch:?}");
        let after = kept(&session);
        let place = match (after.0 != before.0, after.1 != before.1) {
            (true, true) => Kept::Settings,
            (false, true) => Kept::View,
            (false, false) => Kept::Run,
            (true, false) => panic!("view files hold the settings"),
        };
        assert_eq!(place, switch.row().kept, "{switch:?}");
        session.apply(switch.toggle());
        assert_eq!(switch.is_on(&session), was, "{switch:?}");
    }
}

/// One row is all that menus, palette, keys and flags need of another overlay.
#[test]
fn an_overlay_of_one_row_stands_wherever_overlays_stand() {
    let toy = row("toy", "Toy overlay", Menu::View)
        .under(GRID_AND_AIDS, 100)
        .overlay(100)
        .at(overlay!(fixtures))
        .noting(Change::PICTURE);
    let mut rows: Vec<SwitchRow> = vec![toy];
    rows.extend(Switch::ALL.iter().map(|switch| *switch.row()));
    let names = |place: fn(&SwitchRow) -> Option<u8>| -> Vec<&str> {
        in_places(&rows, place).iter().map(|row| row.name).collect()
    };
    let overlays = names(|row| row.overlay);
    let (last, others) = overlays.split_last().expect("there are overlays");
    let table: Vec<&str> = Switch::overlays().iter().map(|switch| switch.row().name).collect();
    assert_eq!((*last, others), ("toy", table.as_slice()));
    let under = names(|row| {
        row.under
            .filter(|(title, _)| *title == GRID_AND_AIDS)
            .map(|(_, place)| place)
    });
    assert_eq!(under.last(), Some(&"toy"));
    assert_eq!(under.len(), Switch::under(GRID_AND_AIDS).len() + 1);
    let flag = toy.flag_of_render().expect("it changes the picture");
    assert_eq!((flag.name, flag.about, flag.takes_word), ("", "", false));
    let command = toy.command(|| Action::Undo);
    assert_eq!((command.name, command.menu), ("toy", Menu::View));
    let mut session = session();
    (toy.set)(&mut session, false);
    assert!(!(toy.get)(&session));
}

#[test]
fn no_two_switches_have_one_place() {
    let (mut overlays, mut under) = (std::collections::HashSet::new(), std::collections::HashSet::new());
    for switch in Switch::ALL {
        let row = switch.row();
        assert!(row.overlay.is_none_or(|place| overlays.insert(place)), "{switch:?}");
        assert!(row.under.is_none_or(|place| under.insert(place)), "{switch:?}");
    }
    assert!(overlays.len() > 10 && under.len() > 10);
}
