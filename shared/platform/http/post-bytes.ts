import { traceHeaders } from "#shared/platform/trace.ts";

const TIMEOUT_MS = 5000;
const MOST_BYTES = 64 * 1024;

interface Posted {
  status: number;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Posts to a service that the operator has named (a witness, a time-stamp authority) and reads its
 * short answer; redirects are not followed.
 * @throws Error if there is no answer within five seconds, or it exceeds 64 KiB
 */
export async function postBytes(
  url: string,
  contentType: string,
  body: string | Uint8Array,
): Promise<Posted> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": contentType, ...traceHeaders() },
    body: typeof body === "string" ? body : new Uint8Array(body),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new Error("The answer is too long.");
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    bytes,
  };
}
