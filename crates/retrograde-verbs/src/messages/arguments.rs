//! Errors in a command line.

use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;

use retrograde::messages;
use retrograde::rules::message::Message;

messages! {
    /// An error in the value of an argument.
    #[derive(Clone, PartialEq, Eq)]
    pub(crate) enum BadValue {
        Origin: "expected an origin, such as https://example.org", "应为来源，即协议、主机，必要时加端口";
        Unit { unit: String, units: &'static str }: "`{unit}` is not a unit, expected {units}", "`{unit}` 不是单位，应为 {units}";
        Number { example: &'static str }:
            "expected a whole number and a unit, such as {example}", "应为整数加单位，例如 {example}";
        Time: "expected a number and a unit, such as 60s or 1.5s", "应为数字加单位，例如 60s 或 1.5s";
        ManyBytes: "the number of bytes is too large", "字节数大得无法计算";
        MuchTime: "the time is too long", "时间长得无法计算";
        Board: "expected rows x columns, such as 9x9", "应为 行数x列数，例如 9x9";
        Length { length: u32 }:
            "expected rows x columns, such as {length}x{length}, or 1x{length} for a row of {length}",
            "应为 行数x列数，例如 {length}x{length}；长为 {length} 的一行写作 1x{length}";
        UpTo: "expected a number such as 5, or rows x columns such as 2x3", "应为数字如 5，或 行数x列数 如 2x3";
        Threads { most: usize }: "expected a number from 0 to {most}", "应为 0 到 {most} 的数";
        Plies: "expected a number of plies after the sign", "符号之后应为步数";
        Expectation: "expected a value such as `win` or `loss<=75`", "应为 `win`、`loss<=75` 之类";
        DepthOfDraw: "a draw has no depth; write `draw` without a number", "不终局没有步数；只写 `draw`";
        OneOf { words: String }: "expected one of {words}", "应为其中之一：{words}";
        FileName: "expected a file's name without a folder, such as `data.in`", "应为不带目录的文件名，例如 `data.in`";
        Place { why: Message }: "{why}", "{why}";
        Empty: "expected a path, but the text is empty", "应为路径，这里却是空的";
        Digits: "expected a whole number, such as 5", "应为整数，例如 5";
        Percentage: "expected a whole number without `%`, such as 30", "应为整数，不写 `%`，例如 30";
        NoDigits: "expected a whole number, but the text is empty", "应为整数，这里却是空的";
        Large: "the number is too large", "数字太大";
        Small: "the number is too small", "数字太小";
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

/// Returns a parser of numbers that lie within `bounds`.
pub(crate) fn within<N: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, BadValue> + Clone + Send + Sync + 'static {
    move |text| {
        // The type `i128` is wider than the bounds, so that a number outside of the bounds also parses.
        let found: i128 = text.parse().map_err(|error| BadValue::from(&error))?;
        let number = u64::try_from(found).ok().filter(|number| bounds.contains(number));
        let (least, most) = (*bounds.start(), *bounds.end());
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            // If the upper bound is the largest number of the type, the message does not mention it.
            let is_small = most == u64::MAX && found < least.into();
            if is_small { BadValue::Least { least } } else { BadValue::Range { found: found.to_string(), least, most } }
        })
    }
}

messages! {
    /// An error in a command line.
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
    /// The lines of advice below an error in a command line.
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
