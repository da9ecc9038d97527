import { platformPattern } from "./ai-events.ts";
import {
  type BusSite,
  busNameOf,
  RULE_NAME,
  statementIdOf,
  TARGET_ID,
  TENANT_TAG,
} from "./bus-names.ts";

/** What one call of the bus administration came to. */
export type BusOutcome =
  | "done"
  /** What was to be removed is not there. */
  | "not_found"
  | "exists"
  | "quota_exceeded"
  /** The same call may succeed in a moment (another change is under way, rules not gone yet). */
  | "busy";

interface BusTarget {
  id: string;
  functionArn: string;
  deadLetterQueueArn: string | null;
  /** EventBridge's input template. */
  inputTemplate: string;
}

/** The calls on the customers' buses; every other failure is thrown. */
export interface BusAdministration {
  createBus(bus: string, tags: Readonly<Record<string, string>>): Promise<BusOutcome>;
  /** The tags of a bus that is there; null: it is not. */
  tagsOf(bus: string): Promise<Readonly<Record<string, string>> | null>;
  putRule(bus: string, rule: string, pattern: Record<string, unknown>): Promise<BusOutcome>;
  putTarget(bus: string, rule: string, target: BusTarget): Promise<BusOutcome>;
  allowAccount(bus: string, statementId: string, account: string): Promise<BusOutcome>;
  /** null: there is no such rule. */
  targetIds(bus: string, rule: string): Promise<readonly string[] | null>;
  removeTargets(bus: string, rule: string, ids: readonly string[]): Promise<BusOutcome>;
  deleteRule(bus: string, rule: string): Promise<BusOutcome>;
  removePermission(bus: string, statementId: string): Promise<BusOutcome>;
  deleteBus(bus: string): Promise<BusOutcome>;
}

export interface BusWork {
  buses: BusAdministration;
  /** Waits before a busy call is repeated; false: there is no time left. */
  wait: (attempt: number) => Promise<boolean>;
}

export interface Customer {
  tenantId: string;
  /** 12 digits. */
  account: string;
}

export type BuildResult = "built" | "quota_exceeded" | "name_taken" | "busy";

/**
 * Builds a customer's bus, or what is missing of it: every step may have been done before. The
 * permission comes last, so that no event arrives before there is a target.
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
    // A bus that vanished in between is an interrupted attempt too: the repeat makes it again.
    if ((await repeated(step, wait)) !== "done") return "busy";
  }
  return "built";
}

/**
 * Removes rule, permission and bus in that order; what is not there counts as removed, and a bus of
 * that name without the tenant's tag is not the tenant's: it is left alone.
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

/** Repeats a call as long as it is busy and time is left. */
async function repeated(
  call: () => Promise<BusOutcome>,
  wait: BusWork["wait"],
): Promise<BusOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await call();
    if (outcome !== "busy" || !(await wait(attempt))) return outcome;
  }
}
