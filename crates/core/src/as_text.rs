//! Values that stand in data as their text (feature `serde`): for [`serde_as_text!`](crate::serde_as_text), or for one field by
//! `#[serde(with = "jugada_core::as_text")]`.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// Writes a value as its text.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Display + ?Sized, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value from its text.
///
/// # Errors
/// If there is no text, or the value's [`FromStr`] refuses it; the message is the one of the refusal.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    struct Text<T>(PhantomData<T>);

    impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text(PhantomData))
}

/// Gives types that have `Display` and `FromStr` the traits of serde, so that they stand in data as their text (feature `serde`).
///
/// A text that `FromStr` refuses is an error with the message of the refusal. The crate that calls this needs serde itself.
///
/// ```
/// use std::fmt;
/// use std::str::FromStr;
/// use jugada_core::NotationError;
///
/// #[derive(Debug, PartialEq)]
/// struct Column(u8);
///
/// impl fmt::Display for Column {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) }
/// }
/// impl FromStr for Column {
///     type Err = NotationError;
///     fn from_str(text: &str) -> Result<Self, NotationError> {
///         text.parse().map(Self).map_err(|_| NotationError::new(text, "a column was expected"))
///     }
/// }
/// jugada_core::serde_as_text!(Column);
///
/// assert_eq!(serde_json::to_string(&Column(4))?, r#""4""#);
/// assert_eq!(serde_json::from_str::<Column>(r#""4""#)?, Column(4));
/// let refused = serde_json::from_str::<Column>(r#""d""#).unwrap_err().to_string();
/// assert!(refused.starts_with(r#""d": a column was expected"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::as_text::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                $crate::as_text::deserialize(deserializer)
            }
        }
    )+};
}
