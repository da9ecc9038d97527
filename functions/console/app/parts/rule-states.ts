import type { Item } from "../shell/client.ts";
import type { Tone } from "./basics.tsx";

export type RuleStatus = Item<"listRules">["review_status"];

export const ruleTones: Readonly<Record<RuleStatus, Tone>> = {
  approved_live: "good",
  approved_then_changed: "warn",
  refused: "bad",
  pending: "wait",
  never_reviewed: "quiet",
};

/** Every status but the approved one, in the form that a filtered report's address has. */
export const NOT_APPROVED = Object.keys(ruleTones)
  .filter((status) => status !== "approved_live")
  .join(",");
