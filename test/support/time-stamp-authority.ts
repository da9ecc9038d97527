import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";

/** The answer of OpenSSL 3.0's own authority (openssl ts -reply) to one of our requests. */
export const RECORDED = Buffer.from(
  "MIIDnDADAgEAMIIDkwYJKoZIhvcNAQcCoIIDhDCCA4ACAQMxDzANBglghkgBZQMEAgEFADCBigYLKoZIhvcNAQkQAQSgewR5MHcCAQEGBCoDBAEwMTANBglghkgBZQMEAgEFAAQgdMJNrm3l3vIgs7nDFUDbsxk0ueW229N0J+4fIavn5+YCAQIYDzIwMjYxMTIxMTYwNzM1WjADAgEBAQH/AgkA9zSwQfnxQoygEqQQMA4xDDAKBgNVBAMMA3RzYaCCAZ0wggGZMIIBP6ADAgECAhRQzBrJ8g8HmxafeTxOPgcVfIKMTDAKBggqhkjOPQQDAjAOMQwwCgYDVQQDDAN0c2EwHhcNMjYxMTIxMTYwNzM1WhcNMzYxMTE4MTYwNzM1WjAOMQwwCgYDVQQDDAN0c2EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASwsd7r9h+Gq0gTl8jlhAhHgpd8g0QY5Jv0xlr1f/5WCMA18W/rqfnV+moMwfbgbKU48dHqzBvz0PnjCzTe3v7fo3sweTAdBgNVHQ4EFgQUCwBN57cWygmNCp5VetgZSWaao6swHwYDVR0jBBgwFoAUCwBN57cWygmNCp5VetgZSWaao6swDwYDVR0TAQH/BAUwAwEB/zAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAOBgNVHQ8BAf8EBAMCB4AwCgYIKoZIzj0EAwIDSAAwRQIgM+SI3JyEqK5jlV2PCq1hr62M/EMMGe276k2aElk+qkMCIQCzfWAJBjUArvm1dxw4L/BO7TSWQxlXLripWE/knPllVjGCATowggE2AgEBMCYwDjEMMAoGA1UEAwwDdHNhAhRQzBrJ8g8HmxafeTxOPgcVfIKMTDANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyMTE2MDczNVowLwYJKoZIhvcNAQkEMSIEIP5RCqQbRVT//56mkVBwfMCCEH/flaktr/YpFZXky7d4MDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIKIHDXrspS8qboIN/cQujoLi644F1QLurid12uBmhMW3MAoGCCqGSM49BAMCBEcwRQIgOXjgUAdgbb2boBfEJ3D4et0VhZOSHOv3J9Qr6XcxUtMCIQD1n4Q3vYVUk+74beH5z73v/6iCRH+AYPGPjuBe48ewMQ==",
  "base64",
);
/** The time in the recorded token. */
const RECORDED_TIME = "20261121160735Z";

/** The digest that the recorded token covers. */
export const RECORDED_DIGEST = createHash("sha256").update("checkpoint\n").digest();

/** The nonce in the recorded answer: as a DER integer nine bytes, of which the first is zero. */
export const RECORDED_NONCE = Buffer.from("f734b041f9f1428c", "hex");

/**
 * The recorded answer with another imprint, nonce and time. Its signature is then invalid, but only
 * openssl would check that; our code compares a token with its request.
 */
export function responseOver(
  digest: Uint8Array,
  nonce: Uint8Array = RECORDED_NONCE,
  at: string = new Date().toISOString(),
): Buffer {
  const response = Buffer.from(RECORDED);
  response.set(digest, RECORDED.indexOf(RECORDED_DIGEST));
  response.set(nonce, RECORDED.indexOf(RECORDED_NONCE));
  const time = at.replaceAll(/[-:T]|\.\d+/g, "");
  response.set(Buffer.from(time), RECORDED.indexOf(RECORDED_TIME));
  return response;
}

/** The answer with the outermost element of its token in BER's indefinite-length form. */
export function inIndefiniteLength(response: Buffer): Buffer {
  // 30 82 llll 30 03 status · 30 82 llll token
  const [status, content] = [response.subarray(4, 9), response.subarray(13)];
  const end = Uint8Array.of(0, 0);
  const body = Buffer.concat([status, Uint8Array.of(0x30, 0x80), content, end]);
  const head = Buffer.from("30820000", "hex");
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

export const REFUSAL = Buffer.from("30053003020102", "hex");

interface Authority {
  url: string;
  /** Builds the answer to a request's digest and nonce. */
  answer: (
    digest: Uint8Array,
    nonce: Uint8Array,
  ) => { status?: number; body: Uint8Array | "without an end" };
  /** Digests it was asked to stamp. */
  asked: Buffer[];
  close(): Promise<void>;
}

/** Writes for as long as the other side reads. */
function goOn(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(16_384, 0x30)));
  if (!response.destroyed) response.once("drain", () => goOn(response));
}

/** A time-stamp authority over HTTP (RFC 3161, section 3.4). */
export async function startAuthority(): Promise<Authority> {
  const server = await startLocalServer(async (request, response) => {
    const query = await buffer(request);
    // The digest follows the algorithm, and two bytes of its own tag and length.
    const at = query.indexOf("05000420", "hex") + 4;
    const digest = query.subarray(at, at + 32);
    // The nonce follows the digest: tag, length, a zero, eight bytes.
    const nonce = query.subarray(at + 35, at + 43);
    const isQuery = request.headers["content-type"] === "application/timestamp-query";
    authority.asked.push(digest);
    const { status = 200, body } = isQuery
      ? authority.answer(digest, nonce)
      : { status: 415, body: REFUSAL };
    response.writeHead(status, { "content-type": "application/timestamp-reply" });
    if (body === "without an end") goOn(response);
    else response.end(body);
  });
  const authority: Authority = {
    url: `${server.url}/tsa`,
    answer: (digest, nonce) => ({ body: responseOver(digest, nonce) }),
    asked: [],
    close: server.close,
  };
  return authority;
}
