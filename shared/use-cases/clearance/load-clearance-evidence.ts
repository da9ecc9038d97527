import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { writtenIn } from "#shared/domain/evidence/bundle.ts";
import type { ClearanceEvidence } from "#shared/domain/evidence/clearance-file.ts";
import type { WrittenRow } from "#shared/domain/evidence/evidence-file.ts";
import { indexOf, panelIn, restingOn, type SaidApproval } from "#shared/domain/evidence/resting.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { clearanceKeyTrail, panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { refuseDifferent } from "#shared/use-cases/evidence/state-differs.ts";
import { isTooLarge, loadProvenRows } from "./load-proven-rows.ts";

const AT_ONCE = 16;

/**
 * The rows on which an answer's approvals rest, and the log's proofs of them. A statement is signed
 * only on the basis of these rows: if they contradict the answer, there is no statement.
 * @param kid the id of the key that signs the statement
 * @throws DomainError `state_differs`, which names the rule; `too_many_rules`
 */
export async function loadClearanceEvidence(
  { framework_id, approvals }: { framework_id: string; approvals: readonly SaidApproval[] },
  kid: string,
): Promise<ClearanceEvidence> {
  const [resting, ownKey] = await Promise.all([restingRows(framework_id, approvals), keyRow(kid)]);
  const rows = new Set([...resting, ...ownKey]);
  const evidence = await loadProvenRows([...rows], { framework_id });
  if (isTooLarge(evidence)) {
    throw new DomainError(
      "too_many_rules",
      "The rows that these approvals rest on are more than 4 MB. Ask about fewer rules at once.",
    );
  }
  return evidence;
}

/**
 * The rows on which approvals of a book's rules rest. Whether a function of the service signed them
 * remains to be checked.
 * @throws DomainError `state_differs`, which names the rule
 */
export async function restingRows(
  framework_id: string,
  approvals: readonly SaidApproval[],
): Promise<WrittenRow[]> {
  const index = indexOf((await storedRows(approvals)).map(writtenIn));
  return approvals.flatMap((approval) => {
    const { rows, fault } = restingOn(approval, framework_id, index);
    const { use_case_id } = approval;
    refuseDifferent({ framework_id, use_case_id }, fault && `${use_case_id}: ${fault}`);
    return rows;
  });
}

/** The rows of each approving decision, of the panels through which they count, and of members. */
async function storedRows(approvals: readonly SaidApproval[]): Promise<AuditRow[]> {
  const own = await trailsOf(
    reviewTrail,
    approvals.map(({ review_id }) => review_id),
  );
  const panels = own.filter(isDecisionRow).flatMap((row) => panelIn(row) ?? []);
  const ofPanels = await trailsOf(panelTrail, panels);
  const known = new Set(own.map(({ resource_id }) => resource_id));
  const members = ofPanels.flatMap(membersIn).filter((id) => !known.has(id));
  return [...own, ...ofPanels, ...(await trailsOf(reviewTrail, members))];
}

async function trailsOf(
  trail: (id: string) => Promise<AuditRow[]>,
  ids: readonly string[],
): Promise<AuditRow[]> {
  const found: AuditRow[][] = [];
  await eachBounded([...new Set(ids)].entries(), AT_ONCE, async ([i, id]) => {
    found[i] = await trail(id);
  });
  return found.flat();
}

/** The requests that a panel's result counts. */
function membersIn({ context }: AuditRow): string[] {
  const { members, rules } = context;
  if (!Array.isArray(members) || !Array.isArray(rules)) return [];
  return members.flatMap(({ review_id }) => (typeof review_id === "string" ? [review_id] : []));
}

/** The row that announced the key that signs a statement, or no row. @param kid the key's id */
export async function keyRow(kid: string): Promise<WrittenRow[]> {
  const rows = await clearanceKeyTrail("clearance-key");
  const own = rows.find(({ context }) => context.kid === kid);
  return own === undefined ? [] : [writtenIn(own)];
}
