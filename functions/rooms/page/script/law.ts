import { dayOf } from "./format.ts";
import type { Rule } from "./room.ts";

/** Whether the law behind a rule applies now, and from when until when. */
export function lawSentence({ in_force, applies_from, applies_until }: Rule): string {
  const from = applies_from === undefined ? "" : ` ${dayOf(applies_from)}`;
  if (in_force === "not_yet") return `The law applies from${from || " a day to come"}.`;
  if (in_force === "delayed") return "The law's start has been put off.";
  if (in_force === "suspended") return "The law is suspended.";
  if (in_force === "ended") {
    return applies_until === undefined
      ? "The law no longer applies."
      : `The law applied until ${dayOf(applies_until)}.`;
  }
  const until = applies_until === undefined ? "" : ` until ${dayOf(applies_until)}`;
  return from === "" && until === ""
    ? "The law applies."
    : `The law applies${from && ` since${from}`}${until}.`;
}
