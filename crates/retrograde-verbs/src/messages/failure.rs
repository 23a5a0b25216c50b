//! The reasons why a run ends early, and the remedies.

use retrograde::messages;
use retrograde::rules::message::{Message, SystemError};

use super::count::Counted;

messages! {
    /// The reason why a run ends early.
    pub(crate) enum Wrong {
        FromWhat: "--from alone does not say which positions are wanted", "只有 --from 没有说明需要哪些局面";
        FromOfSubtask: "--subtask generates its own boards and cannot be used with --from", "--subtask 自己生成棋盘，不能用 --from 指定";
        OtherGame { token: String, game: &'static str }: "{token} is not a position of {game}", "{token} 不是 {game} 的局面";
        Clash { clash: String }: "{clash}", "{clash}";
        NoNode { file: String, node: String }: "{file} has no node `{node}`", "{file} 中没有名为 `{node}` 的结点";
        NoFile { file: String }:
            "there is no file {file}; a position begins with its game and a colon", "没有文件 {file}，而局面以游戏名和冒号开头";
        NoForm { file: Message }: "{file} is in no known position format", "{file} 不是能读取局面的任何一种格式";
        EmptyFile { file: Message }: "{file} is empty", "{file} 是空的";
        Forms { file: Message, names: String }: "{file} matches more than one format: {names}", "{file} 同时符合多种格式：{names}";
        ManyPositions { file: String }: "{file} has several positions; this command takes one", "{file} 中有多个局面，而这里只问一个";
        FewPositions { file: String, number: Counted }: "{file} has only {number}", "{file} 中只有 {number}";
        NoNumber { part: String }: "`{part}` is not the number of a position in a file (counted from 1)", "`{part}` 不是文件中局面的序号（从 1 数起）";
        Folder { file: String }: "{file} is a folder, not a position", "{file} 是目录，不是局面";
        Unreadable { file: String }: "no game of this program can read a position from {file}", "这里没有哪个游戏能从 {file} 读取局面";
        LongToken { token: String, length: String }:
            "the page cannot show {token}: its token has {length}", "页面无法显示 {token}：它的局面串有 {length}";
        NoTiers { game: &'static str }: "{game} has no tiers", "{game} 没有层";
        TiersOfAll: "--tiers needs --domain all", "--tiers 需要 --domain all";
        NoShortcut { game: &'static str }: "{game} has no shortcut", "{game} 没有专用算法";
        NoShortcutHere { game: &'static str }: "{game} has no shortcut for this position", "{game} 对这个局面没有专用算法";
        NoProofHere { game: &'static str }: "{game} has no built-in proof for this position", "{game} 对这个局面没有专用的证明";
        NoPositions: "the input has no positions", "输入中没有局面";
        NotExpected { word: String, game: &'static str, known: String }:
            "unknown value `{word}` for {game}; expected one of: {known}", "{game} 没有 `{word}` 这种结果；应为其中之一：{known}";
        OneCertificate: "a certificate proves exactly one position", "一份证书只证明一个局面";
        OneTable: "only one table can be verified at a time", "一次只能验证一张表";
        OneDrawing: "a histogram shows exactly one table", "一幅直方图只显示一张表";
        Found { found: String, wanted: Counted }: "found {found} of {wanted}", "要找 {wanted}，只找到 {found} 个";
        FoundNone { found: String, wanted: Counted, tries: Counted }:
            "found {found} of {wanted}; gave up after {tries} without a match", "要找 {wanted}，只找到 {found} 个；又试了 {tries}，都不符合，于是放弃";
        NoMatch { found: String, wanted: Counted }:
            "found {found} of {wanted}; no position of the searched boards matches", "要找 {wanted}，只找到 {found} 个；所查棋盘的局面全都不符合";
        Deepest { plies: Counted, pos: String }: "the deepest position found has a depth of {plies}: {pos}", "找到的最深的局面为 {plies}：{pos}";
        LongestFound { plies: Counted }: "the longest game found takes {plies}", "找到的最长对局为 {plies}";
        BeginsOther { side: String }: "in the cases of a contest, {side} begins", "比赛数据中由 {side} 先走";
        NoClimber { game: &'static str }: "{game} has no search for long games", "{game} 没有长对局的搜索";
        NoRandomBoards { game: &'static str }: "{game} has no random boards", "{game} 没有随机棋盘";
        OneStandardInput: "only one of the files can be standard input", "只有一个文件可以来自标准输入";
        LongFile { file: Message, most: u64 }: "{file} is larger than {most} MiB", "{file} 超过 {most} MiB";
        LongLine { most: u64 }: "the line is longer than {most} MiB", "这一行超过 {most} MiB";
        NoText: "this is not UTF-8 text", "不是 UTF-8 文本";
        NoEvent:
            r#"this line is not an event: expected an object such as {{"event":"mark","pos":"pawn:O2/1HX/O2_b","value":"win","depth":1}}"#,
            r#"这一行不是事件：应为形如 `{{"event":"mark","pos":"pawn:O2/1HX/O2_b","value":"win","depth":1}}` 的对象"#;
        NoEvents { log: Message }: "{log} has no event `seed`, `mark` or `pop`", "{log} 中没有 `seed`、`mark` 或 `pop` 事件";
        NoJson { verb: String }: "{verb} has no JSON form", "{verb} 没有 JSON 形式";
        Output { error: SystemError }: "cannot write the output: {error}", "无法写出结果：{error}";
        Writing { file: String, error: SystemError }: "cannot write {file}: {error}", "无法写入 {file}：{error}";
        Running { program: String, error: SystemError }: "cannot run {program}: {error}", "无法运行 {program}：{error}";
        NoProgram: "no program is given after `--`", "`--` 之后没有写程序";
        NoStarts { game: &'static str }:
            "stress and tabulate do not support {game}", "stress 和 tabulate 不支持 {game}";
        OneFile { name: String }: "the program cannot both read and write {name}", "程序不能既读取又写入 {name}";
        NoLimits { format: &'static str }: "the limits of the {format} judge are unknown", "不知道 {format} 的评测限制";
        NoMemory: "cannot measure the memory of a program: this system has no Linux /proc", "无法测量程序占用的内存：本系统没有 Linux 的 /proc";
        ManyStarts { starts: Counted, most: String }: "{starts} are too many to list; the limit is {most}", "共有 {starts}，最多列出 {most} 个";
        NoSubtasks { what: &'static str }: "{what} has no subtasks", "{what} 没有子任务";
        NoSubtask { format: &'static str, name: String }: "{format} has no subtask `{name}`", "{format} 没有子任务 `{name}`";
        OtherFormat { format: &'static str, of: &'static str, game: &'static str }:
            "{format} is a format of {of}, not of {game}", "{format} 是 {of} 的格式，不是 {game} 的";
        Signals { error: SystemError }: "cannot wait for Ctrl-C: {error}", "无法等待 Ctrl-C：{error}";
        OtherMoves: "the rules now generate other moves for this position than before", "对同一局面，规则此刻给出的走法与刚才不同";
        Internal { said: String }: "internal error: {said}", "内部错误：{said}";
        SlotsApart { game: &'static str }:
            "cannot count the reachable slots of this {game} board: some positions and their mirror images have different slots",
            "无法统计 {game} 这个棋盘的可达编号：有的局面与其镜像编号不同";
        ManyWorkers { workers: u64, most: u64 }: "{workers} workers exceed the limit of {most} for one board", "{workers} 个线程超过一个棋盘的上限 {most}";
        Unnumbered { game: &'static str }:
            "a cluster needs positions that the game numbers; these positions of {game} are numbered by exploring", "多个进程只能求解由游戏编号的局面；{game} 的这些局面按搜索的顺序编号";
        NoFolder: "no folder is given for the table", "没有指定保存表的目录";
        Long { time: String, limit: String }:
            "the estimated time, {time}, exceeds {limit}", "预计需要 {time}，超过 {limit}";
        Named { why: Message }: "{why}", "{why}";
        Variable { variable: &'static str, why: Message }: "{variable}: {why}", "{variable}：{why}";
        Disk { needed: String, limit: String }:
            "the table and its temporary files may take {needed} on disk, more than --disk ({limit})", "表及其临时文件可能占用磁盘 {needed}，超过 --disk（{limit}）";
        OnlyWith { option: &'static str, action: &'static str }: "{option} works only with {action}", "{option} 只用于 {action}";
        NoWhole: "join needs the name of the output file", "join 需要指定输出文件";
        NoExport: "export needs the name of the output file", "export 需要指定输出文件";
        NoParquet: "this build has no Parquet support", "本程序构建时没有包含 Parquet 支持";
        NoTableNamed: "no table is given", "没有指定表";
        Unasked { table: String }: "not a terminal: cannot ask whether to remove {table}", "不是终端：无法询问是否删除 {table}";
        PackageName { name: String, most: usize }:
            "`{name}` cannot name a package with a game: a name has at most {most} lower-case letters and digits, first a letter",
            "`{name}` 不能作为游戏包的名称：名称最多 {most} 个小写字母和数字，以字母开头";
        ReservedName { name: String }: "`{name}` cannot name a package: this word is reserved", "`{name}` 是保留字，不能作为包的名称";
        GameExists { name: String }: "this program already has a game or a format with the name {name}", "本程序已有名为 {name} 的游戏或格式";
        Exists { file: String }: "{file} already exists", "{file} 已经存在";
        NoTree { file: String }: "{file} is not a source tree of this library", "{file} 不是本库的源代码目录";
        TheSignals: "the signals", "信号";
    }
}

messages! {
    /// A remedy for a failure.
    pub(crate) enum Hint {
        OtherName: "give the game of one file another `id`", "请给其中一个文件的游戏换一个 `id`";
        FreeSpace: "free some space, or choose another folder with -o", "请腾出空间，或用 -o 选择另一个目录";
        OtherId:
            "this is a bug in the program: give one of the two games another id", "这是程序的缺陷：请给其中一个游戏换一个标识";
        FromWhat:
            "add --winner to climb, or --value, --turn or a depth to choose positions of the board",
            "请加上 --winner 作爬山搜索，或用 --value、--turn 或步数在该棋盘上选取局面";
        NoFrom: "leave out --from", "请去掉 --from";
        Forms { names: String }: "the formats are: {names}; choose one with --from", "格式有：{names}；可用 --from 指定";
        From { form: &'static str, file: String }: "choose one, for example with `--from {form} {file}`", "请指明是哪一种，例如 `--from {form} {file}`";
        Convert { form: &'static str, file: String }:
            "`retrograde convert --from {form} {file}` converts it to tokens", "`retrograde convert --from {form} {file}` 把它转换成局面串";
        FromJson: "`--from json` reads lines of JSON", "`--from json` 读取 JSON 行";
        NameForm:
            "if the input is in the format of a contest, name it with --from; `retrograde games` lists the formats",
            "如果输入是比赛的格式，请用 --from 指定；`retrograde games` 列出所有格式";
        KnownForms { names: String }: "the formats are: {names}", "格式有：{names}";
        OneOf { file: String }: "choose one by its number, such as {file}#3", "请用序号指明其中一个，例如 {file}#3";
        OtherVerbs { token: String }: "other verbs can show it, such as `retrograde probe {token}`", "其他命令可以，例如 `retrograde probe {token}`";
        FirstWord: "a node's name is the first word of its line", "结点的名称是它那一行的第一个词";
        UseTable: "use --method table, which works for every game", "请用 --method table，它适用于所有游戏";
        GivePositions:
            "give positions as tokens, or one a line on standard input; `retrograde games` has examples",
            "请在参数中给出局面，或在标准输入中每行给出一个；例子见 `retrograde games`";
        NameBoard { file: String }:
            "give a position of its board, as in `retrograde verify TOKEN --table {file}`",
            "请给出该棋盘上的一个局面，例如 `retrograde verify TOKEN --table {file}`";
        AddGameFile { game: String }:
            "the game {game} is in a game file: add this file with --game-file FILE", "游戏 {game} 在一个游戏文件中：请用 --game-file 文件 加入它";
        OtherProgram { game: String }:
            "this program has no game {game}: use the program that made the table", "本程序没有游戏 {game}：请用生成这张表的程序";
        OwnBoard: "leave out the position to verify the table of the file's own board", "不写局面，就核对文件自己那个棋盘的表";
        OneEach: "ask for one position at a time, and give a file for each", "请一次只问一个局面，并各用一个文件";
        MoreTries: "raise --tries, or relax the conditions", "可用 --tries 多试一些，或降低要求";
        OtherConditions: "relax the conditions, or choose other boards with --from", "请降低要求，或用 --from 指定其他棋盘";
        MoreTime: "raise --time or --steps", "可用 --time 或 --steps 放宽限制";
        GoOn { from: String }: "raise --time or --steps, and continue with --from {from}", "可用 --time 或 --steps 放宽限制，并用 --from {from} 继续";
        NoWinner:
            "use --value and --min-depth instead of --winner", "请去掉 --winner，改用 --value 和 --min-depth";
        FromBoard { board: String }: "name the board by --from {board} instead of --size", "请用 --from {board} 指明棋盘，代替 --size";
        StoredTable { file: String }: "this is a table: `retrograde verify --table {file}` checks it", "这是一张表：`retrograde verify --table {file}` 可以核对它";
        FormatFirst { format: &'static str, file: String }:
            "write the format before the file, such as `{format} {file}`; `retrograde games` lists the formats",
            "请在文件之前写出格式，例如 `{format} {file}`；`retrograde games` 列出所有格式";
        NameOfGameFile: "the name of a game file must end in .game", "游戏文件的名称必须以 .game 结尾";
        GameOfFile: "a game in a file needs --game-file FILE", "文件中的游戏需要 --game-file 文件";
        NoSize: "leave out --size and --walls", "请去掉 --size 和 --walls";
        NoSubtask: "leave out --subtask", "请去掉 --subtask";
        NoTurn: "leave out --turn", "请去掉 --turn";
        NoTo: "leave out --to to print tokens", "请去掉 --to，即输出局面串";
        NoJson: "leave out --json", "请去掉 --json";
        ProbeEachCase { format: &'static str }:
            "`retrograde probe --json --from {format} FILE` prints an object for each case", "`retrograde probe --json --from {format} FILE` 为每组输出一个对象";
        ProbeAll: "`retrograde probe --json` prints all moves of a position", "`retrograde probe --json` 给出一个局面的所有走法";
        NameOthers: "pass the others by name, such as <(COMMAND)", "请写出其余文件的名字，例如 <(命令)";
        Report:
            "this is a bug in the program or in a game's rules; RUST_BACKTRACE=1 shows where; please report it",
            "这是程序或游戏规则的缺陷；设置 RUST_BACKTRACE=1 可以看到出错位置，请报告";
        NoShell: "give the program and its arguments as separate words; for a shell, write `sh -c COMMAND`", "请把程序及其参数分开写；如需 shell，请写 `sh -c 命令`";
        InThisFolder: "write `./NAME` for a program in this folder", "当前目录下的程序写作 `./NAME`";
        TwoNames: "give --stdin-file and --stdout-file different names", "请给 --stdin-file 和 --stdout-file 不同的名称";
        NameLimits: "set limits with --timeout and --memory", "请用 --timeout 和 --memory 指定限制";
        TimeoutAlone: "limit only the time, with --timeout", "请只用 --timeout 限制时间";
        OtherFolder: "choose another folder with --out", "请用 --out 指定另一个目录";
        FormOfLogs: "`retrograde trace TOKEN` prints such a log", "`retrograde trace 局面串` 输出这样的日志";
        SmallerUpto: "ask for a smaller --upto", "请减小 --upto";
        EachPosition: "use --reachable, which counts positions", "请用 --reachable，它逐个统计局面";
        Remove: "remove this file, so that the board is solved again", "请删除这个文件，之后会重新求解";
        NoTiers: "leave out --tiers", "去掉 --tiers";
        AllTiers: "leave out --tiers, or --domain reachable", "去掉 --tiers，或去掉 --domain reachable";
        CountOnly: "leave out -o and --keep to solve and count without saving", "去掉 -o 和 --keep 就只求解并统计，不保存";
        WholeBoard: "leave out --domain reachable to store the table of the whole board", "去掉 --domain reachable 就可以保存整个棋盘的表";
        FewerWorkers: "use fewer --processes, or fewer threads for each with -j", "请用 --processes 减少进程，或用 -j 减少每个进程的线程";
        PlanAlone: "leave out --processes to plan for one process", "去掉 --processes 就只为一个进程作计划";
        NameFolder: "choose one with -o DIR", "请用 -o DIR 指定目录";
        GoesOn: "run the same command again to resume from the last checkpoint", "再次运行同一命令，就从最后一个检查点继续";
        Yes: "use --yes to start", "加上 --yes 就开始求解";
        Disk { size: String }:
            "raise the limit with --disk {size}, or choose another folder with -o", "可用 --disk {size} 放宽限制，或用 -o 选择另一个目录";
        WithParquet:
            "`cargo install --path crates/retrograde-cli --features parquet` adds it",
            "用 `cargo install --path crates/retrograde-cli --features parquet` 可以构建包含它的程序";
        NameWhole: "give it with -o FILE", "请用 -o 文件 指定";
        ExportToken:
            "give a position of its board instead of the file, and the table's folder with --tables", "请不写文件，而写该棋盘上的一个局面，并用 --tables 指定目录";
        ListTables: "`retrograde tables` lists them", "`retrograde tables` 会列出所有的表";
        KeepTables:
            "there is no table yet: `retrograde solve TOKEN --keep depths` stores one", "还没有任何表：`retrograde solve 局面串 --keep depths` 会保存一张";
        YesRemoves: "use --yes to remove it without a question", "加上 --yes 则不询问就删除";
        NameWithOption: "choose another name with --name", "请用 --name 指定另一个名称";
        NewFolder: "choose a folder that does not exist", "请指定一个不存在的目录";
        NoPath: "leave out --path to use the published library", "去掉 --path 就使用已发布的库";
        Able { games: String }: "these games do: {games}", "有的游戏：{games}";
    }
}

messages! {
    /// The promises of subtasks; a promise is a property of all cases of a subtask.
    pub(crate) enum Promises {
        One { name: &'static str, promise: Message }: "{name}: {promise}", "{name}：{promise}";
        Several { first: &'static str, last: &'static str, promise: Message }:
            "{first} to {last}: {promise}", "{first} 到 {last}：{promise}";
    }
}
