import {
  challengeOf,
  delegationChallenge,
  faultsOfAssertion,
} from "#shared/domain/counsel/assertion.ts";
import { type Assertion, assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { type CounselLife, detailFields, type LifeKey } from "#shared/domain/counsel/life.ts";
import type { ReviewValues } from "#shared/domain/reviews/fields.ts";
import type { RequestLife } from "#shared/domain/reviews/life.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { KeyVerdict, Placed, Subject } from "./world.ts";

/*
 * Whether counsel's own key signed a decision, or the passing on of a request, if one was required.
 * Only counsel's rows and their leaves count: what the table says about keys and policy proves nothing.
 */

interface Act {
  placed: Placed;
  /** The request's first row. */
  first: Placed;
  /** The request before the act. */
  request: RequestLife & Partial<ReviewValues>;
  counsel: Subject<CounselLife>;
}

interface Judged {
  verdict: KeyVerdict;
  /** How the row's details of counsel differ from counsel's newest row; null: they do not. */
  identity: string | null;
}

const pass = (detail: string): KeyVerdict => ({ result: "pass", detail, isFinding: false });
const fail = (detail: string): KeyVerdict => ({ result: "fail", detail, isFinding: true });

/** How long a row may wait for the log. A row taken this long before the act is older than it. */
const WAIT_MS = 120_000;

export async function judgeKey(act: Act): Promise<Judged> {
  const { row } = act.placed;
  const known = row.action === "rule_review.cancelled" ? knownByDate(act) : knownByHead(act);
  if (known === null) {
    const verdict = fail("The decision names a row about counsel that is not there.");
    return { verdict, identity: null };
  }
  const verdict = await keyVerdict(act, known);
  return { verdict, identity: identityFault(row, known.newest) };
}

/** Counsel as the row names them, and as they were known at the time. */
interface Known {
  atHead: CounselLife | null;
  newest: CounselLife | null;
}

const knownByHead = ({ placed, counsel }: Act): Known | null =>
  knownAt(placed.row.context.counsel_head, placed, counsel);

/**
 * Counsel up to the row that another row names, and up to what the log had taken long before that other
 * row.
 * @returns null: there is no such row
 */
export function knownAt(
  head: unknown,
  placed: Placed,
  counsel: Subject<CounselLife>,
): Known | null {
  const at = counsel.rows.findIndex(({ row }) => row.row_hash === head);
  if (at < 0) return null;
  const last = counsel.rows.findLastIndex((one, i) => i <= at || wasTakenBefore(one, placed));
  return { atHead: counsel.states[at] ?? null, newest: counsel.states[last] ?? null };
}

function wasTakenBefore({ leaf: taken }: Placed, { leaf: decided }: Placed): boolean {
  if (taken === null || decided === null) return false;
  return Date.parse(decided.time) - Date.parse(taken.time) > WAIT_MS;
}

function knownByDate({ placed, counsel }: Act): Known {
  const last = counsel.rows.findLastIndex(({ row }) => row.created_at < placed.row.created_at);
  const known = counsel.states[last] ?? null;
  return { atHead: known, newest: known };
}

/** Name, firm and e-mail in a decision's row must be those of counsel's newest row. */
function identityFault({ context }: ChainedRow, known: CounselLife | null): string | null {
  const said = {
    ...(context.counsel as object | undefined),
    email: context.counsel_email,
  } as Record<string, unknown>;
  if (known === null || context.counsel === undefined) return null;
  const other = detailFields.find((name) => (said[name] ?? null) !== known.details[name]);
  return other === undefined ? null : `it names another ${other} of counsel than their rows.`;
}

async function keyVerdict(act: Act, { atHead, newest }: Known): Promise<KeyVerdict> {
  const { row } = act.placed;
  const { assertion = null, signing_policy = "link" } = row.context;
  const what = row.action === "rule_review.cancelled" ? "delegation" : "decision";
  const held = newest?.policy ?? "link";
  if (assertion !== null) return judgeAssertion(act, assertion, { atHead, newest }, what);
  if (held === "key_required") {
    return fail(`Counsel's own key was required, but none signed the ${what}.`);
  }
  if (what === "delegation")
    return pass("Counsel passed it on by the link, as their policy allowed.");
  if (signing_policy !== "link") {
    return fail("The decision says that a key was required, but none signed it.");
  }
  return decidedByLink(row.created_at, newest);
}

/** For a decision by the link alone: reports whether a key had been required before. */
function decidedByLink(decidedAt: string, known: CounselLife | null): KeyVerdict {
  const changes = known?.changes ?? [];
  const on = changes.findLast(({ value }) => value === "key_required");
  const off = changes.at(-1);
  if (on === undefined || off === undefined) {
    return pass("Counsel decided by the link, as their policy allowed.");
  }
  const told = ({ at, by }: typeof on) => `${at} (by ${by ?? "nobody"})`;
  const detail = `Decided by the link at ${decidedAt}: counsel's own key was required at ${told(on)}, no longer at ${told(off)}.`;
  return { result: "fail", detail, isFinding: false };
}

async function judgeAssertion(
  act: Act,
  given: unknown,
  { atHead, newest }: Known,
  what: "decision" | "delegation",
): Promise<KeyVerdict> {
  const parsed = assertionSchema().safeParse(given);
  if (!parsed.success) return fail("What counsel's key signed is incomplete.");
  const assertion: Assertion = parsed.data;
  const keyIn = (known: CounselLife | null): LifeKey | undefined =>
    known?.keys?.find(({ credential_id }) => credential_id === assertion.credential_id);
  const key = keyIn(atHead);
  if (key === undefined) return fail("It was signed with a key that no row enrols before.");
  const { request, counsel, first } = act;
  if (key.enrolled_at >= request.created_at) {
    return fail(`The key was enrolled at ${key.enrolled_at}, after the request.`);
  }
  const enrolment = counsel.rows.find(({ row }) => row.row_hash === key.row_hash)?.leaf ?? null;
  if (enrolment && first.leaf && enrolment.index >= first.leaf.index) {
    return fail(
      `The key's enrolment is dated ${key.enrolled_at}, but the log took it after the request, at ${enrolment.time}.`,
    );
  }
  const retiredAt = keyIn(newest)?.retired_at ?? null;
  if (retiredAt !== null) return fail(`The key was retired at ${retiredAt}, before the ${what}.`);
  const challenge = what === "decision" ? decisionChallenge(act) : passingChallenge(act);
  const faults = await faultsOfAssertion(assertion, key, {
    challenge,
    origin: null,
    rpId: key.rp_id,
  });
  if (faults.length > 0) return fail(`What the key signed is not valid: ${faults.join(", ")}.`);
  if (!enrolment || !first.leaf) {
    const detail = "Whether the key was enrolled before the request: the log has to show it.";
    return { result: "open", detail, isFinding: false };
  }
  const words = wordsOf(key.public_key_spki);
  return pass(
    `Signed with the passkey ${words}, enrolled at ${key.enrolled_at}: ` +
      "compare the words with those that counsel read out.",
  );
}

/** The challenge that counsel's key had to sign for the decision. */
const decisionChallenge = ({ request, placed: { row } }: Act): string =>
  challengeOf({
    request_id: request.id,
    decision: row.action.replace("rule_review.", ""),
    decision_comment: (row.context.decision_comment ?? null) as string | null,
    document: (row.context.document ?? null) as string | null,
    rule_version_hash: request.rule_version_hash ?? "",
    counsel_id: request.counsel_id,
    nonce: request.nonce ?? "",
    rule_verdicts: (row.context.rule_verdicts ?? null) as object[] | null,
  });

const passingChallenge = ({ request, placed: { row } }: Act): string =>
  delegationChallenge({
    request_id: request.id,
    delegate_email: String((row.context.delegated_to as { email?: unknown } | undefined)?.email),
    nonce: request.nonce ?? "",
  });
