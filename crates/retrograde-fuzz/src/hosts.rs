//! The laws (properties that must hold for every input) of lists of hosts and of Slurm's environment variables.

use retrograde_cluster::HostList;

/// Checks the reader of lists of hosts or the reader of Slurm's variables. The first byte of the input selects the
/// reader.
///
/// The readers must not panic, hang, or allocate memory for a size that the input only claims. A list that is written
/// and read again must stay the same.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_hosts(input: &[u8]) {
    let Some((&reader, rest)) = input.split_first() else { return };
    match reader % 2 {
        0 => check_file(rest),
        _ => check_slurm(rest),
    }
}

fn check_file(text: &[u8]) {
    match HostList::parse(&String::from_utf8_lossy(text), "hosts") {
        Ok(hosts) => check_list(&hosts),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The environment variables. Each line of an input has the value of one variable. A blank line stands for an unset
/// variable.
const VARIABLES: [&str; 6] = [
    "SLURM_JOB_NODELIST",
    "SLURM_NTASKS",
    "SLURM_TASKS_PER_NODE",
    "SLURM_MEM_PER_NODE",
    "SLURM_PROCID",
    "SLURM_CPUS_PER_TASK",
];

/// Checks the reader of Slurm's variables. The input is a port, followed by the values of the variables.
fn check_slurm(input: &[u8]) {
    let Some((&port, text)) = input.split_first_chunk() else { return };
    let text = String::from_utf8_lossy(text);
    let value = |name: &str| {
        let line = VARIABLES.iter().position(|&known| known == name).and_then(|line| text.lines().nth(line));
        line.filter(|line| !line.is_empty()).map(str::to_owned)
    };
    match HostList::slurm(value, u16::from_le_bytes(port)) {
        Ok((hosts, process)) => {
            assert!(process < hosts.hosts().len());
            check_list(&hosts);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that a list of hosts stays the same when it is written and read again. With `--cfg fuzzing`, also checks how
/// the processes of the list share the slots of a table.
fn check_list(hosts: &HostList) {
    let written = hosts.to_string();
    assert_eq!(HostList::parse(&written, "again").as_ref().ok(), Some(hosts), "{written}");
    assert_eq!(hosts.members().len(), hosts.hosts().len(), "{written}");
    #[cfg(fuzzing)]
    retrograde::kernel::fuzzing::check_shares(&hosts.members());
}
