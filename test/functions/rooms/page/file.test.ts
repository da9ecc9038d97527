import { expect, test } from "vitest";
import { axeViolations, type CounselPage } from "#test/support/counsel-page.ts";
import { type JudgedFile, judgedFiles } from "#test/support/forged-files.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { genuineFiles } from "#test/support/genuine-files.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { checkFile, roomPageSuite } from "#test/support/room-page.ts";

let files: JudgedFile[] = [];
let certificate: Buffer;
const suite = roomPageSuite(async (system) => {
  const { genuine, links } = await genuineFiles(system);
  files = judgedFiles(genuine);
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}/admin/rule-reviews/${links.id}/certificate.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  certificate = Buffer.from(await answer.arrayBuffer());
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
});

const named = (start: string) => files.filter(({ name }) => name.startsWith(start));
const genuine = () => named("genuine: decided")[0]?.text ?? "";
/** What only the platform's secret covers; a room's own bundle shows it (evidence.test.ts). */
const sealed = /request\.nonce|record_seal\.mac/;
/** Bundles altered in one place, or made anew by somebody who holds the platform's secret. */
const tampered = () =>
  [sampled(named("changed "), 9), sampled(named("insider: "), 2), named("wholly ")]
    .flat()
    .filter(({ name }) => !sealed.test(name));
const rowless = /not in this log/;

