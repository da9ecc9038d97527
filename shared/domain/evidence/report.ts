import type { Line, Mark, Verdict } from "./verify.ts";

/* How a verdict is printed: the same in a terminal and on the page. */

/** Control, bidi and invisible characters, spaces other than U+0020, and runs of spaces. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<= ) /gu;
const MOST_SHOWN = 2000;

/** Text as one line that is safe to print: nothing in it can move the cursor or be invisible. */
export function shown(text: string): string {
  const escaped = text.replace(hidden, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
  return escaped.length > MOST_SHOWN ? `${escaped.slice(0, MOST_SHOWN)} …` : escaped;
}

const marks: Readonly<Record<Mark, string>> = {
  pass: "OK",
  fail: "CHANGED",
  none: "NONE",
  extra: "NOT CHECKED",
  note: "NOTED",
  open: "NOT CHECKED",
};

const reported = ({ mark, name, text }: Line): string => {
  const late = text.startsWith("LOGGED LATE: ");
  const word = late ? "LOGGED LATE" : marks[mark];
  return `${word.padEnd(12)}${name.padEnd(14)}${shown(late ? text.slice(13) : text)}`;
};

const RESULTS = {
  0: "RESULT: genuine, unchanged and complete.",
  1: "RESULT: changed, incomplete or contradicted. Do not rely on it.",
  3: "RESULT: nothing wrong was found, but not everything that was demanded could be checked:",
} as const;

/** The verdict as lines of text. */
export function reportOf({ code, lines, about }: Verdict): string {
  const open = lines.filter(({ mark }) => mark === "open").map(({ name }) => name);
  const result = code === 3 ? `${RESULTS[3]} ${open.join(", ")}.` : RESULTS[code];
  return [
    ...about.map((text) => text.slice(0, 12) + shown(text.slice(12))),
    "",
    ...lines.map(reported),
    "",
    result,
  ].join("\n");
}
