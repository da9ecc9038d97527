import { contentHash, type GivenRule, rulesHash } from "./rules-file.ts";

interface ShownBlocker {
  use_case_id: string;
  reason: string;
  detail: string;
}

export interface Verdict {
  cleared: boolean;
  blockers: ShownBlocker[];
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The verdict in an answer, if the answer is complete, consistent and about exactly these rules.
 * @throws Error that says what is wrong with the answer
 */
export function readAnswer(
  text: string,
  frameworkId: string,
  rules: readonly GivenRule[],
): Verdict {
  const answer = parse(text);
  if (!isObject(answer)) throw new Error("the answer is not an object");
  const { cleared, blockers, approvals } = answer;
  if (answer.framework_id !== frameworkId) throw new Error("the answer is about another framework");
  if (answer.rules_hash !== rulesHash(frameworkId, rules)) {
    throw new Error("the answer is about other rules: its rules_hash is not theirs");
  }
  if (typeof cleared !== "boolean" || !isListed(blockers) || !isListed(approvals)) {
    throw new Error("the answer is not whole");
  }
  if (cleared !== (blockers.length === 0)) throw new Error("the answer contradicts itself");
  const hashes = new Map(rules.map((rule) => [rule.use_case_id, contentHash(frameworkId, rule)]));
  const answered = [...blockers, ...approvals];
  const ids = new Set(answered.map(({ use_case_id }) => use_case_id));
  const isComplete = ids.size === answered.length && ids.size === hashes.size;
  const isTheirs = answered.every(({ use_case_id }) => hashes.has(use_case_id));
  if (!isComplete || !isTheirs) throw new Error("the answer does not name each rule once");
  const other = approvals.find(
    ({ use_case_id, content_hash }) => content_hash !== hashes.get(use_case_id),
  );
  if (other !== undefined) throw new Error("the answer approves another wording");
  return { cleared, blockers: blockers.map(shownBlocker) };
}

/** The parts of an answer about systems that the check reads. */
export interface SystemsVerdict extends Verdict {
  /** How many systems it is about. */
  count: number;
  /** The repository, if it was found; null: it was not. */
  repository: { id: string; full_name: string; connection_id: string } | null;
  /** No run has read the repository well enough yet. */
  isUnscanned: boolean;
}

/**
 * The verdict in an answer about systems, if the answer is complete and consistent.
 * @param commit the commit in question; null: none was named
 * @param artifacts the systems in question; null: those of the repository
 * @throws Error that says what is wrong with the answer
 */
export function readSystemsAnswer(
  text: string,
  commit: string | null,
  artifacts: readonly string[] | null,
): SystemsVerdict {
  const answer = parse(text);
  if (!isObject(answer)) throw new Error("the answer is not an object");
  const { cleared, blockers, systems, repository, run } = answer;
  const isWhole =
    typeof cleared === "boolean" &&
    Array.isArray(blockers) &&
    blockers.every((one) => isObject(one) && typeof one.reason === "string") &&
    Array.isArray(systems) &&
    systems.every(isObject);
  if (!isWhole) throw new Error("the answer is not whole");
  if (cleared !== (blockers.length === 0)) throw new Error("the answer contradicts itself");
  if (cleared && commit !== null && (!isObject(run) || run.commit !== commit)) {
    throw new Error("the answer is about another commit");
  }
  const named = new Map(systems.map((one: Json) => [one.artifact_id, `${one.kind} ${one.name}`]));
  if (cleared && artifacts?.some((id) => !named.has(id))) {
    throw new Error("the answer does not name each system");
  }
  if (cleared && artifacts === null && !isObject(repository)) {
    throw new Error("the answer is about no repository");
  }
  return {
    cleared,
    count: systems.length,
    repository: isObject(repository) ? placeOf(repository) : null,
    isUnscanned: blockers.some((one: Json) => one.reason === "not_scanned"),
    blockers: blockers.map((one: Json) => ({
      use_case_id: String(named.get(one.artifact_id) ?? one.artifact_id ?? "repository"),
      reason: String(one.reason),
      detail: String(one.detail ?? ""),
    })),
  };
}

const placeOf = ({ id, full_name, connection_id }: Json) => ({
  id: String(id),
  full_name: String(full_name),
  connection_id: String(connection_id),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the answer is not JSON");
  }
}

const isListed = (value: unknown): value is (Json & { use_case_id: string })[] =>
  Array.isArray(value) &&
  value.every((entry) => isObject(entry) && typeof entry.use_case_id === "string");

const shownBlocker = ({ use_case_id, reason, detail }: Json): ShownBlocker => ({
  use_case_id: String(use_case_id),
  reason: String(reason),
  detail: String(detail ?? ""),
});
