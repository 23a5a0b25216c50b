//! The examples of commands in the help and the manual, and the headings above them.

use retrograde::messages;

messages! {
    /// The description of an example, which explains the command of the example.
    #[derive(Clone, Copy)]
    pub(crate) enum Does {
        Answer: "answer a judge's input file", "回答评测的输入文件";
        Probe: "print who wins a position, how fast, and how", "给出一个局面谁赢、几步赢、怎样赢";
        Generate: "find a position that the side to move wins", "找一个轮到走的一方必胜的局面";
        AnswerFile: "answer the cases of an input file", "回答输入文件中的各组数据";
        AnswerGenerated: "generate five boards and answer them", "生成五张棋盘并回答";
        ProbeMoves: "list every move, the best first", "列出全部走法，最好的在前";
        Line: "show how best play goes on from a position", "列出从一个局面起的最佳变化";
        LineJson: "print the first ten plies as JSON", "以 JSON 输出最佳变化的前十步";
        Why: "explain the value of a position", "解释一个局面的结果";
        Certificate: "write a proof, which `verify --certificate` checks", "写出一份证明，可用 `verify --certificate` 检查";
        Trace: "print the events that decide a position", "输出决定一个局面的各个事件";
        TraceAll: "print the first twenty events of the whole table", "输出整张表的前二十个事件";
        Solve: "solve the board of a position and count its positions", "求解一个局面所在的棋盘并统计";
        SolveStored: "store the table in the folder `tables`, for --tables", "把表保存在目录 `tables` 中，供 --tables 使用";
        Cluster: "solve a board by two processes", "由两个进程求解一个棋盘";
        ClusterVerify: "verify the table in a folder by two processes", "由两个进程验证目录中的表";
        Stats: "count the positions of a board by value and depth", "按结果和步数统计一个棋盘的局面";
        StatsDrawn: "draw the histogram by depth", "画出按步数的直方图";
        Verify: "check every value of a position's table", "检查一个局面所在的表中的每个结果";
        VerifyCertificate: "check a proof that `why --certificate` has written", "检查由 `why --certificate` 写出的证明";
        GenerateFile: "write an input file with five boards", "写出一个含五张棋盘的输入文件";
        Play: "play against the perfect opponent", "与完美的对手下棋";
        PlayWatched: "watch the program play both sides", "观看程序执双方下棋";
        Serve: "open the page in the browser", "在浏览器中打开网页";
        ServePosition: "print the address of a position's page, at any free port", "给出一个局面的网页地址，使用任意空闲端口";
        Stress: "test the program `mine` until it fails", "测试程序 `mine`，直到它出错";
        StressLimited: "test it on ten random cases, with the judge's limits", "用十组随机数据和评测的限制测试它";
        Tabulate: "list all boards of at most two rows and columns", "列出不超过两行两列的所有棋盘";
        TabulateCompared: "compare the answers of the program `mine` with these values", "把程序 `mine` 的答案与这些结果比较";
        Tables: "list the stored tables", "列出已保存的表";
        TablesChecked: "check the files of the tables in a folder", "检查一个目录中各张表的文件";
        Check: "judge the output `mine.out`", "判定输出 `mine.out`";
        CheckAnswers: "also compare the jury's answers with ours", "同时把标准答案与我们的答案比较";
        Validate: "check an input file, as strictly as the judge", "像评测那样严格地检查输入文件";
        ValidateGenerated: "check a generated file", "检查生成的文件";
        Convert: "print the positions of an input file, one token a line", "输出输入文件中的局面，每行一个局面串";
        ConvertDrawn: "draw a position", "画出一个局面";
        Games: "list the games", "列出游戏";
        GamesJson: "list them for a program", "为程序列出";
        Rules: "show the rules of a game", "显示一个游戏的规则";
        RulesChinese: "show them in Chinese", "用中文显示";
        Laws: "check the laws of a game", "检查一个游戏的约定";
        LawsMore: "check only some thousand positions", "只检查几千个局面";
        New: "create a package with a game in Rust", "创建一个包，游戏用 Rust 编写";
        NewFile: "create a package with a game file", "创建一个包，游戏是游戏文件";
        CompletionsBash: "complete arguments in this bash", "在当前的 bash 中补全参数";
        CompletionsZsh: "write the script of zsh, for a folder of `fpath`", "写出 zsh 的脚本，放入 `fpath` 的目录";
        Man: "show the manual page of the program", "显示本程序的手册页";
        ManVerb: "show the manual page of a verb", "显示一个命令的手册页";
        HelpVerb: "show the help of a verb", "显示一个命令的帮助";
        HelpOptions: "list the options that every verb has", "列出每个命令都有的选项";
    }
}

messages! {
    /// The headings of the parts of the help.
    pub(crate) enum Heading {
        Examples: "Examples", "示例";
        EveryVerb: "The options that every verb has", "每个命令都有的选项";
        MoreOptions:
            "`retrograde help options` lists the options that every verb has", "`retrograde help options` 列出每个命令都有的选项";
        ExitCodesOfVerb: "Exit codes", "退出码";
        ExitCodes: "Exit codes (check has its own, those of testlib: see its help)", "退出码（check 用 testlib 的退出码，见它的帮助）";
    }
}

