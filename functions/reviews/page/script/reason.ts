import type { Problem } from "./api.ts";
import { inUtc } from "./format.ts";
import { filled, says, textFor } from "./says.ts";

/** Why the service refused, by its code, in the page's language; empty if the step explains it. */
export function reasonOf({ ended, ended_at }: Problem): string {
  return filled(textFor(says.because, ended), { at: ended_at && inUtc(ended_at) });
}

/** The service's number for a failed request; empty if there is none. */
export const numberOf = (problem?: { request_id?: string } | null): string =>
  problem?.request_id ? `${says.request} ${problem.request_id}.` : "";
