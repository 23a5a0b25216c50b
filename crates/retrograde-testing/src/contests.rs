//! Shared code for tests of contest formats. The functions read verified cases, answer inputs, and read and write
//! files.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use retrograde::Options;
use retrograde::author::{AnswerError, Contest, InputError, Method, Strictness};

/// Returns the name, the input and the output of each verified case in `tests/cases/<game>`, sorted by name.
pub fn pairs(game: &str) -> Vec<(String, String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../retrograde-games/tests/cases").join(game);
    let mut inputs: Vec<_> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{} has no cases", directory.display());
    inputs
        .into_iter()
        .map(|input| {
            let name = input.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&input).unwrap(), fs::read_to_string(input.with_extension("out")).unwrap())
        })
        .collect()
}

/// Answers a contest's input. Returns the written answers, and the result of the call.
pub fn answer(contest: &impl Contest, input: &mut dyn BufRead, method: Method) -> (String, Result<(), AnswerError>) {
    let mut output = Vec::new();
    let end = contest.answer(input, method, &Options::default(), &mut output);
    (String::from_utf8(output).unwrap(), end)
}

/// Returns the answers to a contest's valid input.
pub fn answers(contest: &impl Contest, input: &str, method: Method) -> String {
    let (output, end) = answer(contest, &mut input.as_bytes(), method);
    end.unwrap_or_else(|error| panic!("{error}\n{input}"));
    output
}

/// Returns the tokens of the positions in a contest's input.
pub fn read(
    contest: &impl Contest,
    input: &mut dyn BufRead,
    strictness: Strictness,
) -> Result<Vec<String>, InputError> {
    let mut tokens = Vec::new();
    contest.read(input, strictness, &mut |token| {
        tokens.push(token);
        ControlFlow::Continue(())
    })?;
    Ok(tokens)
}

/// Returns the input file that the contest writes for `tokens`, in the judge's layout.
pub fn write(contest: &impl Contest, tokens: &[&str]) -> Result<String, AnswerError> {
    let tokens: Vec<String> = tokens.iter().map(|&token| token.to_owned()).collect();
    let mut output = Vec::new();
    contest.write(&tokens, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// Calls `read` with a very long input, which is `head` followed by about two million copies of `byte`. Checks that
/// `read` stops before the end of the input.
pub fn endless<T>(head: &str, byte: u8, read: impl FnOnce(&mut dyn BufRead) -> T) -> T {
    // The input is twice as long as the largest limit of any reader, which is the limit for blanks.
    let mut input = BufReader::new(head.as_bytes().chain(io::repeat(byte).take(2 << 20)));
    let made = read(&mut input);
    assert!(input.get_ref().get_ref().1.limit() > 0, "{head:?}, then 0x{byte:02x}: it never stops reading");
    made
}
