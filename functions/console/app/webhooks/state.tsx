import { Badge } from "../parts/basics.tsx";
import type { Endpoint } from "./operations.ts";
import { t } from "./texts.ts";

/** Whether the courier switched it off, and nobody has looked at it since. */
export const isGivenUp = ({ disabled_reason: reason }: Endpoint): boolean =>
  reason === "gone" || reason === "exhausted";

export function StateBadge({ of }: { of: Endpoint }) {
  if (of.enabled) return <Badge tone="good">{t.on}</Badge>;
  return (
    <Badge tone={isGivenUp(of) ? "bad" : "quiet"}>{t.off[of.disabled_reason ?? "operator"]}</Badge>
  );
}
