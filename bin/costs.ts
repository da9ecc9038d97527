import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { App } from "aws-cdk-lib";
import { countersign } from "#infra/aws/countersign.ts";
import { readStage } from "#infra/aws/read-stage.ts";
import { buildFunctions } from "#infra/build.ts";
import { costsDocument, estimate, type Load } from "#infra/costs/document.ts";
import { type Inventory, inventoryOf } from "#infra/costs/inventory.ts";
import { measuredCosts } from "#infra/costs/measured.ts";
import { type PricedRegion, pricedRegions } from "#infra/costs/prices.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";
import cdkJson from "../cdk.json" with { type: "json" };
import packageJson from "../package.json" with { type: "json" };

/**
 * `npm run costs`: writes docs/costs.md from the synthesized templates and the bench's figures. With a
 * region or a load, it prints the costs of a month instead.
 */

const usage = `npm run costs [-- [--region ${pricedRegions.join("|")}] [--reviews N] [--deliveries N a second] [--run-seconds S]]`;

const docs = fileURLToPath(new URL("../docs/", import.meta.url));

/** Region and load from the command line; null: there are none, so the document is wanted. */
function askedIn(args: readonly string[]): { region: PricedRegion; load: Load } | null {
  const text = { type: "string" } as const;
  const options = { region: text, reviews: text, deliveries: text, "run-seconds": text };
  const { values } = parseArgs({ args: [...args], options });
  if (Object.keys(values).length === 0) return null;
  const amount = (text: string, name: string): number => {
    if (/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number(text);
    throw new Error(`--${name} must be a number, such as 100.`);
  };
  const asked = values.region ?? "us-east-1";
  const region = pricedRegions.find((one) => one === asked);
  if (region === undefined) throw new Error(`--region must be ${pricedRegions.join(" or ")}.`);
  return {
    region,
    load: {
      reviews: amount(values.reviews ?? "0", "reviews"),
      deliveries: amount(values.deliveries ?? "0", "deliveries"),
      runSeconds: amount(values["run-seconds"] ?? "2", "run-seconds"),
    },
  };
}

async function inventory(): Promise<Inventory> {
  const isBuilt = functionUnits.every(({ id }) => existsSync(`${distFolder}/${id}`));
  if (!isBuilt) await buildFunctions();
  const outdir = mkdtempSync(join(tmpdir(), "countersign-costs-"));
  try {
    const app = new App({ outdir, context: cdkJson.context });
    const given: Record<string, string> = { stage: "prod", alarmRecipients: "none" };
    const stage = readStage({ context: (name) => given[name] });
    countersign(app, stage, packageJson.version, distFolder);
    return inventoryOf(app.synth().stacks.map(({ template }) => template));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

try {
  const asked = askedIn(process.argv.slice(2));
  const measured = measuredCosts();
  const counted = await inventory();
  if (asked === null) writeFileSync(`${docs}costs.md`, costsDocument(counted, measured));
  else console.log(estimate(asked.region, asked.load, counted, measured));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
}
