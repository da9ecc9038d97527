import { afterEach, describe, expect, it, vi } from "vitest";
import { signRequest } from "#shared/platform/aws/signed-request.ts";

/** The credentials and the clock of AWS's own Signature Version 4 test suite. */
const suite = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const AT = "2015-08-30T12:36:00.000Z";
const request = { service: "service", region: "us-east-1", url: "https://example.amazonaws.com/" };

afterEach(() => vi.unstubAllEnvs());

describe("a request to AWS without a client", () => {
  it.each([
    ["get-vanilla", "GET", "", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
    [
      "get-vanilla-query-order-key-case",
      "GET",
      "?Param2=value2&Param1=value1",
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    ],
    [
      "post-vanilla",
      "POST",
      "",
      "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    ],
  ] as const)("is signed as AWS's test suite has it: %s", async (_, method, query, signature) => {
    const signed = await signRequest(
      { ...request, method, url: `${request.url}${query}` },
      AT,
      suite,
    );
    expect(signed.headers.authorization).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, " +
        `SignedHeaders=host;x-amz-date, Signature=${signature}`,
    );
    expect(signed.headers["x-amz-date"]).toBe("20150830T123600Z");
  });

  it("sends the body's hash to S3, and a role's session token", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDROLE");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    vi.stubEnv("AWS_SESSION_TOKEN", "session");
    const body = new TextEncoder().encode("text");
    const signed = await signRequest(
      { ...request, service: "s3", method: "PUT", url: "http://127.0.0.1:9/b/k%20k", body },
      AT,
    );
    expect(signed.url).toBe("http://127.0.0.1:9/b/k%20k");
    expect(signed.headers["x-amz-content-sha256"]).toBe(
      "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
    );
    expect(signed.headers["x-amz-security-token"]).toBe("session");
    expect(signed.headers.authorization).toContain("Credential=AKIDROLE/");
    expect(signed.body).toBe(body);
  });
});
