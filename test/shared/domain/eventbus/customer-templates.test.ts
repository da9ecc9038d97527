import { describe, expect, test } from "vitest";
import { readEventPattern } from "#infra/local/aws/eventbridge/event-pattern.ts";
import { mayPutEvents } from "#infra/local/aws/eventbridge/policy.ts";
import { customerPattern, platformPattern } from "#shared/domain/eventbus/ai-events.ts";
import { accessPolicyTemplate } from "#shared/domain/eventbus/customer-templates.ts";
import { relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { ACCOUNT } from "#test/support/eventbus-fixture.ts";
import { call, deleteEndpoint, noise, samples } from "#test/support/sample-events.ts";

const TENANT = "7d9a4c1e-0000-4000-8000-000000000001";
const BUS = `arn:aws:events:us-east-1:000000000000:event-bus/customer-${TENANT}`;

describe("the customer's pattern", () => {
  const forwards = readEventPattern(JSON.stringify(customerPattern()));
  const takes = readEventPattern(JSON.stringify(platformPattern(ACCOUNT)));

  test("is short enough for a rule and names every call, no prefix", () => {
    const text = JSON.stringify(customerPattern());
    expect(text.length).toBeLessThanOrEqual(2048);
    expect(text).not.toContain("prefix");
  });

  test.each(samples)("forwards $name, and the platform's rule takes it", ({ event }) => {
    expect([forwards(event()), takes(event())]).toEqual([true, true]);
  });

  test("forwards deletions and failed calls, which the webhook distinguishes", () => {
    expect(forwards(deleteEndpoint())).toBe(true);
    expect(forwards(call("sagemaker", "CreateModel", {}, null, { errorCode: "X" }))).toBe(true);
  });

  test.each(noise.map((event) => [`${event["detail-type"]} ${event.detail.eventName}`, event]))(
    "leaves %s at home",
    (_, event) => {
      expect(forwards(event)).toBe(false);
    },
  );

  test("covers the same events as the webhook", () => {
    for (const event of [...samples.map((sample) => sample.event()), ...noise]) {
      const parsed = event as unknown as Parameters<typeof relevanceOf>[0];
      const known = relevanceOf(parsed).relevant;
      expect([event["detail-type"], known]).toEqual([event["detail-type"], forwards(event)]);
    }
  });

  test("matches nothing from another account", () => {
    expect(takes({ ...samples[0]?.event(), account: "999900001111" })).toBe(false);
  });
});

test("the access policy lets that account, and no other, put events on the bus", () => {
  const { Statement } = accessPolicyTemplate(BUS, ACCOUNT) as { Statement: never[] };
  const bus = {
    name: "b",
    arn: BUS,
    createdAt: 0,
    changedAt: 0,
    tags: {},
    statements: Statement,
    rules: [],
  };
  expect(mayPutEvents(bus, ACCOUNT, "000000000000")).toBe(true);
  expect(mayPutEvents(bus, "999900001111", "000000000000")).toBe(false);
  expect(mayPutEvents({ ...bus, arn: `${BUS}x` }, ACCOUNT, "000000000000")).toBe(false);
});
