/** The texts of the chain of a decision. */
export const t = {
  links: {
    requested: "Requested",
    opened: "Opened",
    signed: "Signed",
    sealed: "Sealed",
    leaf: "In the log",
    stamp: "Time stamp",
  },
  /** The texts for a link's results. Other results are told in the service's words. */
  results: {
    requested: { pass: "of registered counsel; no row of the trail is missing or altered" },
    opened: { pass: "before the decision", fail: "not opened before the decision" },
    signed: { pass: "the signature is genuine" },
    sealed: { pass: "nothing was altered since" },
    leaf: { pass: "every row about it is there", pending: "waits for the log" },
    stamp: { unverifiable: "none was asked for" },
  } as Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>,
} as const;
