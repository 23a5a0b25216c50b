//! Chinese for the messages that the server gives in English. Those of the solver and the games have theirs in [`CHINESE`].
//!
//! The first pattern that fits is taken, so that narrow ones stand before wide ones.
//!
//! [`CHINESE`]: retrograde_desk::translation::CHINESE

use retrograde_desk::translation::Catalogue;

pub(crate) const MESSAGES: Catalogue = &[
    // Parameters.
    ("the parameter {} is missing", "缺少参数 {1}"),
    ("such as ?pos={}", "例如 ?pos={1}"),
    ("parameter", "参数"),
    ("value", "结果"),
    ("this question takes no parameters, and there is {}", "这个查询没有参数，不应有 {1}"),
    ("`{}` is `{}`, expected {}", "`{1}` 为 `{2}`，应为{3}"),
    ("a number from {n} on", "不小于 {1} 的整数"),
    ("a number from {n} to {n}", "{1} 到 {2} 的整数"),
    ("a number of plies", "步数"),
    ("1 or 0", " 1 或 0"),
    ("answer or all", " answer 或 all"),
    ("`size` must be rows x columns, such as {}", "`size` 应为 行数x列数，例如 {1}"),
    ("`walls` is a share in percent, from 0 to 100", "`walls` 是百分比，从 0 到 100"),
    ("give one of {} and {}", "请给出 {1} 或 {2}"),
    ("give `slot`, or `of`, or `piece` and `square`", "请给出 `slot`，或 `of`，或 `piece` 和 `square`"),
    ("give `from` and `text`, or `to` and `positions`", "请给出 `from` 和 `text`，或给出 `to` 和 `positions`"),
    ("{} lists a position's pieces", "{1} 列出一个局面的棋子"),
    // Edits.
    ("tool", "工具"),
    ("side", "一方"),
    ("the board has no square {}", "棋盘上没有格子 {1}"),
    ("{} is no edit of {}", "{2} 没有编辑操作 {1}"),
    ("{} is not edited at {}, only from {} to {}", "{1} 不能编辑成 {2}，只能从 {3} 到 {4}"),
    // Who asks, how, and with what.
    ("this server is not {}", "本服务器不是 {1}"),
    ("the request names no host", "请求没有写明主机"),
    ("the request names more than one host", "请求写明了不止一个主机"),
    ("ask for the address that the server printed at its start", "请使用服务器启动时显示的地址"),
    ("pages of other origins may not ask this server", "其他来源的网页不能向本服务器提问"),
    ("this path is not asked in this way", "这个路径不能用这种方法访问"),
    ("GET /api/v1 shows the manual", "GET /api/v1 显示手册"),
    ("the body must be JSON", "请求正文应为 JSON"),
    ("send it with {}", "发送时请带上 {1}"),
    ("the body has more than {n} MiB", "请求正文超过 {1} MiB"),
    ("send it in parts", "请分几次发送"),
    ("the body did not come within {} s", "请求正文没有在 {1} 秒内到达"),
    ("the body cannot be read: {}", "无法读取请求正文：{1}"),
    ("the body is not as it should be: {}", "请求正文的内容不对：{1}"),
    ("{n} positions, and at most {n} go into one request", "有 {1} 个局面，一次请求最多 {2} 个"),
    // Boards and jobs.
    ("this board is being solved", "这个棋盘正在求解"),
    ("{} tells how far it is", "{1} 告知进度"),
    (
        "this board is not solved, takes {}, and a question solves only what takes at most {}",
        "这个棋盘尚未求解，需要 {1}；提问时只顺便求解不超过 {2} 的棋盘",
    ),
    (
        "this board is not solved, and a question solves only what takes at most {}",
        "这个棋盘尚未求解；提问时只顺便求解不超过 {1} 的棋盘",
    ),
    ("{} solves it, and tells how far it is", "{1} 可以求解它并告知进度"),
    ("no job is called {}", "没有任务 {1}"),
    ("POST /api/v1/solve starts one", "POST /api/v1/solve 开始一个任务"),
    ("no answer within {} s", "{1} 秒内没有得出答案"),
    (
        "POST /api/v1/solve has no such limit; or ask again when the server has less to do",
        "POST /api/v1/solve 没有这个时限；或等服务器空闲时再问",
    ),
    ("boards being solved take {} of {}", "正在求解的棋盘占用 {2} 中的 {1}"),
    ("ask again in a second", "请过一秒再问"),
    ("too many boards wait to be solved", "等待求解的棋盘太多"),
    ("too many clients follow jobs", "关注任务进度的连接太多"),
    ("too many lists of positions are being answered", "正在回答的局面列表太多"),
    ("tables are dropped faster than they can be asked", "表被清除得比提问还快"),
    ("the server is stopping", "服务器正在停止"),
    // Answers.
    ("the game is over: there is no move", "对局已结束，没有走法"),
    ("no position of this board is as wanted", "这个棋盘上没有符合要求的局面"),
    ("none of {n} random boards has such a position", "{1} 张随机棋盘中都没有这样的局面"),
    ("ask for less, or try another seed", "请降低要求，或换一个种子"),
    ("ask for smaller boards", "请换小一些的棋盘"),
    ("leave out `size` and `walls`", "请去掉 `size` 和 `walls`"),
    ("this is neither a position nor a file of any format known here", "这既不是局面，也不是任何已知格式的文件"),
    ("the formats are: {}", "已知的格式有：{1}"),
    ("this is a fault of the program or of a game's rules, please report it", "这是程序或游戏规则的缺陷，请报告"),
];
