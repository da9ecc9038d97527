import { parseArgs } from "node:util";
import { amendmentSteps } from "./demo/amendment-steps.ts";
import { connect, type SystemClient } from "./demo/client.ts";
import { evidenceSteps } from "./demo/evidence-steps.ts";
import { gateSteps } from "./demo/gate-steps.ts";
import { inventorySteps } from "./demo/inventory-steps.ts";
import { keySteps } from "./demo/key-steps.ts";
import { panelSteps } from "./demo/panel-steps.ts";
import { reviewSteps } from "./demo/review-steps.ts";
import { roomSteps } from "./demo/room-steps.ts";
import type { Walk } from "./demo/step.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run demo`: a review of three real rules on a running system, then a panel, a release's gate, a
 * room, a tenant's inventory and the amendment of a whole rule book, step by step. It prints what each
 * step proves. BASE_URL is the system (by default http://localhost:3000); TOKEN is a platform admin's
 * access token, which the local run issues itself. With `--fill`, an empty local run gets the sample
 * half year instead.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fill: { type: "boolean" } } });
  const client = await connect(process.env);
  if (values.fill) return fill(client);
  console.log(`A review of three EU AI Act rules at ${client.baseUrl}`);
  const walk = { client } as Walk;
  const steps = [
    ...reviewSteps,
    ...evidenceSteps,
    ...keySteps,
    ...panelSteps,
    ...gateSteps,
    ...roomSteps,
    ...inventorySteps,
    ...amendmentSteps,
  ];
  for (const [index, { title, proves, run }] of steps.entries()) {
    const number = String(index + 1).padStart(2);
    const seen = await run(walk).catch((error: unknown) => {
      throw new Error(`FAIL ${number}. ${title}: ${(error as Error).message}`);
    });
    console.log(`ok ${number}. ${title}\n       saw     ${seen}\n       proves  ${proves}`);
  }
  console.log(`All ${steps.length} steps passed.`);
}

async function fill({ baseUrl, local }: SystemClient): Promise<void> {
  console.log(`Half a year of work, at ${baseUrl} (about 20 seconds) ...`);
  const { counsel, reviews, tenants } = await local("/_local/sample");
  console.log(
    `${counsel} counsel, ${reviews} reviews, ${tenants} tenants with connections and runs.`,
  );
  console.log(`Look at ${baseUrl}/admin/console`);
}

await runCommand(main);
