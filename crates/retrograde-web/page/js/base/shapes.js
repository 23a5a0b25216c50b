/** The shapes of answers, made of the server's reports by `cargo xtask schema`. Types only. */

/** @typedef {{ depth: number | null, drop: Kind | null, for_mover: Kind, move: string, over: string | null, pos: string, reply: string | null, value: Kind, waste: number | null, winner: Player | null }} AnsweredReport */
/** @typedef {{ certificate: number, depth: number | null, exact: boolean, game: string, pos: string, value: Kind, winner: Player | null }} CertificateHead */
/** @typedef {{ claim: FactReport, move: string | null, plies: number | null, pos: string, side: Player | null }} ClaimReport */
/** @typedef {"red" | "black" | "white"} Colour */
/** @typedef {{ depth: number, pos: string, turn: Player, value: Kind }} DeepestReport */
/** @typedef {{ depth: number, loss: number, tie: number, win: number }} DepthReport */
/** @typedef {"all" | "reachable"} Domain */
/** @typedef {{ game: string, pos: string, schema: number, seed: number, turn: string }} Drawn */
/** @typedef {{ ending: EndingReport | null, game: string, goals: GoalReport[], ground: string | null, known?: Known | null, lift: StoneReport[], pieces: StoneReport[], pos: string, problems: ProblemReport[], schema: number, shape: ShapeReport, turn: string }} Edited */
/** @typedef {{ rule: string, squares: string[], winner: string | null }} EndingReport */
/** @typedef {{ depth: number | null, event: "seed", over: string | null, pos: string, slot: number, step: number, turn: Player, value: Kind, winner: Player | null } | { depth: number | null, event: "pop", pos: string, slot: number, step: number, turn: Player, value: Kind, winner: Player | null } | { event: "relax", from: number, move: string | null, of: number, open: number, pos: string, slot: number, step: number, turn: Player } | { depth: number | null, event: "mark", from: number, move: string | null, pos: string, slot: number, step: number, turn: Player, value: Kind, winner: Player | null } | { depth: number, event: "layer", loss: number, queue: number, step: number, tie: number, win: number } | { draw: number, event: "rest", step: number } | { depth: number | null, event: "done", pos: string, slot: number, step: number, turn: Player, value: Kind, winner: Player | null }} EventReport */
/** @typedef {"wins" | "ties" | "holds" | "untied"} FactReport */
/** @typedef {{ error: FailureTexts }} FailureReport */
/** @typedef {{ at: Place | null, code: string, hint: string | null, message: string, reasons?: string[] }} FailureTexts */
/** @typedef {"answer" | "all"} Follow */
/** @typedef {{ format: string, title: string }} FormatReport */
/** @typedef {{ examples: string[], formats: FormatReport[], game: string, looks: KitReport, rules: string, rules_zh: string, shortcut: boolean, sides: [string, string], title: string, title_zh: string, way: string }} GameReport */
/** @typedef {{ games: GameReport[], schema: number }} Games */
/** @typedef {{ side: string, squares: string[] }} GoalReport */
/** @typedef {{ elapsed_ms: number | null, error: FailureTexts | null, job: string, pos: string, progress: ProgressReport | null, schema: number, state: JobState, table: string | null, task: Task, verified: VerifyReport | null }} JobReport */
/** @typedef {"waiting" | "solving" | "verifying" | "writing" | "done" | "failed" | "cancelled"} JobState */
/** @typedef {"depths" | "class"} Keep */
/** @typedef {{ bytes: number, error: FailureTexts | null, folder: string, free_bytes: number | null }} KeepReport */
/** @typedef {{ depth: number, loss: number, popped: number, queue: number, step: number, tie: number, undecided: number, win: number }} KeyframeReport */
/** @typedef {"loss" | "draw" | "tie" | "win"} Kind */
/** @typedef {{ id: string, layer: Layer, letter: string, most: number | null, name: string, name_zh: string, role: string, side: string | null }} KindReport */
/** @typedef {{ about: string | null, about_zh: string | null, colours: [Colour, Colour], falls: boolean, name: string, name_zh: string, pieces: KindReport[], reshapes: string[], shifts: boolean, sides: NameReport[], sizes: SizesReport | null, terrain: TerrainReport[], tools: string[] }} KitReport */
/** @typedef {{ moves: Ruled, probe: Probed }} Known */
/** @typedef {"ground" | "piece"} Layer */
/** @typedef {{ depth: number | null, depth_known: boolean, game: string, layers: string[][], length: number, over: string | null, pos: string, rounds: RoundReport[], schema: number, size: number, turn: Player, unit: string, value: Kind, winner: Player | null }} LayersReport */
/** @typedef {{ captured: string[], carried?: [string, string][], move: string, over: string | null, path: string[], pos: string, turn: Player, winner: Player | null }} LegalMoveReport */
/** @typedef {{ cut: boolean, depth: number | null, depth_known: boolean, end: string | null, game: string, line: MoveReport[], loop_from: number | null, over: string | null, pos: string, schema: number, turn: Player, unit: string, value: Kind, winner: Player | null }} LineReport */
/** @typedef {{ event: number, expected: TableValue | null, fault: "unread" | "not_over" | "popped" | "value" | "depth" | "early" | "early_loss", found: StatedValue, line: number, message: string | null, move: string | null, pos: string, to: string | null }} LogFault */
/** @typedef {{ bad_line: number | null, cut: boolean, events: number, faults: LogFault[], ok: boolean, schema: number }} LogReport */
/** @typedef {{ ending: EndingReport | null, game: string, goals: GoalReport[], ground: string | null, lift: StoneReport[], pieces: StoneReport[], pos: string, problems: ProblemReport[], schema: number, shape: ShapeReport, turn: string }} LookReport */
/** @typedef {{ from: number, moves: string[] }} LoopReport */
/** @typedef {{ depth: number | null, drop: Kind | null, for_mover: Kind, move: string, over: string | null, pos: string, value: Kind, waste: number | null, winner: Player | null }} MoveReport */
/** @typedef {{ name: string, name_zh: string }} NameReport */
/** @typedef {{ ending: VerdictReport | null, name: string, turn: string }} NodeReport */
/** @typedef {{ letter: string, piece: string, side: Player, square: string }} PieceReport */
/** @typedef {{ bytes?: Range_of_uint | null, case?: number | null, column?: number | null, file?: string | null, line?: number | null, token?: string | null }} Place */
/** @typedef {{ automatic: boolean, bytes: number | null, domain: Domain, error: FailureTexts | null, estimated_ms: number | null, fits?: string | null, game: string, keep: KeepReport | null, pos: string, reason: string, schema: number, slots: number | null, solved: boolean, turn: string }} PlanReport */
/** @typedef {{ depth: number | null, drop: Kind | null, for_mover: Kind, move: string, over: string | null, pos: string, schema: number, seed: number, strength: number, value: Kind, waste: number | null, winner: Player | null }} Played */
/** @typedef {string} Player */
/** @typedef {{ pos: string | null, schema: number, slot: number | null }} PositionReport */
/** @typedef {{ depth: number | null, depth_known: boolean, game: string, line?: string[] | null, moves: MoveReport[] | null, over: string | null, pos: string, schema: number, table: string | null, turn: Player, unit: string, value: Kind, why?: WhyReport | null, winner: Player | null }} Probed */
/** @typedef {{ message: string, squares: string[] }} ProblemReport */
/** @typedef {{ depth: number, done: number, elapsed_ms: number, rate: number, stage: string, total: number | null }} ProgressReport */
/** @typedef {{ end: number, start: number }} Range_of_uint */
/** @typedef {{ answers: string[] | null, error: FailureTexts | null, from: string | null, positions: string[], schema: number }} Read */
/** @typedef {{ bytes: number, schema: number, table: string }} Removed */
/** @typedef {{ layer: number, partners: string[][] }} RoundReport */
/** @typedef {{ game: string, look: SeenReport, moves: LegalMoveReport[], over: string | null, pieces: PieceReport[], pos: string, schema: number, turn: Player, winner: Player | null }} Ruled */
/** @typedef {{ bytes: number, bytes_a_position: number, depth: number, draw: number, game: string, hash: string, keep: Keep, loss: number, pos: string, positions: number, slots: number, tie: number, win: number }} Said */
/** @typedef {{ depth: number | null, examined: number, looked: number, move: string, over: string | null, pos: string, schema: number, seed: number, strength: number, winner: Player | null }} Searched */
/** @typedef {{ ending: EndingReport | null, goals: GoalReport[], ground: string | null, lift: StoneReport[], pieces: StoneReport[], problems: ProblemReport[], shape: ShapeReport }} SeenReport */
/** @typedef {{ kind: "none" } | { columns: number, kind: "grid", rows: number } | { columns: number, kind: "chessboard", rows: number } | { kind: "row", length: number } | { edges: [number, number][], kind: "graph", nodes: NodeReport[] }} ShapeReport */
/** @typedef {{ columns: [number, number], rows: [number, number] }} SizesReport */
/** @typedef {{ game: string, piece: PieceReport, pos: string, schema: number, squares: SquareReport[], turn: Player }} SliceReport */
/** @typedef {{ depth: number | null, over: string | null, pos: string | null, reason: string | null, square: string, value: Kind | null, winner: Player | null }} SquareReport */
/** @typedef {{ depth: number | null, value: string | null }} StatedValue */
/** @typedef {{ by_depth: DepthReport[], deepest: DeepestReport[], domain: Domain, game: string, positions: number, schema: number, slots: number, table: string, tiers?: TierReport[], turns: TurnReport[] }} StatsReport */
/** @typedef {{ move: string }} StepReport */
/** @typedef {{ piece: string, square: string }} StoneReport */
/** @typedef {{ bytes: number, folder: number, table: string }} StoppedTable */
/** @typedef {{ by_depth: DepthReport[], bytes: number, compared: boolean, deepest: DeepestReport[], error: FailureTexts | null, files: string[], folder: number, said: Said | null, schema: number, table: string }} StoredDetail */
/** @typedef {{ folders: string[], jobs: JobReport[], schema: number, stopped: StoppedTable[], tables: StoredTable[], writable: boolean }} StoredReport */
/** @typedef {{ bytes: number, compared: boolean, error: FailureTexts | null, files: string[], folder: number, said: Said | null, table: string }} StoredTable */
/** @typedef {{ bytes: number, game: string, pos: string, table: string }} TableReport */
/** @typedef {{ depth: number | null, value: Kind }} TableValue */
/** @typedef {{ held: number, limit: number, reserved: number, schema: number, tables: TableReport[] }} TablesReport */
/** @typedef {"solve" | "keep" | "verify"} Task */
/** @typedef {{ id: string, letter: string, name: string, name_zh: string }} TerrainReport */
/** @typedef {{ positions: number, tier: string, turns: TurnReport[] }} TierReport */
/** @typedef {{ events: EventReport[], follow: Follow, from: number, game: string, keyframe: KeyframeReport, pos: string, schema: number, table: string, total: number }} TraceReport */
/** @typedef {{ cut: boolean, depth: number | null, depth_known: boolean, game: string, keeping: number, moves: number, over: string | null, pos: string, schema: number, share: number | null, turn: Player, unit: string, value: Kind, winner: Player | null }} TrickinessReport */
/** @typedef {{ draw: number, loss: number, tie: number, turn: Player, win: number }} TurnReport */
/** @typedef {{ rule: string, winner: string | null }} VerdictReport */
/** @typedef {{ game: string, moves: number | null, ok: boolean, positions: number | null, schema: number, table: string, violation: ViolationReport | null }} VerifyReport */
/** @typedef {{ expected: string, found: string, law: string, pos: string | null, slot: number }} ViolationReport */
/** @typedef {{ depth: number | null, depth_known: boolean, game: string, loop: LoopReport | null, moves: AnsweredReport[], others: MoveReport[], over: string | null, pos: string, schema: number, turn: Player, unit: string, value: Kind, winner: Player | null }} WhyReport */
/** @typedef {{ cut: boolean, depth: number | null, depth_known: boolean, end: string | null, game: string, line: StepReport[], over: string | null, pos: string, schema: number, theory: string, turn: Player, unit: string, value: Kind, winner: Player | null }} WitnessLine */
/** @typedef {{ depth: number | null, depth_known: boolean, game: string, loop: LoopReport | null, more: number, moves: AnsweredReport[], others: MoveReport[], over: string | null, pos: string, schema: number, theory: string, turn: Player, unit: string, value: Kind, winner: Player | null }} WitnessWhy */
/** @typedef {{ schema: number, text: string, to: string }} Written */

export {};
