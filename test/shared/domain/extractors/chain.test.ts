import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CachedAnswer } from "#shared/domain/extractors/cache.ts";
import type { Entry, Sent, Transport, Usage, WireRequest } from "#shared/domain/extractors/call.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import { type Memory, runChain } from "#shared/domain/extractors/chain.ts";
import { type Cooldown, noCooldown } from "#shared/domain/extractors/cooldown.ts";
import type { Meter } from "#shared/domain/extractors/meter.ts";
import { boundless, exampleTask, forgetful } from "#test/support/extractor-ports.ts";
import { goodFacts, shaped, type WireProvider, wireProviders } from "#test/support/upstream.ts";

const entry = (provider: ExtractorProvider): Entry => ({
  provider,
  endpoint: `https://${provider.replaceAll("_", "-")}.example.com`,
  model: "m",
  credential: "c",
  credentialId: "1",
});

/** A clock that only the test moves. */
const clockAt = (start: number) => {
  const clock = { at: start, now: () => clock.at };
  return clock;
};

const answer = (provider: ExtractorProvider, request: WireRequest): Sent => ({
  ok: true,
  answer: {
    status: 200,
    retryAfter: null,
    body: JSON.stringify(
      shaped(
        provider as WireProvider,
        { path: "", headers: {}, body: request.body as object },
        { text: JSON.stringify(goodFacts) },
      ),
    ),
  },
});

/** A memory that a test can inspect. */
function openMemory(): Memory & {
  cooldowns: Map<string, Cooldown>;
  kept: Map<string, CachedAnswer>;
} {
  const cooldowns = new Map<string, Cooldown>();
  const kept = new Map<string, CachedAnswer>();
  const standing = (config: string) => cooldowns.get(config) ?? noCooldown;
  return {
    cooldowns,
    kept,
    recall: async (configs, requests) => ({
      cooldowns: configs.map(standing),
      cached: requests.map((request) => kept.get(request) ?? null),
    }),
    moveCooldown: async (config, from, to) => {
      const now = standing(config);
      if (now.failures !== from.failures || now.openUntil !== from.openUntil) return now;
      cooldowns.set(config, to);
      return true;
    },
    keep: async (request, value) => {
      kept.set(request, value);
    },
  };
}

describe("budgets", () => {
  test("however long calls hang, no entry gets more than 60 s and the run never more than its deadline", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400_000 }),
        fc.array(fc.constantFrom(...wireProviders), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 4 }),
        async (allowedMs, providers, waits) => {
          const clock = clockAt(1_000_000);
          const granted: number[] = [];
          const settled: (Usage | null)[] = [];
          let reserved = 0;
          // Others hold the tenant's budget, so that the meter lets a call wait.
          const meter: Meter = {
            reserve: async ({ maxOutputTokens }) => {
              clock.at += waits[reserved] ?? 0;
              reserved += 1;
              return {
                maxOutputTokens,
                settle: async (usage) => {
                  settled.push(usage);
                },
              };
            },
          };
          const send: Transport = async (_provider, _request, timeoutMs) => {
            granted.push(timeoutMs);
            clock.at += timeoutMs;
            expect(clock.at).toBeLessThanOrEqual(1_000_000 + allowedMs);
            return { ok: false, code: "timeout" };
          };
          const ports = { send, now: clock.now, memory: forgetful, meter };
          const run = runChain(providers.map(entry), exampleTask(), ports, 1_000_000 + allowedMs);
          expect((await run).calls.length).toBe(granted.length);
          expect(Math.min(...granted, 60_000)).toBeGreaterThan(0);
          expect(Math.max(...granted, 0)).toBeLessThanOrEqual(60_000);
          // What is reserved is always free again, and only calls that were made are counted.
          expect(settled.length).toBe(reserved);
          expect(settled.filter((usage) => usage !== null).length).toBe(granted.length);
          const waited = waits.slice(0, reserved).some((ms) => ms > 0);
          if (allowedMs >= 4 && !waited) expect(granted.length).toBe(providers.length);
        },
      ),
    );
  });

  test("a chain never calls a fifth entry", async () => {
    let calls = 0;
    const send: Transport = async () => {
      calls += 1;
      return { ok: false, code: "unreachable" };
    };
    const chain = Array.from({ length: 6 }, () => entry("byo"));
    await runChain(
      chain,
      exampleTask(),
      { send, now: () => 0, memory: forgetful, meter: boundless },
      600_000,
    );
    expect(calls).toBe(4);
  });
});

