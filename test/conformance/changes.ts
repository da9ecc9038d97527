import type { Bundle } from "#test/support/forge-bundle.ts";

/** A copy of a file with one thing changed. */
export const changed = (from: Bundle, change: (copy: Bundle) => unknown): Bundle => {
  const copy = structuredClone(from);
  change(copy);
  return copy;
};

/** Puts another value in a place, as in "request.status". */
export const set =
  (path: string, value: unknown) =>
  (file: Bundle): void => {
    const names = path.split(".");
    const last = names.pop() as string;
    names.reduce((at, name) => at[name], file)[last] = value;
  };

/** Takes the decision out of a file that ends with it, and all that belongs to it. */
export function takeDecision(file: Bundle): void {
  file.audit.splice(-1);
  file.log.proofs.splice(file.audit.length, 1);
  const rows = [...file.audit, ...file.counsel_audit, ...(file.panel_audit ?? [])];
  const signers = new Set(rows.map(({ writer }: Bundle) => writer));
  file.writers = file.writers.filter(({ writer }: Bundle) => signers.has(writer));
  Object.assign(file.request, {
    ...{ status: "pending", decided_at: null, decision_signature: null },
    ...{ decision_comment: null, supplementary_pdf_kv_secret: null },
  });
  delete file.request.rule_verdicts;
  file.record_seal = file.key_id = null;
  file.disclosures = [];
}
