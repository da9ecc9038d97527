import type { ApiAnswer } from "#test/support/system.ts";

/**
 * Returns the answer if its body has the expected fields.
 * @throws Error when a field differs
 */
export async function saying(
  asked: Promise<ApiAnswer>,
  expected: Readonly<Record<string, unknown>>,
): Promise<ApiAnswer> {
  const answer = await asked;
  for (const [field, value] of Object.entries(expected)) {
    if (answer.body?.[field] !== value) {
      throw new Error(`Expected ${field} to be ${value}: ${answer.status} ${answer.text}`);
    }
  }
  return answer;
}
