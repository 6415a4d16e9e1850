//! Ctrl+C and other signals that end a long command: it tidies up first.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// As if the program were told to end: SIGTERM.
const TERMINATED: usize = 15;

/// Whether somebody asked for the end.
pub struct StopSignal {
    /// The signal; 0: none.
    heard: Arc<AtomicUsize>,
}

impl StopSignal {
    /// From here on. A second signal ends the program at once. Windows ends it without asking; what it leaves goes with the next file
    /// that is written there.
    pub fn listen() -> Self {
        let heard = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        listen(&heard);
        Self { heard }
    }

    /// Stops also when standard input ends, as it does when the program ends that holds its other end: so no system needs a signal.
    pub fn stop_with_input(&self) -> std::io::Result<()> {
        let heard = self.heard.clone();
        let reads = move || {
            // An input that cannot be read has ended.
            let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            let _ = heard.compare_exchange(0, TERMINATED, Ordering::Relaxed, Ordering::Relaxed);
        };
        // It ends with the program.
        std::thread::Builder::new().name("input".into()).spawn(reads).map(drop)
    }

    /// The number of the signal.
    pub fn heard(&self) -> Option<usize> {
        match self.heard.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal),
        }
    }
}

#[cfg(unix)]
fn listen(heard: &Arc<AtomicUsize>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use std::sync::atomic::AtomicBool;
    let ignored = crate::files::ignored_signals();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 != 0 {
            continue;
        }
        let is_second = Arc::new(AtomicBool::new(false));
        let number = usize::try_from(signal).unwrap_or_default();
        // The first one finds the switch off, then turns it on. Where the system refuses, the signal ends the program as ever.
        let done = flag::register_conditional_shutdown(signal, exit_code(number).into(), is_second.clone())
            .and_then(|_| flag::register(signal, is_second))
            .and_then(|_| flag::register_usize(signal, heard.clone(), number));
        if let Err(error) = done {
            log::warn!("signal {signal} ends the command without tidying up: {error}");
        }
    }
}

/// Exit code that a shell gives for a program that the signal has ended.
pub fn exit_code(signal: usize) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}
