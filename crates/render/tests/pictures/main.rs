//! Pictures: what they cost, in how many steps they are drawn, and what is drawn many times or beside the models.

mod averaged;
mod budgets;
mod costs;
mod divided;
mod far;
mod film;
mod growing;
mod instances;
mod large_uploads;
mod reflections;
mod section;
mod slices;
mod trails;
