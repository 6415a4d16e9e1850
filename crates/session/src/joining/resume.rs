//! Files of an earlier run stand again as they stood.

use crate::composition::attach::attach;
use crate::view::camera::placing::frame_again;
use crate::view::world_origin;
use crate::{Change, ClipLayer, Moved, Resume, ResumedLayer, Session};
use glam::Vec3;

/// The load of `generation` has arrived: if it is the one that opens the files of an earlier run, what was open stands as it stood.
pub(crate) fn resume_loaded(session: &mut Session, generation: u64) {
    if let Some(resume) = session.browser.take_resume(generation) {
        take_up(session, &resume);
    }
}

/// Puts the open models and clips of `resume` back as they stood then. Nothing plays: the frame is the one that was looked at.
fn take_up(session: &mut Session, resume: &Resume) {
    let clip = resume.clip.as_ref().and_then(|clip| session.stage.clip_named(clip));
    // Where the clip is missing, what came with the other files plays.
    if clip.is_some() || resume.clip.is_none() {
        session.activate(clip, false);
    }
    // Files that come together are paired with clips anew; what was then holds.
    session.edits.layers.clear();
    for ResumedLayer { clip, model, layer } in &resume.layers {
        let only = model.as_ref().map(|model| session.stage.model_named(model));
        let (Some(clip), false) = (session.stage.clip_named(clip), only == Some(None)) else {
            continue;
        };
        let key = session.composition.new_layer();
        let (model, layer) = (only.flatten(), layer.clone());
        session.edits.layers.push(
            ClipLayer {
                key,
                clip,
                model,
                ..layer
            }
            .checked(),
        );
    }
    // Files that were opened one by one stood otherwise than those that came together.
    session.edits.moved.clear();
    session.edits.attachments.clear();
    for attached in &resume.attached {
        let leader = session.stage.model_named(&attached.leader);
        let pair = session.stage.model_named(&attached.model).zip(leader);
        if let Some((model, attachment)) = pair.and_then(|(model, leader)| {
            let attachment = session.stage.attachment_named(leader, attached.bone.as_ref())?;
            Some((model, attachment))
        }) {
            // Refuses whatever would go round.
            attach(session, model, Some(attachment));
        }
    }
    for (model, offset, turn) in &resume.moved {
        let [offset, turn] = [*offset, *turn].map(Vec3::from_array);
        let moved = Moved { offset, turn };
        if let Some(key) = session.stage.model_named(model).filter(|_| moved.is_sane()) {
            session.edits.moved.insert(key, moved);
        }
    }
    session.bind_active_clip();
    session.stand_in_for_missing_model();
    if let (Some(frame), Some(timeline), true) = (resume.frame, session.timeline(), clip.is_some()) {
        session.playback.put_on(frame, &timeline);
    }
    session.note(Change::PICTURE | Change::POSES | Change::SIZE);
    session.evaluate();
    if let Some(camera) = resume.camera {
        session.view.begin_at(camera.camera(world_origin(session)));
        session.view.leave_frame();
    } else if let Some(from) = resume.framed_from {
        session.view.begin_at(from.camera(world_origin(session)));
        frame_again(session);
    }
}
