import dns from "node:dns";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { judgeEndpoint } from "#shared/domain/extractors/endpoint-rules.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { leadsInside } from "#shared/platform/http/guarded-request.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

const noExceptions = { allowed: new Set<string>(), platform: {}, own: new Set<string>() };

const post = (url: string) => ({ method: "POST" as const, url, headers: {}, body: {} });

/** Internal addresses, in every spelling we know of. */
const hostile = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://0.0.0.0/",
  "https://10.0.0.8/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://168.63.129.16/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://[::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://[fd00:ec2::254]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[::ffff:0:8.8.8.8]/",
  "https://[64:ff9b:1::808:808]/",
  "https://[100::1]/",
  "https://[1fff:ffff::1]/",
  "https://[4000::1]/",
  "https://[5f00::1]/",
  "https://[7fff::1]/",
  "https://[8000::1]/",
  "https://[fe00::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
];

/** Public addresses, which stay reachable. */
const open = [
  "https://8.8.8.8/",
  "https://[::ffff:8.8.8.8]/",
  "https://[2001:4860:4860::8888]/",
  "https://[2a00:1450:4001:80b::200e]/",
  "https://[3ffe::1]/",
];

/** Refused before any DNS lookup. */
const refusedByForm = [
  "https://localhost/",
  "https://localhost./",
  "https://LOCALHOST../",
  "https://x.localhost/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://intranet/",
  "https://user:pass@example.com/",
  "https://user@example.com/",
  "https://example.com:22/",
  "https://example.com:8443/",
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "not an address",
];

test.each(open)("%s is an address of the public internet", async (url) => {
  const verdict = judgeEndpoint(url, "byo", noExceptions);
  expect(verdict.ok && !(await leadsInside(verdict.url.hostname))).toBe(true);
});

test("only IPv6 global unicast and addresses that map to public IPv4 are allowed", async () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const address = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(":"));
  const isGlobalUnicast = (text: string) =>
    Number.parseInt(text.split(":")[0] ?? "", 16) >> 13 === 0b001;
  await fc.assert(
    fc.asyncProperty(address, async (text) => {
      if (!isGlobalUnicast(text)) expect(await leadsInside(text)).toBe(true);
    }),
    { numRuns: 2000, examples: [["0:0:0:0:0:fffe:808:808"], ["0:0:0:1:0:ffff:808:808"]] },
  );
});

describe("internal addresses", () => {
  test.each(hostile)("%s is refused at save and at call", async (url) => {
    const verdict = judgeEndpoint(url, "byo", noExceptions);
    const refusedAtSave = !verdict.ok || (await leadsInside(verdict.url.hostname));
    expect(refusedAtSave).toBe(true);
    const sent = await guardedTransport(noExceptions)("byo", post(url), 5_000);
    expect(sent).toEqual({ ok: false, code: "endpoint_blocked" });
  });

  test.each(refusedByForm)("%s is refused by its form alone", async (url) => {
    expect(judgeEndpoint(url, "byo", noExceptions)).toEqual({ ok: false });
    expect(await guardedTransport(noExceptions)("byo", post(url), 5_000)).toEqual({
      ok: false,
      code: "endpoint_blocked",
    });
  });

  test.each([
    "https://93.184.216.34/",
    "https://[2606:2800:220:1:248:1893:25c8:1946]/",
    "https://api.example.com/x?y=1",
  ])("%s is not", async (url) => {
    const verdict = judgeEndpoint(url, "byo", noExceptions);
    expect(verdict).toMatchObject({ ok: true, exempt: false });
  });
});

describe("exceptions", () => {
  const rules = {
    allowed: new Set(["10.0.0.5:8080"]),
    platform: { local_llm: "http://tunnel.internal:11434", hosted_llm: "http://10.1.1.1:9000" },
    own: new Set(["countersign.example.com:443"]),
  };

  test("apply to exactly the host and port that the operator named", () => {
    expect(judgeEndpoint("http://10.0.0.5:8080/x", "byo", rules)).toMatchObject({ exempt: true });
    expect(judgeEndpoint("http://10.0.0.5:8081/x", "byo", rules)).toEqual({ ok: false });
    expect(judgeEndpoint("https://10.0.0.5/x", "byo", rules)).toMatchObject({ exempt: false });
    expect(judgeEndpoint("http://u@10.0.0.5:8080/x", "byo", rules)).toEqual({ ok: false });
  });

  test("for the platform's own extractors apply to their provider only", () => {
    const tunnel = "http://tunnel.internal:11434/api/delete";
    expect(judgeEndpoint(tunnel, "local_llm", rules)).toMatchObject({ exempt: true });
    expect(judgeEndpoint(tunnel, "byo", rules)).toEqual({ ok: false });
    expect(judgeEndpoint("http://10.1.1.1:9000", "hosted_llm", rules)).toMatchObject({ ok: true });
    expect(judgeEndpoint("http://10.1.1.1:9000", "tenant_cloud_llm", rules)).toEqual({ ok: false });
  });

  test("never apply to the service itself", () => {
    expect(judgeEndpoint("https://countersign.example.com/x", "byo", rules)).toEqual({ ok: false });
    expect(judgeEndpoint("https://countersign.example.com./x", "byo", rules)).toEqual({
      ok: false,
    });
  });
});

