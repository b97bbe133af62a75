use std::ffi::OsString;
use std::str::FromStr;

use jugada_core::quoted;
use lexopt::prelude::*;
use thiserror::Error;

/// The command-line options of a contest program: `--name value` or `--name=value`, each at most once.
///
/// Take every option by name, then call [`finish`](Self::finish), which complains about what is left.
///
/// ```
/// use jugada_contest::Arguments;
/// let mut arguments = Arguments::parse(["--seed", "7", "--strategy=random"].map(Into::into))?;
/// assert_eq!(arguments.take::<u64>("seed", "a whole number")?, Some(7));
/// assert_eq!(arguments.take_one_of("strategy", &["best", "random"])?, Some("random"));
/// assert_eq!(arguments.take::<u64>("memory", "a number of bytes")?, None);
/// arguments.finish()?;
/// # Ok::<(), jugada_contest::ArgumentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arguments {
    options: Vec<(String, String)>,
}

/// An option that makes no sense: one sentence that names it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ArgumentError(pub String);

impl Arguments {
    /// Reads arguments; the program's own name must not be among them.
    ///
    /// # Errors
    /// [`ArgumentError`] for a lone value, an option without a value, one given twice, or one that is not UTF-8.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, ArgumentError> {
        let describe = |error: lexopt::Error| ArgumentError(error.to_string());
        let mut parser = lexopt::Parser::from_args(arguments);
        let mut options: Vec<(String, String)> = Vec::new();
        while let Some(argument) = parser.next().map_err(describe)? {
            match argument {
                Long(name) => {
                    let name = name.to_owned();
                    let value = parser.value().map_err(describe)?.string().map_err(describe)?;
                    if options.iter().any(|(earlier, _)| *earlier == name) {
                        return Err(ArgumentError(format!("option '--{name}' is given twice")));
                    }
                    options.push((name, value));
                }
                other => return Err(describe(other.unexpected())),
            }
        }
        Ok(Self { options })
    }

    /// Takes the text of option `--name` out, if it was given.
    pub fn take_text(&mut self, name: &str) -> Option<String> {
        let at = self.options.iter().position(|(given, _)| given == name)?;
        Some(self.options.remove(at).1)
    }

    /// Takes the value of option `--name` out, if it was given. `expected` says in words what the value must be.
    ///
    /// # Errors
    /// [`ArgumentError`] if the text does not read as a `T`.
    pub fn take<T: FromStr>(&mut self, name: &str, expected: &str) -> Result<Option<T>, ArgumentError> {
        self.take_text(name)
            .map(|text| {
                text.parse().map_err(|_| {
                    ArgumentError(format!("{} for option '--{name}': {expected} was expected", quoted(&text)))
                })
            })
            .transpose()
    }

    /// Takes the value of option `--name` out, if it was given: one of a few words.
    ///
    /// # Errors
    /// [`ArgumentError`] with the words that are allowed.
    pub fn take_one_of<'a>(
        &mut self,
        name: &str,
        words: &[&'a str],
    ) -> Result<Option<&'a str>, ArgumentError> {
        self.take_text(name)
            .map(|text| {
                words.iter().find(|word| **word == text).copied().ok_or_else(|| {
                    ArgumentError(format!(
                        "{} for option '--{name}': one of {} was expected",
                        quoted(&text),
                        words.join(", ")
                    ))
                })
            })
            .transpose()
    }

    /// Makes sure that every option was taken.
    ///
    /// # Errors
    /// [`ArgumentError`] naming the first option that nobody asked for.
    pub fn finish(self) -> Result<(), ArgumentError> {
        match self.options.first() {
            None => Ok(()),
            Some((name, _)) => {
                Err(ArgumentError(format!("there is no option '--{name}'; --help lists them all")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Arguments, ArgumentError> {
        Arguments::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (arguments, named) in [
            (&["--seed"][..], "--seed"),
            (&["stray"], "stray"),
            (&["-x"], "-x"),
            (&["--seed", "1", "--seed", "2"], "--seed"),
        ] {
            let error = parse(arguments).expect_err("refused").to_string();
            assert!(error.contains(named), "{error}");
        }
        let mut arguments = parse(&["--seed", "seven", "--other", "1"]).expect("well-formed");
        let error = arguments.take::<u64>("seed", "a whole number").expect_err("no number").to_string();
        assert_eq!(error, "\"seven\" for option '--seed': a whole number was expected");
        assert!(arguments.finish().expect_err("untaken").to_string().contains("--other"));
    }
}
