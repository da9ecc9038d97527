import { asRequestedIn, tellsExpiry } from "#shared/domain/reviews/in-rows.ts";
import type { PendingReview } from "#shared/domain/reviews/review.ts";
import { panelOfLink } from "#shared/domain/reviews/signed-link.ts";
import { panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { genuineRows, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";

/**
 * Reads from signed rows what is asked, of whom, until when and in which panel. The new link signs
 * these values, whatever the record says. `rows` are all rows of the request, as they are stored.
 * @throws DomainError `state_differs` if no signed row says it
 */
export async function askedInRows(record: PendingReview) {
  const { id, panel_id } = record;
  const [logKeys, rows, [panelFirst]] = await Promise.all([
    getLogKeys(),
    reviewTrail(id),
    panel_id === null ? [] : panelTrail(panel_id),
  ]);
  const asked = rows.filter(tellsExpiry);
  const all = panelFirst === undefined ? asked : [...asked, panelFirst];
  const genuine = await genuineRows(all, logKeys);
  const told = genuine.length === all.length ? asRequestedIn(record, asked) : null;
  if (told === null || told.panel_id !== panel_id || (panel_id !== null && !panelFirst)) {
    throw stateDiffers("rule_review_request", id, "request");
  }
  return { told, rows, panel: panelFirst === undefined ? null : panelOfLink(panelFirst) };
}
