import { Badge } from "../parts/basics.tsx";
import type { Answer } from "../shell/client.ts";
import { keyTexts as t } from "./key-texts.ts";

/** How a counsel signs, and whether they can sign. */
export function SigningBadge(props: {
  policy: Answer<"getCounsel">["signing_policy"];
  hasKey: boolean;
}) {
  if (props.policy === "link") return <Badge tone="quiet">{t.policies.link}</Badge>;
  return (
    <Badge tone={props.hasKey ? "sound" : "warn"}>
      {props.hasKey ? t.policies.key_required : t.requiredWithoutKey}
    </Badge>
  );
}
