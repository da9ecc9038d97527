/**
 * What can go wrong with a call to an extractor, as a closed set: code → when it closes the entry
 * for a while, and the sentence an admin reads. Nothing an upstream wrote ever takes its place.
 */
export const failureTable = {
  credential_invalid: {
    cools: "repeated",
    detail: "The endpoint refused the credential.",
  },
  rate_limited: {
    cools: "at_once",
    detail: "The endpoint is limiting the rate of calls.",
  },
  upstream_error: {
    cools: "repeated",
    detail: "The endpoint answered with an error of its own.",
  },
  unreachable: {
    cools: "repeated",
    detail: "The endpoint could not be reached, or the connection broke before the answer ended.",
  },
  timeout: {
    cools: "repeated",
    detail: "The endpoint did not answer in full within the time allowed.",
  },
  contract_violation: {
    cools: "repeated",
    detail: "The endpoint answered, but not in the form that was asked for.",
  },
  truncated: {
    cools: "never",
    detail: "The model ended its answer at the length limit.",
  },
  refused: {
    cools: "never",
    detail: "The model or its content filter refused the request.",
  },
  redirect_refused: {
    cools: "repeated",
    detail: "The endpoint answered with a redirect; redirects are not followed.",
  },
  endpoint_blocked: {
    cools: "repeated",
    detail: "The endpoint's address is not allowed.",
  },
  response_too_large: {
    cools: "repeated",
    detail: "The endpoint's answer is larger than 1 MiB.",
  },
} as const satisfies Record<string, { cools: "at_once" | "repeated" | "never"; detail: string }>;

export type FailureCode = keyof typeof failureTable;

export const failureCodes = Object.keys(failureTable) as FailureCode[];
