//! How much memory the machine has, and how much of it this program may still take: a software adapter draws in that.

use super::container::Container;
use std::path::Path;

/// Bytes, and no more than a container has; `None` on other systems than Linux: only Linux tells by a file.
pub fn system_memory() -> Option<u64> {
    let all = field(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")?;
    Some(container().map_or(all, |container| all.min(container.limit)))
}

/// Bytes that nobody uses, the disk's cache and free swap included, and no more than the limits of this process (`ulimit -v`) and of its
/// container leave. `None` on other systems than Linux.
pub fn free_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = field(&told, "MemAvailable:")?.saturating_add(field(&told, "SwapFree:").unwrap_or(0));
    let own = std::fs::read_to_string("/proc/self/status").ok()?;
    let left = address_space().map(|limit| limit.saturating_sub(field(&own, "VmSize:").unwrap_or(0)));
    let of_container = container().map(|container| container.left);
    Some([left, of_container].into_iter().flatten().fold(free, u64::min))
}

fn container() -> Option<Container> {
    Container::by_files(Path::new("/"))
}

/// Bytes that this process may map; `None`: as many as there are.
#[cfg(target_os = "linux")]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(target_os = "linux"))]
fn address_space() -> Option<u64> {
    None
}

/// Bytes that a line of `told` names in kilobytes.
fn field(told: &str, name: &str) -> Option<u64> {
    let value = told.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = value.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}
