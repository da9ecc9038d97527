import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** Reads one line from standard input. At the end of input, the answer is empty. */
export async function askOperator(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer;
}
