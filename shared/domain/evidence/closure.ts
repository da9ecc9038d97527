import type { EvidenceFile } from "./evidence-file.ts";

/*
 * What has to be in a file (evidence-log.md, section 4). A request that was passed on needs the one
 * before it; a panel member's request needs the rows of its panel.
 */

/** What a file lacks or should not contain; null: neither. */
export function closureFault({ request, related, panel_audit }: EvidenceFile): string | null {
  const from = request.delegated_from ?? null;
  const ids = related.map((one) => one.request.id);
  if (from !== null && !ids.includes(from)) {
    return "reference_broken: The request that it was passed on from is not here.";
  }
  if (ids.length > (from === null ? 0 : 1)) {
    return "reference_broken: There are requests that this one was not passed on from.";
  }
  if ((request.panel_id ?? null) === null) {
    return panel_audit === null
      ? null
      : "reference_broken: There are rows of a panel that the request is not in.";
  }
  return panel_audit === null || panel_audit.length === 0
    ? "reference_broken: The rows of the request's panel are missing."
    : null;
}
