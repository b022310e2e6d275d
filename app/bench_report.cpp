#include "app/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/options.h"

namespace framelane {
namespace {

using Kind = BenchCell::Kind;

std::string text_of(const BenchCell& cell, int decimals, const char* nothing) {
  switch (cell.kind) {
    case Kind::text:
      return cell.text;
    case Kind::whole:
      return fmt::format("{}", cell.whole);
    case Kind::number:
      return fmt::format("{:.{}f}", cell.number, decimals);
    case Kind::nothing:
      break;
  }
  return nothing;
}

// Characters, not bytes: the heads hold "×".
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct PrintedColumn {
  std::size_t width = 0;
  bool left = false;  // text
};

PrintedColumn measure(const BenchTable& table, std::size_t c) {
  PrintedColumn column{width_of(table.columns[c].head), false};
  if (column.width == 0) return column;
  for (const auto& row : table.rows) {
    column.width =
        std::max(column.width, width_of(text_of(row[c], table.columns[c].decimals, "-")));
    column.left = column.left || row[c].kind == Kind::text;
  }
  return column;
}

// Columns without a head are not printed.
void put(std::string& line, const std::string& text, const PrintedColumn& column) {
  if (column.width == 0) return;
  const std::string space(column.width - width_of(text), ' ');
  if (!line.empty()) line += "  ";
  line += column.left ? text + space : space + text;
}

std::string finished_line(std::string line) {
  return fmt::format("  {}\n", line.substr(0, line.find_last_not_of(' ') + 1));
}

std::string table_text(const BenchTable& table) {
  std::vector<PrintedColumn> printed;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    printed.push_back(measure(table, c));
  std::string text = fmt::format("\n{}\n", table.title);
  std::string heads;
  for (std::size_t c = 0; c < printed.size(); ++c)
    put(heads, table.columns[c].head, printed[c]);
  text += finished_line(heads);
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t c = 0; c < printed.size(); ++c)
      put(line, text_of(row[c], table.columns[c].decimals, "-"), printed[c]);
    text += finished_line(line);
  }
  return text;
}

std::string device_line(const BenchReport& report) {
  const DeviceFacts& device = report.device;
  std::string line = device.name;
  if (!device.link.empty()) line += ", " + device.link;
  line += fmt::format(", asyncEngineCount {}", device.copy_engines);
  return device.driver.empty() ? line : line + ", " + device.driver;
}

std::string repeats_line(const BenchReport& report) {
  std::string line = fmt::format("{} repeat{}, variants interleaved; medians, least and most",
                                 report.repeats_done, report.repeats_done == 1 ? "" : "s");
  if (!report.ended_by.empty())
    line += fmt::format("; ended by {} with {} asked for", report.ended_by, report.repeats);
  return line;
}

Json json_of(const BenchCell& cell) {
  if (cell.kind == Kind::text) return cell.text;
  if (cell.kind == Kind::whole) return cell.whole;
  return cell.kind == Kind::number ? Json(cell.number) : Json();
}

Json table_json(const BenchTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json entry = Json::object();
    for (std::size_t c = 0; c < row.size(); ++c)
      entry[table.columns[c].key] = json_of(row[c]);
    rows.push_back(std::move(entry));
  }
  return {{"title", table.title}, {"rows", std::move(rows)}};
}

std::string quoted_field(std::string text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<std::string> csv_names(const BenchReport& report) {
  std::vector<std::string> names;
  for (const BenchTable& table : report.tables)
    for (const BenchColumn& column : table.columns)
      if (std::find(names.begin(), names.end(), column.name) == names.end())
        names.push_back(column.name);
  return names;
}

}  // namespace

void BenchTable::add(std::vector<BenchCell> row) {
  for (std::size_t c = 0; c < row.size(); ++c)
    if (row[c].kind == Kind::number) row[c].number = rounded(row[c].number, columns[c].decimals);
  rows.push_back(std::move(row));
}

BenchCell cell_of(const std::optional<double>& value) {
  return value ? BenchCell(*value) : BenchCell();
}

void append_spread(std::vector<BenchCell>& row, const std::optional<Spread>& spread, double scale) {
  for (const double Spread::*part : {&Spread::median, &Spread::least, &Spread::most})
    row.push_back(spread ? BenchCell(*spread.*part * scale) : BenchCell());
}

std::string report_text(const BenchReport& report) {
  std::string text = fmt::format("framelane {} bench {}{}\n", program_version(), report.kind,
                                 report.quick ? " --quick" : "");
  text += device_line(report) + "\n";
  if (!report.on_cpu.empty()) text += report.on_cpu + "\n";
  text += fmt::format("{}; --wait {}\n", repeats_line(report), report.wait);
  for (const std::string& line : report.said)
    text += line + "\n";
  for (const BenchTable& table : report.tables)
    if (!table.rows.empty()) text += table_text(table);
  return text;
}

Json report_json(const BenchReport& report) {
  const DeviceFacts& device = report.device;
  Json json{{"schema", kJsonSchema},
            {"program", "framelane"},
            {"version", program_version()},
            {"bench", report.kind},
            {"device",
             {{"name", device.name},
              {"kind", device.kind},
              {"driver", device.driver},
              {"link", device.link},
              {"copy_engines", device.copy_engines},
              {"memory_bytes", device.memory_bytes}}},
            {"on_cpu", report.on_cpu},
            {"wait", report.wait},
            {"quick", report.quick},
            {"repeats", report.repeats},
            {"repeats_done", report.repeats_done},
            {"ended_by", report.ended_by},
            {"said", report.said}};
  json["same_pixels"] = report.same_pixels ? Json(*report.same_pixels) : Json();
  json["tables"] = Json::object();
  for (const BenchTable& table : report.tables)
    json["tables"][table.key] = table_json(table);
  return json;
}

std::string report_csv(const BenchReport& report) {
  const std::vector<std::string> names = csv_names(report);
  std::string text = "Table";
  for (const std::string& name : names)
    text += fmt::format(",{}", quoted_field(name));
  text += "\r\n";
  for (const BenchTable& table : report.tables)
    for (const auto& row : table.rows) {
      text += quoted_field(table.key);
      for (const std::string& name : names) {
        const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                         [&](const BenchColumn& c) { return c.name == name; });
        const auto c = static_cast<std::size_t>(column - table.columns.begin());
        text += fmt::format(",{}", column == table.columns.end()
                                       ? std::string("NA")
                                       : quoted_field(text_of(row[c], column->decimals, "NA")));
      }
      text += "\r\n";
    }
  return text;
}

}  // namespace framelane
