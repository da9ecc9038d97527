import { visible } from "#shared/domain/text/text.ts";
import { announce, byId, make } from "./dom.ts";

export type Step =
  | "landing"
  | "loading"
  | "failed"
  | "expired"
  | "invalid"
  | "cancelled"
  | "closed"
  | "review"
  | "check"
  | "sending"
  | "signing"
  | "unsigned"
  | "keyless"
  | "unconfirmed"
  | "refused"
  | "overtaken"
  | "receipt"
  | "decided"
  // The review was decided, and its link has since lapsed.
  | "lapsed"
  | "delegating"
  | "passing"
  | "delegated"
  // Steps of the page for counsel's own passkey.
  | "ready"
  | "working"
  | "enrolled"
  | "declined"
  | "exists"
  | "unsupported"
  | "ended";

/** Steps by refusal code. Any other code has none, not even `constructor`. */
export const byCode = (steps: Readonly<Record<string, Step>>): Readonly<Record<string, Step>> =>
  Object.assign(Object.create(null), steps);

/** The step that follows a refusal after which nothing more can be decided, by its code. */
export const endings = byCode({
  invalid_token: "invalid",
  review_expired: "expired",
  review_cancelled: "cancelled",
  panel_decided: "closed",
  review_delegated: "closed",
  already_decided: "overtaken",
});

const trail: readonly (readonly Step[])[] = [
  ["review"],
  ["check"],
  ["receipt", "decided", "lapsed"],
];

const waiting: ReadonlySet<Step> = new Set(["loading", "sending", "signing", "passing", "working"]);

let current: Step = "landing";
export const step = (): Step => current;

/**
 * Shows one step and moves the focus to its heading. The heading is replaced rather than changed,
 * so that a screen reader reads the new one.
 */
export function show(next: Step, heading?: string): void {
  current = next;
  for (const section of document.querySelectorAll<HTMLElement>("[data-on]")) {
    section.hidden = !section.dataset.on?.split(" ").includes(next);
  }
  const named = document.querySelector<HTMLElement>(`[data-on="${next}"][data-heading]`);
  const title = heading ?? named?.dataset.heading ?? "";
  const h1 = make("h1", title);
  h1.id = "heading";
  h1.tabIndex = -1;
  byId("heading").replaceWith(h1);
  document.title = `${visible(title)} · Countersign`;
  markTrail(next);
  scrollTo(0, 0);
  h1.focus({ preventScroll: true });
  // Only waiting steps are announced; any later step clears the announcement.
  announce(waiting.has(next) ? title : "");
}

function markTrail(next: Step): void {
  const list = document.getElementById("trail");
  if (list === null) return;
  const at = trail.findIndex((steps) => steps.includes(next));
  list.hidden = at < 0;
  [...list.children].forEach((item, i) => {
    if (i === at) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}
