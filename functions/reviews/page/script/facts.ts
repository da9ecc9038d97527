import type { Lapsed, Review } from "./api.ts";
import { byId, fill, make } from "./dom.ts";
import { inLocal, inUtc } from "./format.ts";
import { counted, filled, says } from "./says.ts";
import { isPinned } from "./snapshot.ts";

const DAY_MS = 86_400_000;
const WORDS_A_MINUTE = 200;

/** Fills in what counsel sees first: law, number of rules, reading time, deadline, references. */
export function fillFacts(review: Review): void {
  fillNames(review);
  const { rules, expires_at, rule_version_hash } = review;
  const days = Math.max(0, Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS));
  fill("days-left", counted(says.daysLeft, days));
  fill("reading", filled(says.reading, { minutes: minutesToRead(rules) }));
  fill("hash-short", `${rule_version_hash.slice(0, 16)}…`);
  byId("check-rules").replaceChildren(
    ...rules.map(({ title, use_case_id }) => make("li", `${title} `, make("code", use_case_id))),
  );
}

/** Fills in what a receipt names as well. */
export function fillNames({ framework, counsel, rules, expires_at, ...rest }: Review | Lapsed) {
  const { display_name, short_name } = framework;
  const isTold = !short_name || display_name.includes(short_name);
  const named = isTold ? display_name : `${display_name} (${short_name})`;
  fill("counsel", counsel.display_name);
  fill("framework", named);
  fill("count", counted(says.rules, rules.length));
  fill("expires", inUtc(expires_at));
  fill("expires-local", inLocal(expires_at));
  fill("reference", rest.request_id);
  fill("hash", rest.rule_version_hash);
}

function minutesToRead(rules: Review["rules"]): number {
  const words = rules.flatMap(({ title, customer_description_preview, suggested_verdict_copy }) =>
    [title, customer_description_preview, suggested_verdict_copy].join(" ").split(/\s+/),
  );
  return Math.max(1, Math.ceil(words.length / WORDS_A_MINUTE));
}

/** Says whether the text on the page is the one that is pinned. */
export async function verifyPinned(review: Review): Promise<void> {
  const pinned = await isPinned(review);
  if (pinned === null) return;
  byId("match").classList.toggle("error", !pinned);
  fill("match", pinned ? says.hashMatches : says.hashDiffers);
}
