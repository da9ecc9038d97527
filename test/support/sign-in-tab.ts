import type { BrowserContext } from "playwright-core";
import {
  type LocalPerson,
  type LocalTenant,
  ofNoTenant,
  peopleOf,
} from "#infra/local/sign-in/people.ts";
import { PROVIDER_MOUNT } from "#infra/local/sign-in/provider.ts";
import { CONSOLE_CLIENT } from "#infra/local/sign-in.ts";
import { expectStatus } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";

/** A user that the local sign-in page offers. */
export interface Role {
  button: string;
  /** The heading above the button. */
  tenant?: string;
}

/**
 * Signs a browser in at the local run's provider with the requests that its page sends. It does not
 * open the page, which would cost as much as a screen. The console then signs in without asking.
 * @throws Error if the provider offers no such person
 */
export async function signInTab(
  { request }: BrowserContext,
  system: TestSystem,
  role: Role,
): Promise<void> {
  const query = new URLSearchParams({
    client_id: CONSOLE_CLIENT,
    redirect_uri: `${system.baseUrl}/admin/console`,
    response_type: "code",
    scope: "openid email",
    // The challenge of no verifier: nobody exchanges this code for tokens.
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
  });
  const asking = await request.get(`${system.baseUrl}${PROVIDER_MOUNT}/auth?${query}`);
  const { id } = await personOf(system, role);
  const answer = await request.post(asking.url(), { form: { person: id } });
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}.`);
}

async function personOf(system: TestSystem, { button, tenant }: Role): Promise<LocalPerson> {
  const offered = tenant === undefined ? ofNoTenant : await peopleIn(system, tenant);
  const found = offered.find(({ label }) => label === button);
  if (found === undefined) throw new Error(`Nobody is ${button} of ${tenant}.`);
  return found;
}

async function peopleIn(system: TestSystem, tenant: string): Promise<LocalPerson[]> {
  const { items } = (await expectStatus(system.admin("GET", "/admin/tenants?limit=200"), 200)).body;
  return items.filter(({ name }: LocalTenant) => name === tenant).flatMap(peopleOf);
}
