import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  fillForm,
  isFocused,
  openReview,
  overflow,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { enrol, setPolicy } from "#test/support/enrol.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { giveDevice } from "#test/support/virtual-authenticator.ts";

const suite = browserSuite();

const invite = async ({ counselId }: Pick<Commissioned, "counselId">): Promise<string> => {
  const path = `/admin/counsel/${counselId}/key-invitation`;
  return (await expectStatus(suite.system.admin("POST", path), 201)).body.url;
};
const keysOf = async ({ counselId }: Pick<Commissioned, "counselId">) =>
  (await suite.system.admin("GET", `/admin/counsel/${counselId}/keys`)).body.items;

async function enrolOn(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await page.getByRole("button", { name: "Begin" }).click();
  await atStep(page, "Is this you?");
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await atStep(page, "Your passkey is enrolled");
  return shown(page, "words");
}

async function keyedCounsel() {
  const first = await commission(suite.system);
  await setPolicy(suite.system, first.counselId, "key_required");
  return first;
}

/** Keeps what the browser creates and signs, in `globalThis.made`. */
const keepCredentials = `{
  const keep = (name) => {
    const real = navigator.credentials[name].bind(navigator.credentials);
    navigator.credentials[name] = async (options) => {
      const credential = await real(options);
      (globalThis.made ??= []).push(credential.toJSON());
      return credential;
    };
  };
  keep("create");
  keep("get");
}`;

const challengeIn = (json: string) =>
  JSON.parse(Buffer.from(json, "base64url").toString()).challenge as string;

/** The credential that an independent verifier accepts as made by the page's browser. */
async function verifiedCredential(page: Page) {
  // biome-ignore lint/suspicious/noExplicitAny: as the browser gives it
  const [response] = (await page.evaluate("globalThis.made")) as any[];
  const { origin, hostname } = new URL(suite.system.baseUrl);
  const registered = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeIn(response.response.clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  });
  if (!registered.verified) throw new Error("not registered");
  return registered.registrationInfo.credential;
}

type Credential = Awaited<ReturnType<typeof verifiedCredential>>;

/** The independent verifier accepts what is stored with a decision as signed by the credential. */
async function expectSigned({ review }: Commissioned, credential: Credential): Promise<void> {
  const path = `/admin/rule-reviews/${review.id}/audit`;
  const { assertion } = (await suite.system.admin("GET", path)).body.items.at(-1).context;
  const { origin, hostname } = new URL(suite.system.baseUrl);
  const verified = await verifyAuthenticationResponse({
    response: {
      id: assertion.credential_id,
      rawId: assertion.credential_id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        authenticatorData: assertion.authenticator_data,
        clientDataJSON: assertion.client_data_json,
        signature: assertion.signature,
      },
    },
    expectedChallenge: challengeIn(assertion.client_data_json),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential,
  });
  expect(verified.verified).toBe(true);
  expect(verified.authenticationInfo.userVerified).toBe(true);
}

/** Passing on is signed with the key too, and only somebody who has a key can be named. */
async function expectPassedOn(page: Page, { frameworkId }: Commissioned): Promise<void> {
  const email = `eva.${frameworkId.replace("_", "-")}@recht.example`;
  const named = { framework_id: frameworkId, display_name: "Dr. Eva Recht", email };
  const { body: eva } = await expectStatus(
    suite.system.admin("POST", "/admin/counsel", named),
    201,
  );
  await setPolicy(suite.system, eva.id, "key_required");
  await openReview(page);
  await page.getByRole("button", { name: "Pass this on" }).click();
  await page.getByText("Your device will ask for your passkey.").waitFor();
  await page.getByLabel("Name").fill("Dr. Eva Recht");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Reason").fill("On leave.");
  const passOn = () => page.getByRole("button", { name: "Pass it on" }).click();
  await passOn();
  await page.getByText("This person has to decide with a passkey of their own").waitFor();
  await enrol(suite.system, eva.id);
  await passOn();
  await atStep(page, "The review is passed on");
}

