use serde::Serialize;

use super::Scene;
use crate::contest::Contest;
use crate::tournament::{Plan, Record, Standings, fingerprint_of};

/// Games of one plan, or games without one, for a page.
pub struct Part<'a> {
    /// The plan; with it comes a table.
    pub plan: Option<&'a Plan>,
    /// The games.
    pub records: &'a [Record],
    /// What the games look like; without it only their lines are shown.
    pub contest: Option<&'a dyn Contest>,
}

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    summary: String,
    tables: Vec<Table<'a>>,
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Table<'a> {
    contest: &'a str,
    rows: Vec<TableRow>,
}

/// A line of a table, ready to be shown.
#[derive(Serialize)]
struct TableRow {
    name: String,
    cells: Vec<String>,
}

#[derive(Serialize)]
struct Game<'a> {
    /// What links call it.
    key: String,
    #[serde(flatten)]
    record: &'a Record,
    scene: Scene,
    irregular: bool,
}

/// Whole tournaments, or a single game, as one page that needs nothing else: tables with intervals, filters, and a viewer for every game.
///
/// Names of bots and what they wrote are data to the page and never markup: they are inside an inert block in which no `<` occurs, are
/// shown as text, and the page's own policy lets only its own script run and no request out.
#[must_use]
pub fn page(title: &str, parts: &[Part<'_>]) -> String {
    let several = parts.len() > 1;
    let games: Vec<Game<'_>> = parts
        .iter()
        .flat_map(|part| part.records.iter().map(|record| game(record, part.contest, several)))
        .collect();
    let tables = parts.iter().filter_map(|part| {
        let plan = part.plan?;
        Some(Table { contest: &plan.contest, rows: rows(plan, part.records, part.contest) })
    });
    let load = games.iter().filter(|game| game.record.played.under_load).count();
    let summary = match load {
        0 => format!("{} games", games.len()),
        load => format!("{} games, {load} of them taken under load", games.len()),
    };
    let data = Data { title, summary, tables: tables.collect(), games };
    // Records are strings, numbers and lists of them, which always can be written.
    let data = serde_json::to_string(&data).unwrap_or_default();
    // Inside JSON, `<` can only be part of a string, where it may be written like this.
    let data = data.replace('<', "\\u003c");
    let nonce = fingerprint_of(data.as_bytes());
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'"
    );
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>jugada</title>\n\
         <style nonce=\"{nonce}\">\n{}</style>\n</head>\n<body>\n{}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script nonce=\"{nonce}\">\n{}</script>\n</body>\n</html>\n",
        include_str!("page.css"),
        include_str!("page.html"),
        include_str!("page.js"),
    )
}

fn game<'a>(record: &'a Record, contest: Option<&dyn Contest>, several: bool) -> Game<'a> {
    let turns = &record.played.turns;
    let scene = contest.map_or_else(
        || Scene::of_lines(turns),
        |contest| contest.scene(&record.category, record.opening.as_deref(), turns),
    );
    let key = if several { format!("{}:{}", record.contest, record.game) } else { record.game.clone() };
    Game { key, record, scene, irregular: record.irregular().is_some() }
}

fn rows(plan: &Plan, records: &[Record], contest: Option<&dyn Contest>) -> Vec<TableRow> {
    let standings = match contest {
        Some(contest) => Standings::in_contest(plan, records, contest),
        None => Standings::of(plan, records),
    };
    standings
        .rows()
        .iter()
        .map(|row| {
            let error = row.mean.estimate.error();
            let error =
                if error.is_finite() && error > 0.0 { format!("± {error:.2}") } else { "±  ?".to_owned() };
            TableRow {
                name: row.name.clone(),
                cells: vec![
                    row.games.to_string(),
                    row.points.to_string(),
                    format!("{:.2} {error}", row.mean.estimate.value),
                    format!("{}/{}/{}", row.results.wins, row.results.draws, row.results.losses),
                    row.irregular.to_string(),
                    format!("{:.0} ± {:.0}", row.elo, 1.96 * row.elo_error),
                    if row.disqualified { "disqualified".to_owned() } else { String::new() },
                ],
            }
        })
        .collect()
}
