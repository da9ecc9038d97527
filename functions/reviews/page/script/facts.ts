import { minutesToRead } from "#shared/domain/reviews/reading-time.ts";
import { daysLeft } from "#shared/domain/reviews/stage.ts";
import type { Lapsed, Review, Summary } from "./api.ts";
import { byId, fill, fillOptional } from "./dom.ts";
import { inLocal, inUtc } from "./format.ts";
import { ofRules, useRulesLanguage } from "./rules-language.ts";
import { counted, filled, says } from "./says.ts";
import { fillSigned } from "./signing-box.ts";
import { isPinned } from "./snapshot.ts";

/** Fills in what counsel sees first: law, number of rules, reading time, deadline, references. */
export function fillFacts(review: Review): void {
  fillNames(review);
  const { rules, rule_version_hash } = review;
  fill("reading", filled(says.reading, { minutes: minutesToRead(rules) }));
  fill("hash-short", `${rule_version_hash.slice(0, 16)}…`);
}

/** Fills in the facts that a receipt names as well. */
export function fillNames(review: Review | Lapsed) {
  const { framework, counsel, rules, expires_at, ...rest } = review;
  fillSigned(review);
  fill("counsel", counsel.display_name);
  fillAsked(framework, rules.length, expires_at);
  fillOptional("matter", rest.matter_reference);
  fill("reference", rest.request_id);
  fill("hash", rest.rule_version_hash);
}

/** Fills in the law, the number of rules and the deadline. */
function fillAsked(
  { display_name, short_name }: Review["framework"],
  rules: number,
  until: string,
) {
  const isTold = !short_name || display_name.includes(short_name);
  fill("framework", isTold ? display_name : `${display_name} (${short_name})`);
  for (const place of document.querySelectorAll<HTMLElement>("[data-slot=framework]")) {
    ofRules(place);
  }
  fill("count", counted(says.rules, rules));
  const days = daysLeft(new Date().toISOString(), until);
  fill("days-left", days < 1 ? says.endsToday : counted(says.daysLeft, days));
  fill("expires", inUtc(until));
  fill("expires-local", inLocal(until));
}

/** Fills in the request before the review is opened. */
export function fillSummary({ framework, rule_count, reading_minutes, expires_at }: Summary): void {
  useRulesLanguage(framework);
  fillAsked(framework, rule_count, expires_at);
  fill("reading", filled(says.reading, { minutes: reading_minutes }));
}

/** Says whether the text on the page is the one that is pinned. */
export async function verifyPinned(review: Review): Promise<void> {
  const pinned = await isPinned(review);
  if (pinned === null) return;
  byId("match").classList.toggle("error", !pinned);
  fill("match", pinned ? says.hashMatches : says.hashDiffers);
}
