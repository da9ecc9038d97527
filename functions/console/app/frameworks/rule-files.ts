import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { csv, unescapedCell } from "#shared/domain/text/csv.ts";
import { fieldName } from "../parts/field-names.ts";
import { line } from "../parts/format.ts";
import { rulesInJson } from "../parts/rules-in-json.ts";
import { parseCsv } from "./parse-csv.ts";
import { t } from "./texts.ts";

/** The columns of a CSV file of rules, in this order; the names are the API's. */
const columns = [
  "use_case_id",
  "title",
  "citations",
  "customer_description_preview",
  "suggested_verdict_copy",
  "risk_level",
  "applies_from",
  "applies_until",
  "amended_by",
  "source_status",
  "source_read_on",
] as const satisfies readonly (keyof GivenRule)[];
type Column = (typeof columns)[number];

const required: readonly Column[] = columns.slice(0, 5);

interface Citation {
  label: string;
  url?: string | undefined;
}

const citationText = ({ label, url }: Citation): string =>
  url === undefined ? label : `${label} | ${url}`;

/** `label | https://…` or only a label. */
function citationIn(text: string): Citation {
  const at = text.search(/ \| https?:\/\/\S+$/i);
  return at === -1 ? { label: text } : { label: text.slice(0, at), url: text.slice(at + 3) };
}

/** The rules as a CSV file that can be edited in a spreadsheet and imported again. */
export const rulesAsCsv = (rules: readonly GivenRule[]): string =>
  csv([columns, ...rules.map((rule) => columns.map((column) => cellOf(rule, column)))]);

/** The text of a rule's cell; if the file does not contain valid rules, whatever is there. */
function cellOf(rule: GivenRule, column: Column): string {
  if (column === "citations") return (rule.citations ?? []).map(citationText).join("\n");
  if (column === "amended_by") return rule.amended_by ? citationText(rule.amended_by) : "";
  return String(rule[column] ?? "");
}

/** The rules in a file, or the fault of the file. The API validates the rules themselves. */
export function rulesIn(name: string, text: string): GivenRule[] | string {
  return /\.csv$/i.test(name) ? rulesInCsv(text) : rulesInJson(text, t);
}

/** The most characters of a cell that are quoted. */
const MAX_QUOTED = 60;

/**
 * The place that a fault's path names (`rules.3.citations.0.label`), in words: the row and column of a
 * table with the cell's text, or the rule and its field. If the path names no rule, the whole file.
 */
export function placeInFile(name: string, rules: readonly GivenRule[], path: string): string {
  const [, at, field = ""] = /^rules\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  if (at === undefined) return t.wholeFile;
  const rule = rules[Number(at)];
  const cell = columns.find((column) => column === field);
  const text = rule && cell ? cellOf(rule, cell) : "";
  const quoted = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text;
  if (/\.csv$/i.test(name)) return t.inCell(Number(at) + 2, field, line(quoted));
  return t.inRule(
    line(rule?.use_case_id ?? String(Number(at) + 1)),
    cell ? fieldName(cell) : field,
  );
}

/** The API's JSON for a CSV file. A field is left out if its cell is empty. */
export function rulesInCsv(text: string): GivenRule[] | string {
  const rows = parseCsv(text);
  if (rows === null) return t.csvQuote;
  const [head = [], ...body] = rows;
  const names = head.map((name) => name.trim());
  const unknown = names.find((name) => !(columns as readonly string[]).includes(name));
  if (unknown !== undefined) return t.csvUnknown(unknown, columns.join(", "));
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) return t.csvMissing(missing);
  if (new Set(names).size !== names.length) return t.csvTwice;
  const uneven = body.findIndex((row) => row.length !== names.length);
  if (uneven !== -1) return t.csvCells(uneven + 2, body[uneven]?.length ?? 0, names.length);
  if (body.length === 0) return t.csvEmpty;
  return body.map((row) =>
    ruleIn((column) => {
      const at = names.indexOf(column);
      return at === -1 ? "" : unescapedCell(row[at] ?? "");
    }),
  );
}

function ruleIn(cell: (column: Column) => string): GivenRule {
  const optional = (
    ["risk_level", "applies_from", "applies_until", "source_status", "source_read_on"] as const
  )
    .map((column) => [column, cell(column)] as const)
    .filter(([, value]) => value !== "");
  const amended = cell("amended_by");
  return {
    use_case_id: cell("use_case_id"),
    title: cell("title"),
    citations: cell("citations")
      .split(/\r?\n/)
      .filter((one) => one.trim() !== "")
      .map(citationIn),
    customer_description_preview: cell("customer_description_preview"),
    suggested_verdict_copy: cell("suggested_verdict_copy"),
    ...(Object.fromEntries(optional) as Partial<GivenRule>),
    ...(amended === "" ? {} : { amended_by: citationIn(amended) }),
  };
}
