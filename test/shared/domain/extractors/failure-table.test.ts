import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChainPorts, runChain } from "#shared/domain/extractors/chain.ts";
import type { FailureCode } from "#shared/domain/extractors/failure.ts";
import {
  CREDENTIAL,
  CUSTOMER_TEXT,
  entryAt,
  exampleTask,
  portsTo,
} from "#test/support/extractor-ports.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import {
  type Behaviour,
  goodFacts,
  startUpstream,
  type Upstream,
  type WireProvider,
  wireProviders,
} from "#test/support/upstream.ts";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Maps each behaviour to its code, for every provider; a function where the providers differ. */
const table: Partial<Record<Behaviour, FailureCode | ((provider: WireProvider) => FailureCode)>> = {
  unauthorized: "credential_invalid",
  forbidden: "credential_invalid",
  rate_limited: "rate_limited",
  server_error: "upstream_error",
  overloaded: "upstream_error",
  not_found: "contract_violation",
  bad_request: "contract_violation",
  content_filter: (provider) =>
    provider === "tenant_cloud_llm" ? "refused" : "contract_violation",
  redirect: "redirect_refused",
  prose: "contract_violation",
  cut_json: "contract_violation",
  wrong_schema: "contract_violation",
  empty_text: "contract_violation",
  empty_body: "contract_violation",
  no_content: "contract_violation",
  html: "contract_violation",
  error_in_200: "contract_violation",
  cut_socket: "unreachable",
  cut_body: "unreachable",
  hang: "timeout",
  hang_after_headers: "timeout",
  drip: "timeout",
  endless: "response_too_large",
  declared_huge: "response_too_large",
  gzip_bomb: "contract_violation",
  not_http: "contract_violation",
  huge_headers: "response_too_large",
};

/** These describe how a model stopped, which the byo contract does not include. */
const modelEnds: Partial<Record<Behaviour, Partial<Record<WireProvider, FailureCode>>>> = {
  truncated: { hosted_llm: "truncated", tenant_cloud_llm: "truncated", local_llm: "truncated" },
  refused: { hosted_llm: "refused", tenant_cloud_llm: "refused", local_llm: "contract_violation" },
  odd_end: {
    hosted_llm: "contract_violation",
    tenant_cloud_llm: "contract_violation",
    local_llm: "contract_violation",
  },
};

const slow = new Set<string>(["hang", "hang_after_headers", "drip"]);

/** Replaces the half minute of every request to a hanging provider, which ends the same way. */
const SOON_MS = 300;

/** Ports with a stopped clock: a busy machine takes nothing from the shares of the deadline. */
function impatientPorts(shares: number[] = []): ChainPorts {
  const { send, ...ports } = portsTo(upstream);
  return {
    ...ports,
    now: () => 0,
    send: (provider, request, timeoutMs) => {
      shares.push(timeoutMs);
      return send(provider, request, hangs(request.url) ? SOON_MS : timeoutMs);
    },
  };
}

const hangs = (url: string): boolean => [...slow].some((name) => url.includes(`/${name}`));

const all = wireProviders.flatMap((provider) => [
  ...Object.entries(table).map(
    ([behaviour, code]) =>
      [provider, behaviour, typeof code === "function" ? code(provider) : code] as const,
  ),
  ...Object.entries(modelEnds).flatMap(([behaviour, codes]) =>
    codes[provider] === undefined ? [] : [[provider, behaviour, codes[provider]] as const],
  ),
]);

/** A normal run tries each behaviour with half the providers, in turns; with all if they differ. */
const cases = all.filter(([provider, behaviour]) => {
  const differs = behaviour in modelEnds || typeof table[behaviour as Behaviour] === "function";
  const place = wireProviders.indexOf(provider) + Object.keys(table).indexOf(behaviour);
  return differs || place % sized(1, 2) === 0;
});
noteSweep("ways in which a provider fails", cases.length);

// Concurrently, so that the hanging ones are waited for together.
describe.concurrent.each(cases)("%s that shows %s", (provider, behaviour, code) => {
  const fallback = provider === "hosted_llm" ? "local_llm" : "hosted_llm";

  test(`fails with ${code}, the next entry answers, and nothing secret is stored`, async () => {
    const chain = [entryAt(provider, upstream, behaviour), entryAt(fallback, upstream, "good")];
    const run = await runChain(chain, exampleTask(), impatientPorts(), 60_000);
    expect(run.failed).toMatchObject([{ provider, code }]);
    expect(run.answer).toMatchObject({ provider: fallback, value: goodFacts, cached: false });
    const kept = JSON.stringify(run.failed);
    expect(kept).not.toContain(CREDENTIAL);
    expect(kept).not.toContain(CUSTOMER_TEXT);
    expect(Object.keys(run.failed[0] ?? {}).sort()).toEqual(["code", "latency_ms", "provider"]);
  });
});

