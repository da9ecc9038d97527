import { DomainError } from "#shared/domain/errors.ts";
import { accountOf, type Envelope, forwardedSchema } from "#shared/domain/eventbus/envelope.ts";
import { MAX_EVENT_VALUES } from "#shared/domain/eventbus/limits.ts";
import { parseBounded } from "#shared/domain/text/text.ts";

export type Forwarded =
  | { ok: true; event: Envelope; account: string }
  /** `unsupported_media_type`, `malformed_payload`, `tenant_mismatch` or `missing_account`. */
  | { ok: false; fault: DomainError };

/** Reads a verified body: `{tenant_id, event}`, for the tenant of the path. */
export function readForwarded(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  tenantId: string,
): Forwarded {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    return fault("unsupported_media_type", "An event must be application/json.");
  }
  const parsed = forwardedSchema.safeParse(jsonIn(body));
  if (!parsed.success) {
    const paths = parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
    );
    const named = [...new Set(paths)].filter((path) => path !== "").join(", ");
    return fault(
      "malformed_payload",
      named ? `Not valid: ${named}.` : "The body is not a JSON object.",
    );
  }
  const { tenant_id, event } = parsed.data;
  if (tenant_id.toLowerCase() !== tenantId) {
    return fault("tenant_mismatch", "Path and body name different tenants.");
  }
  const account = accountOf(event);
  if (account === null) return fault("missing_account", "The event names no 12-digit account.");
  return { ok: true, event, account };
}

function jsonIn(body: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return parseBounded(text, { values: MAX_EVENT_VALUES });
  } catch {
    return undefined;
  }
}

const fault = (code: ConstructorParameters<typeof DomainError>[0], text: string): Forwarded => ({
  ok: false,
  fault: new DomainError(code, text),
});
