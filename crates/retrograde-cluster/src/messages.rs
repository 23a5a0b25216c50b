//! The texts of this crate's messages in English and Chinese.

use retrograde::messages;
use retrograde::rules::message::{Message, SystemError};

messages! {
    /// The name of a process.
    #[derive(Clone)]
    pub enum Who {
        Process { number: usize, address: String }: "process {number} ({address})", "进程 {number}（{address}）";
    }
}

messages! {
    /// An error in a list of hosts.
    #[non_exhaustive]
    pub enum HostsError {
        Line { file: String, line: usize, wrong: LineError }: "{file}, line {line}: {wrong}", "{file} 第 {line} 行：{wrong}";
        Empty { file: String }:
            "{file} contains no host; write lines such as `node1:7000 workers=8 mem=64G`",
            "{file} 中没有主机；每行形如 `node1:7000 workers=8 mem=64G`";
        TooMany { hosts: usize, most: usize }: "{hosts} processes are too many; the maximum is {most}", "{hosts} 个进程超过了 {most} 个";
        NoVariable { name: &'static str }:
            "{name} is not set: start this program with `srun` (with `--mem` for SLURM_MEM_PER_NODE), or use a hosts file",
            "没有设置 {name}：请用 `srun` 启动（SLURM_MEM_PER_NODE 需要 `--mem`），或指定主机文件";
        BadVariable { name: &'static str, value: String }:
            "{name} is `{value}`, which this program cannot read: use a hosts file instead", "无法理解 {name} 的值 `{value}`：请改为指定主机文件";
        Tasks { tasks: usize, nodes: usize }:
            "{tasks} tasks on {nodes} nodes, but SLURM_TASKS_PER_NODE does not say how many tasks run on each node: start the same number of tasks on each node",
            "{tasks} 个任务分布在 {nodes} 个结点上，而 SLURM_TASKS_PER_NODE 没有说明各有几个：请在每个结点上启动同样多的任务";
        Ports { tasks: usize, port: u16 }:
            "the {tasks} tasks of a node need {tasks} ports from {port} on, up to 65535: choose another first port with `--port`",
            "每个结点的 {tasks} 个任务需要从 {port} 开始的同样多个端口：请用 `--port` 指定另一个";
    }
}

messages! {
    /// An error in a line of a hosts file.
    #[non_exhaustive]
    pub enum LineError {
        NoPort { address: String }:
            "`{address}` has no port: write it as `host:port`, such as `node1:7000` or `[::1]:7000`",
            "`{address}` 没有端口：请写成 `主机:端口`，例如 `node1:7000` 或 `[::1]:7000`";
        Brackets { address: String }:
            "`{address}` is an IPv6 address without brackets: write it as `[::1]:7000`", "`{address}` 是没有方括号的 IPv6 地址：请写成 `[::1]:7000`";
        Dash { address: String }:
            "`{address}` begins with a dash, which is not allowed for a host: write it as `host:port`", "`{address}` 以短横线开头，主机名不会这样：请写成 `主机:端口`";
        Word { word: String }:
            "`{word}` is not understood: after the address of a host, write `workers=8` and `mem=64G`",
            "无法理解 `{word}`：主机的地址之后是 `workers=8` 和 `mem=64G`";
        Workers { value: String }: "`workers={value}` is not a number from 1 to 4096", "`workers={value}` 不是 1 到 4096 的数";
        Memory { value: String }:
            "`mem={value}` is not a size: write it as `mem=64G` or `mem=512M`", "`mem={value}` 不是大小：请写成 `mem=64G` 或 `mem=512M`";
        Missing { name: &'static str, example: &'static str }:
            "`{name}` is missing: add it, such as `{example}`", "缺少 `{name}`：请补上，例如 `{example}`";
        Twice { name: String }: "`{name}` occurs twice: remove one of them", "`{name}` 出现了两次：请去掉一个";
    }
}

messages! {
    /// An error about a key file or a key.
    #[non_exhaustive]
    pub enum KeyError {
        Unreadable { file: String, error: SystemError }: "cannot read the key {file}: {error}", "无法读取密钥 {file}：{error}";
        Short { file: String, bytes: usize, least: usize }:
            "the key {file} has {bytes} bytes, fewer than {least}: make a key with `head -c 32 /dev/urandom > {file}`",
            "密钥 {file} 只有 {bytes} 字节，少于 {least} 字节：可以用 `head -c 32 /dev/urandom > {file}` 生成";
        Long { file: String, most: usize }:
            "the key {file} has more than {most} bytes: make a key with `head -c 32 /dev/urandom > {file}`",
            "密钥 {file} 超过 {most} 字节：可以用 `head -c 32 /dev/urandom > {file}` 生成";
        Open { file: String }:
            "other users have access to the key {file}: run `chmod 600 {file}`, and make a new key if somebody may have read this key",
            "别人可以访问密钥 {file}：请用 `chmod 600 {file}` 改为只有自己可读；若可能已泄露，请更换密钥";
        NoRandomness: "the system provides no random bytes for a key", "系统没有为密钥提供随机字节";
    }
}

messages! {
    /// The reason why a process cannot join its cluster.
    #[derive(Clone)]
    #[non_exhaustive]
    pub enum JoinError {
        NoSuchProcess { process: usize, processes: usize }:
            "there is no process {process}: the list of hosts has {processes} processes, numbered from 0",
            "没有进程 {process}：主机列表中有 {processes} 个，从 0 开始编号";
        NoKey:
            "hosts on other machines need a key: give every process the same `--key FILE`", "主机不都在本机，需要密钥：请用 `--key FILE` 为各进程指定同一个密钥";
        NoRandomness: "the system provides no random bytes for the handshake", "系统没有提供握手所需的随机字节";
        NoThreads { error: SystemError }: "cannot start a thread: {error}", "无法启动线程：{error}";
        Listen { address: String, error: SystemError }:
            "cannot listen on {address}: {error}; stop the program that uses the port, or give this process another address",
            "无法监听 {address}：{error}；请结束占用端口的程序，或为这个进程换一个地址";
        Missing { reasons: Message, seconds: u64 }: "some processes did not join within {seconds} s: {reasons}", "{seconds} 秒内没有到齐：{reasons}";
        Refused { wrong: Message }: "{wrong}", "{wrong}";
        Trouble { trouble: Message }: "{trouble}", "{trouble}";
    }
}

messages! {
    /// An error about another process during a join.
    pub(crate) enum PeerError {
        Other { who: Who, what: What, theirs: String, own: String }:
            "{who} has {what}: `{theirs}`, but this process has `{own}`; start all processes with the same one",
            "{who} 的{what}不同：那边是 `{theirs}`，这里是 `{own}`；请让各进程一致";
        OtherNumber { who: Who, theirs: usize, own: usize }:
            "{who} has a list of {theirs} processes, but this process has a list of {own}; give every process the same list of hosts",
            "{who} 认为共有 {theirs} 个进程，这里是 {own} 个；请给各进程同样的主机列表";
        OtherShares { who: Who }:
            "{who} has other workers or memory in its list of hosts; give every process the same list of hosts",
            "{who} 的主机列表中线程数或内存不同；请给各进程同样的主机列表";
        OtherPlace { who: Who, wanted: usize, own: usize }:
            "{who} has called this address for process {wanted}, but this is process {own}; give every process the same list of hosts and its own number",
            "{who} 在这里找进程 {wanted}，而这里是进程 {own}；请给各进程同样的主机列表和各自的编号";
        Misplaced { who: Who, wanted: usize }:
            "{who} answers at the address of process {wanted}; give every process the same list of hosts and its own number",
            "{who} 在进程 {wanted} 的地址上应答；请给各进程同样的主机列表和各自的编号";
        Twice { who: Who }:
            "{who} has joined twice; start each process once, with its own number", "{who} 出现了两次；每个进程只启动一次，编号各不相同";
        OtherKey { who: Who }: "{who} has another key; give every process the same key", "{who} 的密钥不同；请给各进程同一个密钥";
        OtherProtocol { who: Who }:
            "{who} uses another version of this protocol; start all processes with the same program", "{who} 的协议版本不同；请用同一个程序启动各进程";
        Stranger { who: Who }:
            "another program answers at the address of {who}: give this process a port that no other program uses", "以 {who} 的地址应答的是别的程序：请给该进程一个单独的端口";
        Unreachable { who: Who, error: SystemError }:
            "{who} cannot be reached: {error}; has it been started, and is its address correct?", "无法连接 {who}：{error}；它启动了吗？地址对吗？";
        Broken { who: Who, error: SystemError }:
            "the handshake with {who} failed: {error}; has it been started, and is its address or tunnel correct?",
            "与 {who} 的握手中断：{error}；它启动了吗？地址或隧道通向它吗？";
        Absent { who: Who }:
            "{who} has not joined; has it been started with the same list of hosts?", "{who} 没有来；它启动了吗？主机列表相同吗？";
        ElseAt { who: Who, wrong: Message }: "{who} has not joined; a program that claimed to be this process was rejected: {wrong}", "{who} 没有来，但有人以它的名义前来：{wrong}";
        Again { wrong: Message, seconds: u64 }: "{wrong}; trying again until {seconds} s have passed", "{wrong}；仍在重试，共等待 {seconds} 秒";
        NoAddress: "the address does not belong to any host", "这个地址没有指向任何主机";
    }
}

messages! {
    /// A property that differs between this process and another process.
    #[derive(Clone, Copy)]
    pub(crate) enum What {
        Job: "another job", "任务";
        Build: "another build", "程序版本";
        Game: "another game", "游戏";
        Rules: "other rules", "规则";
    }
}

messages! {
    /// A failure that ends the work of all processes.
    pub(crate) enum Lost {
        Gone { who: Who }: "{who} is gone", "{who} 已经退出";
        Silent { who: Who, seconds: u64 }: "{who} has not answered for {seconds} s", "{who} 已有 {seconds} 秒没有应答";
        Garbled { who: Who, what: &'static str }:
            "{who} has sent invalid data ({what})", "{who} 发来了无效数据（{what}）";
        Failed { who: Who, said: Message }: "{who} has given up: {said}", "{who} 已经放弃：{said}";
        Panicked { who: Who }: "{who} has panicked while it answered a question", "{who} 在回答问题时崩溃了";
        Crashed: "internal error of the program", "程序的缺陷";
        Left: "this process has left the cluster", "这个进程已经离开其他进程";
        NoProcess { process: usize }: "there is no process {process}", "没有进程 {process}";
    }
}
