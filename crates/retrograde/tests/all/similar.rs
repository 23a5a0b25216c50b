//! Tests the solutions in `examples/similar` with the sample answers of the problems.

#[path = "../../examples/similar/berzerk.rs"]
mod berzerk;
#[path = "../../examples/similar/cat_and_mouse.rs"]
mod cat_and_mouse;
#[path = "../../examples/similar/cat_and_mouse_ii.rs"]
mod cat_and_mouse_ii;
#[path = "../../examples/similar/madmax.rs"]
mod madmax;

#[test]
fn berzerk_has_its_sample_answers() {
    for (input, output) in [
        ("5\n2 3 2\n3 1 2 3\n", "Lose Win Win Loop\nLoop Win Win Win\n"),
        ("8\n4 6 2 3 4\n2 3 6\n", "Win Win Win Win Win Win Win\nLose Win Lose Lose Win Lose Lose\n"),
    ] {
        assert_eq!(berzerk::answer(input).as_deref(), Some(output));
    }
    assert_eq!(berzerk::answer("five"), None);
}

#[test]
fn madmax_has_its_sample_answers() {
    for (input, output) in [
        ("4 4\n1 2 b\n1 3 a\n2 4 c\n3 4 b\n", "BAAA\nABAA\nBBBA\nBBBB\n"),
        ("5 8\n5 3 h\n1 2 c\n3 1 c\n3 2 r\n5 1 r\n4 3 z\n5 4 r\n5 2 h\n", "BABBB\nBBBBB\nAABBB\nAAABA\nAAAAB\n"),
    ] {
        assert_eq!(madmax::answer(input).as_deref(), Some(output));
    }
    assert_eq!(madmax::answer("2 1\n1 3 a\n"), None);
}

#[test]
fn cat_and_mouse_has_its_sample_answers() {
    for (input, output) in [("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "0\n"), ("[[1,3],[0],[3],[0,2]]", "1\n")] {
        assert_eq!(cat_and_mouse::answer(input).as_deref(), Some(output));
    }
    assert_eq!(cat_and_mouse::answer("[[7]]"), None);
}

#[test]
fn cat_and_mouse_ii_has_its_sample_answers() {
    for (input, output) in
        [("####F\n#C...\nM....\n1 2\n", "true\n"), ("M.C...F\n1 4\n", "true\n"), ("M.C...F\n1 3\n", "false\n")]
    {
        assert_eq!(cat_and_mouse_ii::answer(input).as_deref(), Some(output));
    }
    assert_eq!(cat_and_mouse_ii::answer("M.F\n1 1\n"), None);
}
