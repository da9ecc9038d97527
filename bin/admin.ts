import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { administer } from "./admin/administer.ts";
import { importRules } from "./admin/import-rules.ts";
import { connect } from "./demo/client.ts";

/**
 * `npm run admin -- <command>`: manages the people in a stage's user pool (through the AWS CLI and
 * its credentials), gets a token for curl and scripts, and imports a rule book. Without the AWS CLI
 * it prints the commands to run.
 */
async function main(): Promise<void> {
  try {
    console.log(await administer(process.argv.slice(2), { importFile, say }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Progress goes to standard error, so that standard output contains only the result. */
const say = (text: string): void => console.error(text);

const importFile = async (file: string): Promise<string> =>
  importRules(await connect(process.env), file, { say, ask });

/** Reads one line from standard input; an empty answer at end of input. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer;
}

await main();
