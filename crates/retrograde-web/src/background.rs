//! Threads for heavy work, such as solves, with a lower priority than the threads that answer light questions.

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The value that a thread for heavy work adds to its `nice` value. The higher `nice` value lowers the priority of the
/// thread. On a busy core, a thread for heavy work gets a tenth of the time of a thread with normal priority.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// A pool of threads with a low priority. The pool starts its threads when there is work.
pub(crate) struct Background(Option<Runtime>);

impl Background {
    /// Creates the pool without threads. If the system does not allow a pool, heavy work runs on the threads of light
    /// questions.
    pub(crate) fn new() -> Self {
        Self(Builder::new_current_thread().thread_name("background").on_thread_start(lower_priority).build().ok())
    }

    pub(crate) fn spawn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        match &self.0 {
            Some(pool) => pool.spawn_blocking(work),
            None => tokio::task::spawn_blocking(work),
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Dropping a runtime waits for its threads, which is not allowed on a thread of another runtime.
        // `shutdown_background` does not wait.
        self.0.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

/// Lowers the priority of the current thread and of the threads that it starts.
fn lower_priority() {
    // On Linux, `nice` changes only the current thread; on other systems it would change the whole server.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// Returns the priority (`nice`) of this thread. The priority is the 19th field of the line. The second field is
    /// the name, in parentheses.
    fn nice() -> i32 {
        let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        line.rsplit(')').next().unwrap().split_whitespace().nth(16).unwrap().parse().unwrap()
    }

    #[tokio::test]
    async fn issue_27_heavy_work_and_what_it_starts_have_a_lower_priority() {
        let own = nice();
        let background = Background::new();
        let lower = (own + NICE).min(19);
        let child = || std::thread::spawn(nice).join().unwrap();
        assert_eq!(background.spawn(move || (nice(), child())).await.unwrap(), (lower, lower));
        assert_eq!(tokio::task::spawn_blocking(nice).await.unwrap(), own);
    }
}
