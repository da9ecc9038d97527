import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonIn, tokens } from "#shared/domain/extractors/answer.ts";
import { requestHash } from "#shared/domain/extractors/cache.ts";
import type { Repair } from "#shared/domain/extractors/call.ts";
import { catalog, providerNames } from "#shared/domain/extractors/catalog.ts";
import { healthOf } from "#shared/domain/extractors/health.ts";
import {
  effectiveChain,
  globalDefault,
  type PlatformExtractors,
  resolveEntry,
} from "#shared/domain/extractors/platform.ts";
import { adapters } from "#shared/domain/extractors/providers/adapters.ts";
import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";
import { exampleTask } from "#test/support/extractor-ports.ts";
import { finishes } from "#test/support/finishes.ts";
import { goodFacts, wireProviders } from "#test/support/upstream.ts";

const nothing = { endpoint: null, key: null, model: null };
const platform: PlatformExtractors = {
  own: {
    hosted_llm: { endpoint: "https://hosted.example.com", key: "platform-key", model: "m" },
    tenant_cloud_llm: {
      endpoint: "https://cloud.example.com",
      key: "platform-cloud-key",
      model: "d",
    },
    local_llm: { endpoint: "http://tunnel:1", key: null, model: "m" },
    byo: nothing,
    mock: nothing,
  },
  mockAllowed: true,
  mockForced: false,
};

test("the catalog is the seed's table", () => {
  expect(catalog.map((row) => [row.provider, row.typical_latency_ms])).toEqual([
    ["hosted_llm", 800],
    ["tenant_cloud_llm", 1200],
    ["local_llm", 2500],
    ["byo", 1500],
    ["mock", 0],
  ]);
  expect(
    catalog.map(({ cost_per_1k_input_eur, cost_per_1k_output_eur }) => [
      cost_per_1k_input_eur,
      cost_per_1k_output_eur,
    ]),
  ).toEqual([
    [0.003, 0.015],
    [0.0025, 0.01],
    [0, 0],
    [null, null],
    [0, 0],
  ]);
});

describe("the health dot", () => {
  const now = "2026-11-20T12:00:00.000Z";
  const ago = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString();
  test.each([
    [null, null, "gray"],
    [ago(0), null, "green"],
    [ago(300), null, "green"],
    [ago(301), null, "amber"],
    [ago(3600), null, "amber"],
    [ago(90_000), null, "amber"],
    [ago(60), ago(59), "red"],
    [ago(59), ago(60), "green"],
    [ago(60), ago(60), "green"],
    [ago(900), ago(901), "amber"],
    [null, ago(90_000), "red"],
  ])("success %s, failure %s: %s", (last_success_at, last_failure_at, expected) => {
    expect(healthOf({ last_success_at, last_failure_at }, now)).toBe(expected);
  });
});

describe("credentials", () => {
  test("of the platform are never sent to an address that a tenant chose", () => {
    for (const provider of providerNames) {
      const chosen = { provider, endpoint: "https://evil.example.com", model: "m" };
      expect(resolveEntry(chosen, null, platform).credential).toBeNull();
    }
    const own = { provider: "hosted_llm" as const, endpoint: null, model: null };
    expect(resolveEntry(own, null, platform)).toMatchObject({
      endpoint: "https://hosted.example.com",
      credential: "platform-key",
    });
  });

  test("that are missing make an entry unusable instead of sending none", () => {
    const bare = {
      ...platform,
      own: { ...platform.own, hosted_llm: { ...platform.own.hosted_llm, key: null } },
    };
    const entry = { provider: "hosted_llm" as const, endpoint: null, model: null };
    expect(resolveEntry(entry, null, bare).unusable).toBe("credential_invalid");
    const byo = { provider: "byo" as const, endpoint: "https://a.example.com", model: null };
    expect(resolveEntry(byo, null, platform).unusable).toBe("credential_invalid");
  });
});

describe("the default chain", () => {
  test("is one provider configured by the platform, or none", () => {
    expect(globalDefault(platform)).toMatchObject([{ provider: "hosted_llm" }]);
    const none: PlatformExtractors = {
      own: {
        hosted_llm: { endpoint: "https://h", key: null, model: "m" },
        tenant_cloud_llm: nothing,
        local_llm: { ...nothing, model: "m" },
        byo: nothing,
        mock: nothing,
      },
      mockAllowed: true,
      mockForced: false,
    };
    expect(globalDefault(none)).toEqual([]);
    const own = [{ provider: "byo" as const, endpoint: "e", model: null, credential_version: "1" }];
    expect(effectiveChain(own, none)).toBe(own);
    const forced = effectiveChain(own, { ...none, mockForced: true });
    expect(forced).toMatchObject([{ provider: "mock" }]);
  });
});

/** A document with its texts and numbers replaced by the names of their types. */
const typesIn = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typesIn(one)]))
    : value === null
      ? null
      : typeof value;