describe("names", () => {
  let upstream: Upstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());
  afterEach(() => vi.restoreAllMocks());

  /** The resolver's answers, one per lookup; the last one is repeated. */
  function resolveTo(...answers: string[][]) {
    let asked = 0;
    const lookup = (
      _name: string,
      options: { all?: boolean },
      done: (...all: unknown[]) => void,
    ) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      const list = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      process.nextTick(() =>
        options.all ? done(null, list) : done(null, list[0]?.address, list[0]?.family),
      );
    };
    vi.spyOn(dns, "lookup").mockImplementation(lookup as never);
    return () => asked;
  }

  test("one that was public when saved and resolves to an internal address later is refused on connecting", async () => {
    const asked = resolveTo(["93.184.216.34"], ["127.0.0.1"]);
    expect(await leadsInside("rebind.example.com")).toBe(false);
    const sent = await guardedTransport(noExceptions)(
      "byo",
      post("https://rebind.example.com/"),
      5_000,
    );
    expect(sent).toEqual({ ok: false, code: "endpoint_blocked" });
    expect(asked()).toBe(2);
  });

  test("one with a public and a private address at once is refused", async () => {
    resolveTo(["93.184.216.34", "10.0.0.1"]);
    expect(await leadsInside("mixed.example.com")).toBe(true);
    const sent = await guardedTransport(noExceptions)(
      "byo",
      post("https://mixed.example.com/"),
      5_000,
    );
    expect(sent).toEqual({ ok: false, code: "endpoint_blocked" });
  });

  test.each(["::ffff:169.254.169.254", "64:ff9b::7f00:1", "::127.0.0.1"])(
    "one that resolves to %s is refused",
    async (address) => {
      resolveTo([address]);
      const sent = await guardedTransport(noExceptions)(
        "byo",
        post("https://six.example.com/"),
        5_000,
      );
      expect(sent).toEqual({ ok: false, code: "endpoint_blocked" });
    },
  );

  test("one that does not resolve may be saved, and is unreachable when called", async () => {
    vi.spyOn(dns, "lookup").mockImplementation(((
      _name: string,
      _options: unknown,
      done: (error: Error) => void,
    ) =>
      process.nextTick(() => done(Object.assign(new Error("x"), { code: "ENOTFOUND" })))) as never);
    expect(await leadsInside("not-yet.example.com")).toBe(false);
    const sent = await guardedTransport(noExceptions)(
      "byo",
      post("https://not-yet.example.com/"),
      5_000,
    );
    expect(sent).toEqual({ ok: false, code: "unreachable" });
  });

  test("a resolver that never answers does not outlast the deadline", async () => {
    vi.spyOn(dns, "lookup").mockImplementation((() => undefined) as never);
    const sent = await guardedTransport(noExceptions)(
      "byo",
      post("https://silent.example.com/"),
      50,
    );
    expect(sent).toEqual({ ok: false, code: "timeout" });
  });

  test("a redirect to an internal address is not followed, and the credential goes nowhere else", async () => {
    const inside = await startUpstream();
    const outside = await startUpstream({
      away: (_, response) => {
        response.writeHead(307, { location: inside.url }).end();
      },
    });
    const rules = { ...noExceptions, allowed: new Set([outside.host, inside.host]) };
    const request = { ...post(`${outside.url}/away`), headers: { "x-api-key": "k" } };
    const sent = await guardedTransport(rules)("byo", request, 5_000);
    expect(sent).toMatchObject({ ok: true, answer: { status: 307, body: "" } });
    expect(inside.seen).toEqual([]);
    await Promise.all([inside.close(), outside.close()]);
  });

  test("a credential with a line break is never sent", async () => {
    const rules = { ...noExceptions, allowed: new Set([upstream.host]) };
    const request = { ...post(upstream.url), headers: { "x-api-key": "a\r\nx-evil: 1" } };
    expect(await guardedTransport(rules)("byo", request, 5_000)).toEqual({
      ok: false,
      code: "credential_invalid",
    });
    expect(upstream.seen).toEqual([]);
  });

  test("two calls to the same host do not share a connection", async () => {
    const ports = new Set<number>();
    const counting = await startUpstream({
      count: (_, response) => {
        ports.add(response.socket?.remotePort ?? 0);
        response.end("{}");
      },
    });
    const send = guardedTransport({ ...noExceptions, allowed: new Set([counting.host]) });
    await send("byo", post(`${counting.url}/count`), 5_000);
    await send("byo", post(`${counting.url}/count`), 5_000);
    expect(ports.size).toBe(2);
    await counting.close();
  });
});
