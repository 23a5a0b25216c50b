//! Draws the number of positions by depth as a stand-alone SVG image, with a light and a dark style.

use std::fmt::{Display, Write};

use retrograde::Kind;
use retrograde::rules::visible;
use retrograde_service::report::{DepthReport, StatsReport};

use crate::lang::{Catalogue, fill};
use crate::messages::{Unit, counted};
use crate::vocabulary::DomainWord;
use crate::word::{columns, grouped};

/// The classes of values that have depths, in the order of their bars. Draws have no depth.
const WITH_DEPTH: [Kind; 3] = [Kind::Win, Kind::Loss, Kind::Tie];

/// The size of the image, in pixels.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
/// The margins above and below the bars, in pixels.
const TOP: f64 = 112.0;
const BOTTOM: f64 = 62.0;
const RIGHT: f64 = 28.0;
/// The width of a character on an axis, in pixels.
const LETTER: f64 = 7.6;
/// The maximum number of bins. A bin is a group of consecutive depths; all bins have the same number of depths. If
/// there are at most `BINS` bins, each bar is at least two pixels wide.
const BINS: usize = 120;
/// The maximum length of a position's token in the title, in characters.
const TOKEN: usize = 64;

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#1b2430}.head{font-size:16px;font-weight:600}.faint{fill:#5a6675}.mid{text-anchor:middle}\
.end{text-anchor:end}.paper{fill:#fff}.grid{stroke:#dde3ea}.axis{stroke:#5a6675}.win{fill:#0a6ebd}.loss{fill:#d2570c}.tie{fill:#b58900}\
.draw{fill:none;stroke:#5a6675;stroke-dasharray:2}\
@media(prefers-color-scheme:dark){text{fill:#e6ebf0}.faint{fill:#a3b0bc}.paper{fill:#12161c}.grid{stroke:#2a323c}.axis{stroke:#a3b0bc}\
.win{fill:#56b4e9}.loss{fill:#ff8c42}.tie{fill:#e0b040}.draw{stroke:#a3b0bc}}";

/// Draws the histogram, which shows the number of positions by depth. The title names the position `pos`.
pub(crate) fn draw(words: &Catalogue, pos: &str, report: &StatsReport) -> String {
    let bins = Bins::of(&report.by_depth);
    let axis = Axis::of(&bins);
    let frame = Frame::of(&axis);
    let (title, head) = (shortened(pos), head(words, report));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n<desc id=\"desc\">{desc}</desc>\n\
         <style>{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"head\" x=\"24\" y=\"36\">{title}</text>\n<text class=\"faint\" x=\"24\" y=\"58\">{head}</text>\n",
        title = escaped(&title),
        head = escaped(&head),
        desc = escaped(&described(words, report)),
    );
    legend(&mut svg, words, report);
    if bins.kinds.is_empty() {
        let _ = writeln!(
            svg,
            "<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>",
            WIDTH / 2.0,
            f64::midpoint(TOP, HEIGHT),
            escaped(words.svg_none)
        );
    } else {
        frame.axes(&mut svg, words, &bins, &axis);
        frame.bars(&mut svg, words, &bins, &axis);
    }
    svg + "</svg>\n"
}

/// Returns the heading of the image, such as `pawn-16e8b1e1 (all): 115,248 positions in 115,248 slots`.
pub(crate) fn head(words: &Catalogue, report: &StatsReport) -> String {
    let domain = words.text(DomainWord::from(report.domain));
    let positions = words.text(counted(report.positions, Unit::Position));
    let slots = words.text(counted(report.slots, Unit::Slot));
    let values: [(&str, &dyn Display); 4] =
        [("table", &report.table), ("domain", &domain), ("positions", &positions), ("slots", &slots)];
    fill(words.stats_head, &values)
}

/// Describes the image in one sentence, for readers who cannot see it.
fn described(words: &Catalogue, report: &StatsReport) -> String {
    let values: Vec<_> = totals(report)
        .into_iter()
        .map(|(kind, number)| fill(words.value_count, &[("number", &grouped(number)), ("value", &words.kind(kind))]))
        .collect();
    let deepest = report.by_depth.last().map_or(0, |last| last.depth);
    fill(words.svg_desc, &[("values", &values.join(words.list_gap)), ("plies", &words.plies(deepest))])
}

/// Counts the positions of each class. Positions without a depth are draws.
pub(crate) fn totals(report: &StatsReport) -> [(Kind, u64); 4] {
    let sum = |count: fn(&DepthReport) -> u64| report.by_depth.iter().map(count).sum();
    let [win, loss, tie]: [u64; 3] = [sum(|depth| depth.win), sum(|depth| depth.loss), sum(|depth| depth.tie)];
    let draw = report.positions.saturating_sub(win + loss + tie);
    [(Kind::Win, win), (Kind::Loss, loss), (Kind::Tie, tie), (Kind::Draw, draw)]
}

/// Draws the legend. The legend lists the classes with their colours and their counts. The legend includes the class of
/// draws, although draws have no bar.
fn legend(svg: &mut String, words: &Catalogue, report: &StatsReport) {
    let mut x = 24.0;
    for (kind, number) in totals(report) {
        let text = format!("{} {}", words.kind(kind), grouped(number));
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}.5\" y=\"74.5\" width=\"12\" height=\"12\"/><text x=\"{}\" y=\"85\">{}</text>",
            x + 20.0,
            escaped(&text),
            class = class(kind),
        );
        x += 48.0 + (LETTER * columns(&text) as f64).round();
    }
}

const fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "win",
        Kind::Loss => "loss",
        Kind::Tie => "tie",
        Kind::Draw => "draw",
    }
}