test("once the log was loaded, the page reports every tampered bundle, even without a network", async () => {
  const { page, faults } = await suite.open();
  expect(await checkFile(page, "genuine.json", genuine())).toMatchObject({ code: "0" });
  await page.context().setOffline(true);
  expect(tampered().length).toBeGreaterThanOrEqual(sized(20, 5));
  for (const [i, { name, text }] of tampered().entries()) {
    const { code, said } = await checkFile(page, `tampered-${i}.json`, text);
    expect([name, code, said]).toEqual([name, "1", expect.stringMatching(/do not rely on it/)]);
  }
  expect(await checkFile(page, "again.json", genuine())).toMatchObject({ code: "0" });
  // The page asks for the log once more if it lacks a row, and the network is gone.
  expect(faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
}, 120_000);

test("if nothing of the log could be loaded, a tampered bundle is named, or its row is said not to be in this log", async () => {
  const { page } = await suite.open();
  await page.route("**/evidence/log/**", (route) => route.abort());
  const own = await checkFile(page, "genuine.json", genuine());
  expect([own.code, own.details]).toEqual(["3", expect.stringMatching(/could not be read/)]);
  await page.context().setOffline(true);
  for (const [i, { name, text }] of sampled(tampered(), 3).entries()) {
    const { code, said } = await checkFile(page, `tampered-${i}.json`, text);
    expect([name, code === "1" || (code === "3" && rowless.test(said))]).toEqual([name, true]);
  }
}, 120_000);

test("of two files with the same name, the page judges the one chosen last", async () => {
  const { page } = await suite.open();
  const held = Promise.withResolvers<void>();
  await page.route("**/evidence/log/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  const choose = (text: string) =>
    page.locator("#file").setInputFiles({
      name: "bundle.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  const asked = page.waitForRequest("**/evidence/log/**");
  await choose(genuine());
  await asked;
  await choose(tampered()[0]?.text ?? "");
  held.resolve();
  const verdict = page.locator("#file-verdict[data-exit]");
  await verdict.waitFor();
  expect(await verdict.getAttribute("data-exit")).toBe("1");
});

/** The page of one visitor, to which files go one after the other. */
let one: CounselPage | undefined;
const visitor = async () => {
  one ??= await suite.open({ isKept: true });
  return one;
};

test("a file can be dropped; its name is shown as it is, and not as markup", async () => {
  const { page, faults } = await visitor();
  const name = "<img src=x onerror=alert(1)>\u202Egnp.json";
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(genuine())}], ${JSON.stringify(name)}));
      document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`,
  );
  const verdict = page.locator("#file-verdict[data-exit='0']");
  await verdict.waitFor();
  expect(await verdict.getAttribute("role")).toBe("status");
  expect(await verdict.textContent()).toContain("<img src=x onerror=alert(1)>⟨U+202E⟩gnp.json");
  expect(faults).toEqual([]);
});

test("a time that is none is shown as the file has it, with all the other findings", async () => {
  const { page, faults } = await visitor();
  const [row = "", time = "2026-11-28T25:61:61.000Z"] = [
    /"created_at":"[^"]+"/.exec(genuine())?.[0],
  ];
  const { code, details } = await checkFile(
    page,
    "odd.json",
    genuine().replace(row, `"created_at":"${time}"`),
  );
  expect([code, details]).toEqual(["1", expect.stringContaining(time)]);
  expect(faults).toEqual([]);
});

test("a file that is no bundle, an export, a receipt and a certificate end as they do with the command", async () => {
  const { page } = await visitor();
  const others = files.filter(({ name, code }) => code === 2 || /export|receipt/.test(name));
  expect(others.length).toBeGreaterThan(8);
  for (const [i, { name, text, code }] of others.entries()) {
    expect([name, (await checkFile(page, `other-${i}.json`, text)).code]).toEqual([
      name,
      `${code}`,
    ]);
  }
  expect(await checkFile(page, "certificate.pdf", certificate)).toMatchObject({ code: "0" });
  expect(await checkFile(page, "cut.pdf", certificate.subarray(0, 9000))).toMatchObject({
    code: "1",
    details: expect.stringMatching(/cut off/),
  });
  const appended = Buffer.concat([certificate, Buffer.from("% one more page")]);
  expect(await checkFile(page, "appended.pdf", appended)).toMatchObject({ code: "3" });
});

test("a judged file's checks have their headings in order, and what is wrong comes first", async () => {
  const { page } = await visitor();
  expect(await checkFile(page, "genuine.json", genuine())).toMatchObject({ code: "0" });
  expect(await axeViolations(page)).toEqual([]);
  const cut = await checkFile(page, "cut.pdf", certificate.subarray(0, 9000));
  expect(cut.code).toBe("1");
  expect(await page.locator(".checks li").first().getAttribute("class")).toBe("fail");
  expect(await axeViolations(page)).toEqual([]);
});

test("a file that is too large is refused for its size, and one that cannot be read is said to be unreadable, not the verifier lost", async () => {
  const { page } = await visitor();
  // As large as no browser can hold; its first bytes are enough.
  const choose = (slice: string) => `(() => {
    const data = new DataTransfer();
    data.items.add(new File(["{}"], "given.json"));
    File.prototype.slice = ${slice};
    document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`;
  const verdict = page.locator("#file-verdict");
  await page.evaluate(choose("(from, to) => new Blob([new Uint8Array(to - from)])"));
  await verdict.getByText("It cannot be checked: it is larger than 64 MB.").waitFor();
  await page.evaluate(
    choose('() => ({ arrayBuffer: () => Promise.reject(new Error("a folder")) })'),
  );
  await verdict.getByText("given.json could not be read, so nothing was checked.").waitFor();
  await page.evaluate("delete File.prototype.slice");
  expect(await checkFile(page, "after.json", genuine())).toMatchObject({ code: "0" });
});

test("without the verifier and without a network the page says that nothing was checked", async () => {
  // A new tab, whose cache has no verifier.
  const { page } = await suite.open({ locale: "en-GB" });
  await page.context().setOffline(true);
  const buffer = Buffer.from(genuine());
  await page.locator("#file").setInputFiles({ name: "a.json", mimeType: "text/plain", buffer });
  await page.getByText("nothing could be checked").waitFor();
  expect(await page.locator("#file-verdict").getAttribute("data-exit")).toBeNull();
  await page.context().setOffline(false);
  expect(await checkFile(page, "a.json", genuine())).toMatchObject({ code: "0" });
});
