import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyOfProject } from "#test/support/copy-of-project.ts";

/** The lines that docs/development.md asks for, and nothing else. */
const additions: readonly [file: string, before: string, added: string][] = [
  [
    "shared/domain/reviews/fields.ts",
    "  framework_id: { ...shown",
    `  priority: {
    ...shown,
    schema: () => z.nullable(z.enum(["normal", "urgent"])),
    absent: null,
    given: true,
    inTrail: ["requested"],
    sealed: "priority",
  },
`,
  ],
  [
    "shared/domain/audit/counsel.ts",
    '  "counsel.updated": counsel,',
    '  "counsel.put_on_leave": counsel,\n',
  ],
];
const changes: readonly [file: string, now: string, then: string][] = [
  [
    "shared/use-cases/counsel/set-counsel-active.ts",
    '"counsel.deactivated"',
    '"counsel.put_on_leave"',
  ],
  ["shared/domain/reviews/limits.ts", "usual: 14", "usual: 21"],
];

/** What a user does with them, on a system of the copy; prints what was found. */
const useBoth = `
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { auditorOf } from "#test/support/forge-bundle.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";

const used = new Set(process.argv.slice(2));
await buildFunctions(distFolder, { units: functionUnits.filter(({ id }) => used.has(id)) });
const system = await startTestSystemWithLog({ functions: "deployed" });
const first = await commission(system);
const asked = await expectStatus(system.admin("POST", "/admin/rule-reviews", {
  framework_id: first.review.framework_id,
  rule_use_case_ids: first.review.rule_use_case_ids,
  counsel_id: first.counselId,
  priority: "urgent",
}), 201);
const token = new URL(asked.body.magic_link_url).pathname.split("/").at(-1);
await expectStatus(system.api()("GET", \`/counsel/review/\${token}\`), 200);
await expectStatus(system.api()("POST", \`/counsel/review/\${token}/decide\`, { decision: "approved" }), 200);
await expectStatus(system.admin("POST", \`/admin/counsel/\${first.counselId}/deactivate\`), 200);
await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const path = \`/admin/rule-reviews/\${asked.body.id}\`;
const bundle = await expectStatus(system.admin("GET", \`\${path}/bundle\`), 200);
const evidence = await expectStatus(system.admin("GET", \`\${path}/evidence\`), 200);
const detail = await expectStatus(system.admin("GET", path), 200);
const auditor = await auditorOf(system);
await auditor.copyLog();
const verified = await auditor.run(bundle.text, auditor.options);
const turned = await auditor.run(bundle.text.replaceAll('"urgent"', '"normal"'), auditor.options);
const document = JSON.stringify(openapiDocument());
console.log(JSON.stringify({
  detail: detail.body.priority,
  bundle: bundle.body.request.priority,
  row: bundle.body.audit[0].context.priority,
  actions: bundle.body.counsel_audit.map(({ action }) => action),
  failing: evidence.body.checks.filter(({ result }) => result === "fail"),
  verified: verified.status,
  turned: turned.status,
  isDocumented: document.includes('"priority"') && document.includes('"default":21'),
  days: (Date.parse(detail.body.expires_at) - Date.parse(detail.body.created_at)) / 86_400_000,
}));
await system.close();
process.exit(0);
`;

/** The functions that this calls: a build of all takes ten times as long. */
const used = [
  ...["putFramework", "putRules", "createCounsel", "deactivateCounsel", "createReview"],
  ...["openReview", "decideReview", "getReview", "getBundle", "getEvidence", "sequenceLog"],
  ...["getVerifier", "getLogCheckpoint", "getLogKey", "getLogKeyChanges", "getLogTile"],
];

test("a new field of a review, a new audit action and another default of days reach answers, bundle, log, verifier and document by their rows alone", async () => {
  const copy = copyOfProject();
  const edit = (file: string, part: string, instead: string) => {
    const text = readFileSync(join(copy, file), "utf8");
    expect(text.split(part)).toHaveLength(2);
    writeFileSync(join(copy, file), text.replace(part, instead));
  };
  for (const [file, before, added] of additions) edit(file, before, added + before);
  for (const change of changes) edit(...change);
  writeFileSync(join(copy, "use-both.ts"), useBoth);
  const { stdout } = await promisify(execFile)(process.execPath, ["use-both.ts", ...used], {
    cwd: copy,
  });
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    detail: "urgent",
    bundle: "urgent",
    row: "urgent",
    actions: ["counsel.created", "counsel.put_on_leave"],
    failing: [],
    verified: 0,
    turned: 1,
    isDocumented: true,
    days: 21,
  });
}, 240_000);
