import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { stampOf, timeStampRequest, tokenOf } from "#shared/domain/log/time-stamp.ts";

/** What OpenSSL 3.0's own authority (openssl ts -reply) answered to a request of ours. */
const RESPONSE = Buffer.from(
  "MIIDnDADAgEAMIIDkwYJKoZIhvcNAQcCoIIDhDCCA4ACAQMxDzANBglghkgBZQMEAgEFADCBigYLKoZIhvcNAQkQAQSgewR5MHcCAQEGBCoDBAEwMTANBglghkgBZQMEAgEFAAQgdMJNrm3l3vIgs7nDFUDbsxk0ueW229N0J+4fIavn5+YCAQIYDzIwMjYxMTIxMTYwNzM1WjADAgEBAQH/AgkA9zSwQfnxQoygEqQQMA4xDDAKBgNVBAMMA3RzYaCCAZ0wggGZMIIBP6ADAgECAhRQzBrJ8g8HmxafeTxOPgcVfIKMTDAKBggqhkjOPQQDAjAOMQwwCgYDVQQDDAN0c2EwHhcNMjYxMTIxMTYwNzM1WhcNMzYxMTE4MTYwNzM1WjAOMQwwCgYDVQQDDAN0c2EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASwsd7r9h+Gq0gTl8jlhAhHgpd8g0QY5Jv0xlr1f/5WCMA18W/rqfnV+moMwfbgbKU48dHqzBvz0PnjCzTe3v7fo3sweTAdBgNVHQ4EFgQUCwBN57cWygmNCp5VetgZSWaao6swHwYDVR0jBBgwFoAUCwBN57cWygmNCp5VetgZSWaao6swDwYDVR0TAQH/BAUwAwEB/zAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAOBgNVHQ8BAf8EBAMCB4AwCgYIKoZIzj0EAwIDSAAwRQIgM+SI3JyEqK5jlV2PCq1hr62M/EMMGe276k2aElk+qkMCIQCzfWAJBjUArvm1dxw4L/BO7TSWQxlXLripWE/knPllVjGCATowggE2AgEBMCYwDjEMMAoGA1UEAwwDdHNhAhRQzBrJ8g8HmxafeTxOPgcVfIKMTDANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyMTE2MDczNVowLwYJKoZIhvcNAQkEMSIEIP5RCqQbRVT//56mkVBwfMCCEH/flaktr/YpFZXky7d4MDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIKIHDXrspS8qboIN/cQujoLi644F1QLurid12uBmhMW3MAoGCCqGSM49BAMCBEcwRQIgOXjgUAdgbb2boBfEJ3D4et0VhZOSHOv3J9Qr6XcxUtMCIQD1n4Q3vYVUk+74beH5z73v/6iCRH+AYPGPjuBe48ewMQ==",
  "base64",
);
const digest = createHash("sha256").update("checkpoint\n").digest();

describe("an RFC 3161 time stamp", () => {
  it("is asked for in the bytes that openssl ts -query writes", () => {
    const nonce = Buffer.from("8102030405060708", "hex");
    expect(Buffer.from(timeStampRequest(digest, nonce)).toString("hex")).toBe(
      `30440201013031300d060960864801650304020105000420${digest.toString("hex")}02090081020304050607080101ff`,
    );
  });

  it("is read out of an authority's answer: what it is over, and when", () => {
    const token = tokenOf(RESPONSE);
    const stamp = token && stampOf(token);
    expect(stamp && Buffer.from(stamp.digest).equals(digest)).toBe(true);
    expect(stamp?.time).toBe("20261121160735Z");
  });

  it("is none where the authority refused, or the answer is cut off or is something else", () => {
    const refused = Buffer.from("30053003020102", "hex");
    expect(tokenOf(refused)).toBeNull();
    for (const length of [0, 1, 10, 40, 200]) {
      const token = tokenOf(RESPONSE.subarray(0, length));
      expect(token && stampOf(token)).toBeNull();
    }
    expect(stampOf(Buffer.from("MAA=", "base64"))).toBeNull();
  });
});
