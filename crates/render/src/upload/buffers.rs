//! Bytes → buffers, at once or bit by bit.
//!
//! A small mesh is packed and sent in one step. A large one is packed on another thread, and its bytes are sent in as many steps as
//! their number needs.

use super::packing::content::Content;
use super::pool::{BufferPool, PoolSlice, is_shared, mapped};
use crate::cost::{Allowance, Work};
use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Runs a job on another thread; whether there is one for it.
pub type Spawn = Arc<dyn Fn(Box<dyn FnOnce() + Send>) -> bool + Send + Sync>;

/// Makes the buffers of one mesh, or of one hair node.
pub struct Buffers<'a> {
    context: &'a Context,
    room: &'a mut BufferPool,
    of: &'a str,
    /// Buffers that are filled later; `None`: all are filled by the next submission.
    later: Option<Vec<Unsent>>,
}

/// A buffer and what it will hold.
pub struct Unsent {
    part: PoolSlice,
    bytes: Vec<u8>,
    /// How many bytes are sent.
    done: usize,
}

impl Buffers<'_> {
    pub fn make(&mut self, content: Content<'_>) -> PoolSlice {
        let label = label(self.of, content.purpose());
        let later = match &mut self.later {
            Some(later) if content.there().is_none() => later,
            _ => return self.room.put_content(self.context, &label, content),
        };
        let part = self.room.take_for(self.context, &label, &content);
        let bytes = content.collect();
        later.push(Unsent {
            part: part.clone(),
            bytes,
            done: 0,
        });
        part
    }
}

/// Takes the contents from a thread that packs. The name of the mesh or hair node goes into labels.
pub struct Packer {
    context: Context,
    name: String,
}

impl Packer {
    /// For the mesh or hair node of that name.
    pub fn new(context: &Context, name: &str) -> Self {
        Self {
            context: context.clone(),
            name: name.into(),
        }
    }

    /// The same content without borrows: written into a buffer of its own if the adapter allows it, else collected.
    pub fn written(&self, content: Content<'_>) -> Result<Content<'static>, String> {
        let purpose = content.purpose();
        if !self.context.abilities().writable_buffers || is_shared(content.bytes()) {
            return Ok(content.collected());
        }
        let label = label(&self.name, purpose);
        let made = self.context.catch(|| mapped(&self.context, &label, content));
        let part = made.map_err(|error| why(&error))?;
        Ok(Content::in_place(purpose, part))
    }
}

/// Label of a buffer.
fn label(name: &str, purpose: &str) -> String {
    format!("render / {name} / {purpose}")
}

/// Makes the filled buffers of the thing called `name`. An error says why that is not possible.
pub fn send_whole<P, G>(
    (context, room): (&Context, &mut BufferPool),
    name: &str,
    packed: P,
    make: impl FnOnce(P, &mut Buffers<'_>) -> G,
) -> Result<G, String> {
    let mut buffers = Buffers {
        context,
        room,
        of: name,
        later: None,
    };
    let made = context.catch(|| make(packed, &mut buffers));
    made.map_err(|error| {
        room.close();
        why(&error)
    })
}

/// In a sentence about what could not be sent.
pub fn why(error: &RenderError) -> String {
    match error {
        RenderError::OutOfMemory => "the graphics memory is full".into(),
        other => other.to_string(),
    }
}

/// Something large of a mesh, or a hair node, on its way: `P` is packed on another thread, then `G` holds its buffers, which are filled bit by bit.
pub enum Pending<P, G> {
    Packing(Receiver<Result<P, String>>),
    Sending(G, Vec<Unsent>),
}

/// Result of one step of something pending.
pub enum Progress<P, G> {
    /// There is more to do.
    Pending(Pending<P, G>),
    Done(Result<G, String>),
}

impl<P: Send + 'static, G> Pending<P, G> {
    /// Has it packed on another thread; `None` if there is none.
    pub fn begin(spawn: &Spawn, pack: impl FnOnce() -> Result<P, String> + Send + 'static) -> Option<Self> {
        let (answer, packed) = channel();
        // Nobody waits for it any more once the picture was stopped.
        let is_begun = spawn(Box::new(move || drop(answer.send(pack()))));
        is_begun.then_some(Self::Packing(packed))
    }

    /// Goes on as far as `allowance` lets it, but always by something if nothing was done yet; adds how many bytes were sent to `sent`. While
    /// it is packed, nothing more can be done in this step.
    pub fn step(
        self,
        (context, room): (&Context, &mut BufferPool),
        name: &str,
        (allowance, sent): (&mut Allowance, &mut u64),
        make: impl FnOnce(P, &mut Buffers<'_>) -> G,
    ) -> Progress<P, G> {
        let (made, mut unfilled) = match self {
            Self::Sending(made, unfilled) => (made, unfilled),
            Self::Packing(packed) => match packed.try_recv() {
                Err(TryRecvError::Empty) => {
                    allowance.end();
                    return Progress::Pending(Self::Packing(packed));
                }
                Err(TryRecvError::Disconnected) => {
                    return Progress::Done(Err("the program failed while it was prepared".into()));
                }
                Ok(Err(reason)) => return Progress::Done(Err(reason)),
                Ok(Ok(packed)) => {
                    let mut buffers = Buffers {
                        context,
                        room,
                        of: name,
                        later: Some(Vec::new()),
                    };
                    match context.catch(|| make(packed, &mut buffers)) {
                        Ok(made) => (made, buffers.later.into_iter().flatten().collect()),
                        Err(error) => {
                            room.close();
                            return Progress::Done(Err(why(&error)));
                        }
                    }
                }
            },
        };
        while let Some(next) = unfilled.last_mut() {
            let left = &next.bytes[next.done..];
            let word = Work {
                bytes: 4.0,
                ..Work::NONE
            };
            let words = allowance.fit(left.len() as u64 / 4, &Work::NONE, &word);
            let bytes = &left[..words as usize * 4];
            if bytes.is_empty() && !left.is_empty() {
                allowance.end();
                return Progress::Pending(Self::Sending(made, unfilled));
            }
            let at = next.part.offset() + next.done as u64;
            context.queue.write_buffer(next.part.buffer(), at, bytes);
            allowance.spend(&word.times(words));
            *sent += bytes.len() as u64;
            next.done += bytes.len();
            if next.done == next.bytes.len() {
                unfilled.pop();
            }
        }
        Progress::Done(Ok(made))
    }
}
