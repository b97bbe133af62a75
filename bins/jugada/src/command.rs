//! What can be asked for on the command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use jugada_alquerque::AlquerquePlayer;
use jugada_arena::statistics::Sprt;
use jugada_contest::run_with;
use jugada_demonios::Bot as DemoniosPlayer;
use jugada_strip3::Strip3Player;

use crate::{alquerque, arena, demonios, strip3};

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
    /// Count lines of play, to check the rules.
    #[command(subcommand)]
    Perft(Perft),
    /// List the legal moves of a position.
    #[command(subcommand)]
    Moves(Moves),
    /// Search a position and show what is found.
    #[command(subcommand)]
    Analyse(Analyse),
    /// Play the tournaments that a file describes.
    Tournament(arena::TournamentArguments),
    /// Write down what is to be played, to be played in shards.
    Plan(arena::PlanArguments),
    /// Play a part of a plan.
    Shard(arena::ShardArguments),
    /// Put the records of shards together.
    Merge(arena::MergeArguments),
    /// Look at games that were played.
    Replay(arena::ReplayArguments),
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
    Alquerque(alquerque::PlayArguments),
    Demonios(demonios::PlayArguments),
    Strip3(strip3::PlayArguments),
}

#[derive(Debug, Subcommand)]
enum Match {
    Alquerque(arena::MatchArguments),
    Demonios(arena::MatchArguments),
    Strip3(Strip3Match),
}

/// One program against built-in opponents, or any bots against each other.
#[derive(Debug, clap::Args)]
struct Strip3Match {
    /// Bots to play against each other: built-in strategies (best, random, stubborn) or command lines. A program that knows only the
    /// contest's protocol can only be the side that chooses the order; {role} in a command stands for `chooser` or `other`.
    #[arg(value_name = "BOT", conflicts_with_all = ["bot", "opponent"])]
    bots: Vec<String>,
    #[command(flatten)]
    arguments: strip3::MatchArguments,
    #[command(flatten)]
    conduct: arena::Conduct,
    #[command(flatten)]
    show: arena::Show,
    /// Stop two bots early by a sequential test: elo:0,10 or nelo:0,5 or points:0,2.
    #[arg(long, value_name = "UNIT:LOW,HIGH", value_parser = arena::sprt, requires = "bots")]
    sprt: Option<Sprt>,
}

impl Strip3Match {
    fn run(self) -> anyhow::Result<ExitCode> {
        if self.bots.is_empty() {
            anyhow::ensure!(
                self.conduct == arena::Conduct::default(),
                "who meets whom under which limits is for bots that are named: match strip3 BOT BOT …"
            );
            return self.arguments.run();
        }
        let rules = self.arguments.rules(self.conduct);
        arena::MatchArguments::new(self.bots, rules, self.show, self.sprt).run("strip3")
    }
}

#[derive(Debug, Subcommand)]
enum Perft {
    Alquerque(alquerque::PerftArguments),
}

#[derive(Debug, Subcommand)]
enum Moves {
    Alquerque(alquerque::MovesArguments),
}

#[derive(Debug, Subcommand)]
enum Analyse {
    Alquerque(alquerque::AnalyseArguments),
}

#[derive(Debug, Subcommand)]
enum Bot {
    #[command(disable_help_flag = true)]
    Alquerque(BotArguments),
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
            Command::Perft(Perft::Alquerque(arguments)) => arguments.run(),
            Command::Moves(Moves::Alquerque(arguments)) => arguments.run(),
            Command::Analyse(Analyse::Alquerque(arguments)) => arguments.run(),
            Command::Play(Play::Alquerque(arguments)) => arguments.run(),
            Command::Play(Play::Strip3(arguments)) => arguments.run(),
            Command::Match(Match::Alquerque(arguments)) => arguments.run("alquerque"),
            Command::Match(Match::Demonios(arguments)) => arguments.run("demonios"),
            Command::Match(Match::Strip3(arguments)) => arguments.run(),
            Command::Play(Play::Demonios(arguments)) => arguments.run(),
            Command::Tournament(arguments) => arguments.run(),
            Command::Plan(arguments) => arguments.run(),
            Command::Shard(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
            Command::Replay(arguments) => arguments.run(),
            Command::Bot(Bot::Alquerque(bot)) => Ok(run_with::<AlquerquePlayer>(bot.arguments)),
            Command::Bot(Bot::Demonios(bot)) => Ok(run_with::<DemoniosPlayer>(bot.arguments)),
            Command::Bot(Bot::Strip3(bot)) => Ok(run_with::<Strip3Player>(bot.arguments)),
        }
    }
}
