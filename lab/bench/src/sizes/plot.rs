//! The graph: a panel for each operation, a line for each number of threads.

use super::{Cell, Results, counted};
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of a panel.
const PANEL: (u32, u32) = (520, 340);
/// Panels beside each other.
const COLUMNS: usize = 2;
/// By the number of threads; told apart by those who see few colours too.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 90, 181), RGBColor(220, 92, 0), RGBColor(0, 120, 80), RGBColor(90, 90, 90)];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the results as SVG. The reader's own fonts draw the text. Errors: there is no figure, or
/// it cannot be drawn.
pub fn svg(results: &Results) -> Result<String, String> {
    let rows = results.ops.len().div_ceil(COLUMNS);
    if rows == 0 {
        return Err("there is nothing to draw".into());
    }
    let size = (PANEL.0 * COLUMNS as u32, PANEL.1 * rows as u32);
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE).map_err(told)?;
        for (op, area) in root.split_evenly((rows, COLUMNS)).iter().enumerate() {
            if op < results.ops.len() {
                panel(area, results, op)?;
            }
        }
        root.present().map_err(told)?;
    }
    Ok(text)
}

fn told(why: impl std::fmt::Display) -> String {
    format!("the graph cannot be drawn: {why}")
}

/// Sizes and thousands of items a second.
fn points(results: &Results, op: usize, threads: usize) -> Vec<(f64, f64)> {
    let point = |items| {
        let rate = results.items_per_s(Cell { op, threads, items })?;
        Some((items as f64, rate / 1e3))
    };
    results.sizes(threads).into_iter().filter_map(point).collect()
}

fn panel(area: &Area<'_>, results: &Results, op: usize) -> Result<(), String> {
    let lines: Vec<_> = results.threads().map(|it| (it, points(results, op, it))).collect();
    let all = || lines.iter().flat_map(|(_, points)| points);
    let most = all().map(|it| it.1).fold(0.0, f64::max);
    let (least, last) =
        all().fold((f64::INFINITY, 0.0f64), |(a, b), it| (a.min(it.0), b.max(it.0)));
    if most <= 0.0 {
        return Err(format!("there is no figure of {}", results.ops[op]));
    }
    let sizes = (least..last).log_scale().base(2.0);
    let mut chart = ChartBuilder::on(area)
        .caption(&results.ops[op], ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(sizes, 0.0..most * 1.1)
        .map_err(told)?;
    chart
        .configure_mesh()
        .x_desc("items in a batch")
        .y_desc("thousand items a second")
        .x_labels(13)
        .x_label_formatter(&|items| format!("{items:.0}"))
        .y_label_formatter(&|rate| format!("{rate}"))
        .light_line_style(TRANSPARENT)
        .draw()
        .map_err(told)?;
    for (number, (threads, points)) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
        let sample = move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2));
        chart.draw_series(line).map_err(told)?.label(counted(*threads)).legend(sample);
        let dots = points.iter().map(|it| Circle::new(*it, 3, colour.filled()));
        chart.draw_series(dots).map_err(told)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
        .map_err(told)
}
