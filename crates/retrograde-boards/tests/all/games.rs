//! Tests games that are not built in: numbers of positions after a few plies, and positions made by hand.

use std::sync::Arc;

use retrograde::author::AnyPosition;
use retrograde::{Game, NotationError};
use retrograde_boards::{BoardGame, BoardPosition, open_file, read};

use crate::rules::text;

/// The numbers of lines of play from the start, for 1 to `plies` plies.
fn lines(name: &str, plies: usize) -> Vec<u64> {
    fn count(game: &BoardGame, position: &BoardPosition, plies: usize) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut sum = 0;
        game.each_move(position, |_, child| sum += count(game, &child, plies - 1));
        sum
    }
    let game = BoardGame::new(Arc::new(read(&text(name)).unwrap()));
    (1..=plies).map(|plies| count(&game, &game.start(), plies)).collect()
}

/// Many programs for draughts and for xiangqi have published these numbers.
#[test]
fn lines_of_play_have_the_published_numbers() {
    assert_eq!(lines("checkers", 5), [7, 49, 302, 1469, 7361]);
    assert_eq!(lines("xiangqi", 2), [44, 1920]);
}

#[test]
#[ignore = "slow: one ply more of the same count"]
fn longer_lines_of_play_have_the_published_numbers() {
    assert_eq!(lines("checkers", 6)[5], 36_768);
    assert_eq!(lines("xiangqi", 3)[2], 79_666);
}

/// Checks the ending of a position (`WINNER by RULE`, or nothing), the number of its moves, and some of the positions
/// after them.
fn check(name: &str, token: &str, ending: &str, moves: usize, children: &[&str]) {
    println!("{name}: {token}");
    let position = open_file(&text(name)).unwrap().parse(token).unwrap();
    let here: &dyn AnyPosition = &*position;
    let found = here.here().ending.map_or(String::new(), |ending| format!("{:?} by {}", ending.outcome, ending.rule));
    assert_eq!(found, ending);
    let Ok(all) = here.moves() else { panic!("too many moves") };
    let tokens: Vec<&str> = all.iter().map(|action| action.token.split_once(':').unwrap().1).collect();
    assert_eq!(tokens.len(), moves, "{tokens:?}");
    for child in children {
        assert!(tokens.contains(child), "{child} is not in {tokens:?}");
    }
}

#[test]
fn tigers_jump_along_lines_and_win_by_five_goats() {
    let after = ["1G3/t4/5/5/5_g_G19", "1G3/1t3/5/5/5_g_G19", "2t2/5/5/5/5_g_G19"];
    check("baghchal", "tG3/5/5/5/5_t_G19", "", 3, &after);
    // No diagonal goes through b1.
    check("baghchal", "1t3/5/5/5/5_t_G20", "", 3, &["t4/5/5/5/5_g_G20", "2t2/5/5/5/5_g_G20", "5/1t3/5/5/5_g_G20"]);
    // Goats step only when all are on the board.
    check("baghchal", "t3t/5/2G2/5/t3t_g_G18", "", 20, &["t3t/5/2GG1/5/t3t_t_G17"]);
    check("baghchal", "t3t/GGGGG/GGGGG/GGGGG/t2Gt_g", "", 10, &["t1G1t/GG1GG/GGGGG/GGGGG/t2Gt_t"]);
    check("baghchal", "t3t/5/5/5/t3t_g_G15", "Won(Second) by five-goats", 0, &[]);
    check("baghchal", "tGG2/GG3/G1G2/5/5_t_G14", "Won(First) by no-move", 0, &[]);
}

