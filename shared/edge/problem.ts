import { DomainError, type ErrorCode, statusOf, titleOf } from "#shared/domain/errors.ts";

export interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** What HTTP demands beside these refusals (RFC 9110). Only the tools for agents refuse a method. */
const demanded: Partial<Record<ErrorCode, Record<string, string>>> = {
  token_invalid: { "www-authenticate": "Bearer" },
  method_not_allowed: { allow: "POST" },
};

/**
 * RFC 9457 problem document: no stack, no SDK text, no secret, no token.
 * @param access of the requested entry
 */
export function problemAnswer(error: DomainError, requestId: string, access: string): Answer {
  const title = titleOf(error.code);
  const status = statusOf(error.code, access);
  const document = {
    type: `urn:countersign:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    request_id: requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...error.members,
  };
  return {
    statusCode: status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(status === 503 || error.retryAfter !== undefined
        ? { "retry-after": String(error.retryAfter ?? 30) }
        : {}),
      ...demanded[error.code],
    },
    body: JSON.stringify(document),
  };
}

/** Names of transient AWS errors: the dependency is down or busy; the caller is not at fault. */
const passing = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "InternalServerError",
  "InternalServiceError",
  "ServiceUnavailable",
  "TransactionInProgressException",
  "TimeoutError",
  "ECONNREFUSED",
  "ECONNRESET",
]);

/**
 * Whether the table refused an item for its size. Every size is limited before, so this is the last
 * line of defence; but the error still means that the request was too large.
 */
function isTooLarge(error: unknown): boolean {
  const { name, message, CancellationReasons } = error as {
    name?: string;
    message?: string;
    CancellationReasons?: readonly { Code?: string; Message?: string }[];
  };
  const words = [
    name === "ValidationException" ? message : undefined,
    ...(CancellationReasons ?? []).map(({ Code, Message }) =>
      Code === "ValidationError" ? Message : undefined,
    ),
  ];
  return words.some((text) => /item size/i.test(text ?? ""));
}

/** Any failure as a DomainError; an unexpected one becomes `internal_error` without details. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const { name, code } = error as { name?: string; code?: string };
  if ((name !== undefined && passing.has(name)) || (code !== undefined && passing.has(code))) {
    return new DomainError("dependency_unavailable", "Please try again in a moment.", {
      retryAfter: 5,
      cause: error,
    });
  }
  if (isTooLarge(error)) {
    return new DomainError(
      "payload_too_large",
      "This is too much to store in one step. Send it in parts.",
      {
        cause: error,
      },
    );
  }
  return new DomainError("internal_error" satisfies ErrorCode, "Something went wrong here.", {
    cause: error,
  });
}
