import { parseArgs } from "node:util";

export interface DeployArguments {
  stage: string;
  profile: string | null;
  /** Arguments that are passed on to cdk unchanged. */
  cdk: string[];
  /** Does not run the canary, so it never restores the previous version. */
  isUngated: boolean;
  /** The part whose stack is deployed before all others; null: none. */
  first: string | null;
  /** Asks no questions. */
  isForced: boolean;
}

/**
 * Arguments of `npm run deploy` and `npm run destroy`. Arguments that would choose another app,
 * context, account, region or role are refused, because those belong in the stage's options.
 * @throws Error with the usage, or with the name of a refused argument
 */
export function readArguments(args: readonly string[], usage: string): DeployArguments {
  const { values, positionals } = parsed(args);
  const [stage = "", ...more] = positionals;
  if (more.length > 0 || !/^[a-z][a-z0-9-]{0,11}$/.test(stage)) throw new Error(usage);
  const { verbose, progress, "require-approval": approval, first = null } = values;
  if (first !== null && !/^[A-Z][a-z]+$/.test(first)) {
    throw new Error("--first must be the last word of a stack's name, such as Reviews.");
  }
  return {
    stage,
    profile: values.profile ?? null,
    isUngated: values["no-gate"] ?? false,
    isForced: values.yes ?? false,
    first,
    cdk: [
      ...(verbose ? ["--verbose"] : []),
      ...(progress === undefined ? [] : ["--progress", progress]),
      ...(approval === undefined ? [] : ["--require-approval", approval]),
    ],
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        profile: { type: "string" },
        yes: { type: "boolean" },
        verbose: { type: "boolean", short: "v" },
        progress: { type: "string" },
        "require-approval": { type: "string" },
        "no-gate": { type: "boolean" },
        first: { type: "string" },
      },
    });
  } catch (error) {
    const [, name = "An argument"] = /'(-[^' ]{1,60})/.exec((error as Error).message) ?? [];
    throw new Error(
      `${name} is not taken: what is deployed, and where, stands in the stage's options. Nothing was done.`,
    );
  }
}
