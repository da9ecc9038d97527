import { readFileSync } from "node:fs";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { MAX_RULES_ASKED } from "#shared/domain/clearance/limits.ts";

export interface GivenRule {
  use_case_id: string;
}

const isRule = (value: unknown): value is GivenRule =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { use_case_id?: unknown }).use_case_id === "string";

/**
 * The rules in a file: an array, or `{rules}`.
 * @throws Error that says what is wrong with the file
 */
export function readRules(file: string): GivenRule[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new Error("the file with the rules cannot be read as UTF-8 text");
  }
  const value = parse(text);
  const rules = Array.isArray(value) ? value : (Object(value) as { rules?: unknown }).rules;
  if (!Array.isArray(rules) || rules.length === 0 || !rules.every(isRule)) {
    throw new Error("the file with the rules has no list of rules, each with a use_case_id");
  }
  if (rules.length > MAX_RULES_ASKED)
    throw new Error(`there are more than ${MAX_RULES_ASKED} rules`);
  if (new Set(rules.map(({ use_case_id }) => use_case_id)).size !== rules.length) {
    throw new Error("the file names a rule twice");
  }
  return rules;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the file with the rules is not JSON");
  }
}

/** The rule without the fields that are not part of its wording, as the service hashes it. */
const fullRule = (framework_id: string, rule: GivenRule): Record<string, unknown> => {
  const {
    source_status: _,
    source_read_on: __,
    ...wording
  } = rule as GivenRule & { source_status?: unknown; source_read_on?: unknown };
  return { framework_id, ...wording };
};

export const contentHash = (frameworkId: string, rule: GivenRule): string =>
  canonicalHash(fullRule(frameworkId, rule));

/** The formula of rule_version_hash, computed here: the answer must be about these rules. */
export const rulesHash = (frameworkId: string, rules: readonly GivenRule[]): string =>
  canonicalHash(
    rules
      .toSorted((a, b) => (a.use_case_id < b.use_case_id ? -1 : 1))
      .map((rule) => fullRule(frameworkId, rule)),
  );
