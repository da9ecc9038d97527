import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import { calledIn } from "./called-in.ts";
import type { OpenLink } from "./load-link.ts";

/**
 * A panel as its members may see it: how it counts, which the member's link signed, and its result,
 * never who voted how.
 */
export function panelForMember(stored: PanelRecord, { signed }: OpenLink) {
  const panel = { ...stored, ...signed.panel };
  return {
    members: panel.members.length,
    need: panel.need,
    on_reject: panel.on_reject,
    status: panel.status,
    outcomes: outcomesOfPanel({ ...panel, ...calledIn(panel) }),
  };
}
