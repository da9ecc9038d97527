import { type ChildProcess, fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileCache } from "./command.ts";

/** How a run of the verifier has ended. */
export interface VerifierRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

const PROCESS = fileURLToPath(new URL("./verifier-process.mjs", import.meta.url));

/** Runs the verifier as a command, on that Node. */
export function verifierCommand(
  node: string,
  program: string,
  words: readonly string[],
  secrets: string,
): Promise<VerifierRun> {
  const child = spawn(node, [program, ...words], { env: {} });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  child.stdin.on("error", () => {});
  child.stdin.end(secrets);
  return new Promise((resolve) => {
    child.once("close", (status) => resolve({ status, ...said }));
  });
}

/** Resting processes, by the text that they run. They outlive the modules of a test file. */
const kept = globalThis as { restingVerifiers?: Map<string, ChildProcess> };
kept.restingVerifiers ??= new Map();
const resting = kept.restingVerifiers;

/** A resting process that runs the same text, or a new process. */
function start(program: string, text: string): ChildProcess {
  const known = resting.get(text);
  resting.delete(text);
  if (known?.connected === true) return known;
  const child = fork(PROCESS, [program], { execArgv: [], env: compileCache });
  // The child waits for the channel to this process, and ends with it.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Runs the same text again and again in one process, one run after the other. After `close`, the
 * process rests until another auditor has the same text.
 */
export function verifierProcess(program: string, text: string) {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = (words: readonly string[], secrets: string, env: Readonly<Record<string, string>>) =>
    new Promise<VerifierRun>((resolve, reject) => {
      child ??= start(program, text);
      const ended = (code: number | null) => reject(new Error(`The verifier has ended: ${code}.`));
      child.once("exit", ended).once("message", (answer) => {
        child?.off("exit", ended);
        resolve(answer as VerifierRun);
      });
      child.send({ words, secrets, env });
    });
  return {
    run: (
      words: readonly string[],
      secrets: string,
      env: Readonly<Record<string, string>> = {},
    ): Promise<VerifierRun> => {
      const next = last.then(() => run(words, secrets, env));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => {
      if (child === undefined) return;
      if (resting.has(text)) child.kill();
      else resting.set(text, child);
    },
  };
}
