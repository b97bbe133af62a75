//! The page in a real browser: what it shows, how it is used, and that hostile text stays text.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::{BOTS, bot};
use jugada_arena::Contest;
use jugada_arena::game::{Account, Played, TimeControl, Turn};
use jugada_arena::process::Limits;
use jugada_arena::replay::{Layout, Part, Ply, Scene, page, terminal};
use jugada_arena::tournament::{Entrant, Plan, Record, System};
use jugada_contest::Judge;
use serde_json::{Value, json};

const HOSTILE: &str =
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";

/// A game on a board of nine points: each line is a cell to be taken.
struct Nine;

impl Contest for Nine {
    fn name(&self) -> &'static str {
        "nine"
    }

    fn judge(&self, _: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        Err("nobody plays it here".to_owned())
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl::game(std::time::Duration::from_secs(1))
    }

    fn alternates(&self) -> bool {
        true
    }

    fn scene(&self, category: &str, _: Option<&str>, turns: &[Turn]) -> Scene {
        let mut state = ['.'; 9];
        let mut plies = vec![Ply { state: state.iter().collect(), turns: Vec::new() }];
        for (number, turn) in turns.iter().enumerate() {
            if let Some(cell) = turn.text.parse::<usize>().ok().and_then(|cell| state.get_mut(cell)) {
                *cell = if turn.side == 0 { '1' } else { '2' };
            }
            plies.push(Ply { state: state.iter().collect(), turns: vec![number] });
        }
        let layout = if category == "row" {
            Layout::Rows { cells: 9 }
        } else {
            Layout::Board {
                points: (0..9).map(|cell| [cell % 3, cell / 3]).collect(),
                lines: vec![[0, 1], [1, 2], [0, 3], [3, 6], [0, 4], [4, 8], [2, 4]],
                columns: ["a", "b", "c"].map(str::to_owned).into(),
                rows: ["3", "2", "1"].map(str::to_owned).into(),
            }
        };
        Scene { layout, plies }
    }
}

fn plan() -> Plan {
    let entrant =
        |name: &str| Entrant { name: name.to_owned(), program: bot("good"), fingerprint: String::new() };
    Plan {
        contest: "nine".to_owned(),
        entrants: vec![entrant(HOSTILE), entrant("honest")],
        system: System::RoundRobin,
        categories: vec!["board".to_owned(), "row".to_owned()],
        openings: Vec::new(),
        pairs: 1,
        seed: 1,
        time: None,
        limits: Limits::default(),
        suspend: true,
    }
}

fn record(game: &str, category: &str, cells: &[usize]) -> Record {
    let turns = cells.iter().enumerate().map(|(number, cell)| Turn {
        side: number % 2,
        text: cell.to_string(),
        wall_us: 100_000,
        cpu_us: 90_000,
        notes: format!("{HOSTILE}\n\u{1b}[2J"),
    });
    let plan = plan();
    let pair = jugada_arena::tournament::schedule(&plan, &[]).pairs[0].clone();
    let played = Played {
        points: [12, 0],
        winner: Some(0),
        forfeited: None,
        reason: format!("the end {HOSTILE}"),
        offences: Vec::new(),
        turns: turns.collect(),
        accounts: [Account::default(), Account { notes: HOSTILE.to_owned(), ..Account::default() }],
        under_load: false,
    };
    let time = std::time::Duration::from_secs(1);
    let mut record = Record::new(&plan, &plan.hash(), &pair, 0, "m", time, played);
    game.clone_into(&mut record.game);
    category.clone_into(&mut record.category);
    record
}

fn records() -> Vec<Record> {
    vec![record("0.0", "board", &[4, 0, 8, 2]), record("0.1", "row", &[1, 3]), record("1.0", "board", &[6])]
}

/// A browser that is spoken to over pipes.
struct Browser {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: String,
    number: u64,
    requests: Vec<String>,
}

