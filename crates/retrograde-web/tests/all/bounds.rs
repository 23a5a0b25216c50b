//! Tests the server's memory. All memory must be counted, and logs must be dropped before tables.

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Host, encoded, request, wait_until};
use crate::hostile::star;

/// Returns an open board with one wall. `number` decides where the wall stands, so that each board has its own table.
fn board(number: usize) -> String {
    let rows = (0..6).map(|row| match row {
        0 => "2O3".to_owned(),
        5 => "2X3".to_owned(),
        row if number / 6 == row - 1 => {
            let before = number % 6;
            let digit = |count: usize| if count == 0 { String::new() } else { count.to_string() };
            digit(before) + "H" + &digit(5 - before)
        }
        3 => "O5".to_owned(),
        _ => "6".to_owned(),
    });
    format!("pawn:{}_r", rows.collect::<Vec<_>>().join("/"))
}

fn state_map(host: &Host, number: usize) -> usize {
    let reply = host.get(&format!("/api/v1/sea?follow=all&pos={}", encoded(&board(number))));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.body.len()
}

fn total(tables: &Value) -> u64 {
    tables["held"].as_u64().unwrap() + tables["reserved"].as_u64().unwrap()
}

#[test]
fn logs_are_counted_and_go_before_tables() {
    const MEMORY: u64 = 5 << 20;
    let host = Host::with(|settings| (settings.threads, settings.memory) = (1, MEMORY));
    // The second row is left out, because it contains the second pawn, so boards with a wall there have one square
    // less.
    let boards: Vec<_> = (0..6).chain(18..24).collect();
    host.json(&format!("/probe?pos={}", encoded(&board(boards[0]))));
    let table = total(&host.json("/tables"));
    let bytes = state_map(&host, boards[0]) as u64;
    wait_until("the answer is still held", || host.json("/tables")["reserved"] == 0);
    let log = total(&host.json("/tables")) - table;
    // The log needs four bytes for each decided position; the answer needs 14 bytes for each slot.
    assert!((bytes / 8..bytes).contains(&log), "a log of {log} bytes, an answer of {bytes}");
    for &number in &boards {
        state_map(&host, number);
        let tables = host.json("/tables");
        assert!(total(&tables) <= MEMORY, "{tables}");
    }
    assert!(log * boards.len() as u64 + table > MEMORY / 2, "{log}: too little to be in the way");
    let tables = host.json("/tables");
    assert_eq!(tables["tables"].as_array().unwrap().len(), boards.len(), "only logs go: {tables}");
}

#[test]
fn the_list_of_tables_has_no_whole_graphs() {
    let host = Host::usual();
    let nodes: Vec<_> = (0..400).map(|node| format!("node{node}.a.o.node{}", (node + 1) % 400)).collect();
    let graph = format!("graph:{}_node0", nodes.join("/"));
    assert_eq!(host.post("/api/v1/probe", &json!({ "pos": [graph] })).status, 200);
    let tables = host.json("/tables");
    let pos = tables["tables"][0]["pos"].as_str().unwrap();
    assert!(pos.len() <= 200 && pos.starts_with("graph:node0") && pos.ends_with('…'), "{pos}");
}

#[test]
fn bodies_are_counted() {
    let host = Host::with(|settings| settings.limits.client_timeout = Duration::from_hours(1));
    let mut stream = host.connect().unwrap();
    let headers = [("content-type", "application/json"), ("content-length", "1000000")];
    stream.write_all(&request("POST", "/api/v1/probe", &headers, b"")).unwrap();
    stream.write_all(b"{").unwrap();
    wait_until("its room is not reserved", || host.json("/tables")["reserved"].as_u64() >= Some(1_000_000));
    drop(stream);
    wait_until("its room is not given back", || host.json("/tables")["reserved"] == 0);
}

/// The size of a whole log is a few megabytes more than the system's buffers.
#[test]
fn issue_27_an_answer_counts_until_it_is_sent() {
    const MUCH: u64 = 2 << 20;
    let host = Host::with(|settings| settings.limits.client_timeout = Duration::from_hours(1));
    let mut stream = host.connect().unwrap();
    let path = format!("/api/v1/trace?follow=all&n=4096&pos={}", star(4000));
    stream.write_all(&request("GET", &path, &[], b"")).unwrap();
    // When the first byte of the answer arrives, the whole answer exists, and the memory for making it is free again.
    stream.read_exact(&mut [0]).unwrap();
    let tables = host.json("/tables");
    assert!(tables["reserved"].as_u64() > Some(MUCH), "{tables}");
    drop(stream);
    wait_until("its room is not given back", || host.json("/tables")["reserved"] == 0);
}
