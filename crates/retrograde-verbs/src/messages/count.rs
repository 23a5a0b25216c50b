//! Phrases with a count, such as `3 positions`.

use retrograde::messages;

use crate::word::grouped;

/// The unit of a count, such as position or ply.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Position,
    RandomBoard,
    Board,
    Start,
    Claim,
    Ply,
    Slot,
    Move,
    Case,
    Answer,
    Run,
    Event,
}

messages! {
    /// A count with its unit.
    pub(crate) enum Counted {
        Position { number: String }: "{number} position", "{number} 个局面";
        Positions { number: String }: "{number} positions", "{number} 个局面";
        RandomBoard { number: String }: "{number} random board", "{number} 张随机棋盘";
        RandomBoards { number: String }: "{number} random boards", "{number} 张随机棋盘";
        Board { number: String }: "{number} board", "{number} 张棋盘";
        Boards { number: String }: "{number} boards", "{number} 张棋盘";
        Start { number: String }: "{number} start", "{number} 个局面";
        Starts { number: String }: "{number} starts", "{number} 个局面";
        ManyStarts: "more than 10^19 starts", "超过 10^19 个局面";
        Claim { number: String }: "{number} claim", "{number} 条论断";
        Claims { number: String }: "{number} claims", "{number} 条论断";
        Ply { number: String }: "{number} ply", "{number} 步";
        Plies { number: String }: "{number} plies", "{number} 步";
        Slot { number: String }: "{number} slot", "{number} 个编号";
        Slots { number: String }: "{number} slots", "{number} 个编号";
        Move { number: String }: "{number} move", "{number} 种走法";
        Moves { number: String }: "{number} moves", "{number} 种走法";
        Case { number: String }: "{number} case", "{number} 组数据";
        Cases { number: String }: "{number} cases", "{number} 组数据";
        Answer { number: String }: "{number} answer", "{number} 个答案";
        Answers { number: String }: "{number} answers", "{number} 个答案";
        Run { number: String }: "{number} run", "{number} 次运行";
        Runs { number: String }: "{number} runs", "{number} 次运行";
        Event { number: String }: "{number} event", "{number} 个事件";
        Events { number: String }: "{number} events", "{number} 个事件";
    }
}

/// Returns a count with its unit, in the singular or the plural.
pub(crate) fn counted(count: u64, unit: Unit) -> Counted {
    let number = grouped(count);
    match (count, unit) {
        (1, Unit::Position) => Counted::Position { number },
        (_, Unit::Position) => Counted::Positions { number },
        (1, Unit::RandomBoard) => Counted::RandomBoard { number },
        (_, Unit::RandomBoard) => Counted::RandomBoards { number },
        (1, Unit::Board) => Counted::Board { number },
        (_, Unit::Board) => Counted::Boards { number },
        (1, Unit::Start) => Counted::Start { number },
        (_, Unit::Start) => Counted::Starts { number },
        (1, Unit::Claim) => Counted::Claim { number },
        (_, Unit::Claim) => Counted::Claims { number },
        (1, Unit::Ply) => Counted::Ply { number },
        (_, Unit::Ply) => Counted::Plies { number },
        (1, Unit::Slot) => Counted::Slot { number },
        (_, Unit::Slot) => Counted::Slots { number },
        (1, Unit::Move) => Counted::Move { number },
        (_, Unit::Move) => Counted::Moves { number },
        (1, Unit::Case) => Counted::Case { number },
        (_, Unit::Case) => Counted::Cases { number },
        (1, Unit::Answer) => Counted::Answer { number },
        (_, Unit::Answer) => Counted::Answers { number },
        (1, Unit::Run) => Counted::Run { number },
        (_, Unit::Run) => Counted::Runs { number },
        (1, Unit::Event) => Counted::Event { number },
        (_, Unit::Event) => Counted::Events { number },
    }
}
