import { runCommand } from "./run-command.ts";
import { tokenAsked } from "./token/token-asked.ts";

const usage = `npm run -s token                            a platform admin's access token
npm run -s token -- --tenant NAME_OR_ID     an organisation admin's of that tenant
npm run -s token -- --tenant NAME_OR_ID --role member
npm run -s token -- --role reader           a reader's, who sees everything and changes nothing
npm run -s token -- --role nobody           without any claims
also --email ADDRESS; BASE_URL names the local run (by default http://localhost:3000)`;

/**
 * `npm run -s token`: prints an access token of a running local system and nothing else, for `export
 * TOKEN=$(npm run -s token)`. A deployed stage issues no token this way: use `npm run admin --
 * sign-in`.
 */
const main = async (): Promise<void> =>
  console.log((await tokenAsked(process.argv.slice(2), process.env.BASE_URL)) ?? usage);

await runCommand(main);
