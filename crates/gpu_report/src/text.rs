//! Lines of a report → its text: at most 60 lines of at most 100 columns, aligned.

use std::fmt::Write;

/// Lines of the whole text.
const MOST_LINES: usize = 60;
/// Columns of one line.
const WIDTH: usize = 100;
/// Columns of a name, and of the word for how it went.
const NAME: usize = 24;
const WORD: usize = 6;

/// How one thing went.
#[derive(Clone, Debug, PartialEq)]
pub enum LineSaid {
    /// It is as it must be.
    Right(String),
    /// It is not.
    Wrong(String),
    /// Numbers.
    Measured(String),
    /// It was not looked at, and why.
    LeftOut(String),
    /// It could not be found out, and why.
    Failed(String),
}

/// A name, and how it went.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportLine {
    /// The thing that was looked at.
    pub name: String,
    /// How it went.
    pub said: LineSaid,
}

impl ReportLine {
    /// A line of that name.
    pub fn new(name: impl Into<String>, said: LineSaid) -> Self {
        Self {
            name: name.into(),
            said,
        }
    }
}

/// Lines with a title.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportGroup {
    /// How its lines were measured, and in which unit; empty for none.
    pub title: String,
    /// In the order in which they were measured.
    pub lines: Vec<ReportLine>,
}

/// All that was found out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuReport {
    /// Adapter, driver, limits: names and values.
    pub head: Vec<(&'static str, String)>,
    /// In the order in which they were measured.
    pub groups: Vec<ReportGroup>,
}

impl GpuReport {
    /// Adds lines under `title`: to the last group if that has it.
    pub fn add(&mut self, title: &str, lines: Vec<ReportLine>) {
        match self.groups.last_mut().filter(|last| last.title == title) {
            Some(last) => last.lines.extend(lines),
            None => self.groups.push(ReportGroup {
                title: title.to_owned(),
                lines,
            }),
        }
    }

    /// Whether nothing is wrong, and nothing failed. Whatever was left out is neither.
    pub fn is_right(&self) -> bool {
        let mut lines = self.groups.iter().flat_map(|group| &group.lines);
        lines.all(|line| !matches!(line.said, LineSaid::Wrong(_) | LineSaid::Failed(_)))
    }

    /// The whole text. The last of more lines than it may have are counted.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for (name, value) in &self.head {
            write_line(&mut lines, &format!("{name:<12} "), value);
        }
        for group in &self.groups {
            if !group.title.is_empty() {
                lines.push(String::new());
                write_line(&mut lines, "", &group.title);
            }
            for ReportLine { name, said } in &group.lines {
                let (word, text) = match said {
                    LineSaid::Right(text) => ("right", text),
                    LineSaid::Wrong(text) => ("WRONG", text),
                    LineSaid::Measured(text) => ("", text),
                    LineSaid::LeftOut(text) => ("no", text),
                    LineSaid::Failed(text) => ("FAILED", text),
                };
                write_line(&mut lines, &format!("{name:<NAME$} {word:<WORD$} "), text);
            }
        }
        lines.push(String::new());
        let last = self.sum();
        let room = MOST_LINES - 1;
        if lines.len() > room {
            let more = lines.len() - (room - 1);
            lines.truncate(room - 1);
            lines.push(format!("{more} lines more"));
        }
        lines.push(last);
        let mut text = String::new();
        for line in lines {
            _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// One sentence about all of it.
    fn sum(&self) -> String {
        let count = |is: fn(&LineSaid) -> bool| {
            let lines = self.groups.iter().flat_map(|group| &group.lines);
            lines.filter(|line| is(&line.said)).count()
        };
        format!(
            "{}: {} right, {} wrong, {} failed, {} left out for want of time or ability",
            if self.is_right() { "In order" } else { "NOT IN ORDER" },
            count(|said| matches!(said, LineSaid::Right(_))),
            count(|said| matches!(said, LineSaid::Wrong(_))),
            count(|said| matches!(said, LineSaid::Failed(_))),
            count(|said| matches!(said, LineSaid::LeftOut(_))),
        )
    }
}