test.each(wireProviders)("a good answer from %s is understood", async (provider) => {
  for (const behaviour of ["good", "fenced"]) {
    if (provider === "byo" && behaviour === "fenced") continue;
    const chain = [entryAt(provider, upstream, behaviour)];
    const run = await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + 30_000);
    expect(run).toMatchObject({ answer: { value: goodFacts, provider }, failed: [] });
  }
});

test("a port without a listener and a name that does not exist are unreachable", async () => {
  const gone = await startUpstream();
  await gone.close();
  const nameless = { ...gone, url: "https://nothing.invalid" };
  const chain = [entryAt("byo", gone, "good"), entryAt("local_llm", nameless, "good")];
  const run = await runChain(chain, exampleTask(), portsTo(gone), Date.now() + 30_000);
  expect(run.answer).toBeNull();
  expect(run.failed.map(({ code }) => code)).toEqual(["unreachable", "unreachable"]);
});

test("an answer that fits no schema gets one repair call that says what was wrong", async () => {
  const healing = await startUpstream({
    heals: (request, response) => {
      const isRepair = request.body.messages.length === 4;
      const text = isRepair ? JSON.stringify(goodFacts) : "Sure! It is one.";
      response.end(JSON.stringify({ message: { content: text }, done_reason: "stop" }));
    },
  });
  const chain = [entryAt("local_llm", healing, "heals")];
  const run = await runChain(chain, exampleTask(), portsTo(healing), Date.now() + 30_000);
  expect(run).toMatchObject({ answer: { value: goodFacts }, failed: [] });
  expect(healing.seen).toHaveLength(2);
  const [, , answer, complaint] = healing.seen[1]?.body.messages ?? [];
  expect(answer).toEqual({ role: "assistant", content: "Sure! It is one." });
  expect(complaint).toMatchObject({
    role: "user",
    content: expect.stringContaining("The answer is not JSON."),
  });
  await healing.close();
});

test("a repair call that would end after the deadline is not begun", async () => {
  const before = upstream.seen.length;
  const chain = [entryAt("local_llm", upstream, "prose")];
  const run = await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + 9_000);
  expect(run.failed).toMatchObject([{ code: "contract_violation" }]);
  expect(upstream.seen.length - before).toBe(1);
});

test("a byo that answers ok = false, or to another request or contract, gets no repair", async () => {
  const answers: Record<string, unknown> = {
    denies: { contract: "extractor.v1", ok: false, error: { code: "x" }, raw_text: "hm" },
    silent: { contract: "extractor.v1", output: goodFacts },
    stranger: { contract: "extractor.v1", request_id: "another", ok: true, output: goodFacts },
    newer: { contract: "extractor.v9", ok: true, output: goodFacts },
    hollow: { contract: "extractor.v1", ok: true },
  };
  const own = await startUpstream(
    Object.fromEntries(
      Object.entries(answers).map(([name, body]) => [
        name,
        (_request, response) => {
          response.writeHead(200).end(JSON.stringify(body));
        },
      ]),
    ),
  );
  for (const name of Object.keys(answers)) {
    const before = own.seen.length;
    const chain = [entryAt("byo", own, name)];
    const run = await runChain(chain, exampleTask(), portsTo(own), Date.now() + 30_000);
    expect(run.failed, name).toMatchObject([{ code: "contract_violation" }]);
    expect(own.seen.length - before, name).toBe(1);
  }
  await own.close();
});

test("four hanging entries share the deadline: each is tried, and the run completes", async () => {
  const chain = wireProviders.map((provider) => entryAt(provider, upstream, "hang"));
  const shares: number[] = [];
  const run = await runChain(chain, exampleTask(), impatientPorts(shares), 1200);
  expect(run.failed.map(({ provider, code }) => [provider, code])).toEqual(
    wireProviders.map((provider) => [provider, "timeout"]),
  );
  expect(shares).toEqual([300, 400, 600, 1200]);
});

test("every attempt has its tokens, including failed ones and repairs", async () => {
  const chain = [
    entryAt("hosted_llm", upstream, "truncated"),
    entryAt("tenant_cloud_llm", upstream, "prose"),
    entryAt("hosted_llm", upstream, "good"),
  ];
  const run = await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + 90_000);
  const tokens = { inputTokens: 100, outputTokens: 10 };
  const twice = { inputTokens: 200, outputTokens: 20 };
  expect(run.calls.map(({ usage }) => usage)).toEqual([tokens, twice, tokens]);
});
