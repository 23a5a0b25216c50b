//! Why a run stops, and what to do about it.

use retrograde::messages;
use retrograde::rules::message::{Message, SystemError};

use super::count::Counted;

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
    /// The subtasks with one promise.
    pub(crate) enum Promises {
        One { name: &'static str, promise: Message }: "{name}: {promise}", "{name}：{promise}";
        Several { first: &'static str, last: &'static str, promise: Message }:
            "{first} to {last}: {promise}", "{first} 到 {last}：{promise}";
    }
}
