import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import { calledIn } from "./called-in.ts";

/** A panel as its members may see it: how it counts and what it came to, never who voted how. */
export const panelForMember = (panel: PanelRecord) => ({
  members: panel.members.length,
  need: panel.need,
  on_reject: panel.on_reject,
  status: panel.status,
  outcomes: outcomesOfPanel({ ...panel, ...calledIn(panel) }),
});