impl Browser {
    fn open(profile: &Path) -> Self {
        // The browser reads commands from descriptor 3 and answers on 4.
        let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --remote-debugging-pipe --window-size=1200,900";
        let line =
            format!("exec chromium {flags} --user-data-dir={} 3<&0 4>&1 2>/dev/null", profile.display());
        let mut process = Command::new("/bin/sh")
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        let mut browser =
            Self { process, input, output, session: String::new(), number: 0, requests: Vec::new() };
        let target = browser.ask("Target.createTarget", &json!({"url": "about:blank"}));
        let attached =
            browser.ask("Target.attachToTarget", &json!({"targetId": target["targetId"], "flatten": true}));
        attached["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        browser.ask("Network.enable", &json!({}));
        browser.ask("Page.enable", &json!({}));
        browser
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        loop {
            let answer = self.next();
            if answer["id"] == json!(self.number) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.output.read_until(0, &mut bytes).expect("the browser answers");
        assert_eq!(bytes.pop(), Some(0), "the browser is gone; is Chromium installed?");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        if message["method"] == "Network.requestWillBeSent" {
            self.requests.push(message["params"]["request"]["url"].as_str().expect("an address").to_owned());
        }
        message
    }

    fn go(&mut self, address: &str) {
        // A new query makes it a load even where only the fragment differs.
        self.ask("Page.navigate", &json!({"url": address}));
        for _ in 0..500 {
            let ready = "document.readyState === 'complete' && document.querySelector('#games') !== null";
            if self.value(ready) == json!(true) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{address} did not load");
    }

    fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true});
        self.ask("Runtime.evaluate", &asked)["result"]["value"].clone()
    }

    fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", &json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// The pieces that the page shows, by cell.
    fn stones(&mut self) -> String {
        let script = "[...document.querySelectorAll('#picture [data-piece]')].map(s => s.dataset.cell + s.dataset.piece).sort().join(' ')";
        self.value(script).as_str().expect("text").to_owned()
    }

    fn ply(&mut self) -> String {
        self.value("document.querySelector('#ply').dataset.ply").as_str().expect("text").to_owned()
    }

