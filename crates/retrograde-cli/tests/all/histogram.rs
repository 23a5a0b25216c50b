//! Tests `stats --svg`, which draws the histogram by depth as an image.

use serde_json::Value;

use crate::program::{retrograde, stdout, text};

const RACE: &str = "race:A3/1H2/4/3B_a";
/// A loop without an exit. Both positions are draws, so no position has a depth.
const LOOP: &str = "graph:1.a.o.2/2.b.o.1_1";

fn drawing(arguments: &[&str]) -> String {
    let output = retrograde(&[&["stats", "--svg", "-"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    stdout(&output)
}

/// Returns the titles of the bars, in order. A title has the plies, then the numbers of positions.
fn text_of(svg: &str) -> Vec<String> {
    let titles = svg.split("<g><title>").skip(1).filter_map(|rest| rest.split("</title>").next());
    titles.map(str::to_owned).collect()
}

#[test]
fn a_histogram_has_the_numbers_of_the_counts() {
    let svg = drawing(&[RACE]);
    let report: Value = serde_json::from_str(&stdout(&retrograde(&["stats", "--json", RACE]))).unwrap();
    let bars = report["by_depth"].as_array().unwrap().iter().filter_map(|depth| {
        let number = |kind: &str| depth[kind].as_u64().unwrap();
        let any = number("win") + number("loss") + number("tie") > 0;
        any.then(|| format!("plies {}: win {}, loss {}", depth["depth"], number("win"), number("loss")))
    });
    assert_eq!(text_of(&svg), bars.collect::<Vec<_>>());
    let total = |kind| report["turns"].as_array().unwrap().iter().map(|turn| turn[kind].as_u64().unwrap()).sum::<u64>();
    for kind in ["win", "loss", "tie", "draw"] {
        assert!(svg.contains(&format!(">{kind} {}</text>", total(kind))), "{kind}: {svg}");
    }
    assert!(svg.contains(&format!("<title id=\"title\">{RACE}</title>")) && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn a_drawing_stands_aside_whole_and_the_counts_are_printed_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("histogram.svg");
    let output = retrograde(&["stats", "--svg", text(&file), RACE]);
    assert_eq!(stdout(&output), stdout(&retrograde(&["stats", RACE])));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("note: the histogram is in {}\n", file.display()));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), drawing(&[RACE]));
    let nowhere = retrograde(&["stats", "--svg", text(&folder.path().join("none/histogram.svg")), RACE]);
    assert_eq!((nowhere.status.code(), stdout(&nowhere)), (Some(3), String::new()), "{nowhere:?}");
    let several = retrograde(&["stats", "--svg", text(&file), RACE, LOOP]);
    assert_eq!((several.status.code(), stdout(&several)), (Some(2), String::new()), "{several:?}");
    assert!(String::from_utf8_lossy(&several.stderr).contains("a histogram shows exactly one table"), "{several:?}");
}

#[test]
fn a_table_without_depths_is_drawn_without_bars() {
    for (lang, words) in [("en", "No position has a depth."), ("zh", "没有局面有步数。")] {
        let svg = drawing(&["--lang", lang, LOOP]);
        assert!(svg.contains(words) && text_of(&svg).is_empty(), "{svg}");
    }
}
