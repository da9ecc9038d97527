import { record } from "#shared/domain/discovery/upstream.ts";
import { jsonIn, linesOf, nameAt, wordsOf } from "./manifest-text.ts";

/** Modules that a notebook's cells import, and packages that they install. */
export function* notebook(text: string): Iterable<string> {
  const { cells } = record(jsonIn(text));
  for (const cell of Array.isArray(cells) ? cells : []) {
    const { source } = record(cell);
    const parts = [source].flat().filter((part) => typeof part === "string");
    for (const code of joined(parts.flatMap(linesOf))) {
      yield* installed(code);
      for (const statement of code.split(/[;:]/)) yield* imported(statement);
    }
  }
}

/** Lines without comments; those continued by `\` or in the parentheses of an import are joined. */
function* joined(lines: readonly string[]): Iterable<string> {
  let open: string[] = [];
  let isInside = false;
  for (const line of lines.filter((line) => line !== "")) {
    const code = (line.split("#")[0] ?? "").trim();
    const [word] = wordsOf(code);
    if (word === "from" || word === "import") {
      // Whatever is still open here was not Python.
      yield open.join(" ");
      open = [];
      isInside = code.includes("(");
    }
    if (code.includes(")")) isInside = false;
    const isContinued = code.endsWith("\\");
    open.push(isContinued ? code.slice(0, -1) : code);
    if (isContinued || isInside) continue;
    yield open.join(" ");
    open = [];
  }
  yield open.join(" ");
}

const installers = ["pip", "pip3", "conda", "mamba"];

/** `!pip install torch "openai>=1"`, also with `%` or as a plain command. */
function* installed(line: string): Iterable<string> {
  const words = wordsOf(line);
  const at = words.indexOf("install");
  const installer = words[at - 1] ?? "";
  if (!installers.includes(installer.replace(/^[!%]/, ""))) return;
  for (const word of words.slice(at + 1)) yield nameAt(word.replace(/^["']/, ""), "._-");
}

/** Longer names are not modules. */
const LONGEST_MODULE = 100;
/** No library has a module whose name has more parts. */
const MAX_PARTS = 4;

/**
 * `import a.b as c, d` gives `a`, `a.b` and `d`; `from a import (b as c, d)` gives `a`, `a.b` and
 * `a.d`.
 */
function* imported(statement: string): Iterable<string> {
  const [word, module = ""] = wordsOf(statement);
  if (word === "import") {
    const list = statement.trim().slice("import".length);
    for (const one of list.split(",")) yield* withParents(nameAt(one.trim(), "._"));
  }
  if (word !== "from") return;
  const whole = nameAt(module, "._");
  yield* withParents(whole);
  const members = statement.split(/\simport\b/)[1] ?? "";
  if (whole.length > LONGEST_MODULE) return;
  for (const one of members.split(",")) {
    yield `${whole}.${nameAt(one.replace("(", "").trim(), "_")}`;
  }
}

function* withParents(module: string): Iterable<string> {
  yield module;
  const parts = module.split(".", MAX_PARTS);
  for (let count = 1; count < parts.length; count += 1) yield parts.slice(0, count).join(".");
}
