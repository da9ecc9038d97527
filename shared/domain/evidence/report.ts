import type { Line, Mark } from "./finding.ts";
import type { Verdict } from "./verify.ts";

/* How a verdict is printed: the same in a terminal and on the page. */

/** Control, bidi and invisible characters, spaces other than U+0020, and runs of spaces. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<= ) /gu;
const MAX_SHOWN = 2000;

/** Text as one line that is safe to print: nothing in it can move the cursor or be invisible. */
export function shown(text: string): string {
  const escaped = text.replace(hidden, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
  return escaped.length > MAX_SHOWN ? `${escaped.slice(0, MAX_SHOWN)} …` : escaped;
}

const marks: Readonly<Record<Mark, string>> = {
  pass: "OK",
  fail: "CHANGED",
  none: "NONE",
  extra: "NOT CHECKED",
  note: "NOTED",
  open: "NOT CHECKED",
};

const LATE = "LOGGED LATE: ";
/** The name of a finding that has its own: the text begins with it. */
const finding = /^([a-z]+(?:_[a-z]+)+): (?=\S)/;

/** The mark, the name of the check or of its finding, and a sentence. */
function reported({ mark, name, text }: Line): string {
  const isLate = text.startsWith(LATE);
  const said = isLate ? text.slice(LATE.length) : text;
  const found = mark === "fail" ? finding.exec(said)?.[1] : undefined;
  const word = isLate && mark === "open" ? "LOGGED LATE" : marks[mark];
  const what = isLate ? "logged_late" : (found ?? name);
  const sentence = found === undefined ? said : said.slice(found.length + 2);
  return `${word.padEnd(12)}${what.padEnd(24)} ${shown(sentence)}`;
}

const RESULTS = {
  0: "RESULT: genuine, unchanged and complete.",
  part: "RESULT: genuine and unchanged.",
  1: "RESULT: changed, incomplete or contradicted. Do not rely on it.",
  3: "RESULT: nothing wrong was found, but not everything that was demanded could be checked:",
} as const;

/** The verdict as lines of text. */
export function reportOf({ code, lines, about }: Verdict): string {
  const open = new Set(lines.filter(({ mark }) => mark === "open").map(({ name }) => name));
  const isPart = lines.some(({ mark, name }) => mark === "note" && name === "whole_log");
  const sound = RESULTS[code === 0 && isPart ? "part" : code];
  const result = code === 3 ? `${sound} ${[...open].join(", ")}.` : sound;
  return [
    ...about.map((text) => text.slice(0, 12) + shown(text.slice(12))),
    "",
    ...lines.map(reported),
    "",
    result,
  ].join("\n");
}
