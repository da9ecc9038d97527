import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyOfProject } from "#test/support/copy-of-project.ts";
import { sized } from "#test/support/full-size.ts";

/** The first row of each trial in docs/development.md, "Where a change goes". */
const rows: readonly [file: string, before: string, added: string][] = [
  [
    "shared/domain/extractors/catalog.ts",
    "  byo: {\n",
    `  regional_llm: {
    location: "regional cloud",
    typicalLatencyMs: 900,
    prices: { input: 2000, output: 8000 },
    structuredOutputReliability: "high",
    residency: "region",
    credential: "platform",
    needsModel: true,
    platform: {
      endpoint: { setting: "REGIONAL_LLM_ENDPOINT", otherwise: null },
      key: "REGIONAL_LLM_API_KEY",
      model: { setting: null, otherwise: "regional-1" },
      mayBeInside: false,
    },
  },
`,
  ],
  ["shared/domain/connections/delivery.ts", '"cloudb_eventbus"] as const', '"ticketing", '],
  [
    "shared/domain/setup/webhook-secrets.ts",
    "} as const satisfies Record<string, WebhookSecret>;",
    `  "ticketing-webhook-secret": {
    fallback: "TICKETING_WEBHOOK_SECRET",
    audited: "platform.ticketing_webhook_secret",
    title: "Ticketing webhook secret",
    inUse: "Deliveries are verified with it.",
  },
`,
  ],
  ["functions/console/app/shell/areas.ts", "} as const;", '  news: "news",\n'],
];

/** Where the compiler points to, by what was added: for the console, and for the functions. */
const console = [
  // An LLM provider.
  "functions/console/app/extractors/platform.tsx",
  "shared/domain/extractors/catalog.ts",
  "shared/domain/extractors/presets.ts",
  "shared/domain/setup/checklist-settings.ts",
  "shared/routes/table/extractor-needs.ts",
  // A webhook source.
  "shared/domain/setup/checklist-secrets.ts",
  "shared/domain/setup/webhook-secrets.ts",
  "shared/routes/table/setup-checklist.ts",
  // A console screen.
  "functions/console/app/shell/app.tsx",
  "functions/console/app/shell/navigation.ts",
  "functions/console/app/shell/texts.ts",
];
const functions = [
  "shared/domain/extractors/providers/adapters.ts",
  "shared/platform/extractors/extractor-platform.ts",
  "shared/platform/secrets/webhook-secrets.ts",
  "shared/use-cases/setup/change-channel-secret.ts",
  "shared/use-cases/setup/known-secrets.ts",
];

test("after the row of a provider, a webhook source and a screen, the compiler names what has to know of them", async () => {
  const copy = copyOfProject();
  for (const [file, before, added] of rows) {
    const text = readFileSync(join(copy, file), "utf8");
    expect(text.split(before)).toHaveLength(2);
    writeFileSync(join(copy, file), text.replace(before, added + before));
  }
  const named = async (folder: string) => {
    const compiler = join(copy, "node_modules/typescript/bin/tsc");
    const given = [compiler, "--noEmit", "--incremental", "false", "--tsBuildInfoFile", "null"];
    const { stdout } = await promisify(execFile)(process.execPath, [...given, "-p", folder], {
      cwd: copy,
      maxBuffer: 1e7,
    }).catch((failed: { stdout: string }) => failed);
    return new Set([...stdout.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error /gm)].map(([, f]) => f));
  };
  expect([...(await named("functions/console/app"))]).toEqual(expect.arrayContaining(console));
  // The whole project, too, with the bench: it takes the compiler twice as long.
  const whole = await sized(
    () => named("."),
    async () => new Set(functions),
  )();
  expect([...whole]).toEqual(expect.arrayContaining(functions));
}, 240_000);
