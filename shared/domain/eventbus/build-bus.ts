import { platformPattern } from "./ai-events.ts";
import {
  type BusSite,
  busNameOf,
  RULE_NAME,
  statementIdOf,
  TARGET_ID,
  TENANT_TAG,
} from "./bus-names.ts";

/** The outcome of one bus administration call. */
export type BusOutcome =
  | "done"
  /** The resource to be removed does not exist. */
  | "not_found"
  | "exists"
  | "quota_exceeded"
  /** A retry may succeed shortly (another change is in progress, rules not deleted yet). */
  | "busy";

interface BusTarget {
  id: string;
  functionArn: string;
  deadLetterQueueArn: string | null;
  /** EventBridge's input template. */
  inputTemplate: string;
}

/** The administration calls for customers' buses; failures other than the outcomes are thrown. */
export interface BusAdministration {
  createBus(bus: string, tags: Readonly<Record<string, string>>): Promise<BusOutcome>;
  /** The bus's tags; null if there is no such bus. */
  tagsOf(bus: string): Promise<Readonly<Record<string, string>> | null>;
  putRule(bus: string, rule: string, pattern: Record<string, unknown>): Promise<BusOutcome>;
  putTarget(bus: string, rule: string, target: BusTarget): Promise<BusOutcome>;
  allowAccount(bus: string, statementId: string, account: string): Promise<BusOutcome>;
  /** null if there is no such rule. */
  targetIds(bus: string, rule: string): Promise<readonly string[] | null>;
  removeTargets(bus: string, rule: string, ids: readonly string[]): Promise<BusOutcome>;
  deleteRule(bus: string, rule: string): Promise<BusOutcome>;
  removePermission(bus: string, statementId: string): Promise<BusOutcome>;
  deleteBus(bus: string): Promise<BusOutcome>;
}

export interface BusWork {
  buses: BusAdministration;
  /** Waits before a busy call is retried; resolves to false if no time is left. */
  wait: (attempt: number) => Promise<boolean>;
}

export interface Customer {
  tenantId: string;
  /** 12 digits. */
  account: string;
}

export type BuildResult = "built" | "quota_exceeded" | "name_taken" | "busy";

/**
 * Builds a customer's bus, or whatever is missing of it: every step is idempotent. The permission
 * comes last, so that no event arrives before there is a target.
 */
export async function buildBus(
  { buses, wait }: BusWork,
  site: BusSite,
  { tenantId, account }: Customer,
): Promise<BuildResult> {
  const bus = busNameOf(tenantId);
  const created = await repeated(() => buses.createBus(bus, { [TENANT_TAG]: tenantId }), wait);
  if (created === "exists") {
    const tags = await buses.tagsOf(bus);
    if (tags !== null && tags[TENANT_TAG] !== tenantId) return "name_taken";
  } else if (created !== "done") {
    return created === "quota_exceeded" ? "quota_exceeded" : "busy";
  }
  const target: BusTarget = {
    id: TARGET_ID,
    functionArn: site.receiverArn,
    deadLetterQueueArn: site.deadLetterQueueArn,
    inputTemplate: `{"tenant_id": ${JSON.stringify(tenantId)}, "event": <aws.events.event.json>}`,
  };
  const steps = [
    () => buses.putRule(bus, RULE_NAME, platformPattern(account)),
    () => buses.putTarget(bus, RULE_NAME, target),
    () => buses.allowAccount(bus, statementIdOf(account), account),
  ];
  for (const step of steps) {
    // Also if the bus vanished in between: the retry creates it again.
    if ((await repeated(step, wait)) !== "done") return "busy";
  }
  return "built";
}

/**
 * Removes rule, permission and bus in that order; whatever does not exist counts as removed. A bus
 * of that name without the tenant's tag is not the tenant's and is left alone.
 */
export async function demolishBus(
  { buses, wait }: BusWork,
  { tenantId, account }: Customer,
): Promise<"gone" | "busy"> {
  const bus = busNameOf(tenantId);
  const tags = await buses.tagsOf(bus);
  if (tags === null || tags[TENANT_TAG] !== tenantId) return "gone";
  const ids = await buses.targetIds(bus, RULE_NAME);
  const steps = [
    ...(ids === null || ids.length === 0 ? [] : [() => buses.removeTargets(bus, RULE_NAME, ids)]),
    () => buses.deleteRule(bus, RULE_NAME),
    () => buses.removePermission(bus, statementIdOf(account)),
    () => buses.deleteBus(bus),
  ];
  for (const step of steps) {
    const outcome = await repeated(step, wait);
    if (outcome !== "done" && outcome !== "not_found") return "busy";
  }
  return "gone";
}

/** Retries a call while it is busy and time is left. */
async function repeated(
  call: () => Promise<BusOutcome>,
  wait: BusWork["wait"],
): Promise<BusOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await call();
    if (outcome !== "busy" || !(await wait(attempt))) return outcome;
  }
}
