/** The environment variable with the address that answers once the functions are built (build-once.ts). */
export const BUILT_AT = "COUNTERSIGN_TEST_FUNCTIONS";

/** The environment variable that is "1" if the build should start before a test asks for it. */
export const BUILD_AHEAD = "COUNTERSIGN_TEST_BUILD_AHEAD";

/**
 * Waits until `dist` contains the functions as they are deployed. Outside the tests, as in the bench,
 * whoever runs this has built them.
 */
export async function deployedFunctions(): Promise<void> {
  const address = process.env[BUILT_AT];
  if (address === undefined) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
}
