import { kinds } from "#shared/domain/audit/chains.ts";
import { thingText } from "../parts/audit-words.ts";

/** The kinds of resource under the names that people use, as a filter's choices. */
export const kindOptions = Object.keys(kinds)
  .map((kind) => [kind, thingText(kind)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));
