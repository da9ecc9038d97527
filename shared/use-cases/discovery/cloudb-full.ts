import {
  type AssumeRoleConnection,
  type ConnectionRecord,
  type EventbusConnection,
  namedScopes,
} from "#shared/domain/connections/connection.ts";
import type { Artifact, FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { createBatcher } from "#shared/domain/discovery/batcher.ts";
import { type KindRow, services } from "#shared/domain/discovery/cloudb/kinds.ts";
import { listingRequest } from "#shared/domain/discovery/cloudb/listing-request.ts";
import {
  type AccountPorts,
  type AccountState,
  coverageOf,
  type ListReply,
  newAccount,
  unitKey,
  walkAccount,
} from "#shared/domain/discovery/cloudb/walk.ts";
import { EVERY, rolledUp } from "#shared/domain/discovery/coverage.ts";
import type { Http, UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import {
  type AssumedRole,
  assumeRole,
  type RoleCredentials,
} from "#shared/platform/aws/assume-role.ts";
import { type Invocation, startInvocation } from "#shared/platform/aws/invocation.ts";
import { signRequest } from "#shared/platform/aws/signed-request.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { setting } from "#shared/platform/settings.ts";
import { recordAllFound } from "#shared/store/artifacts.ts";
import { readTenantConnections } from "#shared/store/connections.ts";
import { readCheckpoint, saveCheckpoint } from "#shared/store/run-checkpoints.ts";
import { recordListing } from "./record-listing.ts";
import type { DiscoveryStep, StepContext, StepResult } from "./step.ts";

type Context = StepContext<AssumeRoleConnection | EventbusConnection>;

const MARGIN_MS = 120_000;
const ACCOUNT = "ACCOUNT";

/**
 * A full discovery of a cloud-b account through the customer's role: SageMaker and Bedrock in the
 * connection's regions. An event-bus connection uses the role of the tenant's other connection to the
 * same account. Without one, everything known comes from events, and the coverage says so.
 */
export const cloudbFull: DiscoveryStep<AssumeRoleConnection | EventbusConnection> = async (
  context,
) => {
  const invocation = startInvocation(context.remainingMs);
  try {
    const role = await roleFor(context.connection);
    if (role === null) return await listedByEvents(context, invocation);
    if (role.role_arn === null) return refused(noRole);
    if (namedScopes(role, "region").length === 0) return refused(noRegions);
    return await discover(context, { ...role, role_arn: role.role_arn }, invocation);
  } finally {
    invocation.stop();
  }
};

type Role = AssumeRoleConnection & { role_arn: string };

async function roleFor(connection: Context["connection"]): Promise<AssumeRoleConnection | null> {
  if (connection.subtype === "assume_role") return connection;
  const own = await readTenantConnections(connection.tenant_id);
  return own.find((other) => isRoleOf(other, connection.remote_tenant_id)) ?? null;
}

const isRoleOf = (other: ConnectionRecord, account: string): other is AssumeRoleConnection =>
  other.subtype === "assume_role" &&
  other.status === "active" &&
  other.role_arn !== null &&
  other.remote_tenant_id === account;

const noRole: UpstreamFault = {
  stage: "role",
  http_status: null,
  code: "role_arn_missing",
  description: "The connection has no role yet.",
};

const noRegions: UpstreamFault = {
  stage: "role",
  http_status: null,
  code: "regions_missing",
  description: "The connection names no region.",
};

const listedByEvents = (context: Context, invocation: Invocation): Promise<StepResult> =>
  recordListing(context, invocation, {
    coverage: [
      {
        project: `account/${context.connection.remote_tenant_id}`,
        location: EVERY,
        kind: EVERY,
        status: "partial",
        code: "recorded_from_events",
      },
    ],
  });

const refused = (fault: UpstreamFault): StepResult => ({ outcome: "failed", error: { ...fault } });

async function discover(context: Context, role: Role, invocation: Invocation): Promise<StepResult> {
  const { run } = context;
  const account = role.remote_tenant_id ?? role.role_arn.split(":")[4] ?? "";
  const regions = namedScopes(role, "region");
  const state =
    ((await readCheckpoint(run.id, ACCOUNT)) as AccountState | undefined) ?? newAccount();
  const end = await walkAccount(state, account, regions, portsOf(context, role, invocation));
  if (end.end === "stopped") return { outcome: "unfinished" };
  if (end.end === "fatal") return refused(end.fault);
  const coverage = rolledUp(coverageOf(state, account, regions));
  if (state.firstFault !== null && coverage.every(({ status }) => status === "failed")) {
    return { outcome: "failed", error: { ...state.firstFault }, coverage };
  }
  const done = new Set(state.done);
  return recordListing(context, invocation, {
    isListed: ({ kind, location }: Artifact) => done.has(unitKey(location ?? "", kind)),
    coverage,
  });
}

function portsOf({ run }: Context, role: Role, invocation: Invocation): AccountPorts {
  const http = upstreamHttp(invocation.signal);
  const credentials = credentialsOf(role, http);
  return {
    stopping: invocation.stopping,
    sleep: invocation.sleep,
    random: Math.random,
    now: nowMs,
    call: async (row, region, nextToken): Promise<ListReply> => {
      const assumed = await credentials();
      if (!assumed.ok) return assumed;
      const request = await signRequest(
        listingRequest(row, baseOf(row.service), region, nextToken),
        now(),
        assumed.credentials,
      );
      const { method, url, headers, body } = request;
      const { secretAccessKey, sessionToken } = assumed.credentials;
      return {
        ok: true,
        secrets: [secretAccessKey, sessionToken],
        answer: await http({
          method: method as "GET" | "POST",
          url,
          headers,
          ...(body === undefined ? {} : { body: String(body) }),
        }),
      };
    },
    record: createBatcher<FoundArtifact>(
      (artifacts) => recordAllFound(run, artifacts, run.created_at),
      { most: 50, atOnce: 2 },
    ),
    save: (state) => saveCheckpoint(run.id, ACCOUNT, state, nowMs()),
  };
}

const baseOf = (service: KindRow["service"]): string =>
  setting(service === "sagemaker" ? "CLOUDB_SAGEMAKER_URL" : "CLOUDB_BEDROCK_URL") ??
  services[service].url;

/** The role's credentials, renewed shortly before they expire; in memory only. */
function credentialsOf(role: Role, http: Http): () => Promise<AssumedRole> {
  let current: RoleCredentials | null = null;
  let assuming: Promise<AssumedRole> | null = null;
  const assume = async (): Promise<AssumedRole> => {
    const assumed = await assumeRole(
      {
        roleArn: role.role_arn,
        externalId: role.external_id,
        sessionName: `countersign-${role.tenant_id}`,
      },
      http,
    );
    current = assumed.ok ? assumed.credentials : null;
    return assumed;
  };
  return async () => {
    if (current !== null && nowMs() < current.expiresAt - MARGIN_MS) {
      return { ok: true, credentials: current };
    }
    assuming ??= assume().finally(() => {
      assuming = null;
    });
    return assuming;
  };
}
