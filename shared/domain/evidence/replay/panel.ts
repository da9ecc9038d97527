import { sameJson } from "#shared/domain/canonical-json.ts";
import { endsRequest } from "#shared/domain/reviews/in-rows.ts";
import { countPanel, countsFrom } from "#shared/domain/reviews/panel.ts";
import type { PanelLife, Seat } from "#shared/domain/reviews/panel-life.ts";
import type { Said } from "#shared/domain/reviews/rule-outcome.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { Found, Judgement, States, Subject, World } from "./world.ts";

/*
 * What a panel's rows must agree on with those of its members' requests: who was replaced by whom, and
 * the result of the members' own decisions, counted again.
 */

type Request = Subject<States["rule_review_request"]>;

export async function judgePanel(subject: Subject<PanelLife>, world: World): Promise<Judgement> {
  const { type, id, rows, states, state } = subject;
  const found: Found[] = [];
  if (state === null) return { found };
  const requestOf = ({ review_id }: Seat) => world.find("rule_review_request", review_id);
  for (const [at, { row }] of rows.entries()) {
    const before = states[at - 1] ?? null;
    // The panel's own life has refused this row already, and its context may be anything.
    if (states[at] === before) continue;
    const refused =
      row.action === "review_panel.member_replaced"
        ? replacementFault(row, requestOf)
        : row.action === "review_panel.requested"
          ? null
          : before && endFault(row, before, requestOf);
    if (refused !== null) found.push({ ...refused, type, id, row });
  }
  const stranger = state.members
    .map(requestOf)
    .find((one) => one !== null && !isMemberOf(one, state));
  const [first] = rows;
  if (stranger && first) {
    const detail = `the request ${stranger.id} is not of this panel.`;
    found.push({ name: "reference_broken", type, id, row: first.row, detail });
  }
  return { found };
}

/** Whether the member's request belongs to this panel, and asks the same. */
function isMemberOf({ state, states }: Request, panel: PanelLife): boolean {
  // Each member may be given more time, and a replacement gets what is left of it.
  const asked = states[0];
  return (
    state !== null &&
    asked != null &&
    state.panel_id === panel.id &&
    state.framework_id === panel.framework_id &&
    state.rule_version_hash === panel.rule_version_hash &&
    (state.delegated_from !== null || asked.expires_at === panel.expires_at) &&
    sameJson(state.rule_use_case_ids, panel.rule_use_case_ids) &&
    panel.members.some((one) => one.review_id === state.id && one.counsel_id === state.counsel_id)
  );
}

type Fault = Pick<Found, "name" | "detail">;

/** Only a member who passed their request on is replaced, and only by the person they chose. */
function replacementFault(
  { context }: ChainedRow,
  requestOf: (seat: Seat) => Request | null,
): Fault | null {
  const [from, to] = [context.from, context.to].map((seat) => requestOf(seat as Seat)) as [
    Request | null,
    Request | null,
  ];
  if (from?.state && from.state.cancel_reason !== "delegated") {
    const detail = `who was replaced had not passed the request on: it is ${from.state.status}.`;
    return { name: "illegal_transition", detail };
  }
  return to?.state && to.state.delegated_from !== (context.from as Seat).review_id
    ? { name: "reference_broken", detail: "who took the place was not passed the request." }
    : null;
}

interface CountedMember extends Seat {
  status: string;
  decided_at: string | null;
  row_hash: string | null;
}

/** The panel's end must count what the members' own rows say. */
function endFault(
  row: ChainedRow,
  panel: PanelLife,
  requestOf: (seat: Seat) => Request | null,
): Fault | null {
  const members = (row.context.members ?? []) as readonly CountedMember[];
  const requests = members.map(requestOf);
  for (const [i, member] of members.entries()) {
    const request = requests[i];
    if (request?.state && !isCountedAs(request, member)) {
      const detail = `it counts another decision of the request ${member.review_id} than its rows have.`;
      return { name: "reference_broken", detail };
    }
  }
  if (requests.some((one) => one?.state == null)) return null;
  const status = row.action.replace("review_panel.", "");
  const { rules, result } = countPanel(panel, requests.map(countedAs as never));
  if (status !== (result ?? "cancelled")) {
    return {
      name: "illegal_transition",
      detail: `the members' decisions come to ${result ?? "nothing yet"}, but the panel is ${status}.`,
    };
  }
  const ended = rules.map((rule) => ({ ...rule, outcome: rule.outcome ?? "undecided" }));
  const isSame =
    sameJson(row.context.rules, ended) &&
    row.context.decided_at ===
      countsFrom({ status: status as never, rules: ended }, row.created_at);
  return isSame
    ? null
    : { name: "illegal_transition", detail: "what it says of a rule is not what was decided." };
}

/** If the end of the panel cancelled a member's request, it was pending when it was counted. */
const countedAs = ({ state }: Request): Said =>
  (state?.cancel_reason ?? "delegated") !== "delegated"
    ? { status: "pending" }
    : ({ status: "expired", ...state } as Said);

function isCountedAs({ state, rows }: Request, member: CountedMember): boolean {
  const final = rows.find(({ row }) => endsRequest(row))?.row.row_hash ?? null;
  return (
    state !== null &&
    state.status === member.status &&
    (state.decided_at ?? null) === member.decided_at &&
    final === member.row_hash
  );
}
