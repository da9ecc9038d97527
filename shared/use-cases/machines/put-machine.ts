import { sameJson } from "#shared/domain/canonical-json.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  areAmbiguous,
  audienceFor,
  lastingClaimOf,
  MAX_MACHINES,
  type Machine,
  type MachineContent,
  PIPELINES,
} from "#shared/domain/machines/machine.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { addressRules, mayBeSaved } from "#shared/platform/http/guarded-request.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readMachines } from "#shared/store/machines.ts";
import { type Change, prepareRow, writeMachine } from "./write-machine.ts";

/**
 * Creates or changes a machine; writes nothing if nothing changes.
 * @throws DomainError `claim_reusable`, `audience_not_yours`, `endpoint_blocked`,
 *   `unknown_framework`, `machine_ambiguous`, `too_many_machines`, `conflict`
 */
export async function putMachine(change: Change & { content: MachineContent }): Promise<Machine> {
  const { owner, id, now, content } = change;
  await requireIssuer(content.issuer);
  requireLastingClaim(owner, content);
  await requireFrameworks(content.framework_ids);
  prepareRow(change);
  const { machines, revision } = await readMachines(owner);
  const before = machines.find((one) => one.id === id) ?? null;
  const after: Machine = {
    id,
    owner,
    ...content,
    scopes: [...content.scopes].sort(),
    framework_ids: [...content.framework_ids].sort(),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
  if (before !== null && isSame(before, after)) return before;
  requirePlace(after, machines);
  await writeMachine(change, revision, before, after);
  return after;
}

const isSame = (before: Machine, after: Machine): boolean =>
  sameJson(before, { ...after, updated_at: before.updated_at });

async function requireIssuer(issuer: string): Promise<void> {
  if (await mayBeSaved(issuer, addressRules("PIPELINE_ISSUER_ALLOWED_HOSTS"))) return;
  throw new DomainError("endpoint_blocked", "The issuer must be a public https address.", {
    errors: [{ path: "issuer", message: "this address is not allowed" }],
  });
}

/** Either claim is enough to tell pipelines apart, whatever their issuer. */
function requireLastingClaim(owner: string, { issuer, claims }: MachineContent): void {
  const lasting = owner === PIPELINES ? ["repository_id", "sub"] : [lastingClaimOf(issuer)];
  if (lasting.some((name) => Object.hasOwn(claims, name))) return;
  throw new DomainError(
    "claim_reusable",
    `Somebody else can register the same name later. Add a claim that nobody else can get: ${lasting.join(", or ")}.`,
  );
}

async function requireFrameworks(ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map((id) => getFramework(id)));
  const unknown = ids.filter((id, i) => found[i] == null || isCanaryFramework(id));
  if (unknown.length === 0) return;
  throw new DomainError("unknown_framework", `There is no framework ${unknown.join(", ")}.`);
}

/** Checks that a machine fits in with its owner's other machines; pipelines may resemble each other. */
function requirePlace(after: Machine, machines: readonly Machine[]): void {
  if (after.owner === PIPELINES) return;
  const others = machines.filter(({ id }) => id !== after.id);
  requireOwnAudience(after, machines);
  const other = others.find((one) => areAmbiguous(after, one));
  if (other !== undefined) {
    const detail = `One token could fit this machine and ${other.id}: give both the same claim with different values.`;
    throw new DomainError("machine_ambiguous", detail);
  }
  if (others.length < MAX_MACHINES) return;
  throw new DomainError(
    "too_many_machines",
    `At most ${MAX_MACHINES} machines can be registered. Remove one first.`,
  );
}

/** After a change of the domain, former audiences still count if a machine here already has them. */
function requireOwnAudience({ owner, audience }: Machine, machines: readonly Machine[]): void {
  const own = audienceFor(owner, baseUrl());
  if (audience === own || machines.some((one) => one.audience === audience)) return;
  throw new DomainError("audience_not_yours", `The audience of these machines is ${own}.`, {
    errors: [{ path: "audience", message: `must be ${own}` }],
  });
}
