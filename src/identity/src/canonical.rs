use std::fmt;

use serde::{
    Serialize,
    ser::{self, Impossible, SerializeSeq, SerializeStruct, SerializeTuple},
};

use crate::IdentityError;

/// The bytes of a message that a seal signs: its fields in the order of the interface file, without names or padding.
///
/// Integers are little-endian and of their own width; a truth value is one byte; a floating-point number is its IEEE
/// 754 bits (any NaN becomes the quiet one). A string, or an array of any kind, is its length as a `u32` followed by
/// its elements. Two different messages of one type never have the same bytes.
///
/// # Errors
/// [`IdentityError::Unsealable`] for types that no ROS message holds: maps, options, enums.
pub fn canonical(message: &(impl Serialize + ?Sized)) -> Result<Vec<u8>, IdentityError> {
    let mut bytes = Canonical(Vec::with_capacity(256));
    message.serialize(&mut bytes)?;
    Ok(bytes.0)
}

struct Canonical(Vec<u8>);

impl Canonical {
    fn length(&mut self, length: usize) -> Result<(), IdentityError> {
        let length =
            u32::try_from(length).map_err(|_| IdentityError::Unsealable("an array of 4 Gi elements".into()))?;
        self.0.extend(length.to_le_bytes());
        Ok(())
    }
}

impl ser::Error for IdentityError {
    fn custom<T: fmt::Display>(wrong: T) -> Self {
        Self::Unsealable(wrong.to_string())
    }
}

fn foreign<T>(what: &str) -> Result<T, IdentityError> {
    Err(IdentityError::Unsealable(what.to_owned()))
}

macro_rules! numbers {
    ($($method:ident: $number:ty),* $(,)?) => {
        $(fn $method(self, number: $number) -> Result<(), IdentityError> {
            self.0.extend(number.to_le_bytes());
            Ok(())
        })*
    };
}

impl ser::Serializer for &mut Canonical {
    type Ok = ();
    type Error = IdentityError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Impossible<(), IdentityError>;
    type SerializeTupleVariant = Impossible<(), IdentityError>;
    type SerializeMap = Impossible<(), IdentityError>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), IdentityError>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    fn serialize_bool(self, value: bool) -> Result<(), IdentityError> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_f32(self, number: f32) -> Result<(), IdentityError> {
        self.serialize_u32(if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() })
    }

    fn serialize_f64(self, number: f64) -> Result<(), IdentityError> {
        self.serialize_u64(if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() })
    }

    fn serialize_str(self, text: &str) -> Result<(), IdentityError> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), IdentityError> {
        self.length(bytes.len())?;
        self.0.extend(bytes);
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, IdentityError> {
        self.length(length.ok_or_else(|| IdentityError::Unsealable("an array of unknown length".into()))?)?;
        Ok(self)
    }

    /// An array of fixed length is written like any other array.
    fn serialize_tuple(self, length: usize) -> Result<Self, IdentityError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, IdentityError> {
        Ok(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), IdentityError> {
        value.serialize(self)
    }

    fn serialize_char(self, _: char) -> Result<(), IdentityError> {
        foreign("a character")
    }

    fn serialize_none(self) -> Result<(), IdentityError> {
        foreign("an option")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), IdentityError> {
        foreign("an option")
    }

    fn serialize_unit(self) -> Result<(), IdentityError> {
        foreign("a unit")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), IdentityError> {
        foreign(name)
    }

    fn serialize_unit_variant(self, name: &'static str, _: u32, _: &'static str) -> Result<(), IdentityError> {
        foreign(name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), IdentityError> {
        foreign(name)
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Impossible<(), IdentityError>, IdentityError> {
        foreign(name)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), IdentityError>, IdentityError> {
        foreign(name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Impossible<(), IdentityError>, IdentityError> {
        foreign("a map")
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), IdentityError>, IdentityError> {
        foreign(name)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl SerializeSeq for &mut Canonical {
    type Ok = ();
    type Error = IdentityError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), IdentityError> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), IdentityError> {
        Ok(())
    }
}

impl SerializeTuple for &mut Canonical {
    type Ok = ();
    type Error = IdentityError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), IdentityError> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), IdentityError> {
        Ok(())
    }
}

impl SerializeStruct for &mut Canonical {
    type Ok = ();
    type Error = IdentityError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), IdentityError> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), IdentityError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct Inner {
        sec: i32,
        nanosec: u32,
    }

    #[derive(Serialize)]
    struct Message {
        name: String,
        when: Inner,
        on: bool,
        scores: Vec<f64>,
        words: Vec<String>,
    }

    #[test]
    fn fields_are_written_in_order_with_lengths_before_what_varies() {
        let message = Message {
            name: "ab".into(),
            when: Inner { sec: -1, nanosec: 7 },
            on: true,
            scores: vec![1.0, f64::from_bits(0xfff8_0000_0000_0001)],
            words: vec!["x".into(), String::new()],
        };
        let mut expected = b"\x02\0\0\0ab\xff\xff\xff\xff\x07\0\0\0\x01\x02\0\0\0".to_vec();
        expected.extend(1.0_f64.to_le_bytes());
        expected.extend(0x7ff8_0000_0000_0000_u64.to_le_bytes());
        expected.extend(b"\x02\0\0\0\x01\0\0\0x\0\0\0\0");
        assert_eq!(canonical(&message), Ok(expected));
    }

    #[test]
    fn what_no_ros_message_holds_is_refused() {
        assert!(canonical(&Some(1)).is_err());
        assert!(canonical(&std::collections::BTreeMap::from([(1, 2)])).is_err());
    }
}
