//! Many models at once: the same poses on any number of threads, in memory that is used again.

use castview_base::scene::{Model, Skinning};
use castview_motion::animation::Pose;
use castview_session::{Action, PlaybackAction, Seek, Session};
use castview_testkit::rigs::{Limits, random_clip, random_model};
use castview_testkit::sessions::staged::paused;
use std::sync::Arc;

const MODELS: usize = 90;

fn rig() -> Model {
    let limits = Limits {
        bones: 64,
        vertices: 30,
        influences: 4,
        shapes: 2,
        scales: &[0.8, 1.0, 1.25],
        skinning: Skinning::Linear,
    };
    random_model(4, limits)
}

/// One file of so many equal models and a clip that drives them all; paused.
fn session(models: usize) -> Session {
    let model = rig();
    let clip = random_clip(4, &model, &[0.8, 1.0, 1.25]);
    paused(vec![model; models], vec![clip])
}

fn poses(session: &Session) -> Vec<Arc<Pose>> {
    session
        .stage()
        .models()
        .iter()
        .map(|placed| placed.pose().clone())
        .collect()
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

#[test]
fn threads_and_neighbours_change_no_bit() {
    let mut alone = session(1);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let mut crowd = session(MODELS);
        for frame in [0.0, 17.3, 3.9, 40.0] {
            seek(&mut alone, frame);
            pool.install(|| seek(&mut crowd, frame));
            let wanted = format!("{:?}", alone.stage().models()[0].pose());
            for (placed, pose) in crowd.stage().models().iter().zip(poses(&crowd)) {
                assert_eq!(format!("{pose:?}"), wanted, "{threads} threads, frame {frame}");
                assert_eq!(placed.bounds(), alone.stage().models()[0].bounds());
            }
        }
    }
}

#[test]
fn two_sets_of_poses_take_turns() {
    let mut crowd = session(MODELS);
    let homes = |session: &Session| -> Vec<*const Pose> { poses(session).iter().map(Arc::as_ptr).collect() };
    seek(&mut crowd, 5.5);
    let first = homes(&crowd);
    seek(&mut crowd, 6.5);
    let second = homes(&crowd);
    assert!(first.iter().zip(&second).all(|(a, b)| a != b), "every model moves");
    for frame in 7..30 {
        seek(&mut crowd, f64::from(frame) + 0.5);
        let wanted = if frame % 2 == 1 { &first } else { &second };
        assert_eq!(&homes(&crowd), wanted, "frame {frame}");
    }
}

#[test]
fn a_pose_that_is_still_looked_at_stays_as_it_is() {
    let mut crowd = session(MODELS);
    seek(&mut crowd, 5.5);
    let (kept, before) = (poses(&crowd), format!("{:?}", poses(&crowd)));
    for frame in [8.5, 9.5, 10.5] {
        seek(&mut crowd, frame);
    }
    assert_eq!(format!("{kept:?}"), before);
}
