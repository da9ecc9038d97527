import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";
import models from "./cloudb-models.json" with { type: "json" };
import { type StsServer, startSts } from "./sts-server.ts";
import type { TestTenant } from "./tenant-fixture.ts";

export const ACCOUNT = "123456789012";
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/countersign-discovery`;

type Kind = keyof typeof models;
type Model = (typeof models)[Kind] & { target_prefix: string | null };

/** Kind → the contents of its list in a region. */
type Resources = Partial<Record<Kind, readonly object[]>>;

/**
 * Fakes of SageMaker, Bedrock and STS on this machine. The shapes of requests and answers come from
 * the vendor's own service models (cloudb-models.json); a request unknown to them gets a 404.
 */
export interface CloudbServer {
  sts: StsServer;
  /** Settings that point the functions at it. */
  settings: Record<string, string>;
  resources: (region: string) => Resources;
  pageSize: number;
  /** Kinds whose list the role may not read. */
  denied: Set<Kind>;
  /** Kinds requested without the role's signature for that region and service. */
  unsigned: string[];
  close(): Promise<void>;
}

const arn = (service: string, region: string, rest: string) =>
  `arn:aws:${service}:${region}:${ACCOUNT}:${rest}`;
const model = (region: string, name: string) => ({
  ModelName: name,
  ModelArn: arn("sagemaker", region, `model/${name}`),
});

/** Two models, one custom model, one agent. */
export const fewResources = (region: string) => ({
  model: [model(region, "churn"), model(region, "score")],
  custom_model: [
    {
      modelName: "tuned",
      modelArn: arn("bedrock", region, "custom-model/tuned"),
      baseModelName: "titan",
    },
  ],
  agent: [{ agentId: "AGENT12345", agentName: "helper", agentStatus: "PREPARED" }],
});

/** `/<region>` in the path replaces AWS's host per region. */
const asked = (request: IncomingMessage) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const [, region = "", ...rest] = pathname.split("/");
  return { region, path: `/${rest.join("/")}`, searchParams };
};

const targetOf = ({ target_prefix, operation }: Model) =>
  target_prefix === null ? undefined : `${target_prefix}.${operation}`;

function kindOf(request: IncomingMessage, path: string): Kind | null {
  const target = request.headers["x-amz-target"];
  const all = Object.entries(models) as [Kind, Model][];
  const known = all.find(
    ([, one]) =>
      one.method === request.method && one.path === path && targetOf(one) === (target ?? undefined),
  );
  return known?.[0] ?? null;
}

export async function startCloudb(): Promise<CloudbServer> {
  const sts = await startSts();

  function answer(
    request: IncomingMessage,
    body: Record<string, unknown>,
  ): [number, object, Record<string, string>?] {
    const { region, path, searchParams } = asked(request);
    const kind = kindOf(request, path);
    if (kind === null) return [404, { message: "UnknownOperationException" }];
    const { token, list, signing_name, protocol } = models[kind];
    const scope = new RegExp(
      `^AWS4-HMAC-SHA256 Credential=ASIAIOSFODNN7EXAMPLE/\\d{8}/${region}/${signing_name}/aws4_request`,
    );
    const session = request.headers["x-amz-security-token"];
    if (!scope.test(request.headers.authorization ?? "") || session === undefined) {
      cloud.unsigned.push(kind);
    }
    if (cloud.denied.has(kind)) {
      // The services echo a request whose signature they refuse, including its headers.
      const message = `not authorized: ${session}`;
      return protocol === "json"
        ? [400, { __type: "x#AccessDeniedException", Message: message }]
        : [403, { message }, { "x-amzn-errortype": "AccessDeniedException:http://internal/" }];
    }
    const given = token.in === "body" ? body[token.name] : searchParams.get(token.name);
    const from = Number(given ?? 0);
    const all = cloud.resources(region)[kind] ?? [];
    const to = from + cloud.pageSize;
    const next = to < all.length ? { [token.answered_as]: String(to) } : {};
    return [200, { [list]: all.slice(from, to), ...next }];
  }

  const server = await startLocalServer(async (request, response) => {
    const input = await text(request);
    const [status, body, headers = {}] = answer(request, input === "" ? {} : JSON.parse(input));
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const url = `${server.url}/{region}`;
  const cloud: CloudbServer = {
    sts,
    settings: { CLOUDB_STS_URL: sts.url, CLOUDB_SAGEMAKER_URL: url, CLOUDB_BEDROCK_URL: url },
    resources: fewResources,
    pageSize: 1,
    denied: new Set(),
    unsigned: [],
    close: async () => {
      await sts.close();
      await server.close();
    },
  };
  return cloud;
}

/** Every kind. */
export const allKinds = Object.keys(models) as Kind[];

/** Connects an account through a role that trusts the connection; returns the connection's id. */
export async function connectRole(
  tenant: TestTenant,
  { sts }: CloudbServer,
  regions: readonly string[],
  account = ACCOUNT,
): Promise<string> {
  const role_arn = ROLE.replace(ACCOUNT, account);
  const { status, body } = await tenant.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "assume_role",
    display_name: "Account",
    remote_tenant_id: account,
    regions,
    role_arn,
  });
  if (status !== 201) throw new Error(`connecting answered ${status}: ${JSON.stringify(body)}`);
  sts.trusted.set(role_arn, body.external_id);
  await tenant.org("POST", `/connections/${body.id}/reauthorize`, { role_arn });
  return body.id;
}
