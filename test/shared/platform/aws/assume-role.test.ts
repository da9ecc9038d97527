import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HttpRequest } from "#shared/domain/discovery/upstream.ts";
import { assumeRole } from "#shared/platform/aws/assume-role.ts";

const own = {
  AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMIK7MDENGbPxRfiCY",
  AWS_SESSION_TOKEN: "IQoJb3JpZ2luX2VjEXAMPLE",
};

beforeEach(() => {
  for (const [name, value] of Object.entries({
    ...own,
    AWS_ACCESS_KEY_ID: "ASIAIOSFODNN7EXAMPLE",
    AWS_REGION: "eu-west-1",
  })) {
    vi.stubEnv(name, value);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("an error in which STS echoes the request reveals none of the platform's credentials", async () => {
  const sent: HttpRequest[] = [];
  const assumed = await assumeRole(
    { roleArn: "arn:aws:iam::123456789012:role/x", externalId: "external", sessionName: "session" },
    async (request) => {
      sent.push(request);
      const repeated = `x-amz-security-token:${request.headers["x-amz-security-token"]} ${own.AWS_SECRET_ACCESS_KEY}`;
      const text = `<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code><Message>The canonical string was ${repeated}</Message></Error></ErrorResponse>`;
      return { reached: true, status: 403, retryAfter: null, text };
    },
  );
  expect(sent[0]?.headers["x-amz-security-token"]).toBe(own.AWS_SESSION_TOKEN);
  expect(assumed).toMatchObject({ ok: false, fault: { code: "SignatureDoesNotMatch" } });
  expect(JSON.stringify(assumed.ok ? null : assumed.fault)).not.toMatch(/wJalrX|IQoJb3/);
});