/// The bins of the histogram, which are groups of consecutive depths.
struct Bins {
    /// The number of depths in a bin.
    width: usize,
    /// The number of depths in all bins together.
    depths: usize,
    /// The classes that occur in the table.
    kinds: Vec<Kind>,
    /// The number of positions, by bin and then by class.
    counts: Vec<Vec<u64>>,
}

impl Bins {
    fn of(depths: &[DepthReport]) -> Self {
        let number = |kind: Kind, depth: &DepthReport| match kind {
            Kind::Win => depth.win,
            Kind::Loss => depth.loss,
            Kind::Tie => depth.tie,
            Kind::Draw => 0,
        };
        let sum = |kind: Kind, bin: &[DepthReport]| bin.iter().map(|depth| number(kind, depth)).sum::<u64>();
        let kinds: Vec<_> = WITH_DEPTH.into_iter().filter(|&kind| sum(kind, depths) > 0).collect();
        let width = depths.len().div_ceil(BINS).max(1);
        let counts = depths.chunks(width).map(|bin| kinds.iter().map(|&kind| sum(kind, bin)).collect()).collect();
        Self { width, depths: depths.len(), kinds, counts }
    }

    fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.counts.iter().flatten().copied().filter(|&number| number > 0)
    }

    /// Returns the depths of a bin as text, such as `7` or `10-19`.
    fn span(&self, bin: usize) -> String {
        let (first, last) = (bin * self.width, ((bin + 1) * self.width).min(self.depths) - 1);
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }
}

/// The vertical scale.
struct Axis {
    is_logarithmic: bool,
    top: f64,
    ticks: Vec<u64>,
}

/// The value at the lower end of a logarithmic axis. The value is less than 1, so that the bar of a single position is
/// visible.
const ALMOST_NONE: f64 = 0.5;

impl Axis {
    /// Returns a linear scale if every bar is visible on a linear scale, otherwise a logarithmic scale.
    fn of(bins: &Bins) -> Self {
        let (most, least) = (bins.all().max().unwrap_or(1), bins.all().min().unwrap_or(1));
        let is_seen = most as f64 / (least as f64) < HEIGHT - TOP - BOTTOM;
        if is_seen { Self::even(most) } else { Self::decades(most) }
    }

