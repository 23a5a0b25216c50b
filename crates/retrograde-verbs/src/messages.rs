//! What the verbs say beside their answers.

use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;

use retrograde::rules::message::{Message, SystemError};
use retrograde::{SolveError, messages};

use crate::word::grouped;

messages! {
    /// Why a run stops.
    pub(crate) enum Wrong {
        FromWhat: "--from alone does not say which positions are wanted", "只有 --from 没有说明需要哪些局面";
        FromOfSubtask: "--subtask makes boards of its own, which --from cannot name", "--subtask 自己生成棋盘，不能用 --from 指定";
        OtherGame { token: String, game: &'static str }: "{token} is no position of {game}", "{token} 不是 {game} 的局面";
        Clash { clash: String }: "{clash}", "{clash}";
        NoNode { file: String, node: String }: "{file} has no node `{node}`", "{file} 中没有名为 `{node}` 的结点";
        NoFile { file: String }:
            "there is no file {file}, and a position begins with its game and a colon", "没有文件 {file}，而局面以游戏名和冒号开头";
        NoForm { file: Message }: "{file} has none of the forms that positions are read from", "{file} 不是能读取局面的任何一种格式";
        Forms { file: Message, names: String }: "{file} has more than one form: {names}", "{file} 同时符合多种格式：{names}";
        ManyPositions { file: String }: "{file} has several positions, and one is asked for", "{file} 中有多个局面，而这里只问一个";
        FewPositions { file: String, number: u64 }: "{file} has only {number} positions", "{file} 中只有 {number} 个局面";
        NoNumber { part: String }: "`{part}` is no number of a position in a file, counted from 1", "`{part}` 不是文件中局面的序号（从 1 数起）";
        Folder { file: String }: "{file} is a folder, not a position", "{file} 是目录，不是局面";
        Unreadable { file: String }: "no game here reads a position from {file}", "这里没有哪个游戏能从 {file} 读取局面";
        LongToken { token: String, length: String }:
            "the page cannot show {token}: its token has {length}", "页面无法显示 {token}：它的局面串有 {length}";
        NoTiers { game: &'static str }: "{game} has no tiers", "{game} 没有层";
        TiersOfAll: "tiers are those of the whole board", "层是整个棋盘的层";
        NoShortcut { game: &'static str }: "{game} has no shortcut", "{game} 没有专用算法";
        NoShortcutHere { game: &'static str }: "{game} has no shortcut for this position", "{game} 对这个局面没有专用算法";
        NoProofHere { game: &'static str }: "{game} has no proof of its own for this position", "{game} 对这个局面没有专用的证明";
        NoPositions: "the input has no positions", "输入中没有局面";
        NotExpected { word: String, game: &'static str, known: String }:
            "`{word}` cannot be expected of {game}, but one of {known}", "对 {game} 不能期望 `{word}`，只能是其中之一：{known}";
        OneCertificate: "a certificate is of one position", "一份证书只证明一个局面";
        OneTable: "one table is proved, of one board", "一次只证明一个棋盘的一张表";
        OneDrawing: "a drawing is of one table", "一幅图只画一张表";
        Found { found: String, wanted: Counted }: "found {found} of {wanted}", "要找 {wanted}，只找到 {found} 个";
        FoundNone { found: String, wanted: Counted, tries: Counted }:
            "found {found} of {wanted}, then none on {tries}", "要找 {wanted}，只找到 {found} 个，此后试过 {tries} 都没有";
        Deepest { plies: Counted, pos: String }: "the deepest found takes {plies}: {pos}", "找到的最深的局面为 {plies}：{pos}";
        LongestFound { plies: Counted }: "the longest game found takes {plies}", "找到的最长对局为 {plies}";
        NoClimber { game: &'static str }: "{game} has no search for long games", "{game} 没有长对局的搜索";
        NoRandomBoards { game: &'static str }: "{game} has no random boards", "{game} 没有随机棋盘";
        OneStandardInput: "only one of the files can be standard input", "只有一个文件可以来自标准输入";
        LongFile { file: Message, most: u64 }: "{file} has more than {most} MiB", "{file} 超过 {most} MiB";
        LongLine { most: u64 }: "the line has more than {most} MiB", "这一行超过 {most} MiB";
        NoText: "this is not text in UTF-8", "不是 UTF-8 文本";
        NoEvent:
            r#"this line is no event: expected an object such as {{"event":"mark","pos":"pawn:O2/1HX/O2_b","value":"win","depth":1}}"#,
            r#"这一行不是事件：应为形如 `{{"event":"mark","pos":"pawn:O2/1HX/O2_b","value":"win","depth":1}}` 的对象"#;
        NoEvents { log: Message }: "{log} has no event `seed`, `mark` or `pop`", "{log} 中没有 `seed`、`mark` 或 `pop` 事件";
        NoJson { verb: String }: "{verb} has no JSON form", "{verb} 没有 JSON 形式";
        Output { error: SystemError }: "cannot write the output: {error}", "无法写出结果：{error}";
        Writing { file: String, error: SystemError }: "cannot write {file}: {error}", "无法写入 {file}：{error}";
        Running { program: String, error: SystemError }: "cannot run {program}: {error}", "无法运行 {program}：{error}";
        NoProgram: "no program is given after `--`", "`--` 之后没有写程序";
        NoStarts { game: &'static str }:
            "{game} makes no starts: there is nothing to test with or to list", "{game} 没有生成局面的方法：既无从测试，也无从列出";
        OneFile { name: String }: "{name} is to be read and written by the program", "{name} 既要由程序读取，又要由它写入";
        NoLimits { format: &'static str }: "the limits of the judge of {format} are not known", "不知道 {format} 的评测限制";
        NoMemory: "the memory of a program is not known here: there is no Linux /proc", "这里无法得知程序占用的内存：没有 Linux 的 /proc";
        ManyStarts { starts: Counted, most: String }: "{starts}, at most {most} are listed", "共有 {starts}，最多列出 {most} 个";
        NoSubtasks { what: &'static str }: "{what} has no subtasks", "{what} 没有子任务";
        NoSubtask { format: &'static str, name: String }: "{format} has no subtask `{name}`", "{format} 没有子任务 `{name}`";
        OtherFormat { format: &'static str, of: &'static str, game: &'static str }:
            "{format} is a format of {of}, not of {game}", "{format} 是 {of} 的格式，不是 {game} 的";
        Signals { error: SystemError }: "cannot wait for Ctrl-C: {error}", "无法等待 Ctrl-C：{error}";
        OtherMoves: "the rules make other moves here than they did a moment ago", "规则此刻给出的走法与刚才不同";
        Internal { said: String }: "internal error: {said}", "内部错误：{said}";
        SlotsApart { game: &'static str }:
            "what play reaches on this board of {game} is not counted by slot, as not all images of a position share one",
            "无法按编号统计 {game} 这个棋盘上走得到的局面，因为一个局面的镜像不都共用一个编号";
        ManyWorkers { workers: u64, most: u64 }: "{workers} workers are more than the {most} that solve one board together", "{workers} 个线程，多于能一起求解一个棋盘的 {most} 个";
        Unnumbered { game: &'static str }:
            "{game} is explored here, and several processes share only what has numbers before", "此处 {game} 靠搜索求解，而多个进程只能分担事先有编号的局面";
        NoFolder: "no folder is named to keep the table in", "没有指定保存表的目录";
        Long { time: String, limit: String }:
            "solving takes about {time}, and more than {limit} is not begun unasked", "求解约需 {time}，超过 {limit} 的求解须经确认";
        Named { why: Message }: "{why}", "{why}";
        Variable { variable: &'static str, why: Message }: "{variable}: {why}", "{variable}：{why}";
        Disk { needed: String, limit: String }:
            "with all that goes along it may take {needed} on disk, more than --disk ({limit})", "连同相关文件可能占用磁盘 {needed}，超过 --disk（{limit}）";
        OnlyWith { option: &'static str, action: &'static str }: "{option} is for {action} alone", "{option} 只用于 {action}";
        NoWhole: "join needs the name of the file to put all parts into", "join 需要指定存放全部内容的文件";
        NoExport: "export needs the name of the file to write", "export 需要指定要写的文件";
        NoParquet: "this program was built without what writes Parquet", "本程序构建时没有包含写 Parquet 的部分";
        NoTableNamed: "no table is named", "没有指定表";
        Unasked { table: String }: "nobody can be asked whether to remove {table}", "无法询问是否删除 {table}";
        TheSignals: "the signals", "信号";
    }
}

messages! {
    /// What to do about it.
    pub(crate) enum Hint {
        OtherId:
            "this is a fault of the program: give one of the two another id", "这是程序的缺陷：请给其中一个换一个标识";
        FromWhat:
            "say what is looked for: --winner climbs, and --value, --turn or a depth choose positions of its board",
            "请说明要找什么：--winner 用于爬山搜索，--value、--turn 或步数用于在该棋盘上选取局面";
        NoFrom: "leave out --from", "请去掉 --from";
        Forms { names: String }: "the forms are: {names}; --from names one", "格式有：{names}；可用 --from 指定";
        From { form: &'static str, file: String }: "say which one, as by `--from {form} {file}`", "请指明是哪一种，例如 `--from {form} {file}`";
        Convert { form: &'static str, file: String }:
            "`retrograde convert --from {form} {file}` makes tokens of it", "`retrograde convert --from {form} {file}` 把它转换成局面串";
        KnownForms { names: String }: "the forms are: {names}", "格式有：{names}";
        OneOf { file: String }: "name one by its number, such as {file}#3", "请用序号指明其中一个，例如 {file}#3";
        OtherVerbs { token: String }: "the other verbs can, such as `retrograde probe {token}`", "其他命令可以，例如 `retrograde probe {token}`";
        FirstWord: "a node is called by the first word of its line", "结点的名称是它那一行的第一个词";
        UseTable: "use --method table, which works for every game", "请用 --method table，它适用于所有游戏";
        GivePositions:
            "give positions as tokens, or one a line on standard input; `retrograde games` has examples",
            "请在参数中给出局面，或在标准输入中每行给出一个；例子见 `retrograde games`";
        NameBoard { file: String }:
            "name a position of its board, as in `retrograde verify TOKEN --table {file}`",
            "请给出该棋盘上的一个局面，例如 `retrograde verify TOKEN --table {file}`";
        OneEach: "ask for one position at a time, and name a file for each", "请一次只问一个局面，并各用一个文件";
        MoreTries: "allow more with --tries, or ask for less", "可用 --tries 多试一些，或降低要求";
        MoreTime: "allow more with --time or --steps", "可用 --time 或 --steps 放宽限制";
        GoOn { from: String }: "allow more with --time or --steps, and go on with --from {from}", "可用 --time 或 --steps 放宽限制，并用 --from {from} 继续";
        NoWinner:
            "leave out --winner, and ask for a --value and a --min-depth", "请去掉 --winner，改用 --value 和 --min-depth";
        NoSize: "leave out --size and --walls", "请去掉 --size 和 --walls";
        NoSubtask: "leave out --subtask", "请去掉 --subtask";
        NoTo: "leave out --to for tokens", "请去掉 --to，即输出局面串";
        NoJson: "leave --json out", "请去掉 --json";
        ProbeEachCase { format: &'static str }:
            "`retrograde probe --json --from {format} FILE` prints an object for each case", "`retrograde probe --json --from {format} FILE` 为每组输出一个对象";
        ProbeAll: "`retrograde probe --json` tells all moves of a position", "`retrograde probe --json` 给出一个局面的所有走法";
        NameOthers: "name the others, such as <(COMMAND)", "请写出其余文件的名字，例如 <(命令)";
        Report:
            "this is a fault of the program or of a game's rules; RUST_BACKTRACE=1 shows where, please report it",
            "这是程序或游戏规则的缺陷；设置 RUST_BACKTRACE=1 可以看到出错位置，请报告";
        InThisFolder: "a program in this folder is written `./NAME`", "当前目录下的程序写作 `./NAME`";
        TwoNames: "give --stdin-file and --stdout-file different names", "请给 --stdin-file 和 --stdout-file 不同的名称";
        NameLimits: "set limits with --timeout and --memory", "请用 --timeout 和 --memory 指定限制";
        TimeoutAlone: "limit the time alone, with --timeout", "请只用 --timeout 限制时间";
        OtherFolder: "name another folder with --out", "请用 --out 指定另一个目录";
        FormOfLogs: "`retrograde trace TOKEN` prints such a log", "`retrograde trace 局面串` 输出这样的日志";
        SmallerUpto: "ask for a smaller --upto", "请减小 --upto";
        EachPosition: "--reachable counts each position", "--reachable 逐个统计局面";
        Remove { table: String }:
            "`retrograde tables remove {table}` removes it, and --no-tables leaves it aside: then it is solved again",
            "用 `retrograde tables remove {table}` 删除它，或用 --no-tables 不使用它：之后会重新求解";
        NoTiers: "leave out --tiers", "去掉 --tiers";
        AllTiers: "leave out --tiers, or --domain reachable", "去掉 --tiers，或去掉 --domain reachable";
        CountOnly: "leave out -o and --keep to solve and count it", "去掉 -o 和 --keep 就只求解并统计";
        WholeBoard: "leave out --domain reachable to keep the table of the whole board", "去掉 --domain reachable 就可以保存整个棋盘的表";
        FewerWorkers: "ask for fewer with --processes, or give each fewer threads with -j", "请用 --processes 减少进程，或用 -j 减少每个进程的线程";
        PlanAlone: "leave out --processes to plan for one process", "去掉 --processes 就只为一个进程作计划";
        NameFolder: "name one with -o DIR", "请用 -o DIR 指定目录";
        GoesOn: "give the same command again to go on from the last checkpoint", "再次运行同一命令，就从最后一个检查点继续";
        Yes: "--yes solves it all the same", "加上 --yes 仍然求解";
        Disk { size: String }:
            "allow it with --disk {size}, or choose another folder with -o", "可用 --disk {size} 放宽限制，或用 -o 选择另一个目录";
        WithParquet:
            "`cargo install --path crates/retrograde-cli --features parquet` builds one with it",
            "用 `cargo install --path crates/retrograde-cli --features parquet` 可以构建包含它的程序";
        NameWhole: "name it with -o FILE", "请用 -o 文件 指定";
        ExportToken:
            "name a position of its board instead of the file, and its folder with --tables", "请不写文件，而写该棋盘上的一个局面，并用 --tables 指定目录";
        ListTables: "`retrograde tables` lists them", "`retrograde tables` 会列出所有的表";
        KeepTables:
            "there is no table yet: `retrograde solve TOKEN --keep depths` keeps one", "还没有任何表：`retrograde solve 局面串 --keep depths` 会保存一张";
        YesRemoves: "--yes removes it without a question", "加上 --yes 则不询问就删除";
        Able { games: String }: "these games do: {games}", "有的游戏：{games}";
    }
}

messages! {
    /// What is told by the way.
    pub(crate) enum Note {
        Replaced { id: &'static str }:
            "{id} is this program's own game, in place of the one that the library has", "{id} 是本程序自带的游戏，取代了库中的同名游戏";
        ByProof { refused: SolveError, game: &'static str }:
            "no table: {refused}; the moves are by the proof of {game}", "没有建表：{refused}；走法由 {game} 的专用证明得出";
        ByShortcut { refused: SolveError, game: &'static str }:
            "no table: {refused}; the value is by the shortcut of {game}", "没有建表：{refused}；结果由 {game} 的专用算法得出";
        NotTaken { format: &'static str, why: Message }:
            "the judge of {format} does not take this file: {why}", "{format} 的评测不接受这个文件：{why}";
        NotExpected { expected: String, pos: String }: "not as expected ({expected}): {pos}", "与期望（{expected}）不符：{pos}";
        Certificate { file: String, claims: Counted }: "the certificate in {file} has {claims}", "{file} 中的证书有 {claims}";
        Drawing { file: String }: "the histogram is in {file}", "直方图在 {file} 中";
        NoTables { folders: String }: "there is no table in {folders}", "{folders} 中没有表";
        Stopped { table: String, bytes: String }:
            "a solve of {table} was stopped and left {bytes} bytes: the same command goes on from there, `retrograde tables remove {table}` removes them",
            "{table} 的求解中断过，留下了 {bytes} 字节：同一命令会从那里继续，`retrograde tables remove {table}` 会删除它们";
        Away { file: String }:
            "a part is elsewhere: {file}; put all parts into one folder, and every verb finds the table there",
            "有一部分在别处：{file}；把所有部分放进同一个文件夹，各命令就能找到这张表";
        NoFolders: "no folder is named to look for tables in", "没有指定查找表的目录";
        NoEvent { event: u64, last: u64 }: "there is no event {event}: the log ends with event {last}", "没有事件 {event}：日志到事件 {last} 为止";
        ManyFaults { most: usize }: "the check stops after {most} faults", "发现 {most} 处错误后停止检查";
        AtMost { starts: Counted }: "at most {starts}", "最多 {starts}";
        Shrinking { failing: String }:
            "{failing}: looking for the smallest input with this failure", "{failing}：正在寻找同样出错的最小输入";
        Allowed { time: String, memory: String }:
            "a run may take {time} of processor time and {memory} bytes of memory", "一次运行最多使用处理器时间 {time}，内存 {memory} 字节";
        ByFiles { input: String, output: String }:
            "the program reads {input} and writes {output}: from now on each run has these files, as with --stdin-file {input} --stdout-file {output}",
            "该程序读取 {input} 并写入 {output}：此后每次运行都使用这两个文件，同 --stdin-file {input} --stdout-file {output}";
        ByFile { input: String }:
            "the program reads {input}: from now on each run has this file, as with --stdin-file {input}",
            "该程序读取 {input}：此后每次运行都使用这个文件，同 --stdin-file {input}";
        Open { address: String }:
            "every machine that reaches {address} can ask this server: it has no password",
            "能连到 {address} 的机器都可以向这个服务器提问：它没有密码";
        CtrlC: "Ctrl-C ends it", "按 Ctrl-C 结束";
        NoGameYet { boards: Counted, rate: String }: "no game yet; {boards}, {rate} a second", "尚未找到对局；{boards}，每秒 {rate} 张";
        Longest { plies: Counted, boards: Counted, rate: String }:
            "the longest game takes {plies}; {boards}, {rate} a second", "最长的对局共 {plies}；{boards}，每秒 {rate} 张";
        Solved { time: String }: "solved and counted in {time}", "求解并统计用时 {time}";
        Reached { time: String }: "marked what play reaches in {time}", "标记走得到的局面用时 {time}";
        Took { time: String, memory: String }:
            "{time} of processor time and {memory} of memory so far", "至此共用处理器时间 {time}，内存最多 {memory}";
        Through { work: Work, done: String, total: String, seconds: u64 }:
            "{work}, {done} of {total} slots, {seconds} s", "{work}，{total} 个编号中的 {done} 个，{seconds} 秒";
        Left { work: Work, done: String, total: String, seconds: u64, left: u64 }:
            "{work}, {done} of {total} slots, {seconds} s, about {left} s to go",
            "{work}，{total} 个编号中的 {done} 个，{seconds} 秒，大约还需 {left} 秒";
        Bins { bins: u64 }:
            "the table does not fit --mem: it is held in {bins} parts, one after the other, and every position is checked beside each",
            "表放不进 --mem 的内存：分 {bins} 份先后读入，每个局面都要对照每一份检查";
        Times { times: u64 }:
            "the table does not fit --mem: its files are read {times} times", "表放不进 --mem 的内存：它的文件要读 {times} 遍";
        Takes { work: Work, seconds: u64 }: "{work}, {seconds} s", "{work}，{seconds} 秒";
        Signal { signal: i32 }: "killed by signal {signal}", "被信号 {signal} 终止";
        Killed: "killed", "被终止";
        TimedOut { limit: String }: "not done after {limit} of wall time, and killed", "实际时间 {limit} 后仍未结束，已终止";
        MuchProcessor { limit: String }: "more than {limit} of processor time", "处理器时间超过 {limit}";
        Slept { limit: String }: "slept for more than {limit}, and killed", "睡眠超过 {limit}，已终止";
        MuchMemory { limit: String }: "more than {limit} bytes resident, and killed", "驻留内存超过 {limit} 字节，已终止";
        TooMuch: "more than any answers take, and killed", "超过任何答案所需，已终止";
    }
}

messages! {
    /// What is wrong with an event of a log.
    pub(crate) enum WrongEvent {
        Unread { pos: String, reason: Message }: "{pos} is no position: {reason}", "{pos} 不是局面：{reason}";
        NotOver { pos: String }: "the game is not over at {pos}", "{pos} 处对局尚未结束";
        Popped { pos: String }: "{pos} is taken from the queue before it has a value", "{pos} 还没有结果就从队列取出";
        Value { pos: String, found: Message, expected: Message }:
            "the table has {expected} for {pos}, the log has {found}", "{pos} 在表中是{expected}，日志中是{found}";
        Early { pos: String, action: String, to: String }:
            "{pos} gets its value before any move that gives this value is decided, such as {action} to {to}",
            "{pos} 得到结果时，能得出这个结果的走法都还未定，例如 {action} 走到 {to}";
        EarlyLoss { pos: String, action: String, to: String }:
            "{pos} is a loss in the log before all its moves are known to lose: {action} leads to {to}, which has no value yet",
            "日志判 {pos} 必败时，还不知道每种走法都输：{action} 走到 {to}，那里还没有结果";
    }
}

messages! {
    /// A value and its depth.
    pub(crate) enum Worth {
        In { value: Message, plies: Counted }: "{value} in {plies}", "{value}（{plies}）";
        InOther { value: Message, depth: String }: "{value} in {depth} plies", "{value}（{depth} 步）";
        Over { value: Message }: "{value}, game over", "{value}（对局已结束）";
        Plain { value: Message }: "{value}", "{value}";
        Other { word: String }: "`{word}`", "`{word}`";
        None: "no value", "没有结果";
    }
}

messages! {
    /// Work that takes long.
    #[derive(Clone, Copy)]
    pub(crate) enum Work {
        Laws: "checking the laws", "正在检查约定";
        Verify: "checking the table", "正在检查这张表";
        Keeping: "writing the table", "正在写入这张表";
        Files: "reading the files", "正在读取文件";
        Exporting: "exporting the table", "正在导出这张表";
        Stats: "counting the table", "正在统计这张表";
    }
}

messages! {
    /// The subtasks with one promise.
    pub(crate) enum Promises {
        One { name: &'static str, promise: Message }: "{name}: {promise}", "{name}：{promise}";
        Several { first: &'static str, last: &'static str, promise: Message }:
            "{first} to {last}: {promise}", "{first} 到 {last}：{promise}";
    }
}

/// What is counted.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Position,
    RandomBoard,
    Board,
    Start,
    Claim,
    Ply,
    Slot,
    Move,
    Case,
    Answer,
    Run,
    Event,
}

messages! {
    /// So many of something.
    pub(crate) enum Counted {
        Position { number: String }: "{number} position", "{number} 个局面";
        Positions { number: String }: "{number} positions", "{number} 个局面";
        RandomBoard { number: String }: "{number} random board", "{number} 张随机棋盘";
        RandomBoards { number: String }: "{number} random boards", "{number} 张随机棋盘";
        Board { number: String }: "{number} board", "{number} 张棋盘";
        Boards { number: String }: "{number} boards", "{number} 张棋盘";
        Start { number: String }: "{number} start", "{number} 个局面";
        Starts { number: String }: "{number} starts", "{number} 个局面";
        ManyStarts: "more than 10^19 starts", "超过 10^19 个局面";
        Claim { number: String }: "{number} claim", "{number} 条论断";
        Claims { number: String }: "{number} claims", "{number} 条论断";
        Ply { number: String }: "{number} ply", "{number} 步";
        Plies { number: String }: "{number} plies", "{number} 步";
        Slot { number: String }: "{number} slot", "{number} 个编号";
        Slots { number: String }: "{number} slots", "{number} 个编号";
        Move { number: String }: "{number} move", "{number} 种走法";
        Moves { number: String }: "{number} moves", "{number} 种走法";
        Case { number: String }: "{number} case", "{number} 组数据";
        Cases { number: String }: "{number} cases", "{number} 组数据";
        Answer { number: String }: "{number} answer", "{number} 个答案";
        Answers { number: String }: "{number} answers", "{number} 个答案";
        Run { number: String }: "{number} run", "{number} 次运行";
        Runs { number: String }: "{number} runs", "{number} 次运行";
        Event { number: String }: "{number} event", "{number} 个事件";
        Events { number: String }: "{number} events", "{number} 个事件";
    }
}

/// So many of something.
pub(crate) fn counted(count: u64, unit: Unit) -> Counted {
    let number = grouped(count);
    match (count, unit) {
        (1, Unit::Position) => Counted::Position { number },
        (_, Unit::Position) => Counted::Positions { number },
        (1, Unit::RandomBoard) => Counted::RandomBoard { number },
        (_, Unit::RandomBoard) => Counted::RandomBoards { number },
        (1, Unit::Board) => Counted::Board { number },
        (_, Unit::Board) => Counted::Boards { number },
        (1, Unit::Start) => Counted::Start { number },
        (_, Unit::Start) => Counted::Starts { number },
        (1, Unit::Claim) => Counted::Claim { number },
        (_, Unit::Claim) => Counted::Claims { number },
        (1, Unit::Ply) => Counted::Ply { number },
        (_, Unit::Ply) => Counted::Plies { number },
        (1, Unit::Slot) => Counted::Slot { number },
        (_, Unit::Slot) => Counted::Slots { number },
        (1, Unit::Move) => Counted::Move { number },
        (_, Unit::Move) => Counted::Moves { number },
        (1, Unit::Case) => Counted::Case { number },
        (_, Unit::Case) => Counted::Cases { number },
        (1, Unit::Answer) => Counted::Answer { number },
        (_, Unit::Answer) => Counted::Answers { number },
        (1, Unit::Run) => Counted::Run { number },
        (_, Unit::Run) => Counted::Runs { number },
        (1, Unit::Event) => Counted::Event { number },
        (_, Unit::Event) => Counted::Events { number },
    }
}

messages! {
    /// What is wrong with the value of an argument.
    #[derive(Clone, PartialEq, Eq)]
    pub(crate) enum BadValue {
        Origin: "expected an origin, such as https://example.org", "应为来源，即协议、主机，必要时加端口";
        Unit { unit: String, units: &'static str }: "`{unit}` is not a unit, expected {units}", "`{unit}` 不是单位，应为 {units}";
        Number { example: &'static str }:
            "expected a whole number and a unit, such as {example}", "应为整数加单位，例如 {example}";
        ManyBytes: "more bytes than can be counted", "字节数大得无法计算";
        MuchTime: "more time than can be counted", "时间长得无法计算";
        Board: "expected rows x columns, such as 9x9", "应为 行数x列数，例如 9x9";
        Length { length: u32 }:
            "expected rows x columns, such as {length}x{length}, or 1x{length} for a row of {length}",
            "应为 行数x列数，例如 {length}x{length}；长为 {length} 的一行写作 1x{length}";
        UpTo: "expected a number such as 5, or rows x columns such as 2x3", "应为数字如 5，或 行数x列数 如 2x3";
        Threads { most: usize }: "expected a number from 0 to {most}", "应为 0 到 {most} 的数";
        Plies: "expected a number of plies after the sign", "符号之后应为步数";
        Expectation: "expected such as `win`, `loss<=75`", "应如 `win`, `loss<=75`";
        OneOf { words: String }: "expected one of {words}", "应为其中之一：{words}";
        FileName: "expected a file's name without a folder, such as `data.in`", "应为不带目录的文件名，例如 `data.in`";
        Place { why: Message }: "{why}", "{why}";
        Digits: "invalid digit found in string", "应为整数";
        NoDigits: "cannot parse integer from empty string", "应为整数，这里却是空的";
        Large: "number too large to fit in target type", "数字太大";
        Small: "number too small to fit in target type", "数字太小";
        Address: "invalid IP address syntax", "应为 IP 地址，例如 127.0.0.1";
        Least { least: u64 }: "expected at least {least}", "至少应为 {least}";
        Range { found: String, least: u64, most: u64 }: "{found} is not in {least}..={most}", "{found} 不在 {least} 到 {most} 之间";
    }
}

impl std::error::Error for BadValue {}

impl From<&ParseIntError> for BadValue {
    fn from(error: &ParseIntError) -> Self {
        match error.kind() {
            IntErrorKind::Empty => Self::NoDigits,
            IntErrorKind::PosOverflow => Self::Large,
            IntErrorKind::NegOverflow => Self::Small,
            _ => Self::Digits,
        }
    }
}

/// Reads a number within bounds.
pub(crate) fn within<N: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, BadValue> + Clone + Send + Sync + 'static {
    move |text| {
        // Wider than the bounds: what is out of them is a number, too.
        let found: i128 = text.parse().map_err(|error| BadValue::from(&error))?;
        let number = u64::try_from(found).ok().filter(|number| bounds.contains(number));
        let (least, most) = (*bounds.start(), *bounds.end());
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            // To name the largest number there is helps nobody.
            let is_small = most == u64::MAX && found < least.into();
            if is_small { BadValue::Least { least } } else { BadValue::Range { found: found.to_string(), least, most } }
        })
    }
}

messages! {
    /// What is wrong with a command line.
    pub(crate) enum BadLine {
        NoArgument { argument: String }: "unexpected argument '{argument}' found", "没有 '{argument}' 这个参数";
        NoVerb { verb: String }: "unrecognized subcommand '{verb}'", "没有 '{verb}' 这个命令";
        VerbMissing { program: String }:
            "'{program}' requires a subcommand but one was not provided", "'{program}' 之后要写一个命令";
        Value { value: String, argument: String, why: Message }:
            "invalid value '{value}' for '{argument}': {why}", "'{argument}' 的值 '{value}' 无效：{why}";
        NoValue { value: String, argument: String }: "invalid value '{value}' for '{argument}'", "'{argument}' 的值 '{value}' 无效";
        ManyValues { value: String, argument: String }:
            "unexpected value '{value}' for '{argument}' found; no more were expected", "'{argument}' 不接受值 '{value}'";
        Conflict { argument: String, other: String }:
            "the argument '{argument}' cannot be used with '{other}'", "参数 '{argument}' 不能与 '{other}' 同用";
        Conflicts { argument: String, others: String }:
            "the argument '{argument}' cannot be used with:{others}", "参数 '{argument}' 不能与以下参数同用：{others}";
        Twice { argument: String }:
            "the argument '{argument}' cannot be used multiple times", "参数 '{argument}' 只能用一次";
        Missing { argument: String }:
            "a value is required for '{argument}' but none was supplied", "'{argument}' 需要一个值";
        Arguments { arguments: String }:
            "the following required arguments were not provided:{arguments}", "缺少以下参数：{arguments}";
        NoText: "invalid UTF-8 was detected in one or more arguments", "有的参数不是 UTF-8 文本";
        Other { said: String }: "{said}", "命令行有误";
    }
}

messages! {
    /// What is said below what is wrong with a command line.
    pub(crate) enum Tip {
        Similar { argument: String }: "tip: a similar argument exists: '{argument}'", "提示：有相近的参数 '{argument}'";
        SimilarVerb { verb: String }: "tip: a similar subcommand exists: '{verb}'", "提示：有相近的命令 '{verb}'";
        SimilarVerbs { verbs: String }: "tip: some similar subcommands exist: {verbs}", "提示：有相近的命令 {verbs}";
        SimilarValue { value: String }: "tip: a similar value exists: '{value}'", "提示：有相近的值 '{value}'";
        AsValue { argument: String }:
            "tip: to pass '{argument}' as a value, use '-- {argument}'", "提示：如果 '{argument}' 是一个值，请写作 '-- {argument}'";
        AsOptionValue { option: String, argument: String }:
            "tip: to pass '{argument}' as the value of {option}, use '{option}={argument}'", "提示：如果 '{argument}' 是 {option} 的值，请写作 '{option}={argument}'";
        OfVerb { verb: String, argument: String }: "tip: '{verb} {argument}' exists", "提示：可以写 '{verb} {argument}'";
        NoDashes { verb: String }:
            "tip: subcommand '{verb}' exists; to use it, remove the '--' before it", "提示：'{verb}' 是一个命令，请去掉它前面的 '--'";
        Values { values: String }: "[possible values: {values}]", "[可选值：{values}]";
        Verbs { verbs: String }: "[subcommands: {verbs}]", "[命令：{verbs}]";
        Usage { usage: String }: "Usage: {usage}", "用法：{usage}";
        Help: "For more information, try '--help'.", "详见 '--help'。";
    }
}