describe("cooldown", () => {
  const setting = (codes: Partial<Record<ExtractorProvider, Sent>>) => {
    const clock = clockAt(1_000_000);
    const memory = openMemory();
    const called: ExtractorProvider[] = [];
    const send: Transport = async (provider, request) => {
      called.push(provider);
      return codes[provider] ?? answer(provider, request);
    };
    const run = (chain: Entry[]) =>
      runChain(
        chain,
        exampleTask(),
        { send, now: clock.now, memory, meter: boundless },
        clock.at + 240_000,
      );
    return { clock, memory, called, run, codes };
  };
  const limited: Sent = { ok: true, answer: { status: 429, retryAfter: "120", body: "" } };
  const chain = [entry("hosted_llm"), entry("byo")];

  test("after a rate limit the entry is skipped as long as it asked, then tried once", async () => {
    const s = setting({ hosted_llm: limited });
    await s.run(chain);
    s.memory.kept.clear();
    s.called.length = 0;
    await s.run(chain);
    expect(s.called).toEqual(["byo"]);
    s.clock.at += 121_000;
    s.memory.kept.clear();
    s.called.length = 0;
    s.codes.hosted_llm = { ok: false, code: "unreachable" };
    await s.run(chain);
    expect(s.called).toEqual(["hosted_llm", "byo"]);
  });

  test("while one caller probes, others skip the entry", async () => {
    const s = setting({ hosted_llm: limited });
    await s.run(chain);
    s.clock.at += 121_000;
    s.memory.kept.clear();
    s.called.length = 0;
    await Promise.all([s.run(chain), s.run(chain), s.run(chain)]);
    expect(s.called.filter((provider) => provider === "hosted_llm")).toHaveLength(1);
  });

  test("while one caller probes the only entry, others call it as well", async () => {
    const s = setting({ hosted_llm: { ok: false, code: "upstream_error" } });
    const alone = [entry("hosted_llm")];
    for (let i = 0; i < 5; i += 1) await s.run(alone);
    s.clock.at += 3_600_000;
    delete s.codes.hosted_llm;
    const runs = await Promise.all([s.run(alone), s.run(alone), s.run(alone), s.run(alone)]);
    expect(runs.map(({ answer }) => answer?.provider)).toEqual(Array(4).fill("hosted_llm"));
    expect([...s.memory.cooldowns.values()]).toEqual([noCooldown]);
  });

  test("repeated failures start it, a success ends it, and it never leaves a chain without an entry", async () => {
    const s = setting({ hosted_llm: { ok: false, code: "upstream_error" } });
    const alone = [entry("hosted_llm")];
    for (let i = 0; i < 5; i += 1) await s.run(alone);
    expect(s.called).toHaveLength(5);
    expect([...s.memory.cooldowns.values()]).toMatchObject([{ failures: 5 }]);
    delete s.codes.hosted_llm;
    await s.run(alone);
    expect([...s.memory.cooldowns.values()]).toEqual([noCooldown]);
  });

  test("nor does a timeout of a call that waited for the budget until the deadline was near", async () => {
    const s = setting({});
    const meter: Meter = {
      reserve: async (call) => {
        s.clock.at += 235_000;
        return boundless.reserve(call);
      },
    };
    for (let i = 0; i < 4; i += 1) {
      const run = await runChain(
        [entry("hosted_llm")],
        exampleTask(),
        {
          send: async () => ({ ok: false, code: "timeout" }),
          now: s.clock.now,
          memory: s.memory,
          meter,
        },
        s.clock.at + 240_000,
      );
      expect(run.calls).toHaveLength(1);
    }
    expect([...s.memory.cooldowns.values()]).toEqual([]);
  });

  test("a timeout caused by our own shorter deadline does not start one", async () => {
    const s = setting({ hosted_llm: { ok: false, code: "timeout" } });
    for (let i = 0; i < 4; i += 1) {
      await runChain(
        [entry("hosted_llm")],
        exampleTask(),
        {
          send: async () => ({ ok: false, code: "timeout" }),
          now: s.clock.now,
          memory: s.memory,
          meter: boundless,
        },
        s.clock.at + 5_000,
      );
    }
    expect([...s.memory.cooldowns.values()]).toEqual([]);
  });

  test("a new endpoint or credential starts with a clean record", async () => {
    const s = setting({ hosted_llm: limited });
    await s.run(chain);
    s.memory.kept.clear();
    s.called.length = 0;
    await s.run([{ ...entry("hosted_llm"), credentialId: "2" }, entry("byo")]);
    expect(s.called).toEqual(["hosted_llm", "byo"]);
  });
});

describe("cache", () => {
  const answering: Transport = async (provider, request) =>
    provider === "hosted_llm" ? { ok: false, code: "upstream_error" } : answer(provider, request);

  test("an answer is cached under the entry that gave it, failures never", async () => {
    const memory = openMemory();
    const ports = { send: answering, now: () => 1, memory, meter: boundless };
    const first = await runChain([entry("hosted_llm"), entry("byo")], exampleTask(), ports, 1e6);
    expect(first.answer).toMatchObject({ provider: "byo", cached: false });
    expect(memory.kept.size).toBe(1);
    const again = await runChain([entry("hosted_llm"), entry("byo")], exampleTask(), ports, 1e6);
    expect(again.answer).toMatchObject({ provider: "byo", cached: true, value: goodFacts });
    expect(again.failed).toMatchObject([{ provider: "hosted_llm" }]);
  });

  test("an answer from another endpoint, model or input is not found", async () => {
    const memory = openMemory();
    const ports = { send: answering, now: () => 1, memory, meter: boundless };
    await runChain([entry("byo")], exampleTask(), ports, 1e6);
    for (const [other, task] of [
      [{ ...entry("byo"), endpoint: "https://else.example.com" }, exampleTask()],
      [{ ...entry("byo"), model: "m2" }, exampleTask()],
      [entry("byo"), { ...exampleTask(), input: "{}" }],
      [entry("byo"), { ...exampleTask(), schemaVersion: "next" }],
      [entry("byo"), { ...exampleTask(), instructions: "Do something else." }],
    ] as const) {
      expect((await runChain([other], task, ports, 1e6)).answer?.cached).toBe(false);
    }
    expect((await runChain([entry("byo")], exampleTask(), ports, 1e6)).answer?.cached).toBe(true);
  });
});

test("an entry that lacks something fails without a call, and its code says what is missing", async () => {
  const send: Transport = async () => {
    throw new Error("must not be called");
  };
  const run = await runChain(
    [{ ...entry("byo"), credential: null, unusable: "credential_invalid" }],
    exampleTask(),
    { send, now: () => 0, memory: forgetful, meter: boundless },
    1e6,
  );
  expect(run.failed).toEqual([{ provider: "byo", code: "credential_invalid", latency_ms: 0 }]);
});
