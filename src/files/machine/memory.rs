//! How much memory the machine has: a software adapter draws in that.

/// Bytes; `None` on other systems than Linux: only Linux tells by a file.
pub fn system_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = total.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}
