import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Kept from run to run: tests start a hundred commands, which spend most of their time compiling. */
export const compileCache = { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled` };

interface Ended {
  /** The exit code; null if a signal ended the command. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Command {
  child: ChildProcess;
  /** Resolves with the first line that matches; rejects when the command ends without one. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}

/** Starts one of the project's scripts as a separate process that sees only the given settings. */
export function startCommand(
  script: string,
  settings: Readonly<Record<string, string>> = {},
  {
    node = process.execPath,
    args = [],
    cwd = root,
  }: { node?: string; args?: readonly string[]; cwd?: string } = {},
): Command {
  const { PATH = "", HOME = "" } = process.env;
  // With the option that bin/run.mjs passes.
  const quiet = script.endsWith(".ts") ? ["--disable-warning=ExperimentalWarning"] : [];
  const child = spawn(node, [...quiet, `${root}${script}`, ...args], {
    cwd,
    env: { PATH, HOME, COUNTERSIGN_SKIP_BUILD: "1", ...compileCache, ...settings },
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      said[name] += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, ...said }));
  });
  return { child, ended, line: (pattern) => untilLine(child, said, pattern) };
}

function untilLine(
  child: ChildProcess,
  said: Readonly<{ stdout: string; stderr: string }>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const whole = said.stdout.slice(0, said.stdout.lastIndexOf("\n") + 1);
      const found = new RegExp(pattern, "m").exec(whole);
      if (found) resolve(found);
    };
    look();
    child.stdout?.on("data", look);
    child.once("close", () => reject(new Error(`ended without ${pattern}: ${said.stderr}`)));
  });
}
