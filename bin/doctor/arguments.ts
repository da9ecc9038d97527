import { parseArgs } from "node:util";
import { refuseStageName } from "#infra/aws/stage.ts";

const usage = "npm run doctor -- <stage>|local [--profile NAME]";

/** The stage to look at, and the operator's profile. @throws Error with the usage */
export function readArguments(args: readonly string[]): { stage: string; profile: string | null } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { profile: { type: "string" } },
    });
    const [stage = "", ...more] = positionals;
    if (stage === "" || more.length > 0) throw new Error(usage);
    if (stage !== "local") refuseStageName(stage);
    return { stage, profile: values.profile ?? null };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}
