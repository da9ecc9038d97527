import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { AwsPlace } from "../aws/place.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs cdk where the stage lives. @throws Error if cdk failed; it has said why */
export type Cdk = (...args: string[]) => void;

export const cdkAt =
  ({ env, profile }: AwsPlace): Cdk =>
  (...args) => {
    const own = profile === null ? [] : ["--profile", profile];
    const { status } = spawnSync(
      process.execPath,
      [`${root}node_modules/aws-cdk/bin/cdk`, ...args, ...own],
      { cwd: root, env, stdio: "inherit" },
    );
    if (status !== 0) throw new Error(`cdk ${args[0]} failed.`);
  };

/** Without a terminal nobody can be asked; the arguments then say what a person would confirm. */
export const unasked = (...args: string[]): string[] => (process.stdin.isTTY ? [] : args);
