import type { Entry } from "./call.ts";

/*
 * Hosted models of generation 5 think before they answer unless they are told how much, and what
 * they think counts as output. (https://platform.claude.com/docs/en/build-with-claude/effort and
 * the models' migration guides, as of October 2026.)
 */

const thinkingModel = /^claude-[a-z]+-5(?:-|$)/;

/** Room for what a model thinks at low effort, besides its answer. */
const THINKING_TOKENS = 4096;

export const thinks = ({ provider, model }: Pick<Entry, "provider" | "model">): boolean =>
  provider === "hosted_llm" && model !== null && thinkingModel.test(model);

/** How many tokens of output an entry may use besides its answer. */
export const thinkingTokens = (entry: Pick<Entry, "provider" | "model">): number =>
  thinks(entry) ? THINKING_TOKENS : 0;
