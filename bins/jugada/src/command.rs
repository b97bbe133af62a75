//! What can be asked for on the command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use jugada_contest::run_with;
use jugada_demonios::Bot as DemoniosPlayer;
use jugada_strip3::Strip3Player;

use crate::demonios;
use crate::strip3;

/// Play, solve and referee contest games.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Exact values and winning moves.
    #[command(subcommand)]
    Solve(Solve),
    /// Play against the bot in the terminal.
    #[command(subcommand)]
    Play(Play),
    /// Run programs against opponents under the contest's own protocol.
    #[command(subcommand)]
    Match(Match),
    /// Be a contest program on standard input and output, as the separate bots are.
    #[command(subcommand, hide = true)]
    Bot(Bot),
}

#[derive(Debug, Subcommand)]
enum Solve {
    Demonios(demonios::SolveArguments),
    Strip3(strip3::SolveArguments),
}

#[derive(Debug, Subcommand)]
enum Play {
    Demonios(demonios::PlayArguments),
    Strip3(strip3::PlayArguments),
}

#[derive(Debug, Subcommand)]
enum Match {
    Strip3(strip3::MatchArguments),
}

#[derive(Debug, Subcommand)]
enum Bot {
    #[command(disable_help_flag = true)]
    Demonios(BotArguments),
    #[command(disable_help_flag = true)]
    Strip3(BotArguments),
}

/// The options are the bot's own; it reads them itself.
#[derive(Debug, clap::Args)]
struct BotArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl CommandLine {
    /// Does what was asked for; the status of the process.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Solve(Solve::Demonios(arguments)) => arguments.run(),
            Command::Solve(Solve::Strip3(arguments)) => arguments.run(),
            Command::Play(Play::Demonios(arguments)) => arguments.run(),
            Command::Play(Play::Strip3(arguments)) => arguments.run(),
            Command::Match(Match::Strip3(arguments)) => arguments.run(),
            Command::Bot(Bot::Demonios(bot)) => Ok(run_with::<DemoniosPlayer>(bot.arguments)),
            Command::Bot(Bot::Strip3(bot)) => Ok(run_with::<Strip3Player>(bot.arguments)),
        }
    }
}
