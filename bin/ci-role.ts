import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ciTemplate } from "#infra/aws/ci-role.ts";
import { optionsFileOf, refuseStageName } from "#infra/aws/stage.ts";
import { signInEntries } from "#infra/options/sign-in-entries.ts";
import { valuesOf } from "#infra/options/values.ts";
import { kinds } from "#shared/routes/contract/setting-kinds.ts";
import { readOptions } from "./deploy/options.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run -s ci-role -- <stage> --repository owner/name`: prints the CloudFormation template with a
 * pipeline's rights. A person deploys it (docs/deploying.md).
 */

const usage =
  "npm run -s ci-role -- <stage> --repository owner/name [--environment NAME] [--provider-exists]";

const root = fileURLToPath(new URL("..", import.meta.url));

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      repository: { type: "string" },
      environment: { type: "string" },
      "provider-exists": { type: "boolean" },
    },
  });
  const [stage = "", ...more] = positionals;
  const { repository = "", environment = stage } = values;
  const isName =
    /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) && /^[\w.-]{1,255}$/.test(environment);
  if (more.length > 0 || !isName) throw new Error(usage);
  refuseStageName(stage);
  const options = readOptions(`${root}${optionsFileOf(stage)}`);
  const [account] = valuesOf("account", kinds.account, options.account) ?? [];
  const [region] = valuesOf("region", kinds.region, options.region) ?? [];
  if (account === undefined || region === undefined) {
    throw new Error(`${optionsFileOf(stage)} must name the stage's account and region.`);
  }
  const hasProvider = values["provider-exists"] ?? false;
  const clientSecrets = signInEntries(options.signIn).flatMap((entry) =>
    entry.kind === "oidc" ? [entry.clientSecretName] : [],
  );
  const template = ciTemplate({
    ...{ stage, account, region, repository, environment },
    ...{ hasProvider, clientSecrets },
  });
  console.log(JSON.stringify(template, null, 2));
});
