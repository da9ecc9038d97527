import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { axeViolations } from "#test/support/counsel-page.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { type JudgedFile, judgedFiles } from "#test/support/forged-files.ts";
import { sampled } from "#test/support/full-size.ts";
import { genuineFiles } from "#test/support/genuine-files.ts";

const suite = consoleSuite();
let auditor: Auditor;
let files: JudgedFile[];

beforeAll(async () => {
  await suite.system.api()("POST", "/_local/schedules/sequence-log/run");
  auditor = await auditorOf(suite.system);
  const { genuine } = await genuineFiles(suite.system);
  files = judgedFiles(genuine);
  await auditor.copyLog();
});
afterAll(() => auditor.close());

/** The lines of a report that state the result of a check. */
const checksIn = (report: string): string[] =>
  report
    .split("\n")
    .filter((line) => /^(OK|CHANGED|NONE|NOTED|LOGGED LATE|NOT CHECKED) /.test(line));

test("the example questions of Evidence are links that are large enough to press", async () => {
  const { page } = await suite.open("/evidence");
  const examples = page.locator("#main .empty li a");
  await examples.first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const heights = await examples.evaluateAll((links) =>
    links.map((link) => Math.floor(link.getBoundingClientRect().height)),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
});

test("the Verify screen judges with the very file that auditors download", async () => {
  const { page } = await suite.open("/evidence/verify");
  const digest = page.getByText(/SHA-256/).first();
  // The first visit requests the file too, and gets its answer before anything is counted.
  await digest.waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("verify-bundle")) asked.push(request.url());
  });
  await page.reload();
  await digest.waitFor();
  const { text } = await suite.system.api()("GET", "/evidence/verify-bundle.mjs");
  const sha256 = createHash("sha256").update(text).digest("hex");
  expect(asked).toEqual([`${suite.system.baseUrl}/evidence/verify-bundle.mjs?sha256=${sha256}`]);
  expect(Object.keys(await page.evaluate(`import("/evidence/verify-bundle.mjs")`)).sort()).toEqual(
    expect.arrayContaining(["judge", "main", "openLog"]),
  );
});

test("the Verify screen says that a file or the verifier could not be read, and tries again", async () => {
  const { page } = await suite.open("/nowhere");
  await page.route("**/evidence/verify-bundle.mjs*", (route) => route.abort());
  await page.goto(`${suite.system.baseUrl}/admin/console/evidence/verify`);
  const alerts = page.locator("#main").getByRole("alert");
  await alerts.getByText("The key that this service publishes cannot be read").waitFor();
  const buffer = Buffer.from(files.find(({ code }) => code === 0)?.text ?? "");
  const file = { name: "genuine.json", mimeType: "application/json", buffer };
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file);
  const failed = alerts.filter({ hasText: "genuine.json could not be checked" });
  const again = failed.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute("**/evidence/verify-bundle.mjs*");
  // The verifier is there again, but now the file cannot be read.
  const real = "Blob.prototype.arrayBuffer";
  await page.evaluate(`globalThis.real = ${real}; ${real} = () => Promise.reject(new Error())`);
  await again.click();
  await again.waitFor();
  await page.evaluate(`${real} = globalThis.real`);
  await again.click();
  await page.locator('.verdict[data-exit="0"]').waitFor();
  await failed.waitFor({ state: "detached" });
  await alerts.getByRole("button", { name: "Try again" }).click();
  await page
    .getByText(/SHA-256/)
    .first()
    .waitFor();
  expect(await alerts.count()).toBe(0);
});

test("H6: the Verify screen says the same as the command about files, genuine and forged", async () => {
  const { page } = await suite.open("/evidence/verify");
  const [ed25519 = ""] = auditor.keys;
  const options = ["--key", ed25519, "--log", `${auditor.folder}/log`];
  for (const [index, { name, text, code }] of sampled(files, 15).entries()) {
    const running = auditor.run(text, options);
    const file = {
      name: `file-${index}.json`,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    };
    await page.getByLabel("Drop a file here, or choose one").setInputFiles(file);
    const verdict = page.locator(".verdict", { hasText: file.name });
    await verdict.waitFor();
    const shown = (await page.locator("#main pre").allTextContents()).join("\n");
    const command = await running;
    expect([name, await verdict.getAttribute("data-exit")]).toEqual([name, String(command.status)]);
    const said = code === 2 ? command.stderr : command.stdout;
    const reason = /cannot be checked: (.*)$/m;
    // In a browser, as on Node 20, the second kind of signature is not checked.
    const own = (lines: string[]) => lines.filter((line) => !line.includes("ML-DSA-44"));
    expect({ name, lines: own(checksIn(shown)), reason: reason.exec(shown)?.[1] }).toEqual({
      name,
      lines: own(checksIn(said)),
      reason: reason.exec(said)?.[1],
    });
  }
}, 240_000);