/// Writes `text` behind `before`, in as many lines as it takes; all but the first are indented alike. ReportLine ends count as spaces.
fn write_line(lines: &mut Vec<String>, before: &str, text: &str) {
    /// Lines that one text may take: messages of drivers are long.
    const MOST: usize = 3;
    let indent = before.chars().count();
    let mut line = before.to_owned();
    let mut is_empty = true;
    let first = lines.len();
    for word in text.split_whitespace() {
        let word: String = word.chars().take(WIDTH - indent).collect();
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            is_empty = true;
            if lines.len() - first == MOST {
                let cut = lines.last_mut().expect("just pushed");
                *cut = cut.chars().take(WIDTH - 2).chain(" …".chars()).collect();
                return;
            }
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(&word);
        is_empty = false;
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: Vec<ReportLine>) -> GpuReport {
        GpuReport {
            head: vec![("adapter", "a chip".into())],
            groups: vec![ReportGroup {
                title: "checks".into(),
                lines,
            }],
        }
    }

    #[test]
    fn each_way_to_go_has_its_word() {
        let report = report(vec![
            ReportLine::new("vertices", LineSaid::Right("off by 1e-7".into())),
            ReportLine::new("picks", LineSaid::Wrong("3 of 40".into())),
            ReportLine::new("1 M, 1280x720", LineSaid::Measured("gpu 1.2 ms".into())),
            ReportLine::new("5 M, 1280x720", LineSaid::LeftOut("up to 9 s".into())),
            ReportLine::new("copy", LineSaid::Failed("no room".into())),
        ]);
        assert_eq!(
            report.text(),
            "\
adapter      a chip

checks
vertices                 right  off by 1e-7
picks                    WRONG  3 of 40
1 M, 1280x720                   gpu 1.2 ms
5 M, 1280x720            no     up to 9 s
copy                     FAILED no room

NOT IN ORDER: 1 right, 1 wrong, 1 failed, 1 left out for want of time or ability
"
        );
    }

    #[test]
    fn only_what_is_wrong_or_failed_is_not_right() {
        let one = |said| report(vec![ReportLine::new("it", said)]).is_right();
        let text = String::new;
        assert!(one(LineSaid::Right(text())) && one(LineSaid::Measured(text())) && one(LineSaid::LeftOut(text())));
        assert!(!one(LineSaid::Wrong(text())) && !one(LineSaid::Failed(text())));
    }

    #[test]
    fn no_text_is_wider_or_longer_than_it_may_be() {
        let long = "a message of a driver that does not end ".repeat(40);
        let wide = format!("{} {}", "x".repeat(400), long);
        let lines =
            |count: usize| (0..count).map(|at| ReportLine::new(format!("line {at}"), LineSaid::Measured(wide.clone())));
        for count in [0, 1, 5, 18, 200] {
            let text = report(lines(count).collect()).text();
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
            assert!(
                text.lines().count() <= MOST_LINES,
                "{} lines of {count}",
                text.lines().count()
            );
            assert!(text.ends_with("want of time or ability\n"));
            assert_eq!(text.contains("lines more"), count == 200);
        }
        let text = report(lines(1).collect()).text();
        assert!(text.lines().any(|line| line.ends_with(" …")), "{text}");
    }

    #[test]
    fn lines_under_one_title_are_one_group() {
        let mut report = GpuReport::default();
        for (title, name) in [("a", "one"), ("a", "two"), ("b", "three"), ("a", "four")] {
            report.add(title, vec![ReportLine::new(name, LineSaid::Right(String::new()))]);
        }
        let counts: Vec<_> = report.groups.iter().map(|group| group.lines.len()).collect();
        assert_eq!(counts, [2, 1, 1]);
    }
}
