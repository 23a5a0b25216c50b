//! The catalogue of recorded requests to the server. A request has a method, a path, and an optional body. The prefix
//! `zh ` asks for Chinese.

use crate::calls::{CANNONS, PAWN, RACE, STORED, WRONG};

/// The part of a response that is recorded.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Whole,
    Status,
    LastLine,
}

/// Returns the request of an entry of the catalogue, and the part of the response to record. The name of this part and
/// `# ` may stand before the request; otherwise the whole response is recorded.
pub(crate) fn part(question: &str) -> (Part, &str) {
    match question.split_once("# ") {
        None => (Part::Whole, question),
        Some(("status", question)) => (Part::Status, question),
        Some((_, question)) => (Part::LastLine, question),
    }
}

/// Returns a request as bytes. The word `LARGE` stands for a board whose table does not fit the server's memory.
pub(crate) fn request(question: &str) -> Vec<u8> {
    let question = question.replace("LARGE", &format!("A99/{}99B_a", "100/".repeat(98)));
    let (language, question) = match question.strip_prefix("zh ") {
        Some(rest) => ("zh-CN,zh;q=0.9", rest),
        None => ("en", &*question),
    };
    let (line, body) =
        question.split_once(" {").map_or((question, String::new()), |(line, body)| (line, format!("{{{body}")));
    let (method, path) = line.split_once(' ').unwrap();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: {language}\r\n\
         {kind}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    request.into_bytes()
}

/// Encodes a token for the query of a URL.
fn encoded(token: &str) -> String {
    token.replace('#', "%23")
}

/// Returns the requests that list all games.
pub(crate) fn of_games() -> Vec<String> {
    vec![got("/games"), format!("zh {}", got("/games"))]
}

/// Returns requests to every other path, for positions of all games.
pub(crate) fn questions() -> Vec<String> {
    let mut questions: Vec<String> =
        ["/games/pawn", "/games/tictactoe", "/games/graph", "/tables", "/openapi.json"].map(got).to_vec();
    // For an explored game, the first position in a request decides which table answers it.
    for token in PAWN.iter().chain(&RACE).chain(&CANNONS).chain(&STORED) {
        let pos = encoded(token);
        for (path, options) in [
            ("plan", ""),
            ("probe", ""),
            ("probe", "&moves=0&line=5&why=1"),
            ("moves", ""),
            ("line", ""),
            ("line", "&max=2"),
            ("why", ""),
            ("trickiness", ""),
            ("trickiness", "&max=2"),
            ("stats", ""),
            ("trace", ""),
            ("trace", "&follow=all&from=3&n=40"),
            ("sea", ""),
            ("sea", "&follow=all"),
            ("certificate", ""),
            ("position", "&slot=0"),
            ("position", "&slot=3"),
            ("play", "&strength=100&seed=7"),
            ("play", "&strength=30&seed=7"),
            ("random", "&seed=7"),
        ] {
            questions.push(got(&format!("/{path}?pos={pos}{options}")));
        }
        questions.push(got(&format!("/position?pos={pos}&of={pos}")));
    }
    for question in [
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=pawn",
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=king1",
        "/slice?pos=race:A3/1H2/4/3B_a&piece=a",
        "/slice?pos=race:A3/1H2/4/3B_a&piece=A",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=c1",
        "/position?pos=pawn:O2/1H1/OXH_r&of=pawn:O1/1O/X1_r",
        "/position?pos=pawn:O2/1H1/OXH_r&slot=999999",
        "/random?game=pawn&size=4x4&value=win&seed=7",
        "/random?game=race&size=4x4&walls=20&seed=7",
        "/random?game=cannons&size=1x9&turn=black&seed=7",
        "/random?game=tictactoe&seed=7",
        "/random?game=tictactoe&value=loss&seed=7",
        "/random?game=graph&value=draw&seed=7",
        "/random?pos=pawn:5/5/2O2/H2H1/OH1X1_r&value=win&min_depth=2&seed=7",
        "/layers?pos=race:A3/1H2/4/3B_a",
        "/layers?pos=race:A3/4/2H1/3B_a",
        "/layers?pos=race:LARGE",
        "/layers?pos=cannons:01100_r",
        "/probe?pos=race:LARGE",
        "/line?pos=race:LARGE&max=4",
        "/why?pos=race:LARGE",
    ] {
        questions.extend([got(question), format!("zh {}", got(question))]);
    }
    questions.extend(posted());
    questions
}

fn got(path: &str) -> String {
    format!("GET {path}")
}

