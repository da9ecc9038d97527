import { administer } from "./admin/administer.ts";
import { importRules } from "./admin/import-rules.ts";
import { askOperator } from "./ask-operator.ts";
import { connect } from "./demo/client.ts";
import { runCommand } from "./run-command.ts";

/** Progress goes to standard error, so that standard output contains only the result. */
const say = (text: string): void => console.error(text);

const importFile = async (file: string): Promise<string> =>
  importRules(await connect(process.env), file, { say, ask: askOperator });

/**
 * `npm run admin -- <command>`: manages the people in a stage's user pool (through the AWS CLI and
 * its credentials), gets a token for curl and scripts, imports a rule book, and derives what is stored
 * of rules' standing anew. Without the AWS CLI it prints the commands to run.
 */
await runCommand(async () =>
  console.log(
    await administer(process.argv.slice(2), {
      importFile,
      // Loaded by those who ask for it: it opens the table.
      rebuild: async (what) => (await import("./admin/rebuild.ts")).rebuild(what, say),
      say,
    }),
  ),
);