    fn even(most: u64) -> Self {
        let step = round_step(most.div_ceil(5));
        let ticks: Vec<_> = (0..=most.div_ceil(step)).map(|tick| tick.saturating_mul(step)).collect();
        let top = ticks.last().copied().unwrap_or(1) as f64;
        Self { is_logarithmic: false, top, ticks }
    }

    fn decades(most: u64) -> Self {
        let last = most.ilog10();
        let step = (last / 6 + 1) as usize;
        let ticks = (0..=last).step_by(step).map(|power| 10_u64.pow(power)).collect();
        Self { is_logarithmic: true, top: most as f64 * 1.25, ticks }
    }

    /// Returns the height of the bar for `number` positions, as a fraction of the height of the axis.
    fn height(&self, number: u64) -> f64 {
        let number = number as f64;
        if !self.is_logarithmic {
            number / self.top
        } else if number > ALMOST_NONE {
            (number / ALMOST_NONE).ln() / (self.top / ALMOST_NONE).ln()
        } else {
            0.0
        }
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50, … that is at least `number`.
fn round_step(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10());
    let steps = [1, 2, 5].map(|digit| unit.saturating_mul(digit));
    steps.into_iter().find(|&step| step >= number).unwrap_or(unit.saturating_mul(10))
}

/// The area of the image that contains the bars.
struct Frame {
    left: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn of(axis: &Axis) -> Self {
        let longest = axis.ticks.iter().map(|&tick| grouped(tick).len()).max().unwrap_or(1);
        let left = 52.0 + LETTER * longest as f64;
        Self { left, width: WIDTH - RIGHT - left, height: HEIGHT - TOP - BOTTOM }
    }

    fn x(&self, bins: &Bins, depth: f64) -> f64 {
        self.left + self.width * depth / (bins.counts.len() * bins.width) as f64
    }

    fn y(&self, axis: &Axis, number: u64) -> f64 {
        TOP + self.height * (1.0 - axis.height(number))
    }

    fn axes(&self, svg: &mut String, words: &Catalogue, bins: &Bins, axis: &Axis) {
        let (right, floor) = (self.left + self.width, TOP + self.height);
        for &tick in &axis.ticks {
            let y = self.y(axis, tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{:.1} {y:.1}H{right:.1}\"/><text class=\"faint end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                self.left,
                self.left - 8.0,
                y + 4.5,
                grouped(tick),
            );
        }
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{:.1} {floor:.1}H{right:.1}\"/>", self.left);
        let step = round_step((bins.depths as u64).div_ceil(16)) as usize;
        for depth in (0..bins.depths).step_by(step) {
            let x = self.x(bins, depth as f64 + 0.5);
            let _ = writeln!(svg, "<text class=\"faint mid\" x=\"{x:.1}\" y=\"{:.1}\">{depth}</text>", floor + 18.0);
        }
        let (x, y) = (self.left + self.width / 2.0, TOP + self.height / 2.0);
        let positions = if axis.is_logarithmic { words.svg_logarithmic } else { words.svg_positions };
        let _ = writeln!(
            svg,
            "<text class=\"mid\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n\
             <text class=\"mid\" transform=\"translate(24 {y:.1})rotate(-90)\">{}</text>",
            HEIGHT - 16.0,
            escaped(words.svg_depth),
            escaped(positions),
        );
    }

    /// Draws a group of bars for each bin. The tooltip of a group shows the counts.
    fn bars(&self, svg: &mut String, words: &Catalogue, bins: &Bins, axis: &Axis) {
        let floor = TOP + self.height;
        for (bin, counts) in bins.counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        {
            let [from, to] = [bin, bin + 1].map(|bin| self.x(bins, (bin * bins.width) as f64));
            let gap = ((to - from) * 0.15).min(6.0);
            let bar = (to - from - gap) / counts.len() as f64;
            let lines: Vec<_> = bins
                .kinds
                .iter()
                .zip(counts)
                .map(|(&kind, &n)| format!("{} {}", words.kind(kind), grouped(n)))
                .collect();
            let _ = write!(
                svg,
                "<g><title>{} {}: {}</title>",
                escaped(words.stats_plies),
                bins.span(bin),
                escaped(&lines.join(words.list_gap))
            );
            for ((&kind, &number), place) in
                bins.kinds.iter().zip(counts).zip(0..).filter(|((_, number), _)| **number > 0)
            {
                let (x, y) = (from + gap / 2.0 + bar * f64::from(place), self.y(axis, number));
                let _ = write!(
                    svg,
                    "<rect class=\"{}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{bar:.2}\" height=\"{:.2}\"/>",
                    class(kind),
                    floor - y
                );
            }
            svg.push_str("</g>\n");
        }
    }
}

