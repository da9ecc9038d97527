import { visible } from "#shared/domain/text/text.ts";
import { administer } from "./admin/administer.ts";
import { importRules } from "./admin/import-rules.ts";
import { askOperator } from "./ask-operator.ts";
import { connect } from "./demo/client.ts";
import { runCommand } from "./run-command.ts";

/** Progress goes to standard error, so that standard output contains only the result. */
const say = (text: string): void => console.error(visible(text));

const importFile = async (file: string): Promise<string> =>
  importRules(await connect(process.env), file, { say, ask: askOperator });

/** The exit code of a command that has to be run once more. */
const TO_BE_RUN_AGAIN = 3;

/**
 * `npm run admin -- <command>`: manages the people in a stage's user pool (through the AWS CLI and its
 * credentials), gets a token for curl and scripts, imports a rule book, rebuilds the stored standing of
 * rules, exports everything or one tenant, and removes a tenant. Without the AWS CLI it prints the
 * commands to run.
 */
await runCommand(async () => {
  const said = await administer(process.argv.slice(2), {
    importFile,
    // Loaded only for commands that need them, because they open the table.
    rebuild: async (what) => (await import("./admin/rebuild.ts")).rebuild(what, say),
    export: async (what) => (await import("./export/export.ts")).exportTo(what, say),
    remove: async (what) => (await import("./export/remove.ts")).removeTenant(what, say),
    say,
  });
  console.log(visible(typeof said === "string" ? said : said.text));
  return typeof said === "string" || said.isDone ? 0 : TO_BE_RUN_AGAIN;
});
