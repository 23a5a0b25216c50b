//! What is said of several processes.

use retrograde::messages;
use retrograde::rules::message::{Bytes, SystemError};

messages! {
    /// Why they do not begin, or end.
    pub(super) enum Refused {
        Itself: "the program itself", "程序自身";
        Hosts { file: String }: "{file}", "{file}";
        NoTable: "with --hosts, verify needs a table in files, and none is named", "多个进程只验证文件中的表，而没有指定表";
        NoBoard: "no board is named: give its token as an argument, as several processes do not read standard input", "没有指定棋盘：请把局面串作为参数给出，因为多个进程不读标准输入";
        OneBoard: "several processes solve one board at a time", "多个进程一次只求解一个棋盘";
        Explored { game: &'static str }:
            "{game} is solved by exploring, which several processes cannot share", "多个进程求解需要有编号的游戏；{game} 靠搜索求解";
        NoProcess: "--process is missing: which of the hosts is this?", "缺少 --process：这是哪一台主机？";
        ReaderGone: "the output was closed", "不再有人读取结果";
        Ssh { command: String, error: SystemError }: "cannot run `{command}`: {error}", "无法运行 `{command}`：{error}";
        LastWords { number: usize, address: String, said: String }: "process {number} ({address}) said last: {said}", "进程 {number}（{address}）最后说：{said}";
        NoText: "an argument that is not UTF-8 cannot be sent over ssh", "无法把不是 UTF-8 的参数交给另一台主机";
        NotTold: "standard input does not hold the key and the hosts: this option is for processes that another one starts", "标准输入中没有密钥和主机列表：这个选项供其他进程启动本进程时使用";
        FirstAlone: "with ssh: the first of the hosts is this machine, and starts the others", "使用 ssh: 时，第一台主机是本机，由它启动其他进程";
        NoCluster: "solve and verify are the verbs that several processes share", "多个进程只能一起执行 solve 或 verify";
        Starting { error: SystemError }: "cannot start the processes: {error}", "无法启动各进程：{error}";
        Ended { process: usize, how: String }: "process {process} has ended: {how}", "进程 {process} 已结束：{how}";
    }
}

messages! {
    /// What to do about it.
    pub(super) enum Hint {
        Process: "count the hosts in the file from 0, without its comments, and give the number with --process", "从 0 起数文件中的主机（注释行不算），用 --process 给出编号";
        Table: "name its files with --table; a board that is solved anew to be checked is checked by one process", "请用 --table 指定表的文件；重新求解再检查的棋盘由一个进程检查";
        Alone: "solve it by one process, without --hosts", "请不加 --hosts，由一个进程求解";
        Ssh: "RETROGRADE_SSH names another command, such as `ssh -p 2222`", "可用 RETROGRADE_SSH 指定其他命令，例如 `ssh -p 2222`";
        NoNumber: "leave --process out, or name the file without `ssh:` and start each process by yourself", "请去掉 --process；或去掉 `ssh:`，自己启动各个进程";
        Share { memory: String }:
            "set `mem={memory}` for this process in every copy of the hosts file (with `cluster`: raise --mem, which is divided), or use more processes",
            "请在各进程的主机列表中都把这个进程改为 `mem={memory}`（`cluster` 把 --mem 平分给各进程），或用更多进程分担";
        FewerWorkers: "give the processes fewer `workers=` in the list of hosts (with `cluster`: fewer by -j)", "请在主机列表中减少各进程的 `workers=`（`cluster` 用 -j 减少）";
        Solve: "write it as in `retrograde cluster --processes 2 -- solve TOKEN`, or `-- verify --table FILE`", "写法如 `retrograde cluster --processes 2 -- solve 局面串`，或 `-- verify --table 文件`";
    }
}

messages! {
    /// What is told beside the answer.
    pub(super) enum Note {
        Asked { children: String, bytes: String, all: Bytes }:
            "asked other processes for the values of {children} children, {all}: {bytes} bytes each",
            "向其他进程询问了 {children} 个子局面的值，共 {all}：每个 {bytes} 字节";
        Sent { messages: String, bytes: String, least: String, all: Bytes, meetings: String }:
            "sent {messages} messages to other processes, {all}: {bytes} bytes each, where {least} is a lower bound; {meetings} meetings",
            "向其他进程发出 {messages} 条消息，共 {all}：每条 {bytes} 字节，理论下界为 {least}；会合 {meetings} 次";
    }
}
