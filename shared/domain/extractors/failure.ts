/**
 * What can go wrong with a call to an extractor, as a closed set: code → when it starts a cooldown,
 * the sentence an admin reads, and what to do about it. Upstream text is never shown instead.
 */
export const failureTable = {
  credential_invalid: {
    cools: "repeated",
    detail: "The endpoint refused the credential.",
    hint: "Set the entry's credential again in the tenant's settings, then test the connection.",
  },
  rate_limited: {
    cools: "at_once",
    detail: "The endpoint is limiting the rate of calls.",
    hint: "The next run tries again; raise the endpoint's limit or add another entry to the chain.",
  },
  upstream_error: {
    cools: "repeated",
    detail: "The endpoint answered with a server error.",
    hint: "The next run tries again; if the problem persists, check the provider's status page.",
  },
  unreachable: {
    cools: "repeated",
    detail:
      "The endpoint could not be reached, or the connection broke before the response was complete.",
    hint: "Check the entry's address and that the endpoint is running; the next run tries again.",
  },
  timeout: {
    cools: "repeated",
    detail: "The endpoint did not respond in full within the time allowed.",
    hint: "The next run tries again; if the problem persists, choose a faster model or endpoint.",
  },
  contract_violation: {
    cools: "repeated",
    detail: "The endpoint answered, but not in the requested form.",
    hint: "Compare the endpoint's answer with the contract on the onboarding page, or choose another model.",
  },
  truncated: {
    cools: "never",
    detail: "The model stopped at the length limit.",
    hint: "Choose a model that allows longer answers.",
  },
  refused: {
    cools: "never",
    detail: "The model or its content filter refused the request.",
    hint: "Choose another model, or relax its content filter.",
  },
  redirect_refused: {
    cools: "repeated",
    detail: "The endpoint answered with a redirect; redirects are not followed.",
    hint: "Set the entry's address to where the endpoint redirects.",
  },
  endpoint_blocked: {
    cools: "repeated",
    detail: "The endpoint's address is not allowed.",
    hint: "Set a public https address, or have the operator allow this host.",
  },
  response_too_large: {
    cools: "repeated",
    detail: "The endpoint's response is larger than 1 MiB.",
    hint: "Have the endpoint answer with the requested JSON and nothing else.",
  },
} as const satisfies Record<
  string,
  { cools: "at_once" | "repeated" | "never"; detail: string; hint: string }
>;

export type FailureCode = keyof typeof failureTable;

export const failureCodes = Object.keys(failureTable) as FailureCode[];
