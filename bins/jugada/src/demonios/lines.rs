//! Positions in on standard input, one a line; the same lines out with their values.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use anyhow::{Context, Result};
use jugada_core::Limits;
use jugada_demonios::{Payoff, Position, Record, Solver};
use serde_json::{Map, Value};

/// Solves every line; one that is no position comes out with a field that says what is wrong with it.
pub fn solve(payoffs: &[Payoff], limits: &Limits) -> Result<()> {
    let mut solvers = Solvers::default();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.context("the input cannot be read")?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let answered = answered(line, payoffs, limits, &mut solvers);
        let written = writeln!(output, "{answered}").and_then(|()| output.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written.context("the output cannot be written")?,
        }
    }
    Ok(())
}

/// What was found out for one step serves further positions with it.
#[derive(Default)]
struct Solvers(HashMap<u32, Solver>);

fn answered(line: &str, payoffs: &[Payoff], limits: &Limits, solvers: &mut Solvers) -> String {
    let mut fields = match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return refused(line, "a JSON object was expected"),
        Err(error) => return refused(line, &error.to_string()),
    };
    match values(&fields, payoffs, limits, solvers) {
        Ok(values) => {
            // A line that has none of these fields is kept as it was written.
            if values.iter().any(|(name, _)| fields.contains_key(*name)) {
                fields.extend(values.into_iter().map(|(name, value)| (name.to_owned(), value)));
                return Value::Object(fields).to_string();
            }
            let added = values.iter().map(|(name, value)| format!("\"{name}\":{value}"));
            with_fields(line, &added.collect::<Vec<_>>().join(","), fields.is_empty())
        }
        Err(error) => {
            let text = Value::String(format!("{error:#}")).to_string();
            with_fields(line, &format!("\"error\":{text}"), fields.is_empty())
        }
    }
}

fn values(
    fields: &Map<String, Value>,
    payoffs: &[Payoff],
    limits: &Limits,
    solvers: &mut Solvers,
) -> Result<Vec<(&'static str, Value)>> {
    let record: Record = serde_json::from_value(Value::Object(fields.clone()))?;
    let position = Position::try_from(&record)?;
    let solver = solvers.0.entry(position.size().k()).or_default();
    payoffs
        .iter()
        .map(|&payoff| {
            let name = match payoff {
                Payoff::Difference => "difference",
                Payoff::Security => "security",
            };
            let found = solver.solve(&position, payoff, limits)?;
            let value = found.value().with_context(|| {
                format!("a limit came first; the {name} is from {} to {}", found.lower, found.upper)
            })?;
            Ok((name, Value::from(value)))
        })
        .collect()
}

/// A line of JSON for one that is no object.
fn refused(line: &str, reason: &str) -> String {
    let mut fields = Map::new();
    fields.insert("line".into(), line.into());
    fields.insert("error".into(), reason.into());
    Value::Object(fields).to_string()
}

/// The text of an object with fields added at its end.
fn with_fields(line: &str, added: &str, is_empty: bool) -> String {
    let open = line.strip_suffix('}').unwrap_or(line).trim_end();
    let comma = if is_empty { "" } else { "," };
    format!("{open}{comma}{added}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str) -> Value {
        let payoffs = [Payoff::Difference, Payoff::Security];
        let text = answered(line, &payoffs, &Limits::new(), &mut Solvers::default());
        serde_json::from_str(&text).expect("JSON")
    }

    #[test]
    fn a_line_comes_back_with_its_values() {
        let line = r#"{"n":13,"k":3,"clean":[1,2,4,8,10,13],"own":7,"opponent":12, "note":"x"}"#;
        let value = answer(line);
        assert_eq!((value["difference"].as_f64(), value["security"].as_f64()), (Some(0.5), Some(5.5)));
        assert_eq!((value["note"].as_str(), value["n"].as_i64()), (Some("x"), Some(13)));
        let again = answer(&value.to_string());
        assert_eq!(again, value);
    }

    #[test]
    fn what_is_no_position_is_named() {
        for (line, reason) in [
            ("{", "EOF"),
            ("[1]", "a JSON object"),
            ("{}", "missing field `n`"),
            (r#"{"n":0,"k":3,"clean":[],"own":1,"opponent":1}"#, "cannot be 0"),
            (r#"{"n":-5,"k":3,"clean":[],"own":1,"opponent":1}"#, "negative"),
            (r#"{"n":5,"k":3,"clean":[6],"own":1,"opponent":1}"#, "no cell 6"),
            (r#"{"n":5,"k":3,"clean":[1],"own":1,"opponent":2}"#, "a demon stands on cell 1"),
            (r#"{"n":5,"k":3,"clean":[3,3],"own":1,"opponent":2}"#, "listed twice"),
            (r#"{"n":5,"k":3,"clean":["a"],"own":1,"opponent":2}"#, "invalid type"),
        ] {
            let error = answer(line)["error"].as_str().expect("an error").to_owned();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
