import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { AwsPlace } from "../aws/place.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs cdk in the stage's account and region. @throws Error if cdk failed; cdk has printed why */
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

/** Without a terminal there is nobody to ask, so these arguments give the answers in advance. */
export const unasked = (...args: string[]): string[] => (process.stdin.isTTY ? [] : args);
