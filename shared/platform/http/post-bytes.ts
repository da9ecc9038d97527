import { traceHeaders } from "#shared/platform/log.ts";

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
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    bytes: await boundedBytes(response),
  };
}

/** Counted as they arrive: an answer without an end is left at its 65,537th byte. */
async function boundedBytes({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > MOST_BYTES) throw new Error("The answer is too long.");
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
