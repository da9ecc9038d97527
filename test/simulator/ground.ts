import { keepAll } from "#infra/local/aws/services.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { startMailServer } from "#test/support/mail-server.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import { startInOneBundle } from "#test/support/runtime/one-bundle.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { Calls } from "./calls.ts";

export const BOOK = "fw_book";
export const RULES = ["rule.a", "rule.b"];
export const TITLES = ["First words", "Second words"];
export const COUNSEL = 3;

/**
 * The start of every run: a system with a log, two tenants, a rule book and its counsel. Making it
 * costs as much as a run, so the next run gets it back in its original state.
 */
export interface Ground {
  system: TestSystem;
  calls: Calls;
  mails: Awaited<ReturnType<typeof startMailServer>>;
  hooks: HookReceiver;
  issuer: CiIssuer;
  tenants: readonly string[];
  counsel: readonly { id: string; email: string }[];
  /**
   * Resets everything to the state before any run.
   * @param seed determines everything that functions leave to chance from now on
   */
  begin(seed: number): Promise<void>;
  close(): Promise<void>;
}

/** @param bundle the functions' code, if it is not the project's own */
export async function makeGround(bundle = oneBundleFolder): Promise<Ground> {
  const calls = new Calls();
  try {
    return await groundOf(calls, bundle);
  } catch (error) {
    // Gives real chance back to the other tests of this process.
    calls.close();
    throw error;
  }
}

async function groundOf(calls: Calls, bundle: string): Promise<Ground> {
  const [mails, hooks, issuer] = await Promise.all([
    startMailServer(),
    startHookReceiver(),
    startCiIssuer(calls.clock.now),
  ]);
  const system = await startTestSystemWithLog({
    settings: {
      WORKER_INVOKE_ENABLED: "false",
      SES_URL: mails.url,
      MAIL_FROM: "Countersign <no-reply@a.example>",
      WEBHOOK_ALLOWED_HOSTS: hooks.host,
      PIPELINE_ISSUER_ALLOWED_HOSTS: issuer.host,
    },
    clock: calls.clock,
    // Waits between two tries pass quickly. Much faster, and limits of a run would pass as well. After
    // a second, the SDK checks whether each call has found a connection, which has no effect. Limits take
    // long, so that a busy machine reaches none: it would look as if a dependency had failed.
    startInstance: calls.start(
      startInOneBundle(bundle, { times: () => 20, longestMs: 1000, limits: 20 }),
    ),
  });
  await system.admin("POST", "/admin/webhook-endpoints", {
    url: `${hooks.url}/platform`,
    events: ["rule_review.decided", "review_panel.decided"],
    enabled: true,
  });
  const tenants = [];
  for (const name of ["Acme", "Globex"]) {
    tenants.push((await system.admin("POST", "/admin/tenants", { name })).body.id);
  }
  const counsel = await bookWithCounsel(system);
  const [putBack, now] = [await keepAll(system.services), calls.clock.now()];
  const begin = async (seed: number) => {
    for (const list of [mails.taken, hooks.received, system.lines, system.rawLines])
      list.length = 0;
    await putBack();
    calls.begin(seed, now);
  };
  const close = async () => {
    // Nobody else closes the connections of processes that have ended.
    calls.close();
    await system.close();
    await Promise.all([mails.close(), hooks.close(), issuer.close()]);
  };
  return { system, calls, mails, hooks, issuer, tenants, counsel, begin, close };
}

async function bookWithCounsel(system: TestSystem): Promise<Ground["counsel"]> {
  const path = `/admin/frameworks/${BOOK}`;
  await system.admin("PUT", path, { display_name: "A book" });
  const rules = RULES.map((id) => ruleText(id, { title: TITLES[0] ?? "" }));
  await system.admin("PUT", `${path}/rules`, { rules });
  const counsel = [];
  for (let i = 0; i < COUNSEL; i += 1) {
    const email = `${BOOK}.${i}@law.example`;
    const who = { framework_id: BOOK, email, display_name: `Dr. Number ${i}` };
    const { body } = await system.admin("POST", "/admin/counsel", who);
    counsel.push({ id: String(body.id), email });
  }
  return counsel;
}
