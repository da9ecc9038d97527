import { beforeAll, describe, expect, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  itemsUnder,
  putItem,
  removeItem,
  rewriteItem,
  takeBack,
} from "#test/support/table-attack.ts";
import { auditLog } from "../../../bin/audit-log/audit.ts";

/* What someone who can write the table makes the service say, and that the watcher finds it. */

const system = suiteSystemWithLog();
let TOKEN: string;
let decided: { review: { id: string }; counselId: string; frameworkId?: string };
let framework: string;
let room: string;

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

beforeAll(async () => {
  TOKEN = await system.token({ is_platform_admin: true });
  const one = await commission(system);
  decided = one;
  framework = one.review.framework_id as string;
  const body = { decision: "rejected", comment: "No." };
  await expectStatus(system.api()("POST", `/counsel/review/${one.token}/decide`, body), 200);
  await expectStatus(
    system.admin("PUT", `/admin/frameworks/${framework}/enforcement`, {
      events: [
        {
          id: "stay",
          on: "2026-01-01",
          kind: "stayed",
          authority: "A court",
          citation_url: "https://court.example/1",
          note: "Stayed.",
        },
      ],
    }),
    200,
  );
  const opened = await expectStatus(
    system.admin("POST", "/admin/rooms", {
      title: "Visit",
      framework_ids: [framework],
      expires_in_days: 7,
    }),
    201,
  );
  room = opened.body.room.id;
  await expectStatus(system.admin("POST", "/admin/setup/clearance-key/provision-key"), 200);
  await sequence();
});

/** What the command says, and its exit code. */
async function watched(): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const given = { baseUrl: system.baseUrl, mirror: null, policy: null };
  const code = await auditLog(given, TOKEN, (line) => lines.push(line));
  return { code, said: lines.join("\n") };
}

function changed(item: Item, change: (item: Item) => void): Item {
  const copy = structuredClone(item);
  change(copy);
  return copy;
}

test("nothing is found of a service that says what its rows come to", async () => {
  expect(await watched()).toEqual({ code: 0, said: expect.stringContaining("Nothing was found.") });
});

const recordKey = () => ({ pk: `REVIEW#${decided.review.id}`, sk: "META" });

describe("what the table makes the service say is found by resource and member", () => {
  const attacks: [string, () => Promise<unknown>, RegExp][] = [
    [
      "N1: a stored review turned",
      () =>
        rewriteItem(system, recordKey(), ({ review }) => {
          review.decided_at = "2026-01-01T00:00:00.000Z";
        }),
      /state_differs: rule_review_request .*, decided_at: the service says/,
    ],
    [
      "N1: a rule's kept refusal turned into an approval",
      async () => {
        for (const item of await itemsUnder(system, `STANDING#${framework}`)) {
          await putItem(
            system,
            JSON.parse(JSON.stringify(item).replaceAll("rejected", "approved")),
          );
        }
      },
      /state_differs: coverage of \S+ \S+, status: the service says "approved_live", its rows come to "refused"/,
    ],
    [
      "N12: a review taken out of every list",
      () =>
        rewriteItem(system, recordKey(), (item) => {
          for (const name of Object.keys(item)) if (name.startsWith("gsi")) delete item[name];
        }),
      /state_differs: (evidence of )?rule_review_request .*: the service does not list it/,
    ],
    [
      "N12: a stay deleted",
      async () => {
        await removeItem(system, { pk: `ENFORCEMENT#${framework}`, sk: "stay" });
      },
      /state_differs: enforcement of .* stay: the service does not list it/,
    ],
    [
      "N12: a live wording changed with its hash kept",
      async () => {
        const [item] = await itemsUnder(system, `RULES#${framework}`);
        await putItem(
          system,
          changed(item as Item, ({ live }) => (live.rule.title = "Another")),
        );
      },
      /state_differs: wording of .*, wording: the service says/,
    ],
    [
      "N12: a stay softened",
      () =>
        rewriteItem(system, { pk: `ENFORCEMENT#${framework}`, sk: "stay" }, ({ event }) => {
          event.until = "2026-02-01";
        }),
      /state_differs: enforcement of .* stay, until: the service says "2026-02-01"/,
    ],
    [
      "N12: a version of a wording dated back",
      async () => {
        const [item] = (await itemsUnder(system, `RULE#${framework}#`)).filter(
          ({ version }) => version,
        );
        await putItem(
          system,
          changed(item as Item, ({ version }) => (version.created_at = "2025-01-01T00:00:00.000Z")),
        );
      },
      /state_differs: wording of .*, versions: the service says/,
    ],
    [
      "N12: a framework superseded by nobody",
      () =>
        rewriteItem(system, { pk: "FRAMEWORKS", sk: framework }, (item) => {
          item.framework.status = "superseded";
        }),
      /state_differs: framework \S+, status: the service says "superseded"/,
    ],
    [
      "N2: a key of statements that nobody provisioned",
      async () => {
        const [item] = await itemsUnder(system, "CLEARANCE");
        await putItem(
          system,
          changed(item as Item, ({ keys }) => keys.push({ ...keys[0], kid: "planted" })),
        );
      },
      /state_differs: clearance_key planted: the service lists it; no row says/,
    ],
    [
      "N12: a room's scope narrowed",
      () =>
        rewriteItem(system, { pk: `ROOM#${room}`, sk: "META" }, (item) => {
          item.room.decided_from = "2026-06-01T00:00:00.000Z";
        }),
      /state_differs: room .*, decided_from: the service says/,
    ],
  ];
  test.each(attacks)("%s", async (_, attack, finding) => {
    await attack();
    try {
      expect(await watched()).toEqual({ code: 1, said: expect.stringMatching(finding) });
    } finally {
      await takeBack(system);
    }
  });
});
