//! Builds the list of processes from the environment variables that Slurm sets for each task of `srun`.

use std::collections::HashSet;

use crate::hosts::{Host, HostList, MOST_WORKERS, check_number};
use crate::messages::HostsError;

impl HostList {
    /// Returns the tasks of a Slurm job as a list of processes, and the number of this process. The tasks of a node
    /// listen on consecutive ports, starting with `port`. Each task has an equal share of the node's memory. The
    /// function assumes that consecutive tasks run on the same node. Slurm distributes tasks in this way by default
    /// (block distribution).
    ///
    /// # Errors
    /// Returns an error if a variable is not set or is malformed.
    pub fn slurm(variable: impl Fn(&str) -> Option<String>, port: u16) -> Result<(Self, usize), HostsError> {
        let variables = Variables(&variable);
        let nodes = variables.parsed("SLURM_JOB_NODELIST", expand)?;
        let tasks = variables.number("SLURM_NTASKS", MOST_NUMBER)?;
        check_number(tasks)?;
        let per_node = variables.per_node(tasks, nodes.len())?;
        check_ports(port, per_node.iter().copied().max().unwrap_or_default())?;
        let megabytes = variables.number("SLURM_MEM_PER_NODE", MOST_NUMBER)? as u64;
        let cpus = "SLURM_CPUS_PER_TASK";
        let workers = if variable(cpus).is_some() { variables.number(cpus, MOST_WORKERS)? } else { 1 };
        let mut hosts = Vec::new();
        for (node, &tasks) in nodes.iter().zip(&per_node) {
            let memory = (megabytes << 20) / tasks.max(1) as u64;
            for task in 0..tasks {
                let port = usize::from(port) + task;
                hosts.push(Host { address: format!("{node}:{port}"), workers, memory });
            }
        }
        let process = variables.parsed("SLURM_PROCID", |text| text.parse().ok().filter(|&process| process < tasks))?;
        Ok((Self::new(hosts)?, process))
    }
}

/// The environment variables of Slurm, by name.
struct Variables<'v>(&'v dyn Fn(&str) -> Option<String>);

impl Variables<'_> {
    fn parsed<T>(&self, name: &'static str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, HostsError> {
        let value = (self.0)(name).ok_or(HostsError::NoVariable { name })?;
        parse(&value).ok_or(HostsError::BadVariable { name, value })
    }

    /// Returns the value of a variable that must be a number from 1 to `most`.
    fn number(&self, name: &'static str, most: usize) -> Result<usize, HostsError> {
        self.parsed(name, |text| text.parse().ok().filter(|number| (1..=most).contains(number)))
    }

    /// Returns the number of tasks of each node. If the variable `SLURM_TASKS_PER_NODE` is not set or contradicts
    /// `tasks` or `nodes`, the function assumes that every node has the same number of tasks.
    fn per_node(&self, tasks: usize, nodes: usize) -> Result<Vec<usize>, HostsError> {
        let name = "SLURM_TASKS_PER_NODE";
        let mut per_node = match (self.0)(name) {
            Some(_) => self.parsed(name, repeated)?,
            None => vec![tasks / nodes; nodes],
        };
        // The variable may describe more nodes than the list of nodes has.
        per_node.truncate(nodes);
        if per_node.len() == nodes && per_node.iter().sum::<usize>() == tasks {
            return Ok(per_node);
        }
        if tasks.is_multiple_of(nodes) {
            Ok(vec![tasks / nodes; nodes])
        } else {
            Err(HostsError::Tasks { tasks, nodes })
        }
    }
}

/// The maximum value of a numeric variable. Memory is given in megabytes.
const MOST_NUMBER: usize = 1 << 40;

/// The maximum number of entries in a list in one of Slurm's variables. This number is ten times the maximum number of
/// processes.
const MOST: usize = 10_000;

/// The maximum number of bytes of a host name.
const MOST_NAME: usize = 253;

/// The maximum number of pairs of brackets in one item of a list. An item may have brackets for racks, chassis, boards
/// and nodes.
const MOST_BRACKETS: usize = 8;

/// The maximum number of digits of a number in a range, including leading zeros.
const MOST_DIGITS: usize = 18;

/// Checks that there are enough port numbers, starting with `port`, for the `tasks` tasks of a node.
fn check_ports(port: u16, tasks: usize) -> Result<(), HostsError> {
    let last = usize::from(port) + tasks.saturating_sub(1);
    if port > 0 && u16::try_from(last).is_ok() { Ok(()) } else { Err(HostsError::Ports { tasks, port }) }
}

/// Parses a list in which Slurm writes `2(x3)` for a number that is repeated three times. For example, `2(x3),1` stands
/// for 2, 2, 2, 1.
fn repeated(text: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for item in text.split(',') {
        let (number, times) = match item.split_once("(x") {
            Some((number, times)) => (number, times.strip_suffix(')')?.parse().ok()?),
            None => (item, 1),
        };
        if times > MOST - numbers.len() {
            return None;
        }
        numbers.extend(std::iter::repeat_n(number.parse::<usize>().ok()?, times));
    }
    numbers.iter().try_fold(0_usize, |sum, &number| sum.checked_add(number))?;
    Some(numbers)
}

