//! How a table of rules is written: a name, a severity, an id, what was found, what is done.

/// One constant for each rule, and `ALL` of them in their order.
macro_rules! rules {
    ($($name:ident, $severity:ident, $id:literal: $finding:literal, $treatment:literal;)*) => {
        use castview_base::core::Rule;

        $(
            #[doc = $finding]
            pub const $name: &Rule = &Rule::$severity($id, $finding, $treatment);
        )*

        /// In the order of ids.
        pub(super) const ALL: &[&Rule] = &[$($name),*];
    };
}

pub(super) use rules;
