import type { AuditHead } from "#shared/domain/audit/row.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, pass } from "../finding.ts";
import { recomputedHash } from "../hashes.ts";

/**
 * Recomputes every row hash and every link of the request's chain, of its counsel's and of its
 * panel's. Names a row that was changed, removed, inserted, reordered or taken from elsewhere.
 */
export function checkChain({ file, heads }: Facts): Finding {
  const { request, audit, counsel_audit, panel_audit } = file;
  const about = { type: "rule_review_request", id: request.id, name: "Row" };
  const ofCounsel = { type: "counsel", id: request.counsel_id, name: "Counsel's row" };
  const ofPanel = { type: "review_panel", id: request.panel_id ?? "", name: "Panel's row" };
  const fault =
    chainFault(audit, about, heads?.request ?? null) ??
    chainFault(counsel_audit, ofCounsel, heads?.counsel ?? null) ??
    (panel_audit === null ? null : chainFault(panel_audit, ofPanel, null));
  if (fault !== null) return fail("audit_chain", fault);
  const others = `${counsel_audit.length} about counsel`;
  const also = panel_audit === null ? others : `${others} and ${panel_audit.length} of the panel`;
  return pass(
    "audit_chain",
    `${countOf(audit.length, "row")}, and ${also}: they match their hashes and follow one another.`,
  );
}

interface About {
  type: string;
  id: string;
  name: string;
}

function chainFault(
  rows: readonly ChainedRow[],
  { type, id, name: kind }: About,
  head: AuditHead | null,
): string | null {
  for (const [index, row] of rows.entries()) {
    const name = `${kind} ${index + 1} (${row.action})`;
    if (row.resource_id !== id || row.resource_type !== type || row.tenant_id !== null) {
      return `${name} belongs to something else.`;
    }
    if (row.row_hash !== recomputedHash(row)) {
      return `${name} does not match its hash: it was changed after it was written.`;
    }
    if (row.prev_hash !== (rows[index - 1]?.row_hash ?? null)) {
      return `${name} does not follow the row before it: a row was removed, inserted or moved.`;
    }
  }
  if (rows.length === 0) return `${kind}s are missing altogether.`;
  if (head === null) return null;
  if (rows.length !== head.length) {
    return `The record counts ${countOf(head.length, "row")}, but the trail has ${rows.length}.`;
  }
  return rows.at(-1)?.row_hash === head.hash
    ? null
    : "The last row is not the one that the record names.";
}
