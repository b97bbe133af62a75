//! Control groups, version 2 and version 1, by their files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::process::Pid;

use super::tree;

/// A control group that holds one program.
#[derive(Debug)]
pub(super) struct Group {
    version: Version,
    /// Where the memory is limited.
    memory: PathBuf,
    /// Where the processes are limited; the same directory in version 2.
    processes: Option<PathBuf>,
    /// The limit as read back, in bytes.
    limit: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Group {
    /// Makes a group with these limits below the group of this process. Fails where the system or the user's rights do not allow it.
    pub fn create(name: &str, memory: u64, processes: u32) -> io::Result<Self> {
        let own = fs::read_to_string("/proc/self/cgroup")?;
        let mounts = fs::read_to_string("/proc/self/mountinfo")?;
        let group = Self::create_two(&own, &mounts, name, memory, processes)
            .or_else(|_| Self::create_one(&own, &mounts, name, memory, processes))?;
        // A limit that did not take would be worse than none: somebody would rely on it.
        if group.limit > memory || group.limit < memory / 2 {
            group.remove();
            return Err(io::Error::other("the limit reads back differently"));
        }
        Ok(group)
    }

    fn create_two(own: &str, mounts: &str, name: &str, memory: u64, processes: u32) -> io::Result<Self> {
        let parent = directory(own, mounts, "cgroup2", "").ok_or(io::ErrorKind::NotFound)?;
        // Works where the group was handed to this user and has no processes of its own, as below a `systemd-run --scope -p Delegate=yes`
        // whose first process moved into a group beside this one; or where the controllers were switched on before.
        let _ = fs::write(parent.join("cgroup.subtree_control"), "+memory +pids");
        let group = parent.join(name);
        fs::create_dir(&group)?;
        let set = || {
            fs::write(group.join("memory.max"), memory.to_string())?;
            fs::write(group.join("memory.oom.group"), "1")?;
            // Without swap accounting there is no such file, and nothing to limit.
            let _ = fs::write(group.join("memory.swap.max"), "0");
            fs::write(group.join("pids.max"), processes.to_string())?;
            number(&group.join("memory.max"))
        };
        match set() {
            Ok(limit) => {
                Ok(Self { version: Version::Two, memory: group.clone(), processes: Some(group), limit })
            }
            Err(error) => {
                let _ = fs::remove_dir(&group);
                Err(error)
            }
        }
    }

    fn create_one(own: &str, mounts: &str, name: &str, memory: u64, processes: u32) -> io::Result<Self> {
        let parent = directory(own, mounts, "cgroup", "memory").ok_or(io::ErrorKind::NotFound)?;
        let group = parent.join(name);
        fs::create_dir(&group)?;
        let set = || {
            fs::write(group.join("memory.limit_in_bytes"), memory.to_string())?;
            // Swap is counted only where the kernel was told to.
            let _ = fs::write(group.join("memory.memsw.limit_in_bytes"), memory.to_string());
            let _ = fs::write(group.join("memory.swappiness"), "0");
            number(&group.join("memory.limit_in_bytes"))
        };
        match set() {
            Ok(limit) => {
                let processes = Self::limit_processes_one(own, mounts, name, processes);
                Ok(Self { version: Version::One, memory: group, processes, limit })
            }
            Err(error) => {
                let _ = fs::remove_dir(&group);
                Err(error)
            }
        }
    }

    fn limit_processes_one(own: &str, mounts: &str, name: &str, processes: u32) -> Option<PathBuf> {
        let group = directory(own, mounts, "cgroup", "pids")?.join(name);
        fs::create_dir(&group).ok()?;
        if fs::write(group.join("pids.max"), processes.to_string()).is_ok() {
            Some(group)
        } else {
            let _ = fs::remove_dir(&group);
            None
        }
    }

    /// What limits the memory, in words.
    pub fn describe(&self) -> String {
        let version = if self.version == Version::One { 1 } else { 2 };
        format!("control group v{version}, {} bytes", self.limit)
    }

    /// Whether the number of processes is limited.
    pub fn limits_processes(&self) -> bool {
        self.processes.is_some()
    }

    /// The files that a process joins by writing 0 to.
    pub fn join(&self) -> Vec<PathBuf> {
        let mut directories = vec![&self.memory];
        directories.extend(self.processes.as_ref().filter(|directory| **directory != self.memory));
        directories.into_iter().map(|directory| directory.join("cgroup.procs")).collect()
    }

    /// Kills everything in the group.
    pub fn kill(&self) {
        if let Some(processes) = &self.processes {
            // Nothing new comes while the rest goes.
            let _ = fs::write(processes.join("pids.max"), "0");
        }
        if self.version == Version::One || fs::write(self.memory.join("cgroup.kill"), "1").is_err() {
            let list = fs::read_to_string(self.memory.join("cgroup.procs")).unwrap_or_default();
            let members: Vec<Pid> =
                list.lines().filter_map(|line| line.parse().ok()).filter_map(Pid::from_raw).collect();
            tree::kill_all(&members);
        }
    }

    /// The most memory that was used, in bytes, and whether the system killed something for it.
    pub fn account(&self) -> (u64, bool) {
        let (peak, events) = match self.version {
            Version::One => ("memory.max_usage_in_bytes", "memory.oom_control"),
            Version::Two => ("memory.peak", "memory.events"),
        };
        let killed = fs::read_to_string(self.memory.join(events)).is_ok_and(|text| {
            text.lines()
                .filter_map(|line| line.strip_prefix("oom_kill "))
                .any(|count| count.trim().parse::<u64>().is_ok_and(|count| count > 0))
        });
        (number(&self.memory.join(peak)).unwrap_or(0), killed)
    }

    /// Removes the group, which must be empty by now or soon.
    pub fn remove(&self) {
        /// The kernel takes a moment to let go of processes that have ended.
        const TRIES: u32 = 200;
        for directory in [Some(&self.memory), self.processes.as_ref()].into_iter().flatten() {
            for _ in 0..TRIES {
                match fs::remove_dir(directory) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        thread::sleep(Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}

/// The directory of this process's own group: of the hierarchy with this controller in version 1, of the only one in version 2.
fn directory(own: &str, mounts: &str, kind: &str, controller: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let controllers = fields.next()?;
        controllers.split(',').any(|name| name == controller).then(|| fields.next()).flatten()
    })?;
    let (root, point) = mounts.lines().find_map(|line| {
        let (mount, system) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, point) = (fields.next()?, fields.next()?);
        let mut system = system.split(' ');
        let right_kind = system.next() == Some(kind);
        let options = system.nth(1)?;
        let right =
            right_kind && (controller.is_empty() || options.split(',').any(|name| name == controller));
        right.then_some((root, point))
    })?;
    // Inside a container the mount shows only a part of the hierarchy.
    let below = Path::new(path).strip_prefix(root).ok()?;
    Some(Path::new(point).join(below))
}

fn number(file: &Path) -> io::Result<u64> {
    fs::read_to_string(file)?.trim().parse().map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
25 20 0:22 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
26 20 0:23 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
27 20 0:24 /docker/x /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids";

    #[test]
    fn the_own_group_is_found() {
        let own = "4:memory:/jobs/7\n3:pids:/docker/x/y\n0::/user.slice";
        for (kind, controller, expected) in [
            ("cgroup", "memory", Some("/sys/fs/cgroup/memory/jobs/7")),
            ("cgroup", "pids", Some("/sys/fs/cgroup/pids/y")),
            ("cgroup2", "", Some("/sys/fs/cgroup/unified/user.slice")),
            ("cgroup", "cpu", None),
        ] {
            assert_eq!(directory(own, MOUNTS, kind, controller), expected.map(PathBuf::from), "{controller}");
        }
    }
}