fn posted() -> Vec<String> {
    let posts = [
        r#"/probe {"pos":["cannons:01100_r","cannons:1x1_r","graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1","tictactoe:3/3/3_x"]}"#,
        r#"/probe?moves=0&line=3 {"pos":["pawn:O1/1O/X1_r","race:AB_a"]}"#,
        r#"/convert {"from":"p7387","text":"1\n3\n101\n","answers":true}"#,
        r#"/convert {"from":"p9169","text":"0 1\n2 2\n.O\nOX\n","answers":true}"#,
        r#"/convert {"from":"p4658","text":"1\n2\nA.\n.B\n","answers":true}"#,
        r#"/convert {"from":"graph","text":"1 a - 2 3\n2 b - 1\n3 b =\n","answers":true}"#,
        r#"/convert {"text":"1 a - 2 3\n2 b - 1\n3 b =\n"}"#,
        r#"/convert {"text":"0 1\n2 2\n.O\nOX\n"}"#,
        r#"/convert {"text":"1\n3\n101\n"}"#,
        r#"/convert {"to":"p9169","positions":["pawn:3HO/1H2H/HOH2/1H2X_r"]}"#,
        r#"/convert {"to":"graph","positions":["graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1"]}"#,
        r#"/convert {"to":"ascii","positions":["tictactoe:3/3/3_x"]}"#,
        r#"/convert {"to":"p4658","positions":["pawn:3HO/1H2H/HOH2/1H2X_r"]}"#,
        r#"/convert {"from":"p9169","text":"0 1\n2 2\n.O\n"}"#,
        r#"/convert {"from":"chess","text":"1"}"#,
        r#"/convert {"text":"what is this"}"#,
        r#"/convert {"answers":true}"#,
        r#"/trace {"log":"{\"event\":\"seed\",\"pos\":\"cannons:0101_b\",\"value\":\"tie\",\"depth\":0}\n{\"event\":\"mark\",\"pos\":\"cannons:01100_r\",\"value\":\"tie\",\"depth\":1}\n"}"#,
        r#"/trace {"log":"{\"event\":\"mark\",\"pos\":\"cannons:01100_r\",\"value\":\"tie\",\"depth\":1}\n{\"event\":\"pop\",\"pos\":\"cannons:1x1_r\"}\nRed 75\n"}"#,
        r#"/trace {"log":["mark"]}"#,
        r#"/solve {"pos":"cannons:1x1_r"}"#,
        r#"/solve {"position":"cannons:101_r"}"#,
        r#"/solve {"pos":"race:LARGE"}"#,
    ];
    let asked = |post: &str| [format!("POST {post}"), format!("zh POST {post}")];
    posts.iter().flat_map(|post| asked(post)).collect()
}

/// Returns requests that start, query and cancel jobs. The events of a job end with the job.
pub(crate) fn jobs() -> Vec<String> {
    let solved = |number: usize, token: &str| {
        // When the second request arrives, the job may still wait, or may already have ended.
        let solve = format!(r#"status# POST /solve {{"pos":"{token}"}}"#);
        let rest = ["last line# GET /jobs/ID/events", "GET /jobs/ID", "DELETE /jobs/ID", "GET /jobs/ID"];
        [solve].into_iter().chain(rest.map(|question| question.replace("ID", &number.to_string())))
    };
    let tokens = ["cannons:01100_r", "pawn:6/6/2O3/6/O4X_r", "tictactoe:3/3/3_x", STORED[3], "race:A3/1H2/4/3B_a"];
    let mut questions: Vec<_> = tokens.iter().zip(1..).flat_map(|(token, number)| solved(number, token)).collect();
    questions.push(got("/tables"));
    questions
}

/// Returns invalid requests, and requests without an answer, in both languages.
pub(crate) fn refused() -> Vec<String> {
    let mut questions: Vec<_> =
        WRONG.map(|token| got(&format!("/probe?pos={}", encoded(token.trim_matches('\''))))).to_vec();
    let others = [
        "/nothing",
        "/probe",
        "/probe?position=cannons:01100_r",
        "/probe?pos=cannons:01100_r&moves=perhaps",
        "/probe?pos=cannons:01100_r&line=x",
        "/tables?pos=cannons:01100_r",
        "/games/luogu",
        "/jobs/77",
        "/jobs/77/events",
        "/slice?pos=cannons:01100_r",
        "/slice?pos=cannons:01100_r&piece=king",
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=king",
        "/position?pos=cannons:01100_r",
        "/position?pos=cannons:01100_r&slot=-1",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=b2",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=22",
        "/position?pos=pawn:O2/1H1/OXH_r&of=race:AB_a",
        "/position?pos=graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1&of=graph:1.a.a_1",
        "/play?pos=cannons:101_r&strength=101",
        "/play?pos=tictactoe:XXX/O1O/3_o",
        "/trace?pos=cannons:01100_r&follow=both",
        "/trace?pos=cannons:01100_r&n=4097",
        "/sea?pos=cannons:01100_r&from=1",
        "/random",
        "/random?game=graph&size=3x3",
        "/random?game=pawn&size=3",
        "/random?game=pawn&walls=101",
        "/random?game=pawn&value=mate",
        "/random?game=pawn&turn=white",
        "/random?game=pawn&value=draw&min_depth=2",
        "/random?game=pawn&size=2x2&min_depth=9000&seed=1",
        "/random?pos=cannons:01_r&min_depth=900&seed=1",
        "/random?game=pawn&size=1x1&seed=1",
        "/stats?pos=pawn:40/40/40/40/4O35/40/40/3O36/40/4X35_r",
        "/stats?pos=race:LARGE",
        "/certificate?pos=race:LARGE",
        "/trace?pos=race:LARGE",
    ];
    questions.extend(others.map(got));
    questions.extend(["POST /games", "DELETE /games", "PUT /probe", "DELETE /jobs/77"].map(str::to_owned));
    questions.into_iter().flat_map(|question| [question.clone(), format!("zh {question}")]).collect()
}
