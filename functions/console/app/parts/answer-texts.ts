/** The texts around an answer of evidence; the sentence itself is made in shared/domain/standing. */
export const t = {
  asking: "Looking it up",
  notThen: "This rule did not exist on that day.",
  proof: "See the proof, or ask about another day",
} as const;