#[test]
fn men_of_nine_mens_morris_fly_and_take() {
    // Each of the three men can fly to 18 points. One of these moves makes a mill and takes one of the opponent's three
    // men, which are all in a mill.
    check("morris9", "WW1/3/W2/6/3/3/BBB_w", "", 56, &["WWW/3/3/6/3/3/1BB_b", "WW1/3/3/1W4/3/3/BBB_b"]);
    // With four men, the men step to neighbouring points. A mill takes the man that is not in a mill.
    check("morris9", "WW1/3/2W/6/3/3/BBB_w", "", 56, &[]);
    check("morris9", "WW1/2W/3/6/B2/3/BBB_w_W1", "", 17, &["WWW/2W/3/6/3/3/BBB_b"]);
    check("morris9", "3/3/3/6/3/3/3_w_W9B9", "", 24, &[]);
    check("morris9", "WW1/3/3/6/3/3/BBB_w", "Won(Second) by few-men", 0, &[]);
}

#[test]
fn pieces_of_ostle_are_pushed_off_the_board_or_into_the_hole() {
    check("ostle", "BBBBB/5/2O2/5/WWWWW_w", "", 14, &["BBBBB/2O2/5/5/WWWWW_b", "BBBBB/5/2O2/W4/1WWWW_b"]);
    check("ostle", "WBO2/5/5/BBBB1/WWW2_w", "", 12, &["1WO2/5/5/BBBB1/WWW2_b", "WBO2/5/B4/WBBB1/1WW2_b"]);
    check("ostle", "BW3/5/2O2/1BBBB/2WWW_w", "", 14, &["W4/5/2O2/1BBBB/2WWW_b"]);
    // A piece does not move off the board or into the hole by itself.
    check("ostle", "WO3/5/5/BBBB1/2WWW_w", "", 11, &[]);
    check("ostle", "BW3/5/2O2/2BBB/3WW_w", "Won(Second) by two-lost", 0, &[]);
}

#[test]
fn a_car_leaves_the_board_by_its_own_side() {
    check("dodgem3", "2R/3/1U1_r", "", 2, &["3/3/1U1_u", "3/2R/1U1_u"]);
    check("dodgem3", "2U/3/R2_u", "", 2, &["3/3/R2_r", "1U1/3/R2_r"]);
    // Right cannot move, and wins.
    check("dodgem3", "RU1/U2/3_r", "Won(First) by no-move", 0, &[]);
    check("dodgem3", "2U/3/3_u", "Won(First) by all-out", 0, &[]);
}

#[test]
fn kings_of_xiangqi_do_not_face_each_other() {
    check("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4_r", "", 2, &["3k5/9/9/9/9/9/9/9/4K4/9_b", "3k5/9/9/9/9/9/9/9/9/5K3_b"]);
    // The rook on e1 gives check. On d10 the king would face the other king.
    check("xiangqi", "3kr4/9/9/9/9/9/9/9/9/2R1K4_r", "", 1, &["3kr4/9/9/9/9/9/9/9/9/2R2K3_b"]);
}

/// A side may stand in check only if it is to move, with any number of kings.
#[test]
fn a_position_whose_last_turn_left_the_king_attacked_is_refused() {
    let refused = |name: &str, token: &str| {
        let Err(error) = open_file(&text(name)).unwrap().parse(token) else { panic!("{token} is accepted") };
        assert!(matches!(error, NotationError::Illegal { .. }), "{error:?}");
        error.to_string()
    };
    let black = "black has a royal piece under attack and is not to move";
    assert_eq!(refused("chess", "3k4/8/8/8/8/8/8/KR1R4_w"), black);
    assert_eq!(refused("chess", "3k4/3k4/8/8/8/8/8/K2R4_w"), black);
    assert_eq!(refused("chess", "8/8/8/8/8/2k5/1K6/8_b"), "white has a royal piece under attack and is not to move");
    assert_eq!(refused("xiangqi", "3kr4/9/9/9/9/9/9/9/9/3RK4_r"), black);
    check("chess", "3k4/8/8/8/8/8/8/KR1R4_b", "", 4, &["8/2k5/8/8/8/8/8/KR1R4_w"]);
    check("chess", "3k4/7k/8/8/8/8/8/K7_w", "", 3, &["3k4/7k/8/8/8/8/K7/8_b"]);
}
