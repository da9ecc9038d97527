import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { movedDate } from "#infra/local/moved-date.ts";
import {
  FunctionError,
  type Instance,
  type InstanceOptions,
  type Invocation,
  type Invoked,
} from "#infra/local/runtime/instance.ts";

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** What is a bundle file's own: the names that Node gives a CommonJS file, and two globals. */
const ownNames = [
  ...["exports", "require", "module", "__filename", "__dirname"],
  ...["process", "Date"],
] as const;

type Wrapped = (...own: unknown[]) => void;

const nodeRequire = createRequire(import.meta.url);
const compiled = new Map<string, Wrapped>();

/** Every instance of a bundle runs the same compiled code, so V8 reads it only once. */
function compile(file: string): Wrapped {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, "utf8");
  const wrapped = new Script(`(function (${ownNames}) {${text}\n})`, { filename: file });
  const made = wrapped.runInThisContext() as Wrapped;
  compiled.set(file, made);
  return made;
}

/**
 * Starts an instance in this thread: the same bundle, with its own modules, environment, output and
 * `Date`. It costs a sixth of a thread, because Node's own modules and the compiled code are shared. It
 * reports a time limit, but the handler goes on, because nothing can stop it.
 */
export function startInThread(options: InstanceOptions): Instance {
  const { unit, dist, clock, environment, http, onLine } = options;
  const date = movedDate(clock.now);
  const own = ownProcess(environment, onLine);
  const modules = new Map<string, { exports: object }>();
  const load = (file: string): object => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const folder = dirname(file);
    const require = (name: string): unknown => {
      if (name.startsWith("./")) return load(join(folder, name));
      return http !== undefined && /^(node:)?http$/.test(name) ? http : nodeRequire(name);
    };
    compile(file)(module.exports, require, module, file, folder, own, date);
    return module.exports;
  };
  let handler: Handler | undefined;
  return {
    call: async (invocation) => {
      handler ??= (load(join(dist, unit.id, "index.js")) as { handler: Handler }).handler;
      return withinTime(run(handler, unit.id, invocation), invocation.timeoutMs);
    },
    stop: async () => {},
  };
}

/** This process as a function sees it, with an environment and an output of its own. */
export function ownProcess(environment: Record<string, string>, onLine: (line: string) => void) {
  const write = (text: string | Uint8Array): boolean => {
    for (const line of String(text).split("\n")) if (line !== "") onLine(line);
    return true;
  };
  return Object.create(process, {
    env: { value: environment },
    stdout: { value: { write } },
    stderr: { value: { write } },
  }) as NodeJS.Process;
}

export async function run(handler: Handler, id: string, invocation: Invocation): Promise<Invoked> {
  const { event, requestId, timeoutMs } = invocation;
  const deadline = Date.now() + timeoutMs;
  const context = {
    functionName: id,
    functionVersion: "$LATEST",
    awsRequestId: requestId,
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${id}`,
    memoryLimitInMB: "512",
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    const result = await handler(structuredClone(event), context);
    return { result: result === undefined ? null : JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { error: { name, message } };
  }
}

export function withinTime(invoked: Promise<Invoked>, timeoutMs: number): Promise<Invoked> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new FunctionError("The function timed out.", true)),
      timeoutMs,
    );
    invoked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
