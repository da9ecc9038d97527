import { type Deployment, needsSecondPerson } from "#shared/domain/setup/deployment.ts";
import { twoPeople } from "#shared/platform/settings.ts";

/**
 * Writes a row once the option `twoPeople` has another value than was noted, before anything is done
 * under the new one (trust.md, section 1).
 * @param seen the deployment as it was just read
 */
export async function noteTwoPeople(seen: Deployment, now: string): Promise<void> {
  const value = twoPeople();
  if (needsSecondPerson(seen) === value) return;
  // Loaded when it is written, once in a long time.
  const { toggleTwoPeople } = await import("./toggle-two-people.ts");
  await toggleTwoPeople(seen, value, now);
}
