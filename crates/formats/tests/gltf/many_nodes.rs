//! Nodes of a few bytes each: reading them takes memory and work in proportion to the text.

use castview_formats::{Request, import};

/// Memory that the law allows: this many times the bytes of a file, and so much more.
const TIMES: u64 = 8;
const PLUS: u64 = 100 << 20;

/// A glTF file that repeats a node.
fn file(node: &str, count: usize) -> Vec<u8> {
    let nodes = vec![node; count].join(",");
    format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}]}}").into_bytes()
}

fn read(bytes: &[u8]) -> allocation_counter::AllocationInfo {
    allocation_counter::measure(|| {
        import(bytes.to_vec().into(), &Request::alone("many")).expect("it opens");
    })
}

/// As many as the reader takes: the file as it is held counts as well.
#[test]
fn many_nodes_take_memory_in_proportion() {
    for node in [
        "{\"mesh\":7}",
        "{\"name\":\"a\"}",
        "{\"mesh\":7,\"name\":\"a\"}",
        "{\"scale\":[1,1,1]}",
    ] {
        let bytes = file(node, 3_000_000 / (node.len() + 1));
        let took = read(&bytes).bytes_max;
        let most = TIMES * bytes.len() as u64 + PLUS;
        assert!(took <= most, "{node}: {took} bytes, {most} are allowed");
    }
}

/// A node makes few things, whatever its name, however many there are.
#[test]
fn a_node_takes_few_allocations() {
    for node in ["{\"mesh\":7}", "{\"name\":\"a\"}"] {
        let [few, many] = [10_000, 40_000].map(|count| read(&file(node, count)).count_total);
        let each = (many - few) as f64 / 30_000.0;
        assert!(each <= 6.0, "{node}: {each} allocations for each");
    }
}
