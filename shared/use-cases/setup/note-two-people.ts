import { type Deployment, needsSecondPerson } from "#shared/domain/setup/deployment.ts";
import { twoPeople } from "#shared/platform/settings.ts";

/**
 * Writes a row when the option `twoPeople` differs from its noted value, before anything is done under
 * the new value (trust.md, section 1).
 * @param seen the deployment as it was just read
 */
export async function noteTwoPeople(seen: Deployment, now: string): Promise<void> {
  const value = twoPeople();
  if (needsSecondPerson(seen) === value) return;
  // Loaded only when it is needed, which is rare.
  const { toggleTwoPeople } = await import("./toggle-two-people.ts");
  await toggleTwoPeople(seen, value, now);
}
