import { vi } from "vitest";
import { sized } from "./full-size.ts";
import type { TestSystem } from "./system.ts";

/** Points handlers imported into the test's own process at the system's database and secrets. */
export function useEnvironmentOf(system: TestSystem, more: Record<string, string> = {}): void {
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: system.endpoints.dynamodb ?? "",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: system.endpoints.secretsmanager ?? "",
    AWS_ENDPOINT_URL_EVENTBRIDGE: system.endpoints.events ?? "",
    AWS_ENDPOINT_URL_KMS: system.endpoints.kms ?? "",
    EVIDENCE_ROWS_KEY_ARN: system.settings.EVIDENCE_ROWS_KEY_ARN ?? "",
    LOG_ORIGIN: system.settings.LOG_ORIGIN ?? "",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "us-east-1",
    AWS_LAMBDA_FUNCTION_NAME: "inTheTest",
    TABLE_NAME: system.endpoints.table_name ?? "",
    BASE_URL: "https://app.example",
    STAGE: "test",
    CURSOR_KEY: "cursors-of-tests",
    ...more,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/**
 * From now on, imported handlers are those of this operation, with its own writer. Rows that another
 * operation signed count for nothing.
 */
export function asOperation(operation: string): void {
  vi.resetModules();
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", operation);
}

export type When = "before" | "after";

/** Reads store nothing: `npm test` kills only after each write, the bench around every call. */
export const killPoints = sized(/./, /Create|Put|Update|Delete|Write/);

/**
 * The sides of a write where a sweep must kill, unless anything outside notices the work between two
 * writes.
 */
export const whens = sized<readonly When[]>(["before", "after"], ["after"]);

/** Like `cutOff`, for a sweep over all kill points. At reduced size, only writes count. */
export const killAt = (nth: number, when: When, act: () => Promise<unknown>): Promise<boolean> =>
  cutOff(nth, when, act, killPoints);

/**
 * Runs `act` and cuts off the client at the nth call whose command is `counted`. Returns whether that
 * call was reached.
 * @throws Error if there was no first call to cut off, since then nothing is tested; or what `act` throws
 *   though it was not cut off
 */
export async function cutOff(
  nth: number,
  when: When,
  act: () => Promise<unknown>,
  counted = /./,
): Promise<boolean> {
  const { documents } = await import("#shared/store/read.ts");
  let calls = 0;
  documents.middlewareStack.add(
    (next, context) => async (given) => {
      if (calls < nth && !counted.test(context.commandName ?? "")) return next(given);
      calls += 1;
      if (calls > nth) throw new Error("the process is gone");
      if (calls === nth && when === "before") throw new Error("cut off before the call");
      const answer = await next(given);
      if (calls === nth) throw new Error("cut off after the call");
      return answer;
    },
    { step: "initialize", name: "cut-off", priority: "high", override: true },
  );
  const ended = await act().catch((error: unknown) => ({ error }));
  documents.middlewareStack.remove("cut-off");
  if (calls >= nth) return true;
  if (nth === 1) throw new Error(`It ended before any call: ${JSON.stringify(ended)}`);
  if (isThrown(ended)) throw ended.error;
  return false;
}

const isThrown = (ended: unknown): ended is { error: unknown } =>
  typeof ended === "object" && ended !== null && "error" in ended;

/** A call to the database that is about to be made. */
interface Due {
  commandName: string;
  input: unknown;
}

const isWrite = ({ commandName }: Due): boolean => /Put|Update|Delete|Write/.test(commandName);

/**
 * Runs `act`. When it is about to make the awaited call, by default its first write, runs `other` to
 * its end in between.
 */
export async function interleaved<T>(
  act: () => Promise<T>,
  other: () => Promise<unknown>,
  isAwaited: (due: Due) => boolean = isWrite,
): Promise<T> {
  const { documents } = await import("#shared/store/read.ts");
  let isDue = true;
  documents.middlewareStack.add(
    (next, context) => async (given) => {
      const due = { commandName: context.commandName ?? "", input: given.input };
      if (isDue && isAwaited(due)) {
        isDue = false;
        await other();
      }
      return next(given);
    },
    { step: "initialize", name: "interleaved", priority: "high", override: true },
  );
  const answer = await act().finally(() => documents.middlewareStack.remove("interleaved"));
  if (isDue) throw new Error("The awaited call was not made, so nothing came in between.");
  return answer;
}

/** Runs `act` while commands of one kind fail, before or after they were carried out: all, or the first few. */
export async function failing<T>(
  commandName: string,
  act: () => Promise<T>,
  when: When = "before",
  most = Number.POSITIVE_INFINITY,
): Promise<T> {
  const { documents } = await import("#shared/store/read.ts");
  let failed = 0;
  documents.middlewareStack.add(
    (next, context) => async (given) => {
      if (context.commandName !== commandName || failed >= most) return next(given);
      failed += 1;
      if (when === "after") await next(given);
      throw new Error(`${commandName} fails here`);
    },
    { step: "initialize", name: "failing", priority: "high", override: true },
  );
  try {
    return await act();
  } finally {
    documents.middlewareStack.remove("failing");
  }
}

/** Keeps the log lines of handlers that run in the test's own process, instead of printing them. */
export function keepLogLines() {
  const lines: Record<string, unknown>[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    if (String(text).startsWith("{")) lines.push(JSON.parse(String(text)));
    return true;
  });
  return { lines, end: () => spy.mockRestore() };
}
