import { isGivenUp } from "#shared/domain/webhooks/endpoint.ts";
import { Badge } from "../parts/basics.tsx";
import type { Endpoint } from "./operations.ts";
import { t } from "./texts.ts";

export function StateBadge({ of }: { of: Endpoint }) {
  if (of.enabled) return <Badge tone="sound">{t.on}</Badge>;
  return (
    <Badge tone={isGivenUp(of) ? "bad" : "quiet"}>{t.off[of.disabled_reason ?? "operator"]}</Badge>
  );
}
