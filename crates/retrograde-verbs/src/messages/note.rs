//! Notes are messages that the program prints in addition to the answer.

use retrograde::rules::message::{Bytes, Message};
use retrograde::{SolveError, messages};

use super::count::Counted;

messages! {
    /// A note on standard error.
    pub(crate) enum Note {
        Replaced { id: &'static str }:
            "{id}: this program's own game replaces the library's game", "{id} 是本程序自带的游戏，替换了库中的同名游戏";
        ByProof { refused: SolveError, game: &'static str }:
            "no table: {refused}; the moves come from the proof of {game}", "没有建表：{refused}；走法由 {game} 的专用证明得出";
        ByShortcut { refused: SolveError, game: &'static str }:
            "no table: {refused}; the value comes from the shortcut of {game}", "没有建表：{refused}；结果由 {game} 的专用算法得出";
        LooksAhead { refused: SolveError }:
            "no table: {refused}; the program looks ahead instead, and knows no values",
            "没有建表：{refused}；程序改为往前看几步，不知道局面的值";
        NotTaken { format: &'static str, why: Message }:
            "the judge of {format} does not accept this file: {why}", "{format} 的评测不接受这个文件：{why}";
        NotExpected { expected: String, pos: String }: "not as expected ({expected}): {pos}", "与期望（{expected}）不符：{pos}";
        Certificate { file: String, claims: Counted }: "the certificate in {file} has {claims}", "{file} 中的证书有 {claims}";
        Drawing { file: String }: "the histogram is in {file}", "直方图在 {file} 中";
        NoTables { folders: String }: "there is no table in {folders}", "{folders} 中没有表";
        Stopped { table: String, bytes: String }:
            "a stopped solve of {table} left {bytes} bytes: the same command resumes it, `retrograde tables remove {table}` removes them",
            "{table} 的求解中断过，留下了 {bytes} 字节：同一命令会从那里继续，`retrograde tables remove {table}` 会删除它们";
        Away { file: String }:
            "a part is in another folder: {file}; put all parts into one folder, where the verbs will find the table",
            "有一部分在别处：{file}；把所有部分放进同一个文件夹，各命令就能找到这张表";
        NoFolder { folder: String }:
            "the folder {folder} of --tables does not exist, so no table is found there; `retrograde solve TOKEN -o {folder}` stores one",
            "--tables 的目录 {folder} 不存在，因此那里没有表；`retrograde solve 局面串 -o {folder}` 会保存一张";
        NoFolders: "no folder with tables is given", "没有指定查找表的目录";
        NoEvent { event: u64, last: u64 }: "there is no event {event}: the log ends with event {last}", "没有事件 {event}：日志到事件 {last} 为止";
        ManyFaults { most: usize }: "the check stops after {most} faults", "发现 {most} 处错误后停止检查";
        AtMost { starts: Counted }: "the table has at most {starts}", "表中最多 {starts}";
        Shrinking { failing: String }:
            "{failing}: looking for a small input with this failure", "{failing}：正在寻找同样出错的较小输入";
        NotSmallest:
            "the search for a smaller input ended early, so a smaller input may fail as well", "寻找更小输入的过程提前结束，因此可能还有更小的输入同样出错";
        Allowed { time: String, memory: String }:
            "a run may take {time} of processor time and {memory} bytes of memory", "一次运行最多使用处理器时间 {time}，内存 {memory} 字节";
        ByFiles { input: String, output: String }:
            "the program reads {input} and writes {output}: from now on each run uses these files, as with --stdin-file {input} --stdout-file {output}",
            "该程序读取 {input} 并写入 {output}：此后每次运行都使用这两个文件，同 --stdin-file {input} --stdout-file {output}";
        ByFile { input: String }:
            "the program reads {input}: from now on each run uses this file, as with --stdin-file {input}",
            "该程序读取 {input}：此后每次运行都使用这个文件，同 --stdin-file {input}";
        MostUsed { time: String, slowest: Tested, memory: Bytes, largest: Tested }:
            "the slowest run took {time} of processor time ({slowest}); the largest process of a run had {memory} of memory ({largest})",
            "最慢的一次运行用了处理器时间 {time}（{slowest}）；内存最多的进程用了 {memory}（{largest}）";
        MostTime { time: String, slowest: Tested }:
            "the slowest run took {time} ({slowest})", "最慢的一次运行用了 {time}（{slowest}）";
        Open { address: String }:
            "any machine that can reach {address} can use this server: it has no password",
            "能连到 {address} 的机器都可以使用这个服务器：它没有密码";
        CtrlC: "press Ctrl-C to stop", "按 Ctrl-C 结束";
        NoGameYet { boards: Counted, rate: String }: "no game yet; {boards}, {rate} a second", "尚未找到对局；{boards}，每秒 {rate} 张";
        Longest { plies: Counted, boards: Counted, rate: String }:
            "the longest game so far has {plies}; {boards}, {rate} a second", "最长的对局共 {plies}；{boards}，每秒 {rate} 张";
        Solved { time: String }: "solved and counted in {time}", "求解并统计用时 {time}";
        Reached { time: String }: "marked the reachable positions in {time}", "标记走得到的局面用时 {time}";
        Took { time: String, memory: String }:
            "{time} of processor time and {memory} of memory so far", "至此共用处理器时间 {time}，内存最多 {memory}";
        Through { work: Work, done: String, total: String, seconds: u64 }:
            "{work}, {done} of {total} slots, {seconds} s", "{work}，{total} 个编号中的 {done} 个，{seconds} 秒";
        Left { work: Work, done: String, total: String, seconds: u64, left: u64 }:
            "{work}, {done} of {total} slots, {seconds} s, about {left} s to go",
            "{work}，{total} 个编号中的 {done} 个，{seconds} 秒，大约还需 {left} 秒";
        ThroughStarts { work: Work, done: String, most: Counted, seconds: u64 }:
            "{work}, {done} of at most {most}, {seconds} s", "{work}，已完成 {done} 个，最多 {most}，{seconds} 秒";
        Bins { bins: u64 }:
            "the table does not fit --mem: it is loaded in {bins} parts, one after the other, and every position is checked against each part",
            "表放不进 --mem 的内存：分 {bins} 份先后读入，每个局面都要对照每一份检查";
        Times { times: u64 }:
            "the table does not fit --mem: its files are read {times} times", "表放不进 --mem 的内存：它的文件要读 {times} 遍";
        Takes { work: Work, seconds: u64 }: "{work}, {seconds} s", "{work}，{seconds} 秒";
        Signal { signal: i32 }: "killed by signal {signal}", "被信号 {signal} 终止";
        Killed: "killed", "被终止";
        TimedOut { limit: String }: "more than {limit} of wall time; killed", "实际时间超过 {limit}，已终止";
        MuchProcessor { limit: String }: "more than {limit} of processor time", "处理器时间超过 {limit}";
        Slept { limit: String }: "slept for more than {limit}; killed", "睡眠超过 {limit}，已终止";
        MuchMemory { limit: String }: "more than {limit} bytes resident; killed", "驻留内存超过 {limit} 字节，已终止";
        TooMuch: "more bytes than any correct answers need; killed", "超过任何答案所需，已终止";
    }
}

messages! {
    /// An input of a program under test.
    #[derive(Clone)]
    pub(crate) enum Tested {
        Known { name: String }: "the known case {name}", "已知数据 {name}";
        One { number: u64, seed: u64 }: "random case {number} of seed {seed}", "种子 {seed} 的第 {number} 组随机数据";
        Several { first: u64, last: u64, seed: u64 }:
            "random cases {first} to {last} of seed {seed}", "种子 {seed} 的第 {first} 到 {last} 组随机数据";
    }
}

messages! {
    /// The kinds of long work whose progress is shown.
    #[derive(Clone, Copy)]
    pub(crate) enum Work {
        Laws: "checking the laws", "正在检查约定";
        Verify: "checking the table", "正在检查这张表";
        Keeping: "writing the table", "正在写入这张表";
        Files: "reading the files", "正在读取文件";
        Exporting: "exporting the table", "正在导出这张表";
        Stats: "counting the table", "正在统计这张表";
        Listing: "listing the starts", "正在列出局面";
        Comparing: "comparing the answers", "正在比较答案";
    }
}