    fn picture(&mut self, file: &Path) {
        let shot = self.ask("Page.captureScreenshot", &json!({"format": "png"}));
        let text = shot["data"].as_str().expect("a picture").to_owned();
        // The browser encodes it for us once more than a file wants.
        fs::write(file.with_extension("base64"), text).expect("written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "needs Chromium, about 3 s"]
fn in_a_browser() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("page.html");
    let (plan, records) = (plan(), records());
    let text = page(HOSTILE, &[Part { plan: Some(&plan), records: &records, contest: Some(&Nine) }]);
    fs::write(&file, text).expect("written");
    let address = format!("file://{}", file.display());
    let mut browser = Browser::open(&directory.path().join("profile"));

    // Links: the known game at ply k shows exactly the expected stones.
    for (link, stones, ply) in [
        ("game=0.0&ply=0", "", "0"),
        ("game=0.0&ply=1", "41", "1"),
        ("game=0.0&ply=3", "02 41 81", "3"),
        ("game=0.0&ply=99", "02 22 41 81", "4"),
        ("game=0.1&ply=2", "11 32", "2"),
    ] {
        browser.go(&format!("{address}?{ply}{}#{link}", stones.len()));
        assert_eq!((browser.stones().as_str(), browser.ply().as_str()), (stones, ply), "{link}");
    }

    // Keyboard, and the link that follows it.
    browser.go(&format!("{address}?keys#game=0.0&ply=0"));
    for (key, stones) in [
        ("ArrowRight", "41"),
        ("ArrowRight", "02 41"),
        ("ArrowLeft", "41"),
        ("End", "02 22 41 81"),
        ("ArrowRight", "02 22 41 81"),
        ("Home", ""),
        ("ArrowLeft", ""),
    ] {
        browser.key(key);
        assert_eq!(browser.stones(), stones, "{key}");
    }
    browser.key("End");
    assert_eq!(browser.value("location.hash"), json!("#game=0.0&ply=4"));
    let bar = browser.value("document.querySelector('#bar0').style.width");
    assert_eq!(bar, json!("80%"));

    // Buttons, slider, list and filters.
    browser.value("document.querySelector('#back').click()");
    assert_eq!(browser.stones(), "02 41 81");
    browser.value(
        "const s = document.querySelector('#slider'); s.value = 2; s.dispatchEvent(new Event('input'))",
    );
    assert_eq!(browser.stones(), "02 41");
    assert_eq!(browser.value("document.querySelectorAll('#games tr').length"), json!(3));
    browser.value("const c = document.querySelector('#category'); c.value = 'row'; c.dispatchEvent(new Event('change'))");
    assert_eq!(browser.value("document.querySelectorAll('#games tr').length"), json!(1));
    browser.value("document.querySelector('#games a').click()");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(browser.value("location.hash"), json!("#game=0.1&ply=0"));
    assert_eq!(browser.value("document.querySelectorAll('.standing').length"), json!(2));

    // Hostile text is shown as it is, and does nothing.
    assert_eq!(browser.value("document.title"), json!(HOSTILE));
    assert_eq!(browser.value("document.querySelectorAll('img').length"), json!(0));
    assert_eq!(browser.value("document.scripts.length"), json!(2));
    assert_eq!(
        browser.value("document.querySelector('.standing td').textContent.includes('</script>')"),
        json!(true)
    );
    let notes = browser.value("document.querySelector('#moves pre').textContent");
    assert!(notes.as_str().expect("text").starts_with(HOSTILE), "{notes}");

    // No request leaves the page.
    assert!(!browser.requests.is_empty());
    let strays: Vec<_> = browser
        .requests
        .iter()
        .filter(|request| !request.starts_with("file:///") || !request.contains("page.html"))
        .collect();
    assert_eq!(strays, Vec::<&String>::new());
    if let Some(folder) = std::env::var_os("JUGADA_PICTURES") {
        browser.go(&format!("{address}?picture#game=0.0&ply=3"));
        browser.picture(&Path::new(&folder).join("page.png"));
    }
    assert!(Path::new(BOTS).exists());
}

#[test]
fn the_page_holds_no_markup_of_the_bots() {
    let (plan, records) = (plan(), records());
    let text = page(HOSTILE, &[Part { plan: Some(&plan), records: &records, contest: Some(&Nine) }]);
    assert!(!text.contains("</script><script>document.title") && !text.contains("<img"));
    assert!(text.contains("\\u003c/script>\\u003cscript>"));
    let none = page("empty", &[]);
    assert!(none.contains("0 games"));
}

#[test]
fn in_the_terminal() {
    let record = record("0.0", "board", &[4, 0, 8, 2]);
    let text = terminal(&record, &Nine, Some(3)).expect("there is a ply 3");
    let board = "  3 2---.---.\n    | \\   /\n  2 .   1   .\n    |     \\\n  1 .   .   1\n    a   b   c\n";
    assert!(text.contains(board), "{text}");
    assert!(text.contains("1: 8  (100.000 ms, 90.000 ms of processor time)"), "{text}");
    assert!(!text.contains('\u{1b}') && text.contains("ply 3 of 4"));
    let end = terminal(&record, &Nine, None).expect("the end");
    assert!(end.contains("12 – 0: the end"), "{end}");
    let row = terminal(&self::record("0.1", "row", &[1, 3]), &Nine, Some(2)).expect("rows");
    assert!(row.contains("   0  .........\n   1  .1.......\n   2  .1.2.....\n"), "{row}");
    let error = terminal(&record, &Nine, Some(5)).expect_err("too far").to_string();
    assert_eq!(error, "game 0.0 has the plies 0 to 4, not 5");
}
