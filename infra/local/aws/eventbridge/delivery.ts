import { FunctionError } from "#infra/local/runtime/instance.ts";
import type { Target } from "./bus.ts";
import { payloadFor } from "./input-transformer.ts";

/** An event that no attempt could deliver, as its target's dead-letter queue would contain it. */
export interface DeadLetter {
  queueArn: string | null;
  ruleArn: string;
  targetArn: string;
  attempts: number;
  reason: string;
  event: Readonly<Record<string, unknown>>;
}

interface Delivery {
  event: Readonly<Record<string, unknown>>;
  target: Target;
  ruleArn: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface DeliveryOptions {
  /** Hands the payload to a function by its ARN; throws FunctionError when the function fails. */
  invoke: (functionArn: string, payload: unknown) => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called for every event given up on, whether or not its target has a dead-letter queue. */
  onDeadLetter: (letter: DeadLetter) => void;
  /** Called with an error of the emulator itself. */
  onUnforeseen?: ((error: unknown) => void) | undefined;
}

export interface Deliveries {
  /** Resolves after the first attempt: true if it succeeded. Retries continue in the background. */
  deliver(delivery: Delivery): Promise<boolean>;
  /** Call this after moving the clock: deliveries that are now due are attempted. */
  rearm(): void;
  close(): void;
}

interface Pending {
  delivery: Delivery;
  attempts: number;
  /** Those attempts in which the function ran and failed. */
  failures: number;
  dueAt: number;
  timer: NodeJS.Timeout | null;
}

const MAX_ATTEMPTS = 185;
const MAX_AGE_SECONDS = 86_400;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Lambda retries a failed asynchronous invocation twice, after one and then two minutes. */
const LAMBDA_WAITS_MS = [60_000, 120_000];

/**
 * At-least-once delivery by the local clock, with two layers as in the cloud. EventBridge retries under
 * the target's retry policy until the function accepts the event. Lambda retries twice if the function
 * ran and failed. An event that still cannot be delivered becomes a dead letter.
 */
export function startDeliveries(options: DeliveryOptions): Deliveries {
  const pending = new Set<Pending>();

  const attempt = async (work: Pending): Promise<boolean> => {
    pending.delete(work);
    const { target, event } = work.delivery;
    try {
      await options.invoke(target.Arn, payloadFor(target, event));
      return true;
    } catch (error) {
      const hasRun = error instanceof FunctionError;
      const failures = work.failures + (hasRun ? 1 : 0);
      const next = { ...work, attempts: work.attempts + 1, failures };
      retryOrGiveUp(next, hasRun ? lambdaWait(next) : policyWait(next), (error as Error).message);
      return false;
    }
  };

  const arm = (work: Pending): void => {
    if (work.timer) clearTimeout(work.timer);
    const wait = Math.max(0, work.dueAt - options.now());
    work.timer = setTimeout(() => {
      attempt(work).catch(options.onUnforeseen);
    }, wait).unref();
  };

  const policyWait = ({ delivery, attempts }: Pending): number | null => {
    const { MaximumRetryAttempts = MAX_ATTEMPTS, MaximumEventAgeInSeconds = MAX_AGE_SECONDS } =
      delivery.target.RetryPolicy ?? {};
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 10));
    const age = options.now() + wait - delivery.at;
    return attempts > MaximumRetryAttempts || age > MaximumEventAgeInSeconds * 1000 ? null : wait;
  };

  const retryOrGiveUp = (work: Pending, wait: number | null, reason: string): void => {
    const { event, target, ruleArn } = work.delivery;
    if (wait !== null) {
      const next = { ...work, dueAt: options.now() + wait };
      pending.add(next);
      arm(next);
      return;
    }
    const queueArn = target.DeadLetterConfig?.Arn ?? null;
    const { attempts } = work;
    options.onDeadLetter({ queueArn, ruleArn, targetArn: target.Arn, attempts, reason, event });
  };

  return {
    deliver: (delivery) =>
      attempt({ delivery, attempts: 0, failures: 0, dueAt: delivery.at, timer: null }),
    rearm: () => pending.forEach(arm),
    close: () => {
      for (const { timer } of pending) if (timer) clearTimeout(timer);
      pending.clear();
    },
  };
}

const lambdaWait = ({ failures }: Pending): number | null => LAMBDA_WAITS_MS[failures - 1] ?? null;
