import type { Problem } from "./api.ts";
import { inUtc } from "./format.ts";
import { filled, says } from "./says.ts";

const because: Readonly<Record<string, string>> = says.because;

/** Why the service refused, by its code, in the page's language; empty if the step explains it. */
export function reasonOf({ why, at }: Problem): string {
  const text = Object.hasOwn(because, why) ? (because[why] ?? "") : "";
  return filled(text, { at: at === "" ? "" : inUtc(at) });
}

/** The service's number for a failed request; empty if there is none. */
export const numberOf = (problem: Problem | null): string =>
  problem?.requestId ? `${says.request} ${problem.requestId}.` : "";