test("docs/onboarding.md shows the request that a customer's own endpoint gets", () => {
  const text = readFileSync("docs/onboarding.md", "utf8");
  const [shown] = /(?<=\n```json\n)\{"contract": "extractor\.v1"[^`]*/.exec(text) ?? [];
  const entry = { provider: "byo" as const, endpoint: "https://a", model: null };
  const sent = (repair?: Repair) =>
    adapters.byo.build({
      entry: { ...entry, credential: "c", credentialId: "1" },
      task: { ...exampleTask(), schema: {} },
      deadlineMs: 60_000,
      ...(repair && { repair }),
    }).body;
  expect(typesIn(JSON.parse(shown ?? ""))).toEqual(typesIn(sent()));
  const { repair } = sent({ answer: "{}", faults: [] }) as { repair: object };
  expect(text).toContain(`\`repair: {${Object.keys(repair).join(", ")}}\``);
});

describe("the cache", () => {
  test("key does not depend on the credential, nor contain the customer's text", () => {
    const entry = {
      provider: "byo" as const,
      endpoint: "https://a",
      model: null,
      credentialId: "1",
    };
    const key = requestHash({ ...entry, credential: "a" }, exampleTask());
    expect(requestHash({ ...entry, credential: "b" }, exampleTask())).toBe(key);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("reading answers", () => {
  test("no body makes an adapter throw", () => {
    const entry = {
      provider: "byo" as const,
      endpoint: "https://a",
      model: null,
      credential: null,
      credentialId: null,
    };
    const call = { entry, task: exampleTask(), deadlineMs: 1 };
    fc.assert(
      fc.property(
        fc.constantFrom(...wireProviders),
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((v) => JSON.stringify(v)),
        ),
        (provider, status, body) => {
          const reading = adapters[provider].read({ status, retryAfter: null, body }, call);
          if (status !== 200) expect(reading.ok).toBe(false);
        },
      ),
    );
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['  ```\n{"a":1}\n```  ', { a: 1 }],
    ['\ufeff{"a":1}', { a: 1 }],
  ])("%j contains JSON", (text, value) => {
    expect(jsonIn(text)).toEqual({ ok: true, value });
  });

  test.each(["", "Sure: {}", '{"a":1', "```json\n{\n```"])("%j does not", (text) => {
    expect(jsonIn(text)).toEqual({ ok: false });
  });

  test("impossible token counts are treated as absent", () => {
    expect([1, 0, -1, 1.5, "7", Number.NaN, 1e300, null].map(tokens)).toEqual([
      1, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  test("Retry-After is read as seconds or as a date", () => {
    expect(retryAfterMs("7", 0)).toBe(7000);
    expect(retryAfterMs("Thu, 01 Jan 1970 00:01:00 GMT", 10_000)).toBe(50_000);
    expect(retryAfterMs("Thu, 01 Jan 1970 00:00:01 GMT", 10_000)).toBe(0);
    expect([null, "soon", "-1"].map((text) => retryAfterMs(text, 0) ?? null)[0]).toBeNull();
  });
});

describe("a verdict", () => {
  const { check } = exampleTask();

  test("loses what a model adds beyond facts", () => {
    const value = { ...goodFacts, class: "minimal", verdict: { rule: "none" } };
    expect(check(value)).toEqual({ ok: true, value: goodFacts });
  });

  test.each([
    ["a class instead of facts", { class: "high_risk" }],
    ["bare values", { ...goodFacts, profiles: true }],
    ["a list", [goodFacts]],
    ["prose", "It is one."],
  ])("that is %s is refused with the faults named", (_, value) => {
    expect(check(value)).toEqual({
      ok: false,
      faults: expect.arrayContaining([expect.any(String)]),
    });
  });
});

describe("text around a model's JSON", () => {
  test.each([
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['  ```\n{"a": 1}```  ', { a: 1 }],
    ['```JSON5-ish\r\n{"a": 1}\r\n```', { a: 1 }],
    ['{"a": "```"}', { a: "```" }],
    ['"```\\n```"', "```\n```"],
  ])("%j is read", (text, value) => {
    expect(jsonIn(text)).toEqual({ ok: true, value });
  });

  test.each([
    "```",
    "``````",
    "```json {} ```",
    "```\n```",
    "```two words\n{}\n```",
    "~~~\n{}\n~~~",
  ])("%j is not JSON", (text) => {
    expect(jsonIn(text)).toEqual({ ok: false });
  });

  test("a code fence followed by a megabyte of white space does not hang", () => {
    for (const unit of [" ", "\n", " \n", "`", "a\n"]) {
      const text = `\`\`\`json\n${unit.repeat(1_000_000 / unit.length)}x`;
      expect(finishes(() => expect(jsonIn(text)).toEqual({ ok: false }))).toBe(true);
    }
  });

  test("nesting that would exhaust the stack is rejected", () => {
    for (const open of ["[", '{"a":', '[{"]":']) {
      expect(jsonIn(open.repeat(100_000))).toEqual({ ok: false });
      const deep = `${open.repeat(100)}1`;
      const closed = [...open.repeat(100)]
        .toReversed()
        .flatMap((character) => (character === "[" ? ["]"] : character === "{" ? ["}"] : []));
      expect(jsonIn(deep + closed.join(""))).toEqual({ ok: false });
    }
    expect(jsonIn(`${"[".repeat(60)}1${"]".repeat(60)}`).ok).toBe(true);
  });
});
