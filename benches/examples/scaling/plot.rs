//! Small panels side by side, all with the same scale of time.

use std::fmt::Write;

use super::series::Panel;

const COLUMNS: usize = 2;
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 250.0;
/// Room around the axes: left, right, above, below.
const ROOM: [f64; 4] = [70.0, 30.0, 40.0, 50.0];
/// Powers of 10 seconds at the ends of the scale.
const DECADES: [i32; 2] = [-7, 1];

pub fn draw(panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let [width, height] = [WIDTH * to_f64(COLUMNS), HEIGHT * to_f64(rows)];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Processor time of each search as its problem grows</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let [x, y] = [WIDTH * to_f64(index % COLUMNS), HEIGHT * to_f64(index / COLUMNS)];
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        axes(&mut svg, panel);
        curve(&mut svg, panel);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

#[expect(clippy::cast_precision_loss, reason = "a few panels")]
fn to_f64(count: usize) -> f64 {
    count as f64
}

/// Where a size is, from 0 to 1.
fn along(panel: &Panel, size: f64) -> f64 {
    let scale = |size: f64| if panel.doubling { size.log2() } else { size };
    let ends =
        panel.points.first().zip(panel.points.last()).map(|(first, last)| (scale(first.0), scale(last.0)));
    ends.map_or(0.0, |(first, last)| (scale(size) - first) / (last - first).max(1.0))
}

fn x(panel: &Panel, size: f64) -> f64 {
    ROOM[0] + (WIDTH - ROOM[0] - ROOM[1]) * along(panel, size)
}

fn y(exponent: f64) -> f64 {
    let share = (exponent - f64::from(DECADES[0])) / f64::from(DECADES[1] - DECADES[0]);
    HEIGHT - ROOM[3] - (HEIGHT - ROOM[2] - ROOM[3]) * share
}

fn axes(svg: &mut String, panel: &Panel) {
    let [left, right, bottom] = [ROOM[0], WIDTH - ROOM[1], HEIGHT - ROOM[3]];
    let middle = f64::midpoint(left, right);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"13\">{}</text>",
        ROOM[2] - 14.0,
        panel.title
    );
    for exponent in DECADES[0]..=DECADES[1] {
        let at = y(f64::from(exponent));
        let name = match exponent {
            ..=-7 => "0.1 µs",
            -6 => "1 µs",
            -5 => "10 µs",
            -4 => "0.1 ms",
            -3 => "1 ms",
            -2 => "10 ms",
            -1 => "0.1 s",
            0 => "1 s",
            1.. => "10 s",
        };
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    // Not more than seven names fit beside each other.
    let step = panel.points.len().div_ceil(7).max(1);
    for (size, _) in panel.points.iter().step_by(step) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{size}</text>",
            x(panel, *size),
            bottom + 16.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        bottom + 34.0,
        panel.size
    );
}

fn curve(svg: &mut String, panel: &Panel) {
    let places: Vec<(f64, f64)> =
        panel.points.iter().map(|&(size, time)| (x(panel, size), y(time.log10()))).collect();
    let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    for (x, y) in places {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#1f6feb\"/>");
    }
}
