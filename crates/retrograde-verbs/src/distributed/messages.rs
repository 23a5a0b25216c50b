//! Messages of runs with several processes.

use retrograde::messages;
use retrograde::rules::message::{Bytes, SystemError};

messages! {
    /// The reason why a run of several processes does not begin, or ends early.
    pub(super) enum Refused {
        Itself: "the program itself", "程序自身";
        Hosts { file: String }: "{file}", "{file}";
        NoTable: "with --hosts, verify needs a table in files: give its files with --table", "使用 --hosts 时，verify 需要文件中的表：请用 --table 给出";
        NoBoard: "no board is given: pass its token as an argument; several processes do not read standard input", "没有给出棋盘：请把局面串作为参数；多个进程不读标准输入";
        OneBoard: "several processes can solve only one board at a time", "多个进程一次只求解一个棋盘";
        Explored { game: &'static str }:
            "several processes need positions that the game numbers; these positions of {game} are numbered by exploring", "多个进程只能求解由游戏编号的局面；{game} 的这些局面按搜索的顺序编号";
        NoProcess: "--process is missing: which of the hosts is this?", "缺少 --process：这是哪一台主机？";
        ReaderGone: "the output was closed", "输出已关闭";
        Ssh { command: String, error: SystemError }: "cannot run `{command}`: {error}", "无法运行 `{command}`：{error}";
        LastWords { number: usize, address: String, said: String }: "last message of process {number} ({address}): {said}", "进程 {number}（{address}）的最后一条消息：{said}";
        NoText: "an argument that is not UTF-8 cannot be sent over ssh", "无法把不是 UTF-8 的参数交给另一台主机";
        NoKeyAndHosts: "standard input does not contain the key and the hosts: this option is only for processes started by another process", "标准输入中没有密钥和主机列表：这个选项只用于由其他进程启动的进程";
        FirstAlone: "with `ssh:`, only the first host starts the others, and the first host must be this machine", "使用 ssh: 时，只由第一台主机启动其他主机，它必须是本机";
        NoCluster: "several processes can run only solve or verify", "多个进程只能执行 solve 或 verify";
        Starting { error: SystemError }: "cannot start the processes: {error}", "无法启动各进程：{error}";
        Ended { process: usize, how: String }: "process {process} has ended: {how}", "进程 {process} 已结束：{how}";
    }
}

messages! {
    /// A remedy for an error of a run with several processes.
    pub(super) enum ClusterHint {
        Process: "with --process, give the index of this host in the file: count the hosts from 0, without comment lines", "从 0 起数文件中的主机（注释行不算），用 --process 给出编号";
        Table: "leave out --hosts to solve the board again and check it in one process", "去掉 --hosts，就由一个进程重新求解该棋盘并检查";
        Alone: "solve it in one process, without --hosts or `cluster`", "请不用 --hosts 和 `cluster`，由一个进程求解";
        Ssh: "set RETROGRADE_SSH to use another command, such as `ssh -p 2222`", "可用 RETROGRADE_SSH 指定其他命令，例如 `ssh -p 2222`";
        NoNumber: "leave out --process; or leave out `ssh:` and start each process yourself", "请去掉 --process；或去掉 `ssh:`，自己启动各个进程";
        Share { memory: String }:
            "set `mem={memory}` for this process in every copy of the hosts file (with `cluster`: raise --mem, which all processes share), or use more processes",
            "请在各进程的主机列表中都把这个进程改为 `mem={memory}`（`cluster` 把 --mem 平分给各进程），或用更多进程分担";
        FewerWorkers: "lower `workers=` in the list of hosts (with `cluster`: lower -j)", "请在主机列表中减少各进程的 `workers=`（`cluster` 用 -j 减少）";
        Solve: "write it as in `retrograde cluster --processes 2 -- solve TOKEN`, or `-- verify --table FILE`", "写法如 `retrograde cluster --processes 2 -- solve 局面串`，或 `-- verify --table 文件`";
    }
}

messages! {
    /// A note about the traffic between processes.
    pub(super) enum ClusterNote {
        Asked { children: String, bytes: String, all: Bytes }:
            "requested the values of {children} successors from other processes, {all}: {bytes} bytes each",
            "向其他进程询问了 {children} 个子局面的值，共 {all}：每个 {bytes} 字节";
        Sent { messages: String, bytes: String, least: String, all: Bytes, meetings: String }:
            "sent {messages} messages to other processes, {all}: {bytes} bytes each (lower bound: {least}); {meetings} barriers",
            "向其他进程发出 {messages} 条消息，共 {all}：每条 {bytes} 字节（理论下界 {least}）；同步 {meetings} 次";
    }
}
