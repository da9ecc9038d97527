import { sameJson } from "#shared/domain/canonical-json.ts";
import type { CounselLife } from "#shared/domain/counsel/life.ts";
import { isPart } from "#shared/domain/reviews/actions.ts";
import type { ReviewValues } from "#shared/domain/reviews/fields.ts";
import type { RequestLife } from "#shared/domain/reviews/life.ts";
import type { ChainedRow } from "../evidence-file.ts";
import { judgeKey, knownAt } from "./key.ts";
import type { FindingName, Found, Judgement, KeyVerdict, Placed, Subject, World } from "./world.ts";

/*
 * What a request's rows must agree on with those of its counsel, of the request that it was passed on
 * from or to, and of its panel. A reference counts only if both ends state it.
 */

type Request = RequestLife & Partial<ReviewValues>;

/**
 * If two people were needed for a link, a second person must have confirmed counsel before it was
 * issued. A counsel who takes a request over is confirmed afterwards.
 */
function unconfirmedFault(issued: Placed, counsel: Subject<CounselLife>): string | null {
  const { two_people, delegated_by } = issued.row.context;
  if (two_people === undefined || delegated_by !== undefined) return null;
  const head = (two_people as { counsel_head?: unknown } | null)?.counsel_head;
  const known = knownAt(head, issued, counsel);
  if (known === null) return "it names a row about counsel that is not there.";
  return known.newest?.identity.confirmed_at == null
    ? "two people were needed, and no second person had confirmed counsel."
    : null;
}

const isPassedOn = ({ action, context }: ChainedRow): boolean =>
  action === "rule_review.cancelled" && context.reason === "delegated";

export async function judgeRequest(subject: Subject<Request>, world: World): Promise<Judgement> {
  const { type, id, rows, state } = subject;
  const found: Found[] = [];
  const keys = new Map<string, KeyVerdict>();
  if (state === null) return { found };
  const say = (row: ChainedRow, name: FindingName, detail: string | null) => {
    if (detail !== null) found.push({ name, type, id, row, detail });
  };
  const [first] = rows as readonly [Placed];
  say(first.row, "reference_broken", delegatedFromFault(first.row, state, world));
  say(first.row, "reference_broken", panelFault(state, world));
  say(first.row, "reference_broken", wordingFault(state, world));
  const counsel = world.find("counsel", state.counsel_id);
  for (const [at, placed] of rows.entries()) {
    const { row } = placed;
    const isDecision = isPart(row.action, "decision");
    if (isPassedOn(row)) say(row, "reference_broken", delegatedToFault(row, state, world));
    if (counsel === null) continue;
    say(row, "illegal_transition", unconfirmedFault(placed, counsel));
    if (!isDecision && !isPassedOn(row)) continue;
    const before = subject.states[at - 1] ?? state;
    const { verdict, identity } = await judgeKey({ placed, first, request: before, counsel });
    keys.set(row.row_hash, verdict);
    if (verdict.isFinding) say(row, "counsel_key", verdict.detail);
    say(row, "state_differs", identity);
  }
  return { found, keys };
}

const textIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Counsel may only be asked about wordings that were imported. */
function wordingFault(state: Request, world: World): string | null {
  const rules = world.find("framework", state.framework_id)?.state?.rules;
  if (rules === undefined) return null;
  const { rule_use_case_ids: ids = [], pinned_hashes: hashes = [] } = state;
  const isImported = (id: string, hash: string | undefined) =>
    rules.get(id)?.versions.some(({ content_hash }) => content_hash === hash);
  const other = ids.find((id, at) => !isImported(id, hashes[at]));
  return other === undefined ? null : `it asks about a wording of ${other} that nobody imported.`;
}

/** A request that was passed on, and the row that ended the one before it, must name each other. */
function delegatedFromFault(first: ChainedRow, state: Request, world: World): string | null {
  const said = first.context.delegated_by;
  const from = state.delegated_from ?? null;
  if (from === null)
    return said === undefined ? null : "it names who passed it on, but no request.";
  if (state.may_delegate === true) return "it may be passed on a second time.";
  const before = world.find("rule_review_request", from);
  if (before === null) return null;
  const end = before.rows.find(({ row }) => row.row_hash === textIn(said, "row_hash"));
  if (end === undefined || !isPassedOn(end.row) || before.state?.cancel_reason !== "delegated") {
    return "the request that it came from did not end by being passed on.";
  }
  const to = end.row.context.delegated_to;
  const names = [textIn(to, "request_id"), textIn(to, "counsel_id")];
  if (!sameJson(names, [state.id, state.counsel_id])) return "it was passed on to somebody else.";
  if (textIn(said, "counsel_id") !== before.state.counsel_id) return "somebody else passed it on.";
  if (
    textIn(said, "reason") !== undefined &&
    !sameJson(textIn(said, "reason"), end.row.context.delegation_reason)
  ) {
    return "the reasons given for passing it on differ.";
  }
  // Compares the state at that time: the request may have been given more time since.
  const { states } = world.find("rule_review_request", state.id) ?? { states: [] };
  return differing(states[0] ?? state, before.state);
}

/** The fields that a request takes over when it is passed on. */
const taken = [
  "framework_id",
  "rule_use_case_ids",
  "rule_version_hash",
  "expires_at",
  "requested_by_user_id",
  "panel_id",
  "matter_reference",
] as const;

function differing(to: Request, from: Request): string | null {
  const other = taken.find((name) => !sameJson(to[name] ?? null, from[name] ?? null));
  return other === undefined ? null : `it has another ${other} than the request it came from.`;
}

/** The request that it was passed on to must say so too. */
function delegatedToFault(
  { context, row_hash }: ChainedRow,
  { id }: Request,
  world: World,
): string | null {
  const after = world.find(
    "rule_review_request",
    String(textIn(context.delegated_to, "request_id")),
  );
  const [first] = after?.rows ?? [];
  if (after === null || first === undefined) return null;
  const isTheirs =
    after.state?.delegated_from === id &&
    textIn(first.row.context.delegated_by, "row_hash") === row_hash;
  return isTheirs ? null : "the request that it names was not passed on from it.";
}

/** The panel must name the request, or have named it before it was passed on. */
function panelFault(state: Request, world: World): string | null {
  const panel = state.panel_id == null ? null : world.find("review_panel", state.panel_id);
  if (panel === null) return null;
  const isNamed = panel.rows.some(({ row: { context } }) =>
    [...membersIn(context.members), context.to].some(
      (one) =>
        textIn(one, "review_id") === state.id && textIn(one, "counsel_id") === state.counsel_id,
    ),
  );
  if (!isNamed) return "the panel's rows do not name this request.";
  const { cancel_reason } = state;
  const isEnded = panel.state !== null && panel.state.status !== "open";
  if ((cancel_reason === "panel_decided" || cancel_reason === "panel_cancelled") && !isEnded) {
    return "the panel ended this request, but its rows go on.";
  }
  const counted = membersIn(
    panel.rows.findLast(({ row }) => row.context.rules)?.row.context.members,
  );
  const own = counted.find((one) => textIn(one, "review_id") === state.id);
  const isCounted =
    own === undefined ||
    (textIn(own, "status") === state.status &&
      textIn(own, "decided_at") === (state.decided_at ?? null));
  return isCounted ? null : "the panel counted another decision than this one.";
}

const membersIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
