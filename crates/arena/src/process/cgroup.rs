//! Control groups, version 2 and version 1, by their files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, getppid};

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

/// What a group is to limit.
#[derive(Clone, Copy)]
struct Bounds {
    memory: u64,
    processes: u32,
}

/// Where a process stands among the control groups of its system.
struct Place {
    /// Its groups, as in `/proc/self/cgroup`.
    own: String,
    /// What is mounted, as in `/proc/self/mountinfo`.
    mounts: String,
    /// The processes that may be moved out of the way: the arena and all below it.
    family: Vec<Pid>,
    /// How a group is made.
    make: fn(&Path) -> io::Result<()>,
}

impl Group {
    /// Makes a group with these limits as near to the group of this process as the system and the user's rights allow: in version 2, else
    /// in version 1. Why there is none, in words, if there is none.
    pub fn create(name: &str, memory: u64, processes: u32) -> Result<Self, String> {
        let read = |file: &str| fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
        let place = Place {
            own: read("/proc/self/cgroup")?,
            mounts: read("/proc/self/mountinfo")?,
            family: getppid().map(tree::family).unwrap_or_default(),
            make: |directory| fs::create_dir(directory),
        };
        place.group(name, Bounds { memory, processes })
    }

    /// A limit that did not take would be worse than none: somebody would rely on it. The system rounds to whole pages.
    fn checked(self, asked: u64) -> Result<Self, String> {
        if self.limit > asked || self.limit < asked / 2 {
            self.remove();
            return Err(format!("a limit of {asked} bytes reads back as {}", self.limit));
        }
        Ok(self)
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
            let _ = set(&processes.join("pids.max"), "0");
        }
        // Systems before Linux 5.14 do not have that file, nor has version 1.
        if set(&self.memory.join("cgroup.kill"), "1").is_err() {
            tree::kill_all(&members(&self.memory));
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

impl Place {
    fn group(&self, name: &str, bounds: Bounds) -> Result<Group, String> {
        let two = self.group_two(name, bounds).and_then(|group| group.checked(bounds.memory));
        two.or_else(|two| {
            let one = self.group_one(name, bounds).and_then(|group| group.checked(bounds.memory));
            one.map_err(|one| format!("version 2: {two}; version 1: {one}"))
        })
    }

    /// A group of version 2: below the own one, or beside it, or below it after the arena has moved out of the way.
    ///
    /// A group that hands on controllers may have no processes of its own (only the root may), so below is right for the root and for
    /// groups that were prepared; beside is right where a user owns the group above, as below a user's service manager; and where all
    /// processes of the own group are ours, as below `systemd-run --scope -p Delegate=yes` or in a container, they can move into a group of
    /// theirs.
    fn group_two(&self, name: &str, bounds: Bounds) -> Result<Group, String> {
        let (own, point) = self.directory("cgroup2", "").ok_or("it is not mounted")?;
        let above = own.parent().filter(|above| above.starts_with(&point)).map(Path::to_owned);
        let mut reason = String::new();
        for parent in [Some(&own), above.as_ref()].into_iter().flatten() {
            match hand_on(parent).and_then(|()| self.limited_two(&parent.join(name), bounds)) {
                Ok(group) => return Ok(group),
                Err(why) if reason.is_empty() => reason = why,
                Err(_) => {}
            }
        }
        self.step_aside(&own).ok_or(reason)?;
        hand_on(&own).and_then(|()| self.limited_two(&own.join(name), bounds))
    }

    /// Moves all processes of a group into one below it, if they are all ours.
    fn step_aside(&self, own: &Path) -> Option<()> {
        let members = members(own);
        if members.is_empty() || !members.iter().all(|member| self.family.contains(member)) {
            return None;
        }
        let aside = own.join("jugada-arena");
        match (self.make)(&aside) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return None,
            _ => {}
        }
        for member in members {
            // One that has ended meanwhile need not move.
            let _ = set(&aside.join("cgroup.procs"), &member.as_raw_pid().to_string());
        }
        Some(())
    }

    fn limited_two(&self, group: &Path, Bounds { memory, processes }: Bounds) -> Result<Group, String> {
        (self.make)(group).map_err(|error| format!("{}: {error}", group.display()))?;
        let limited = || {
            set(&group.join("memory.max"), &memory.to_string())?;
            // Where there is no swap to account for, there is no such file. Without the other one a part of a program may survive.
            let _ = set(&group.join("memory.swap.max"), "0");
            let _ = set(&group.join("memory.oom.group"), "1");
            number(&group.join("memory.max"))
        };
        let limit = limited().inspect_err(|_| drop(fs::remove_dir(group)))?;
        let processes = set(&group.join("pids.max"), &processes.to_string()).ok().map(|()| group.to_owned());
        Ok(Group { version: Version::Two, memory: group.to_owned(), processes, limit })
    }

    fn group_one(&self, name: &str, bounds: Bounds) -> Result<Group, String> {
        let (parent, _) = self.directory("cgroup", "memory").ok_or("its memory controller is not mounted")?;
        let group = parent.join(name);
        (self.make)(&group).map_err(|error| format!("{}: {error}", group.display()))?;
        let memory = bounds.memory.to_string();
        let limited = || {
            set(&group.join("memory.limit_in_bytes"), &memory)?;
            // Swap is counted only where the kernel was told to.
            let _ = set(&group.join("memory.memsw.limit_in_bytes"), &memory);
            let _ = set(&group.join("memory.swappiness"), "0");
            number(&group.join("memory.limit_in_bytes"))
        };
        let limit = limited().inspect_err(|_| drop(fs::remove_dir(&group)))?;
        let processes = self.limited_processes_one(name, bounds.processes);
        Ok(Group { version: Version::One, memory: group, processes, limit })
    }

    fn limited_processes_one(&self, name: &str, processes: u32) -> Option<PathBuf> {
        let group = self.directory("cgroup", "pids")?.0.join(name);
        (self.make)(&group).ok()?;
        if set(&group.join("pids.max"), &processes.to_string()).is_ok() {
            Some(group)
        } else {
            let _ = fs::remove_dir(&group);
            None
        }
    }

    /// The directory of the own group, and where its hierarchy is mounted: the hierarchy with this controller in version 1, the only
    /// one in version 2.
    fn directory(&self, kind: &str, controller: &str) -> Option<(PathBuf, PathBuf)> {
        let path = self.own.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let controllers = fields.next()?;
            controllers.split(',').any(|name| name == controller).then(|| fields.next()).flatten()
        })?;
        let (root, point) = self.mounts.lines().find_map(|line| {
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
        Some((Path::new(point).join(below), PathBuf::from(point)))
    }
}

/// Has a group of version 2 hand its controllers on to the groups below it; fails if that of memory cannot be had.
fn hand_on(group: &Path) -> Result<(), String> {
    let file = group.join("cgroup.subtree_control");
    let handed_on = |controller: &str| {
        let list = fs::read_to_string(&file).unwrap_or_default();
        list.split_ascii_whitespace().any(|name| name.trim_start_matches('+') == controller)
    };
    // Memory first: a group with processes refuses that, but would take the other, and be fit for nothing else from then on.
    if !handed_on("memory") {
        set(&file, "+memory")?;
    }
    if !handed_on("pids") {
        // Where it cannot be had, processes are counted.
        let _ = set(&file, "+pids");
    }
    Ok(())
}

/// Writes to a file that must be there.
fn set(file: &Path, text: &str) -> Result<(), String> {
    let open = OpenOptions::new().write(true).open(file);
    open.and_then(|mut open| open.write_all(text.as_bytes())).map_err(|error| in_words(file, &error))
}

fn number(file: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(file).map_err(|error| in_words(file, &error))?;
    text.trim().parse().map_err(|_| format!("{}: no number", file.display()))
}

fn in_words(file: &Path, error: &io::Error) -> String {
    format!("{}: {error}", file.display())
}

/// The processes in a group.
fn members(group: &Path) -> Vec<Pid> {
    let list = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    list.lines().filter_map(|line| line.parse().ok()).filter_map(Pid::from_raw).collect()
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
        let own = "4:memory:/jobs/7\n3:pids:/docker/x/y\n0::/user.slice".to_owned();
        let place = Place { own, mounts: MOUNTS.to_owned(), family: Vec::new(), make: |_| Ok(()) };
        for (kind, controller, expected) in [
            ("cgroup", "memory", Some("/sys/fs/cgroup/memory/jobs/7")),
            ("cgroup", "pids", Some("/sys/fs/cgroup/pids/y")),
            ("cgroup2", "", Some("/sys/fs/cgroup/unified/user.slice")),
            ("cgroup", "cpu", None),
        ] {
            let found = place.directory(kind, controller).map(|(directory, _)| directory);
            assert_eq!(found, expected.map(PathBuf::from), "{controller}");
        }
    }

