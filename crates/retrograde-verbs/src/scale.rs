//! Estimates the cost of a solve on several hosts.

use std::fmt::Display;
use std::time::Duration;

use clap::Args;
use retrograde::author::{AnyPosition, Domain};
use retrograde::kernel::MOST_WORKERS;
use retrograde::rules::message::bytes;
use retrograde_service::failure::size;
use retrograde_service::scale::{Hosts, ScaleReport, scale};

use crate::context::Context;
use crate::failure::{Failure, Fault, Stop};
use crate::lang::fill;
use crate::messages::{Hint, Wrong, within};
use crate::plan::time;
use crate::size::speed;
use crate::word::grouped;

/// The options that describe the hosts of a plan.
#[derive(Args)]
#[command(next_help_heading = "Planning for several processes, with --plan")]
pub(crate) struct Scale {
    /// Estimate a solve by N processes; each runs -j threads on a host of its own that is as fast as this machine
    #[arg(long, value_name = "N", requires = "plan", value_parser = within::<usize>(2..=MOST_WORKERS))]
    processes: Option<usize>,
    /// The network bandwidth of each host, per second
    #[arg(long, value_name = "SPEED", requires = "processes", default_value = "10Gbit", value_parser = speed)]
    net_speed: u64,
    /// Network latency in microseconds
    #[arg(long, value_name = "N", requires = "processes", default_value_t = 50, value_parser = within::<u64>(0..=10_000_000))]
    net_delay: u64,
    /// The disk bandwidth of each host, per second
    #[arg(long, value_name = "SPEED", requires = "processes", default_value = "2GB", value_parser = speed)]
    disk_speed: u64,
}

impl Scale {
    /// Returns the estimate for several hosts; `None` without `--processes`.
    pub(crate) fn report(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Option<ScaleReport>, Stop> {
        let Some(processes) = self.processes else { return Ok(None) };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if ctx.global.threads == 0 { cores } else { ctx.global.threads };
        let workers = processes as u64 * threads as u64;
        if workers > MOST_WORKERS {
            let wrong = Wrong::ManyWorkers { workers, most: MOST_WORKERS };
            return Err(Failure::usage(wrong).hint(Hint::FewerWorkers).into());
        }
        let (network, disk) = (self.net_speed, self.disk_speed);
        let hosts = Hosts { processes, threads, network, delay: Duration::from_micros(self.net_delay), disk };
        let of_all = Some(position).filter(|_| ctx.global.domain == Domain::All);
        let report = of_all.and_then(|position| scale(position, &hosts)).ok_or_else(|| {
            let game = position.about().id;
            Failure::new(Fault::Input, "cluster", Wrong::Unnumbered { game }).hint(Hint::PlanAlone)
        })?;
        Ok(Some(report))
    }
}

/// Writes the estimate for several hosts as lines of text.
pub(crate) fn lines(ctx: &Context<'_>, report: &ScaleReport) -> String {
    let words = ctx.words();
    let values: [(&str, &dyn Display); 13] = [
        ("processes", &report.processes),
        ("threads", &report.threads),
        ("memory", &bytes(report.bytes)),
        ("allowed", &size(report.allowed_bytes)),
        ("messages", &grouped(report.messages)),
        ("sent", &bytes(report.sent_bytes)),
        ("meetings", &grouped(report.meetings)),
        ("work", &time(report.work_ms)),
        ("network", &time(report.network_ms)),
        ("meeting", &time(report.meeting_ms)),
        ("time", &time(report.estimated_ms)),
        ("disk", &bytes(report.disk_bytes)),
        ("writing", &time(report.disk_ms)),
    ];
    let lines = fill(words.plan_hosts, &values);
    if report.allowed_bytes <= ctx.global.mem {
        return lines;
    }
    fill(words.plan_hosts_refused, &[("lines", &lines), ("limit", &bytes(ctx.global.mem))])
}
