import { beforeAll, expect, test } from "vitest";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { deliver, provisionedSecret } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { type Example, exampleKinds as kinds } from "#test/support/webhook-examples.ts";

/** No example closes an issue, and few pushes name an installation, so these are derived. */
const made: { name: string; examples: Example[] }[] = kinds
  .filter(({ name }) => name === "issues" || name === "push")
  .map(({ name, examples }) => ({
    name,
    examples: examples.map((example) =>
      name === "issues"
        ? { ...example, action: "closed" }
        : { ...example, installation: { id: 5_000_001 } },
    ),
  }));

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let tenant: TestTenant;
let secret: string;
const connected = 5_000_001;

beforeAll(async () => {
  tenant = await newTenant(system);
  secret = await provisionedSecret(system);
  await connectSourcehost(tenant, connected);
});

/** An independent version of the second seed's receiver rules, for one connected installation. */
function expected(name: string, example: Example): Record<string, unknown> {
  const ignored = (reason: string) => ({ status: "ignored", reason });
  if (name === "ping") return ignored("ping");
  if (
    !["push", "pull_request", "issues", "installation", "installation_repositories"].includes(name)
  ) {
    return ignored("event_not_dispatchable");
  }
  if (name === "push" && example.ref !== `refs/heads/${example.repository?.default_branch}`) {
    return ignored("non_default_branch");
  }
  if (["pull_request", "issues"].includes(name) && example.action === "closed") {
    return ignored("action_closed");
  }
  if (example.installation?.id !== connected) return ignored("connection_not_found");
  return { status: "accepted", job_id: name === "push" ? expect.any(String) : null };
}

test.each([...kinds, ...made].map((kind, i) => [`${kind.name} (${i})`, kind] as const))(
  "each example of %s, signed by the reference library, has its outcome",
  async (kind, { name, examples }) => {
    const tried = examples.slice(0, sized(examples.length, 1));
    for (const example of tried) {
      const { status, body } = await deliver(system, tenant.id, {
        event: name,
        payload: example,
        secret,
      });
      expect(status).toBe(202);
      expect(body).toMatchObject({ scope: name, ...expected(name, example) });
    }
    noteSweep(`source host: examples of ${kind}`, tried.length);
  },
);

test("the examples cover what they claim to", () => {
  expect(kinds).toHaveLength(58);
  expect(kinds.flatMap(({ examples }) => examples)).toHaveLength(329);
  const all = [...kinds, ...made].flatMap(({ name, examples }) =>
    examples.map((example) => expected(name, example)),
  );
  const reasons = new Set(all.map(({ status, reason }) => reason ?? status));
  expect([...reasons].sort()).toEqual([
    "accepted",
    "action_closed",
    "connection_not_found",
    "event_not_dispatchable",
    "non_default_branch",
    "ping",
  ]);
});
