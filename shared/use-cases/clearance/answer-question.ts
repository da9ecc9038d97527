import type { Clearance } from "#shared/domain/clearance/answer.ts";
import type { AskedInBody } from "#shared/domain/clearance/question.ts";
import type { Envelope } from "#shared/domain/clearance/statement.ts";
import { askClearance } from "./ask-clearance.ts";

interface Answered {
  /** Without the statement: what the tag covers. */
  answer: Clearance;
  body: Clearance & { statement?: Envelope };
}

/**
 * The answer to a question, with its signed statement if that is asked for.
 * @param isForPlatform whether the answer shows who approved by name
 * @throws DomainError `unknown_framework`, `clearance_key_not_provisioned`
 */
export async function answerQuestion(
  asked: AskedInBody,
  given: { isForPlatform: boolean; isSigned: boolean | undefined; now: string },
): Promise<Answered> {
  const answer = await askClearance(asked, given.isForPlatform, given.now);
  if (given.isSigned !== true) return { answer, body: answer };
  // Loaded by those who ask for it: the client of the key service is large.
  const { signAnswer } = await import("./sign-answer.ts");
  return { answer, body: await signAnswer(asked, answer, given.now) };
}