    /// The files that a system puts into a new group of version 2.
    fn with_files_two(directory: &Path) -> io::Result<()> {
        fs::create_dir(directory)?;
        let files = ["memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs"];
        files.iter().try_for_each(|file| fs::write(directory.join(file), ""))?;
        fs::write(directory.join("cgroup.kill"), "")?;
        fs::write(directory.join("memory.peak"), "77\n")?;
        fs::write(directory.join("memory.events"), "low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\n")
    }

    fn with_files_one(directory: &Path) -> io::Result<()> {
        fs::create_dir(directory)?;
        let files = ["memory.limit_in_bytes", "memory.swappiness", "pids.max", "cgroup.procs"];
        files.iter().try_for_each(|file| fs::write(directory.join(file), ""))?;
        fs::write(directory.join("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n")
    }

    /// A made-up system: groups of version 2 in `two`, of version 1 in `memory` and `pids`.
    fn place(root: &Path, own: &str, make: fn(&Path) -> io::Result<()>) -> Place {
        for directory in ["two/user/job", "memory", "pids"] {
            fs::create_dir_all(root.join(directory)).expect("made");
        }
        for directory in ["two", "two/user", "two/user/job"] {
            fs::write(root.join(directory).join("cgroup.subtree_control"), "").expect("written");
        }
        let root = root.display();
        let mounts = format!(
            "1 0 0:1 / {root}/two rw - cgroup2 cgroup2 rw\n\
             2 0 0:2 / {root}/memory rw - cgroup cgroup rw,memory\n\
             3 0 0:3 / {root}/pids rw - cgroup cgroup rw,pids\n"
        );
        Place { own: own.to_owned(), mounts, family: Vec::new(), make }
    }

    const BOUNDS: Bounds = Bounds { memory: 64_000_000, processes: 9 };

    fn text(file: &Path) -> String {
        fs::read_to_string(file).expect("readable")
    }

    #[test]
    fn version_two_comes_first() {
        let root = tempfile::tempdir().expect("a directory");
        let place = place(root.path(), "0::/user/job\n1:memory:/\n2:pids:/", with_files_two);
        let group = place.group("g", BOUNDS).expect("a group");
        let directory = root.path().join("two/user/job/g");
        assert_eq!((group.version, group.limit), (Version::Two, 64_000_000));
        assert_eq!(group.describe(), "control group v2, 64000000 bytes");
        assert_eq!(group.join(), [directory.join("cgroup.procs")]);
        for (file, expected) in [("memory.max", "64000000"), ("pids.max", "9"), ("memory.oom.group", "1")] {
            assert_eq!(text(&directory.join(file)), expected, "{file}");
        }
        assert_eq!(
            text(&root.path().join("two/user/job/cgroup.subtree_control")),
            "+pidsry",
            "both were asked for, memory first"
        );
        assert_eq!(group.account(), (77, true));
        group.kill();
        assert_eq!(text(&directory.join("cgroup.kill")), "1");
    }

    #[test]
    fn beside_the_own_group_where_that_may_hand_on_nothing() {
        let root = tempfile::tempdir().expect("a directory");
        let place = place(root.path(), "0::/user/job", with_files_two);
        let control = root.path().join("two/user/job/cgroup.subtree_control");
        // A group with processes refuses: here, by not being a file.
        fs::remove_file(&control).and_then(|()| fs::create_dir(&control)).expect("made");
        let group = place.group("g", BOUNDS).expect("a group");
        assert_eq!(group.memory, root.path().join("two/user/g"));
    }

    #[test]
    fn below_the_own_group_once_our_processes_are_out_of_the_way() {
        let root = tempfile::tempdir().expect("a directory");
        let mut place = place(root.path(), "0::/user/job", with_files_two);
        let job = root.path().join("two/user/job");
        fs::remove_file(root.path().join("two/user/cgroup.subtree_control")).expect("removed");
        fs::write(job.join("cgroup.procs"), "11\n12\n").expect("written");
        // Refuses for want of a file until somebody has stepped aside.
        fs::remove_file(job.join("cgroup.subtree_control")).expect("removed");
        let pids = |numbers: &[i32]| numbers.iter().filter_map(|number| Pid::from_raw(*number)).collect();
        place.family = pids(&[10, 11]);
        let reason = place.group("g", BOUNDS).expect_err("one of the processes is somebody else's");
        assert!(reason.contains("cgroup.subtree_control: No such file"), "{reason}");
        assert!(!job.join("jugada-arena").exists());
        place.family = pids(&[10, 11, 12]);
        place.make = |directory| {
            if directory.ends_with("jugada-arena") {
                let above = directory.parent().expect("there is one");
                fs::write(above.join("cgroup.subtree_control"), "")?;
            }
            with_files_two(directory)
        };
        let group = place.group("g", BOUNDS).expect("a group");
        assert_eq!(group.memory, job.join("g"));
        assert!(text(&job.join("jugada-arena/cgroup.procs")).starts_with('1'));
    }

    #[test]
    fn then_version_one_then_none() {
        let root = tempfile::tempdir().expect("a directory");
        let place = place(root.path(), "0::/\n1:memory:/\n2:pids:/", with_files_one);
        let group = place.group("g", BOUNDS).expect("a group");
        assert_eq!(group.describe(), "control group v1, 64000000 bytes");
        assert_eq!(text(&root.path().join("memory/g/memory.limit_in_bytes")), "64000000");
        assert_eq!(text(&root.path().join("pids/g/pids.max")), "9");
        assert_eq!(group.account(), (0, false));
        assert_eq!(group.join().len(), 2);

        let nothing = Place { own: String::new(), ..place };
        let reason = nothing.group("g", BOUNDS).expect_err("nothing is mounted");
        assert_eq!(reason, "version 2: it is not mounted; version 1: its memory controller is not mounted");
        let forbidden = Place {
            own: "0::/\n1:memory:/".to_owned(),
            make: |_| Err(io::ErrorKind::PermissionDenied.into()),
            ..nothing
        };
        let reason = forbidden.group("h", BOUNDS).expect_err("not allowed");
        assert!(reason.contains("two/h: permission denied; version 1: "), "{reason}");
    }

    #[test]
    fn a_limit_that_does_not_take_is_no_limit() {
        let root = tempfile::tempdir().expect("a directory");
        let place = place(root.path(), "0::/", |directory| {
            with_files_two(directory)?;
            fs::remove_file(directory.join("memory.max"))?;
            std::os::unix::fs::symlink("/dev/null", directory.join("memory.max"))
        });
        let reason = place.group("g", BOUNDS).expect_err("it does not take");
        assert!(reason.starts_with("version 2: ") && reason.contains("memory.max: no number"), "{reason}");
    }
}
