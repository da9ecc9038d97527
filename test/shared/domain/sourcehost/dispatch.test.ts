import fc from "fast-check";
import { expect, test } from "vitest";
import type { DomainError } from "#shared/domain/errors.ts";
import { installationIdOf, readDelivery } from "#shared/domain/sourcehost/delivery.ts";
import { dispatch, undispatchable } from "#shared/domain/sourcehost/dispatch.ts";
import { artifactOfPush, readPush } from "#shared/domain/sourcehost/pushed-repository.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const kinds = ["push", "pull_request", "issues", "installation_repositories", "installation"];
const object = fc.dictionary(
  fc.oneof(
    fc.constantFrom("ref", "repository", "action", "installation", "commits", "after"),
    fc.string(),
  ),
  fc.jsonValue(),
) as fc.Arbitrary<Record<string, unknown>>;

test("no payload, whatever its shape, makes the dispatch or a run fail", () => {
  fc.assert(
    fc.property(object, fc.constantFrom(...kinds, "ping", "__proto__"), (payload, event) => {
      const holder = { connection_id: "c", status: "active" } as const;
      expect(["ignore", "accept"]).toContain(dispatch({ id: "d", event, payload }, holder, NOW).do);
      const id = installationIdOf(payload);
      expect(id === null || /^[1-9]\d*$/.test(id)).toBe(true);
      const push = readPush(payload);
      expect(artifactOfPush({ ...push })).toMatchObject({ kind: "repository" });
      expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThan(350_000);
    }),
  );
});

test("any bytes are parsed as an object or refused with malformed_payload", () => {
  const headers = { "content-type": "application/json", "x-github-delivery": "d" };
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
      try {
        const { payload } = readDelivery(headers, bytes);
        expect([typeof payload, payload === null, Array.isArray(payload)]).toEqual([
          "object",
          false,
          false,
        ]);
      } catch (error) {
        expect((error as DomainError).code).toBe("malformed_payload");
      }
    }),
  );
});

test("only the five kinds are dispatched; an installation without a connection is connection_not_found", () => {
  for (const kind of kinds) expect(undispatchable(kind)).toBeNull();
  fc.assert(
    fc.property(
      fc.string().filter((event) => !kinds.includes(event) && event !== "ping"),
      (event) => {
        expect(undispatchable(event)).toBe("event_not_dispatchable");
      },
    ),
  );
  expect(
    dispatch({ id: "d", event: "issues", payload: { action: "opened", issue: {} } }, null, NOW),
  ).toEqual({
    do: "ignore",
    reason: "connection_not_found",
  });
});

test.each([
  ["letters of two bytes", (i: number) => `${"ä".repeat(290)}/${i}`],
  ["control characters, which JSON writes with six", (i: number) => `${"\u0001".repeat(290)}${i}`],
  ["quotes", (i: number) => `${'"'.repeat(290)}${i}`],
  ["manifests that name libraries", (i: number) => `${i}/${"torch.vllm.".repeat(25)}/package.json`],
])("a push of many long paths of %s stays small, and says how many there were", (_, path) => {
  const added = Array.from({ length: 3000 }, (_, i) => path(i));
  const push = readPush({ commits: [{ added }, { modified: added }] });
  expect(push.changed_paths_total).toBe(3000);
  expect(push.changed_paths.length).toBeGreaterThan(50);
  expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThan(110_000);
});

test.each([
  ["requirements-openai.txt", ["openai"]],
  ["services/langchain/pyproject.toml", ["langchain"]],
  ["packages/scikit-learn-extras/setup.py", ["scikit-learn"]],
  ["package.json", []],
])("the manifest %s names %j", (path, libraries) => {
  const { manifests } = readPush({ commits: [{ added: [path, "torchlight.md"] }] });
  expect(manifests).toEqual([{ path, ai_libraries: libraries }]);
});

test("what a push removes names no library; what it removes and adds again does", () => {
  const push = readPush({
    commits: [
      { added: ["requirements-torch.txt"], removed: ["requirements-vllm.txt"] },
      { added: ["requirements-vllm.txt"], removed: ["requirements-openai.txt"] },
      { removed: ["requirements-torch.txt"] },
    ],
  });
  expect(push.changed_paths).toEqual([
    "requirements-openai.txt",
    "requirements-torch.txt",
    "requirements-vllm.txt",
  ]);
  expect(push.manifests).toEqual([{ path: "requirements-vllm.txt", ai_libraries: ["vllm"] }]);
  expect(push.ai_libraries).toEqual(["vllm"]);
});
