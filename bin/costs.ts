import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { App } from "aws-cdk-lib";
import { countersign } from "#infra/aws/countersign.ts";
import { buildFunctions } from "#infra/build.ts";
import { costsDocument } from "#infra/costs/document.ts";
import { inventoryOf } from "#infra/costs/inventory.ts";
import { measuredIn } from "#infra/costs/measured.ts";
import { distFolder } from "#infra/dist-folder.ts";
import cdkJson from "../cdk.json" with { type: "json" };
import packageJson from "../package.json" with { type: "json" };

/** `npm run costs`: writes docs/costs.md from the synthesized templates and docs/bench.md. */
const docs = fileURLToPath(new URL("../docs/", import.meta.url));

if (!existsSync(distFolder)) await buildFunctions();
const outdir = mkdtempSync(join(tmpdir(), "countersign-costs-"));
try {
  const app = new App({ outdir, context: { ...cdkJson.context, stage: "prod" } });
  countersign(app, packageJson.version);
  const templates = app.synth().stacks.map(({ template }) => template);
  const measured = measuredIn(readFileSync(`${docs}bench.md`, "utf8"));
  writeFileSync(`${docs}costs.md`, costsDocument(inventoryOf(templates), measured));
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
