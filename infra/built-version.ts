import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };

/** The sources of a build. */
export interface BuiltVersion {
  version: string;
  /** The commit; with `-changed` if files differ from it; `unknown` outside a clone. */
  commit: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** The version and commit of the working tree, which the build stamps into /health. */
export const builtVersion = (): BuiltVersion => {
  const head = git("rev-parse", "HEAD");
  const isChanged = head !== null && git("status", "--porcelain", "--untracked-files=no") !== "";
  return {
    version: packageJson.version,
    commit:
      head === null ? (process.env.COMMIT ?? "unknown") : `${head}${isChanged ? "-changed" : ""}`,
  };
};

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