describe("counsel's own key, in a browser with a device", () => {
  test("enrol, read the words, decide as an independent verifier accepts, lose the key, which is retired while the page is open, enrol again, pass a request on to somebody who has a key; a policy changed while the page is open is read again, and the draft stays", async () => {
    const counsel = await commission(suite.system);
    const { page, faults, close } = await suite.open("none", {});
    const device = await giveDevice(page);
    await page.addInitScript(keepCredentials);
    const words = await enrolOn(page, await invite(counsel));
    expect(await isFocused(page, "h1")).toBe(true);
    const [key] = await keysOf(counsel);
    expect(words).toBe(key.fingerprint);
    const credential = await verifiedCredential(page);

    const review = await requestReview(suite.system, counsel);
    const said = "Ziffer 3 – „so“ 😀";
    await page.goto(review.link);
    await openReview(page);
    await fillForm(page, "Approve with changes", said);
    await setPolicy(suite.system, counsel.counselId, "key_required");
    await sign(page);
    await atStep(page, /^Review of/);
    expect(await page.locator("#comment").inputValue()).toBe(said);
    await page.getByRole("button", { name: "Check before you sign" }).click();
    await page.getByText("Your device will ask for your passkey when you sign").waitFor();
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(await suite.statusOf(review)).toBe("approved_with_changes");
    await expectSigned(review, credential);

    const next = await requestReview(suite.system, counsel);
    await page.goto(next.link);
    await openReview(page);
    await fillForm(page, "Approve", said);
    const retire = `/admin/counsel/${counsel.counselId}/keys/${key.credential_id}/retire`;
    await expectStatus(suite.system.admin("POST", retire), 200);
    await sign(page);
    // The keys were retired while the page was open.
    await atStep(page, /^Review of/);
    expect(await page.locator("#comment").inputValue()).toBe(said);
    await page.getByRole("button", { name: "Check before you sign" }).click();
    await sign(page);
    await atStep(page, "Your passkey is missing");
    expect(await page.getByRole("button", { name: /again/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Back to the form" }).click();
    await atStep(page, /^Review of/);

    await device.lose();
    const others = await enrolOn(page, await invite(counsel));
    expect(others).not.toBe(words);
    await page.goto(next.link);
    await openReview(page);
    await fillForm(page, "Approve");
    await sign(page);
    await atStep(page, "Your passkey is missing");
    await page.getByText("Nothing was recorded.").waitFor();
    await page.getByText("ask the person who sent you the link for one").waitFor();
    expect(await suite.statusOf(next)).toBe("pending");
    expect(await flawsOf(page, true)).toEqual([]);
    // Every test run tests this without a key (passing-on.test.ts).
    if (sized(true, false)) {
      const again = await requestReview(suite.system, { ...counsel, mayDelegate: true });
      await page.goto(again.link);
      await expectPassedOn(page, counsel);
      expect(await suite.actionsOf(again)).toContain("rule_review.cancelled");
    }
    const trail = await suite.system.admin("GET", `/admin/counsel/${counsel.counselId}/audit`);
    const actions = trail.body.items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith("counsel.key_"))).toEqual([
      "counsel.key_invited",
      "counsel.key_enrolled",
      "counsel.key_retired",
      "counsel.key_invited",
      "counsel.key_enrolled",
    ]);
    // The browser reports every refused request.
    expect(faults.filter((fault) => !/4\d\d/.test(fault))).toEqual([]);
    await close();
  });
});

/** What axe finds in dark, only with the bench: the colours are those of the review's page. */
const darkViolations = sized(
  async (page: Page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    const found = await axeViolations(page);
    await page.emulateMedia({ colorScheme: "light" });
    return found;
  },
  async () => [],
);

/**
 * What is wrong with a step in every light and width; a normal test run tries 320 px in light alone.
 * @param isAlike axe checks another step that has everything that this one has
 */
async function flawsOf(page: Page, isAlike: boolean): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const width of sized([1280, 320], [320])) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    if ((await overflow(page)) > 0) found.push(`wider: ${await page.locator("h1").textContent()}`);
    if (sized(false, isAlike)) continue;
    found.push(...(await axeViolations(page)));
    found.push(...(await darkViolations(page)));
  }
  return found;
}

describe("for every reader who enrols", () => {
  test("a reader who declines is told that nothing was enrolled or sent, and can try again; each step is accessible and fits; invitations that cannot be used and browsers without passkeys are told apart, and a device makes no second passkey", async () => {
    const counsel = await keyedCounsel();
    const { page, close } = await suite.open("none", {});
    const device = await giveDevice(page);
    const url = await invite(counsel);
    const found: unknown[] = [];
    const look = async (step: string | RegExp, isAlike = false) => {
      await atStep(page, step);
      found.push(...(await flawsOf(page, isAlike)));
    };
    await device.confirm(false);
    await page.goto(url);
    await look(/./, true);
    await page.locator("#open").click();
    await look("Is this you?");
    await page.locator("#make").click();
    await look("No passkey was made", true);
    await device.confirm(true);
    await page.locator("#again").click();
    await page.locator("#make").click();
    await look("Your passkey is enrolled", true);
    const review = await requestReview(suite.system, counsel);
    await page.goto(review.link);
    await openReview(page);
    await fillForm(page, "Approve", "Kept.");
    await look("Check before you sign", true);
    await device.confirm(false);
    await sign(page);
    await look("Your passkey did not sign");
    expect(await suite.actionsOf(review)).toHaveLength(2);
    await device.confirm(true);
    await page.getByRole("button", { name: "Try again" }).click();
    await atStep(page, "Your decision is recorded");
    expect(await shown(page, "comment")).toBe("Kept.");
    expect(found).toEqual([]);
    noteSweep("counsel's passkey: steps looked at with axe in every light and width", 6);

    // An unknown, a used and an unreachable invitation each get their own message.
    await page.goto(`${suite.system.baseUrl}/counsel/key/none`);
    await page.locator("#open").click();
    await atStep(page, "This link is not valid");
    await page.goto(url);
    await page.locator("#open").click();
    await atStep(page, "This invitation can no longer be used");
    await page.goto(await invite(counsel));
    await page.locator("#open").click();
    await page.getByText("You have a passkey already.").waitFor();
    await page.locator("#make").click();
    await atStep(page, "You have this passkey already");
    expect(await keysOf(counsel)).toHaveLength(1);
    await page.route("**/counsel/key/*", (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await page.reload();
    await page.locator("#open").click();
    await atStep(page, "The invitation could not be opened");
    await page.unroute("**/counsel/key/*");
    await page.reload();
    await page.evaluate("delete globalThis.PublicKeyCredential");
    await page.locator("#open").click();
    await atStep(page, "This browser cannot make passkeys");
    await close();
  });
});