/// Parses a list of hosts in Slurm's notation. For example, `gpu5,n[01-03,7]` stands for gpu5, n01, n02, n03, n7.
/// Returns `None` if a name occurs twice, or if a hosts file could not contain it.
fn expand(list: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for item in split_outside_brackets(list) {
        if item.matches('[').count() > MOST_BRACKETS || item.starts_with('-') {
            return None;
        }
        names.extend(expand_one(item)?);
        if names.len() > MOST {
            return None;
        }
    }
    let mut different = HashSet::new();
    names.iter().all(|name| different.insert(name)).then_some(names)
}

/// Returns whether a text may be a part of a host name.
fn is_part(text: &str) -> bool {
    text.len() <= MOST_NAME && !text.contains(|c: char| c.is_whitespace() || "[]:#".contains(c))
}

/// Returns the items of a list, split at the commas outside brackets.
fn split_outside_brackets(list: &str) -> Vec<&str> {
    let mut depth = 0;
    list.split(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

/// Expands one item of a list to host names. Each name consists of the text before the item's first brackets, a number
/// from these brackets, and one expansion of the text after the brackets.
fn expand_one(item: &str) -> Option<Vec<String>> {
    let Some((head, rest)) = item.split_once('[') else {
        let plain = !item.is_empty() && is_part(item);
        return plain.then(|| vec![item.to_owned()]);
    };
    if !is_part(head) {
        return None;
    }
    let (ranges, tail) = rest.split_once(']')?;
    let tails = if tail.is_empty() { vec![String::new()] } else { expand_one(tail)? };
    let longest = tails.iter().map(String::len).max().unwrap_or_default();
    if head.len() + MOST_DIGITS + longest > MOST_NAME {
        return None;
    }
    let mut names = Vec::new();
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        if first.len() > MOST_DIGITS {
            return None;
        }
        let (from, to) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        if to.checked_sub(from)? > MOST / tails.len() - names.len().min(MOST) / tails.len() {
            return None;
        }
        for number in from..=to {
            let width = first.len();
            names.extend(tails.iter().map(|tail| format!("{head}{number:0width$}{tail}")));
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> String {
        expand(list).map_or_else(|| "?".to_owned(), |names| names.join(" "))
    }

    #[test]
    fn lists_of_nodes_are_expanded() {
        assert_eq!(names("node7"), "node7");
        assert_eq!(names("gpu5,n[01-03,7],x"), "gpu5 n01 n02 n03 n7 x");
        assert_eq!(names("n[9-11]"), "n9 n10 n11");
        assert_eq!(names("n[098-101]-ib"), "n098-ib n099-ib n100-ib n101-ib");
        assert_eq!(names("r[1-2]n[01-02]"), "r1n01 r1n02 r2n01 r2n02");
        for wrong in [
            "",
            "n[",
            "n[1",
            "n]",
            "n[]",
            "n[a-b]",
            "n[2-1]",
            "n[0-999999999]",
            "n[0-9999]m[0-9999]",
            "a,,b",
            "a:1",
            "n]m[1]",
        ] {
            assert_eq!(names(wrong), "?", "{wrong}");
        }
    }

    /// Tests random concatenations of pieces of lists. Every concatenation must give an error, or at most `MOST` names
    /// without brackets.
    #[test]
    fn malformed_lists_are_refused() {
        let pieces = ["n", "[", "]", ",", "-", "0", "7", "012", "200000", "[1-3]", "[0-999]", "[,", "ü", "(x", ")"];
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut expanded = 0;
        for _ in 0..20_000 {
            let list: String = (0..rng.usize(..12)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            if let Some(names) = expand(&list) {
                assert!((1..=MOST).contains(&names.len()), "{list}: {} names", names.len());
                assert!(names.iter().all(|name| !name.contains(['[', ']', ','])), "{list}: {names:?}");
                expanded += 1;
            }
            let numbers = repeated(&list);
            assert!(numbers.is_none_or(|numbers| numbers.len() <= MOST), "{list}");
        }
        assert!(expanded > 100, "{expanded} lists were valid");
        assert_eq!(names(&"n[0]".repeat(9)), "?");
        assert_eq!(names("n[0000000000000000001]"), "?");
    }

    #[test]
    fn numbers_of_tasks_are_expanded() {
        assert_eq!(repeated("2(x3),1"), Some(vec![2, 2, 2, 1]));
        assert_eq!(repeated("4"), Some(vec![4]));
        for wrong in ["", "x", "2(x", "2(x3", "1(x999999999999)", "1,", "18446744073709551615,1"] {
            assert_eq!(repeated(wrong), None, "{wrong}");
        }
    }

    fn slurm(variables: &[(&str, &str)]) -> Result<(HostList, usize), String> {
        let value =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        HostList::slurm(value, 7000).map_err(|error| error.to_string())
    }

    const JOB: [(&str, &str); 5] = [
        ("SLURM_JOB_NODELIST", "n[1-3]"),
        ("SLURM_NTASKS", "5"),
        ("SLURM_TASKS_PER_NODE", "2(x2),1"),
        ("SLURM_MEM_PER_NODE", "4096"),
        ("SLURM_PROCID", "2"),
    ];

    #[test]
    fn the_tasks_of_a_job_are_its_processes() {
        let (hosts, process) = slurm(&JOB).unwrap();
        assert_eq!(process, 2);
        let gib = 1_u64 << 30;
        assert_eq!(
            hosts.to_string(),
            format!(
                "n1:7000 workers=1 mem={two}\nn1:7001 workers=1 mem={two}\nn2:7000 workers=1 mem={two}\nn2:7001 workers=1 mem={two}\n\
                 n3:7000 workers=1 mem={four}\n",
                two = 2 * gib,
                four = 4 * gib,
            )
        );
        let with = |name: &'static str, value: &'static str| {
            let mut job: Vec<_> = JOB.into_iter().filter(|(known, _)| *known != name).collect();
            job.push((name, value));
            slurm(&job)
        };
        assert_eq!(with("SLURM_CPUS_PER_TASK", "8").unwrap().0.hosts()[0].workers, 8);
        assert_eq!(with("SLURM_NTASKS", "3").unwrap().0.hosts().len(), 3, "a step of fewer tasks than the job");
        assert!(with("SLURM_NTASKS", "4").unwrap_err().starts_with("4 tasks on 3 nodes"));
        assert!(with("SLURM_PROCID", "5").unwrap_err().starts_with("SLURM_PROCID is `5`"));
        assert!(with("SLURM_JOB_NODELIST", "n[").unwrap_err().starts_with("SLURM_JOB_NODELIST is `n[`"));
        assert!(with("SLURM_MEM_PER_NODE", "4G").unwrap_err().starts_with("SLURM_MEM_PER_NODE is `4G`"));
    }

    /// Tests that Slurm's variables can give only lists that a hosts file could contain.
    #[test]
    fn lists_that_no_hosts_file_could_contain_are_refused() {
        let with = |changes: &[(&'static str, &'static str)], port| {
            let changed = |name: &str| changes.iter().any(|(other, _)| *other == name);
            let job: Vec<_> =
                JOB.into_iter().filter(|(name, _)| !changed(name)).chain(changes.iter().copied()).collect();
            HostList::slurm(
                |name| job.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()),
                port,
            )
        };
        let said = |changes: &[(&'static str, &'static str)]| with(changes, 7000).unwrap_err().to_string();
        // The number of tasks must be checked before the list is built.
        let claimed = [
            ("SLURM_NTASKS", "1000000000000"),
            ("SLURM_TASKS_PER_NODE", "1000000000000"),
            ("SLURM_JOB_NODELIST", "n1"),
        ];
        assert_eq!(said(&claimed), "1000000000000 processes are too many; the maximum is 1000");
        for nodes in ["n1,n2,n1", "a b,n[1-2]", "#,n[1-2]", "-oProxyCommand=x,n[1-2]", "n1,n2,n\u{a0}3"] {
            assert!(
                said(&[("SLURM_JOB_NODELIST", nodes)]).starts_with(&format!("SLURM_JOB_NODELIST is `{nodes}`")),
                "{nodes}"
            );
        }
        assert!(said(&[("SLURM_CPUS_PER_TASK", "4097")]).starts_with("SLURM_CPUS_PER_TASK is `4097`"));
        assert!(with(&[], 65534).is_ok());
        assert_eq!(
            with(&[], 65535).unwrap_err().to_string(),
            "the 2 tasks of a node need 2 ports from 65535 on, up to 65535: choose another first port with `--port`"
        );
    }

    /// Tests that a long name with a range gives an error. Otherwise many copies of this name could fill the memory.
    #[test]
    fn long_names_are_not_multiplied() {
        let long = "x".repeat(10_000);
        assert_eq!(names(&format!("{long}[1-9]")), "?");
        assert_eq!(names(&format!("n[1-9]{long}")), "?");
        assert_eq!(names("n[1-20000]"), "?");
    }

    #[test]
    fn missing_variables_are_named() {
        for missing in ["SLURM_JOB_NODELIST", "SLURM_NTASKS", "SLURM_MEM_PER_NODE", "SLURM_PROCID"] {
            let job: Vec<_> = JOB.into_iter().filter(|(name, _)| *name != missing).collect();
            assert!(slurm(&job).unwrap_err().starts_with(&format!("{missing} is not set")), "{missing}");
        }
    }
}
