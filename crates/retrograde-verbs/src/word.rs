//! Formats numbers, tables of text and wrapped lines for people.

pub(crate) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Writes a number with commas, such as `115,248`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Returns the number of columns that a text needs on a terminal. A Chinese character or punctuation mark needs two
/// columns.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|letter| 1 + usize::from(is_wide(letter))).sum()
}

fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
}

/// Fills a text with blanks up to at least `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(columns(text)))
}

/// Returns `word` as the label at the start of a line of output, with the gap after the label.
pub(crate) fn label(word: &str) -> String {
    padded(word, 6) + " "
}

/// The width of continuous text, in columns.
const WIDTH: usize = 80;

/// Breaks every line of `text` into lines of at most 80 columns, at blanks and between Chinese characters.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_to(WIDTH, text)
}

/// Breaks every line of `text` into lines of at most `width` columns, at blanks and between Chinese characters.
pub(crate) fn wrapped_to(width: usize, text: &str) -> String {
    text.lines().map(|line| wrapped_line(width, line)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(width: usize, line: &str) -> String {
    let text = line.trim_start_matches(' ');
    let indent = &line[..line.len() - text.len()];
    let mut wrapped = indent.to_owned();
    let mut column = indent.len();
    for (index, word) in text.split(' ').enumerate() {
        for (part, piece) in pieces(word).into_iter().enumerate() {
            let gap = usize::from(index > 0 && part == 0);
            let length = columns(piece);
            if index + part > 0 && column + gap + length > width {
                wrapped = wrapped + "\n" + indent;
                column = indent.len();
            } else {
                wrapped.push_str(&" "[..gap]);
                column += gap;
            }
            wrapped.push_str(piece);
            column += length;
        }
    }
    wrapped
}

/// Splits a word into parts between which a line may break. A line may break before or after a Chinese character. A
/// line must not break before closing punctuation or after opening punctuation.
fn pieces(word: &str) -> Vec<&str> {
    const OPENING: &str = "（《「“(`'\"[";
    const CLOSING: &str = "，。；：！？、）》」”),.;:!?`'\"]";
    let letters = word.char_indices().zip(word.chars().skip(1));
    let may_break = |left: char, right: char| {
        let opens = right == '`' && "，、。；：）".contains(left);
        opens || (is_wide(left) || is_wide(right)) && !OPENING.contains(left) && !CLOSING.contains(right)
    };
    let ends = letters.filter(|&((_, left), right)| may_break(left, right)).map(|((at, left), _)| at + left.len_utf8());
    let ends: Vec<_> = ends.chain([word.len()]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, &end)| &word[start..end]).collect()
}

/// Writes rows as aligned columns. The first column of the table is left-aligned, and the other columns are
/// right-aligned.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell)).max();
    let widths: Vec<_> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let cell = |(column, text): (usize, &String)| match column {
        0 => padded(text, widths[0]),
        _ => " ".repeat(widths[column] + 2 - columns(text)) + text,
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<String>().trim_end().to_owned();
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (16_200_000_000, "16,200,000,000")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("红方 75（步）"), 4 + 3 + 6);
        assert_eq!(padded("走法", 6), "走法  ");
        let rows = [["轮到", "必胜"], ["red", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows), "轮到  必胜\nred      1");
    }

    #[test]
    fn wrapping_keeps_words_and_lines() {
        let text = format!("{}\n\nshort", "word ".repeat(40).trim_end());
        let lines = wrapped(&text);
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines.split_whitespace().count(), 41);
        assert!(lines.ends_with("\n\nshort"));
        let indented = wrapped(&format!("  {}", "word ".repeat(40).trim_end()));
        assert!(indented.lines().all(|line| line.starts_with("  word") && line.len() <= WIDTH));
    }

    #[test]
    fn chinese_is_wrapped_between_characters() {
        let text = "（从终局往回推），直到每个局面都有确定的值：`probe --moves` 列出全部。".repeat(5);
        let lines = wrapped(&text);
        for line in lines.lines() {
            assert!(columns(line) <= WIDTH, "{line}");
            assert!(!line.starts_with(['，', '。', '：', '）']) && !line.ends_with('（'), "{line}");
        }
        assert!(lines.lines().count() <= columns(&text) / (WIDTH - 12) + 1, "{lines}");
        let joined = |text: &str| text.replace(['\n', ' '], "");
        assert_eq!(joined(&lines), joined(&text));
    }
}