/// A description with the template of a command. A part in braces, such as `{game}`, names a thing that the program may
/// lack (see [`own`](crate::own)). If the program has the thing, the name of the thing replaces the part. If the
/// program lacks the thing, and the part has a question mark, the help omits only the part. If the program lacks the
/// thing, and the part has no question mark, the help omits the whole example.
pub(crate) type Template = (Does, &'static str);

/// The examples in the help of the program itself.
pub(crate) const OF_PROGRAM: &[Template] = &[
    (Does::Answer, "{program} answer {format}{input? < @}{output? > @}"),
    (Does::Probe, "{program} probe {position}"),
    (Does::Generate, "{program} gen {game} --value win"),
];

/// The examples in the help of each verb. The order matters, because some examples read files that earlier examples
/// write.
const OF_VERBS: &[(&str, &[Template])] = &[
    (
        "answer",
        &[
            (Does::AnswerFile, "{program} answer {format} {input}"),
            (Does::AnswerGenerated, "{program} gen {played} -n 5 --to {format} | {program} answer {format}"),
        ],
    ),
    ("probe", &[(Does::Probe, "{program} probe {position}"), (Does::ProbeMoves, "{program} probe --moves {position}")]),
    (
        "line",
        &[(Does::Line, "{program} line {position}"), (Does::LineJson, "{program} line {position} --max 10 --json")],
    ),
    (
        "why",
        &[
            (Does::Why, "{program} why {position}"),
            (Does::Certificate, "{program} why {position} --certificate proof.jsonl"),
        ],
    ),
    (
        "trace",
        &[
            (Does::Trace, "{program} trace {position}"),
            (Does::TraceAll, "{program} trace {position} --follow all -n 20"),
        ],
    ),
    ("solve", &[(Does::Solve, "{program} solve {position}"), (Does::SolveStored, "{program} solve {saved} -o tables")]),
    (
        "cluster",
        &[
            (Does::Cluster, "{program} cluster --processes 2 -- solve {saved}"),
            (Does::ClusterVerify, "{program} cluster --processes 2 -- verify --table tables/*.rgt"),
        ],
    ),
    (
        "stats",
        &[
            (Does::Stats, "{program} stats {position}"),
            (Does::StatsDrawn, "{program} stats {position} --svg histogram.svg"),
        ],
    ),
    (
        "verify",
        &[
            (Does::Verify, "{program} verify {position}"),
            (Does::VerifyCertificate, "{program} verify --certificate proof.jsonl"),
        ],
    ),
    (
        "gen",
        &[
            (Does::Generate, "{program} gen {game} --value win"),
            (Does::GenerateFile, "{program} gen {played} -n 5 --to {format} > {input}"),
        ],
    ),
    ("play", &[(Does::Play, "{program} play {position}"), (Does::PlayWatched, "{program} play {position} --you none")]),
    (
        "serve",
        &[(Does::Serve, "{program} serve"), (Does::ServePosition, "{program} serve {position} --port 0 --no-open")],
    ),
    (
        "stress",
        &[
            (Does::Stress, "{program} stress --game {format} -- ./mine"),
            (Does::StressLimited, "{program} stress --game {format} -n 10 --judge -- ./mine"),
        ],
    ),
    (
        "tabulate",
        &[
            (Does::Tabulate, "{program} tabulate {format} --upto 2"),
            (Does::TabulateCompared, "{program} tabulate {format} --upto 2 -- ./mine"),
        ],
    ),
    ("tables", &[(Does::Tables, "{program} tables"), (Does::TablesChecked, "{program} tables check --tables tables")]),
    (
        "check",
        &[
            (Does::Check, "{program} check {format} {input} mine.out"),
            (Does::CheckAnswers, "{program} check {format} {input} mine.out {output}"),
        ],
    ),
    (
        "validate",
        &[
            (Does::Validate, "{program} validate {format} {input}"),
            (Does::ValidateGenerated, "{program} gen {played} --to {format} | {program} validate {format}"),
        ],
    ),
    (
        "convert",
        &[
            (Does::Convert, "{program} convert {input} --to pos"),
            (Does::ConvertDrawn, "{program} convert {position} --to ascii"),
        ],
    ),
    ("games", &[(Does::Games, "{program} games"), (Does::GamesJson, "{program} games --json")]),
    ("rules", &[(Does::Rules, "{program} rules {game}"), (Does::RulesChinese, "{program} rules {game} --lang zh")]),
    ("laws", &[(Does::Laws, "{program} laws {game}"), (Does::LawsMore, "{program} laws {game} --positions 1000")]),
    ("new", &[(Does::New, "{program} new nim"), (Does::NewFile, "{program} new hexa --file")]),
    (
        "completions",
        &[
            (Does::CompletionsBash, "source <({program} completions bash)"),
            (Does::CompletionsZsh, "{program} completions zsh > _{program}"),
        ],
    ),
    ("man", &[(Does::Man, "{program} man"), (Does::ManVerb, "{program} man probe")]),
    ("help", &[(Does::HelpVerb, "{program} help probe"), (Does::HelpOptions, "{program} help options")]),
];

/// Returns the examples in the help of a verb.
pub(crate) fn of_verb(verb: &str) -> &'static [Template] {
    OF_VERBS.iter().find(|(name, _)| *name == verb).map_or(&[], |(_, examples)| *examples)
}

/// A command and its description.
pub(crate) struct Example {
    pub(crate) does: Does,
    pub(crate) command: String,
}
