import { killPoints, type When } from "./in-process.ts";

/*
 * Runs handlers in the test's own process. Their clients for the table and the secret store are cut off
 * or interrupted at a given call.
 */

type Send = (given: unknown) => Promise<unknown>;
interface Stack {
  add(step: (next: Send, context: { commandName?: string }) => Send, options: object): void;
  remove(name: string): unknown;
}

/** Runs `act` and wraps every call of both clients in a step. */
async function around(
  step: (next: Send, context: { commandName?: string }) => Send,
  act: () => Promise<unknown>,
): Promise<void> {
  const { documents } = await import("#shared/store/read.ts");
  const { secretsManager } = await import("#shared/platform/secrets/secrets.ts");
  const stacks = [documents, secretsManager()].map(
    ({ middlewareStack }) => middlewareStack as unknown as Stack,
  );
  const options = { step: "initialize", name: "around", priority: "high", override: true };
  for (const stack of stacks) stack.add(step, options);
  try {
    await act();
  } finally {
    for (const stack of stacks) stack.remove("around");
  }
}

/**
 * Runs `act` and cuts off both clients at the nth call that is a kill point. Returns whether that call
 * was reached.
 */
export async function cutOffBoth(
  nth: number,
  when: When,
  act: () => Promise<unknown>,
): Promise<boolean> {
  let calls = 0;
  const cut =
    (next: Send, { commandName }: { commandName?: string }) =>
    async (given: unknown) => {
      if (calls >= nth) throw new Error("the process is gone");
      if (!killPoints.test(commandName ?? "")) return next(given);
      calls += 1;
      const isLast = calls === nth;
      if (isLast && when === "before") throw new Error("cut off before the call");
      const answer = await next(given);
      if (isLast) throw new Error("cut off after the call");
      return answer;
    };
  await around(cut, act);
  return calls >= nth;
}

/** Runs `act`. Just before the named command it runs `meanwhile` once, as if someone else did. */
export async function interrupted(
  command: string,
  meanwhile: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<boolean> {
  let isDone = false;
  await around(
    (next, { commandName }) =>
      async (given) => {
        if (commandName === command && !isDone) {
          isDone = true;
          await meanwhile();
        }
        return next(given);
      },
    act,
  );
  return isDone;
}
