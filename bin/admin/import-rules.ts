import { readFileSync } from "node:fs";
import { countOf, visible, visibleLine } from "#shared/domain/text/text.ts";

/** The part of the running system that an import uses. */
interface AdminApi {
  baseUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as the contract says
  admin(method: string, path: string, body?: unknown): Promise<{ body: any }>;
}

/** A rule book as stored in a file; `rules` are sent to the API unchanged. */
interface Book {
  framework_id: string;
  rules: unknown[];
}

interface Change {
  use_case_id: string;
  change: "created" | "updated" | "unchanged";
  fields: { field: string; before: unknown; after: unknown }[];
  approvals_hit: string[];
}

interface Terminal {
  say: (text: string) => void;
  /** The answer to a question, without the newline. */
  ask: (question: string) => Promise<string>;
}

/**
 * Shows what importing a rule book would change, field by field, and which approvals it would end;
 * imports it only if the answer is yes.
 * @returns the last line to print
 */
export async function importRules(
  platform: AdminApi,
  file: string,
  { say, ask }: Terminal,
): Promise<string> {
  const { framework_id, rules } = readBook(file);
  const path = `/admin/frameworks/${encodeURIComponent(framework_id)}/rules`;
  const tried = (await platform.admin("PUT", `${path}?dry_run=true`, { rules })).body;
  const changes = (tried.rules as Change[]).filter(({ fields }) => fields.length > 0);
  if (changes.length === 0)
    return `Nothing to change. Up to date: ${countOf(tried.unchanged, "rule")}.`;
  for (const change of changes) say(described(change));
  const hit = new Set(changes.flatMap(({ approvals_hit }) => approvals_hit));
  say(
    `${tried.created} created, ${tried.updated} updated, ${tried.unchanged} unchanged; ` +
      `approvals that lose rules: ${hit.size === 0 ? "none" : [...hit].join(", ")}.`,
  );
  const answer = await ask(`Import this into ${framework_id} at ${platform.baseUrl}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) return "Nothing was imported.";
  const { body } = await platform.admin("PUT", path, { rules });
  return `Imported: ${body.created} created, ${body.updated} updated, ${body.unchanged} unchanged.`;
}

/** @throws Error with one sentence for a file that does not contain a rule book */
function readBook(file: string): Book {
  const book: unknown = parsed(readFileSync(file, "utf8"), file);
  const { framework_id, rules } = (book ?? {}) as Partial<Book>;
  if (typeof framework_id !== "string" || !Array.isArray(rules)) {
    throw new Error(`${file} is not a rule book: it needs framework_id and rules.`);
  }
  return { framework_id, rules };
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not a JSON file.`);
  }
}

function described({ use_case_id, change, fields, approvals_hit }: Change): string {
  const lines = fields.map(({ field, before, after }) =>
    change === "created"
      ? `    ${field}: ${shown(after)}`
      : `    ${field}\n      - ${shown(before)}\n      + ${shown(after)}`,
  );
  const hit =
    approvals_hit.length === 0 ? [] : [`    ends for this rule: ${approvals_hit.join(", ")}`];
  return [`${change} ${visibleLine(use_case_id)}`, ...lines, ...hit].join("\n");
}

const shown = (value: unknown): string =>
  value === null
    ? "(none)"
    : visible(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(
        "\n",
        "\n        ",
      );
