import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";
import type { OperationId } from "#shared/routes/table/all-routes.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";
import {
  bareHandler,
  candidate,
  environmentIn,
  eventOf,
  medianMs,
  type Start,
  start,
} from "./cold.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { pick } from "./mode.ts";
import { compared, inMs, type Row } from "./row.ts";

const BOUND_MS = 1500;
const ROUNDS = pick(9, 3);

type Case = readonly [name: string, operation: OperationId, params: Record<string, string>];

/** The first whole certificate of a fresh process, for reviews and panels of one and of most rules. */
export async function certificateRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-certificate-"));
  const system = await startCountedSystem({ WORKER_INVOKE_ENABLED: "false" });
  try {
    const cases = await decided(system);
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    const rows: Row[] = [];
    for (const each of cases) rows.push(await measured(each, folder, system));
    return rows;
  } finally {
    await system.close();
    rmSync(folder, { recursive: true });
  }
}

const rulesOf = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    ruleText(`rule.${i}`, {
      customer_description_preview: `${i}: ${"Providers shall ensure that … ".repeat(15)}`,
      suggested_verdict_copy: "Suggested words for the customer. ".repeat(8),
    }),
  );

async function decided(system: CountedSystem): Promise<Case[]> {
  const [one, most] = [
    await decidedReview(system, await commission(system, { rules: rulesOf(1) })),
    await decidedReview(system, await commission(system, { rules: rulesOf(100) })),
  ];
  const room = await openRoom(system, { framework_ids: [most.frameworkId] });
  const { panel, members } = await commissionPanel(system, {
    members: 9,
    need: 9,
    rules: rulesOf(100),
  });
  for (const member of members) await expectStatus(vote(system, member, "approved"), 200);
  const inRoom = { token: room.token, id: most.review.id };
  return [
    ["a review of 1 rule", "getCertificate", { id: one.review.id }],
    ["a review of 100 rules", "getCertificate", { id: most.review.id }],
    ["a review of 100 rules, in a room", "getRoomCertificate", inRoom],
    ["a panel of 9 on 100 rules", "getPanelCertificate", { id: panel.id }],
  ];
}

async function measured(
  [name, operation, params]: Case,
  folder: string,
  system: CountedSystem,
): Promise<Row> {
  const event = eventOf(operation, params);
  const bundle = join(distFolder, operation, "index.js");
  const unit = functionUnits.find(({ id }) => id === operation);
  if (unit === undefined) throw new Error(`There is no function ${operation}.`);
  const each = candidate(operation, bundle, folder, event, environmentIn(system, unit));
  const bare = candidate("bare", bareHandler(folder), folder, {}, {});
  const [starts, others]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    others.push(await start(bare));
    starts.push(await start(each));
  }
  if (each.status !== "200") throw new Error(`${name} was answered ${each.status}.`);
  // The least, as the machine's other work only adds time.
  const least = Math.min(...starts.map(({ tookMs }) => tookMs));
  return compared(name, inMs, least, BOUND_MS, {
    value: `${inMs(least)}, median ${medianMs(starts)}`,
    baseline: `${inMs(BOUND_MS)} (a bare handler meanwhile ${medianMs(others)})`,
  });
}
