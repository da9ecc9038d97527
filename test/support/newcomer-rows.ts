import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { book } from "./newcomer-book.ts";
import type { Row, Trial } from "./newcomer-trial.ts";
import { webhook } from "./newcomer-webhook.ts";

/** A field of a review, an audit action and another default: each needs nothing but its rows. */
const field: Trial = {
  first: [],
  further: [
    [
      "shared/domain/reviews/fields.ts",
      "  framework_id: { personal: null, ...shown",
      `  priority: {
    ...shown,
    personal: null,
    schema: () => z.nullable(z.enum(["normal", "urgent"])),
    sparse: () => z.enum(["normal", "urgent"]),
    absent: null,
    given: true,
    inTrail: ["requested"],
    sealed: "priority",
  },
`,
    ],
    ["shared/use-cases/panels/create-panel.ts", "      panel_id: id,", "      priority: null,\n"],
    [
      "shared/use-cases/reviews/delegate-review.ts",
      "  framework_id: record.framework_id,",
      "  priority: record.priority,\n",
    ],
    [
      "shared/domain/audit/counsel.ts",
      '  "counsel.updated": counsel("update", counselContext),',
      '  "counsel.put_on_leave": counsel("update", counselContext),\n',
    ],
    [
      "shared/domain/audit/writers.ts",
      '  "counsel.updated": ["editCounsel"],',
      '  "counsel.put_on_leave": ["deactivateCounsel"],\n',
    ],
    [
      "shared/domain/counsel/life.ts",
      '  "counsel.reactivated": reactivated,',
      '  "counsel.put_on_leave": deactivated,\n',
    ],
    [
      "shared/domain/counsel/life.ts",
      '  "counsel.reactivated": true,',
      '  "counsel.put_on_leave": false,\n',
    ],
  ],
  changes: [
    [
      "shared/use-cases/counsel/set-counsel-active.ts",
      '"counsel.deactivated"',
      '"counsel.put_on_leave"',
    ],
    [
      "shared/use-cases/counsel/change-counsel.ts",
      'action: "counsel.deactivated"',
      'action: "counsel.put_on_leave"',
    ],
    ["shared/domain/reviews/limits.ts", "usual: 14", "usual: 21"],
  ],
};

const provider: Trial = {
  first: [
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
      mayBeInside: true,
    },
  },
`,
    ],
  ],
  further: [
    ["shared/domain/extractors/providers/adapters.ts", "  byo,\n", "  regional_llm: localLlm,\n"],
    [
      "shared/domain/setup/credentials.ts",
      "  SOURCEHOST_WEBHOOK_SECRET:",
      '  REGIONAL_LLM_API_KEY: "settings/REGIONAL_LLM_API_KEY",\n',
    ],
    [
      "shared/routes/table/extractor-needs.ts",
      '  "LOCAL_LLM_MODEL",',
      '  "REGIONAL_LLM_ENDPOINT",\n',
    ],
    [
      "shared/routes/table/extractor-needs.ts",
      '"HOSTED_LLM_API_KEY", ',
      '"REGIONAL_LLM_API_KEY", ',
    ],
    [
      "shared/routes/contract/settings.ts",
      "  HOSTED_LLM_API_KEY:",
      `  REGIONAL_LLM_API_KEY: say("the regional model: key", null, "sk-…"),
  REGIONAL_LLM_ENDPOINT: say("the regional model: address", null, "https://r.example", kinds.web),
`,
    ],
    [
      "shared/domain/extractors/prices.ts",
      '  local_llm: "free",',
      `  regional_llm: {
    source: "https://r.example/prices",
    checked: "2026-11-23",
    rows: [["regional-1", "2026-01-01", 2, 8]],
  },
`,
    ],
    [
      "shared/domain/extractors/presets.ts",
      "  byo: null,",
      '  regional_llm: { name: "regional_llm_default", pins: false },\n',
    ],
    [
      "shared/domain/setup/checklist-settings.ts",
      '  local_llm: ["local',
      '  regional_llm: ["regional_llm", "Regional LLM", "to offer the regional provider"],\n',
    ],
    [
      "shared/domain/setup/checklist-settings.ts",
      '  local_llm: extractorRow("local',
      '  regional_llm: extractorRow("regional_llm"),\n',
    ],
    ["shared/domain/setup/checklist.ts", "  mail_sender: 14,", "  regional_llm: 16,\n"],
    [
      "functions/console/app/extractors/texts.ts",
      '    byo: "Your',
      '    regional_llm: "Regional",\n',
    ],
    [
      "functions/console/app/extractors/texts.ts",
      "    hosted_llm_default:",
      '    regional_llm_default: "Regional",\n',
    ],
  ],
};

const screen: Trial = {
  first: [["functions/console/app/shell/areas.ts", "} as const;", '  news: "news",\n']],
  further: [
    [
      "functions/console/app/shell/app.tsx",
      "  rooms: lazyArea(",
      '  news: lazyArea(() => import("../news/area.tsx")),\n',
    ],
    [
      "functions/console/app/shell/navigation.ts",
      "  webhooks: {\n",
      '  news: { key: "m", needs: ["listReviews"], group: "work" },\n',
    ],
    ["functions/console/app/shell/texts.ts", '    webhooks: "Web', '    news: "News",\n'],
  ],
  files: {
    "functions/console/app/news/area.tsx": `import { Screen } from "../parts/basics.tsx";

export const Area = () => <Screen title="News" lead="What is new." />;
`,
  },
};

const trials: readonly Trial[] = [field, provider, webhook, book, screen];

const change = (copy: string, file: string, now: string, then: string): void => {
  const text = readFileSync(join(copy, file), "utf8");
  if (text.split(now).length !== 2) throw new Error(`${file} has not one ${now}`);
  writeFileSync(
    join(copy, file),
    text.replace(now, () => then),
  );
};

const put = (copy: string, rows: readonly Row[]): void => {
  for (const [file, before, added] of rows) change(copy, file, before, added + before);
};

/** The first rows of every trial. */
export function begin(copy: string): void {
  for (const { first } of trials) put(copy, first);
}

/** Everything else that the trials need. */
export function complete(copy: string): void {
  for (const { further, files = {}, changes = [] } of trials) {
    put(copy, further);
    for (const one of changes) change(copy, ...one);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
  }
}
