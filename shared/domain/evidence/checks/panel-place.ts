import type { ChainedRow, EvidenceFile } from "../evidence-file.ts";

/*
 * A member's place in the panel, by the panel's own rows, which a member's file has besides its own.
 */

/** The actions of a panel's rows that are not its end. */
export const panelGoesOn: ReadonlySet<string> = new Set([
  "review_panel.requested",
  "review_panel.member_replaced",
]);

/** The row that ended the panel; undefined while it is open. */
export const panelEndIn = (rows: readonly ChainedRow[]): ChainedRow | undefined =>
  rows.find(({ action }) => !panelGoesOn.has(action));

/** What is wrong with the place that the panel's rows give the request; null: nothing. */
export function placeFault({ request, audit, panel_audit }: EvidenceFile): string | null {
  const panelId = request.panel_id ?? null;
  if (panelId === null) {
    return panel_audit === null ? null : "There are rows of a panel that the request is not in.";
  }
  if (panel_audit === null) return "The rows of the request's panel are missing.";
  const end = panelEndIn(panel_audit);
  if (!isNamedIn(panel_audit, request.id)) return "The panel's rows do not name this request.";
  const wasEnded = audit.some(
    ({ context }) => context.reason === "panel_decided" || context.reason === "panel_cancelled",
  );
  if (wasEnded && end === undefined) return "The panel ended this request, but its rows go on.";
  const counted = end && placesIn(end.context.members).find((one) => one.review_id === request.id);
  if (counted === undefined) return null;
  return counted.status === request.status && counted.decided_at === request.decided_at
    ? null
    : "The panel counted another decision than this one.";
}

interface Place {
  review_id?: unknown;
  status?: unknown;
  decided_at?: unknown;
}

const placesIn = (value: unknown): readonly Place[] => (Array.isArray(value) ? value : []);

/** Whether the request was asked of a member, or took the place of another one. */
const isNamedIn = (rows: readonly ChainedRow[], id: string): boolean =>
  rows.some(({ context }) =>
    [...placesIn(context.members), (context.to ?? {}) as Place].some((one) => one.review_id === id),
  );