/// Shortens a token that is too long for the image. The middle of the token is left out.
fn shortened(token: &str) -> String {
    let letters: Vec<_> = token.chars().map(visible).collect();
    match letters.len() {
        0..=TOKEN => letters.into_iter().collect(),
        length => {
            let half = TOKEN / 2;
            letters[..half].iter().chain(&['…']).chain(&letters[length - half..]).collect()
        }
    }
}

/// Returns the text for SVG, with escaped markup characters.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depths(numbers: &[(u64, u64, u64)]) -> Vec<DepthReport> {
        let depths = numbers.iter().zip(0..);
        depths.map(|(&(win, loss, tie), depth)| DepthReport { depth, win, loss, tie }).collect()
    }

    #[test]
    fn every_bar_is_seen_whatever_the_scale() {
        for (numbers, is_logarithmic) in [
            (vec![(1, 0, 0)], false),
            (vec![(0, 54, 16), (70, 4, 32), (0, 32, 4)], false),
            (vec![(5, 400, 0), (0, 0, 1)], true),
            (vec![(1, u64::MAX / 4, 0)], true),
            (vec![(u64::MAX / 4, u64::MAX / 4, 0)], false),
        ] {
            let bins = Bins::of(&depths(&numbers));
            let axis = Axis::of(&bins);
            assert_eq!(axis.is_logarithmic, is_logarithmic, "{numbers:?}");
            let pixels = HEIGHT - TOP - BOTTOM;
            let heights: Vec<_> = bins.all().map(|number| axis.height(number) * pixels).collect();
            assert!(heights.iter().all(|height| (1.0..=pixels).contains(height)), "{heights:?}");
            assert!(axis.ticks.iter().all(|&tick| (0.0..=1.0).contains(&axis.height(tick))), "{:?}", axis.ticks);
            assert!((2..=8).contains(&axis.ticks.len()), "{:?}", axis.ticks);
        }
    }

    #[test]
    fn many_depths_are_put_together_and_none_is_lost() {
        for length in [1, 2, BINS, BINS + 1, 1000, 65_535] {
            let depths = depths(&vec![(3, 0, 2); length]);
            let bins = Bins::of(&depths);
            assert!(bins.counts.len() <= BINS, "{length}");
            assert_eq!(bins.kinds, [Kind::Win, Kind::Tie]);
            assert_eq!(bins.all().sum::<u64>(), 5 * length as u64);
            let spans: Vec<_> = (0..bins.counts.len()).map(|bin| bins.span(bin)).collect();
            assert!(spans.last().is_some_and(|last| last.ends_with(&(length - 1).to_string())), "{spans:?}");
        }
    }

    #[test]
    fn steps_are_round() {
        for (number, step) in [(0, 1), (1, 1), (3, 5), (6, 10), (11, 20), (50, 50), (51, 100)] {
            assert_eq!(round_step(number), step, "{number}");
        }
    }

    #[test]
    fn a_token_stays_text_and_short() {
        assert_eq!(escaped("<a&b>"), "&lt;a&amp;b&gt;");
        let long = shortened(&format!("graph:{}\u{7}", "<é".repeat(5000)));
        assert!(long.starts_with("graph:<é") && long.ends_with("<é\u{fffd}") && long.chars().count() == TOKEN + 1);
    }
}
