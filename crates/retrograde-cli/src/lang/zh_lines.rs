//! Chinese for the lines of the command line's errors.
//!
//! The first pattern that fits is taken, so that narrow ones stand before wide ones.

use super::lines::Catalogue;

pub(super) const MESSAGES: Catalogue = &[
    // The command line itself.
    ("unexpected argument '{}' found", "没有 '{1}' 这个参数"),
    ("unrecognized subcommand '{}'", "没有 '{1}' 这个命令"),
    ("{} is not in {}..={}", "{1} 不在 {2} 到 {3} 之间"),
    ("invalid value '{}' for '{}': {}", "'{2}' 的值 '{1}' 无效：{3}"),
    ("invalid value '{}' for '{}'", "'{2}' 的值 '{1}' 无效"),
    ("the argument '{}' cannot be used with '{}'", "参数 '{1}' 不能与 '{2}' 同用"),
    ("the argument '{}' cannot be used multiple times", "参数 '{1}' 只能用一次"),
    ("a value is required for '{}' but none was supplied", "'{1}' 需要一个值"),
    ("the following required arguments were not provided:", "缺少以下参数："),
    ("`{}` is not a unit, expected {}", "`{1}` 不是单位，应为 {2}"),
    ("expected rows x columns, such as {}", "应为 行数x列数，例如 {1}"),
    ("expected such as {}", "应如 {1}"),
    ("expected a whole number and a unit, such as {}", "应为整数加单位，例如 {1}"),
    ("expected a number from {}", "应为{1}的数"),
    ("expected a number of plies after the sign", "符号之后应为步数"),
    ("expected one of {}", "应为其中之一：{1}"),
    ("tip: a similar argument exists: '{}'", "提示：有相近的参数 '{1}'"),
    ("tip: a similar subcommand exists: '{}'", "提示：有相近的命令 '{1}'"),
    ("[possible values: {}]", "[可选值：{1}]"),
    ("Usage: {}", "用法：{1}"),
    ("For more information, try '{}'.", "详见 '{1}'。"),
    ("see `retrograde --help`", "见 `retrograde --help`"),
];
