import type { ChainLink } from "../parts/chain.tsx";
import type { Review } from "../parts/states.tsx";
import { t } from "./detail-texts.ts";

type Open = Pick<Review, "status" | "created_at" | "viewed_at" | "expires_at">;

/** How far a request without a decision is: requested, opened, decided by when. */
export function openChainOf(request: Open): readonly ChainLink[] {
  const { status, created_at, viewed_at, expires_at } = request;
  const isOpen = status === "pending";
  const { steps } = t;
  return [
    { id: "requested", name: steps.requested, at: created_at, tone: "sound", says: "" },
    {
      id: "opened",
      name: steps.opened,
      at: viewed_at,
      tone: viewed_at ? "sound" : isOpen ? "wait" : "quiet",
      says: viewed_at ? "" : steps.notOpened,
    },
    {
      id: "decided",
      name: isOpen ? steps.due : steps.ended[status === "cancelled" ? "cancelled" : "expired"],
      at: status === "cancelled" ? null : expires_at,
      tone: isOpen ? "wait" : "quiet",
      says: isOpen ? "" : steps.noDecision,
    },
  ];
}
