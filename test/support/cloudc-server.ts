import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";
import { aiCollections, type Estate, nameOf } from "./cloudc-estate.ts";

interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

interface FakeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A fault to inject, or null: `nth` counts the requests for the same path and query from 1. */
type Fault = (seen: Seen, nth: number) => FakeAnswer | null | Promise<FakeAnswer | null>;

/** A fake cloud-c on this machine: token service, impersonation, the three list APIs. */
export interface CloudcServer {
  url: string;
  /** Settings that point the functions at it. */
  settings: Record<string, string>;
  estate: Estate;
  fault: Fault | null;
  /** Delay of each answer, so that requests overlap. */
  latencyMs: number;
  /** Requests to the token services, in full. */
  exchanges: Seen[];
  /** How often each list path with its query was requested. */
  lists: Map<string, number>;
  requests: number;
  peakInFlight: number;
  /** Every token this server has issued. */
  issued: string[];
  /** Access tokens that are refused from now on. */
  revoked: Set<string>;
  /** Resolves once that many requests have arrived. */
  reached(requests: number): Promise<void>;
  close(): Promise<void>;
}

export async function startCloudc(estate: Estate, port = 0): Promise<CloudcServer> {
  const waiting: { requests: number; resume: () => void }[] = [];
  let inFlight = 0;
  const server = await startLocalServer(async (request, response) => {
    inFlight += 1;
    fake.peakInFlight = Math.max(fake.peakInFlight, inFlight);
    fake.requests += 1;
    for (const one of waiting) if (fake.requests >= one.requests) one.resume();
    try {
      const seen = await read(request);
      if (fake.latencyMs > 0) await new Promise((go) => setTimeout(go, fake.latencyMs));
      send(response, await answerTo(fake, seen));
    } finally {
      inFlight -= 1;
    }
  }, port);
  const { url } = server;
  const fake: CloudcServer = {
    url,
    settings: {
      CLOUDC_STS_URL: url,
      CLOUDC_IAMCREDENTIALS_URL: url,
      CLOUDC_RESOURCEMANAGER_URL: url,
      CLOUDC_AIPLATFORM_URL: `${url}/{region}-aiplatform`,
      CLOUDC_NOTEBOOKS_URL: `${url}/notebooks`,
      CLOUDC_OAUTH_TOKEN_URL: `${url}/token`,
    },
    estate,
    fault: null,
    latencyMs: 0,
    exchanges: [],
    lists: new Map(),
    requests: 0,
    peakInFlight: 0,
    issued: [],
    revoked: new Set(),
    reached: (requests) =>
      new Promise((resume) => {
        if (fake.requests >= requests) resume();
        else waiting.push({ requests, resume });
      }),
    close: server.close,
  };
  return fake;
}

async function read(request: IncomingMessage): Promise<Seen> {
  const url = new URL(request.url ?? "/", "http://fake");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: await text(request),
  };
}

function send(response: ServerResponse, { status, body, headers }: FakeAnswer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(text);
}

async function answerTo(fake: CloudcServer, seen: Seen): Promise<FakeAnswer> {
  const isExchange = seen.method === "POST";
  const key = `${seen.path}?${seen.query}`;
  const nth = (fake.lists.get(key) ?? 0) + 1;
  fake.lists.set(key, nth);
  if (isExchange) fake.exchanges.push(seen);
  const fault = (await fake.fault?.(seen, nth)) ?? null;
  if (fault !== null) return fault;
  return isExchange ? exchange(fake, seen) : enumerate(fake, seen);
}

/** The vendor's error document for its APIs. */
export const apiError = (code: number, status: string, reason?: string, message = status) => ({
  status: code,
  body: {
    error: {
      code,
      message,
      status,
      ...(reason === undefined
        ? {}
        : {
            details: [
              {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                reason,
                domain: "googleapis.com",
              },
            ],
          }),
    },
  },
});

function exchange(fake: CloudcServer, { path, headers, body }: Seen): FakeAnswer {
  const number = fake.issued.length + 1;
  const issue = (token: string) => {
    fake.issued.push(token);
    return token;
  };
  if (path === "/v1/token") {
    const form = new URLSearchParams(body);
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:token-exchange") {
      return { status: 400, body: { error: "unsupported_grant_type", error_description: "grant" } };
    }
    const federated = {
      access_token: issue(`ya29.d.federated-${number}`),
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 3599,
    };
    return { status: 200, body: federated };
  }
  if (path === "/token") {
    const token = issue(`ya29.refreshed-${number}`);
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  }
  if (!fake.issued.includes((headers.authorization ?? "").replace("Bearer ", ""))) {
    return apiError(401, "UNAUTHENTICATED", "ACCESS_TOKEN_TYPE_UNSUPPORTED");
  }
  const expireTime = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z/, "Z");
  return { status: 200, body: { accessToken: issue(`ya29.c.access-${number}`), expireTime } };
}

/** The vendor's answer to a parameter that a method does not have. */
const unknownName = (name: string): FakeAnswer =>
  apiError(
    400,
    "INVALID_ARGUMENT",
    undefined,
    `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter.`,
  );

function enumerate(fake: CloudcServer, { path, query, headers }: Seen): FakeAnswer {
  const token = (headers.authorization ?? "").replace("Bearer ", "");
  if (!fake.issued.includes(token) || fake.revoked.has(token)) {
    return apiError(401, "UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED");
  }
  const known = path.startsWith("/v3/projects/") ? [] : ["pageSize", "pageToken"];
  const [unknown] = [...query.keys()].filter((name) => !known.includes(name));
  if (unknown !== undefined) return unknownName(unknown);
  const { projects, locations } = fake.estate;
  if (path === "/v3/projects:search") {
    return page(query, projects.length, "projects", (i) => project(projects[i] ?? ""));
  }
  const [, id = ""] = /\/projects\/([^/]+)/.exec(path) ?? [];
  if (!projects.includes(id)) return apiError(403, "PERMISSION_DENIED", "CONSUMER_INVALID");
  if (path === `/v3/projects/${id}`) return { status: 200, body: project(id) };
  if (path === `/aiplatform/v1/projects/${id}/locations`) {
    return page(query, locations.length, "locations", (i) => ({
      name: `projects/${id}/locations/${locations[i]}`,
      locationId: locations[i],
    }));
  }
  if (path === `/notebooks/v2/projects/${id}/locations/-/instances`) {
    const at = (i: number) => locations[i % locations.length] ?? "";
    return page(query, fake.estate.count(id, "-", "instances"), "instances", (i) =>
      resource(id, at(i), "instances", i),
    );
  }
  const [, host, location = "", collection = ""] =
    /^\/([^/]+)-aiplatform\/v1\/projects\/[^/]+\/locations\/([^/]+)\/([A-Za-z]+)$/.exec(path) ?? [];
  const isListed = (aiCollections as readonly string[]).includes(collection);
  if (!isListed || host !== location || !locations.includes(location)) {
    return apiError(404, "NOT_FOUND");
  }
  return page(query, fake.estate.count(id, location, collection), collection, (i) =>
    resource(id, location, collection, i),
  );
}

const project = (id: string) => ({
  name: "projects/415104041262",
  projectId: id,
  displayName: id,
  state: "ACTIVE",
  labels: {},
});

const resource = (id: string, location: string, collection: string, index: number) => ({
  name: nameOf(id, location, collection, index),
  displayName: `${collection} ${index} of ${id}`,
  description: "Scores applications for review",
  createTime: "2026-05-04T12:00:00.123456Z",
  updateTime: "2026-05-04T12:00:00.123456Z",
  labels: { team: "risk", stage: "production" },
  etag: "AMEw9yN4c2VlZHM=",
});

/** An empty list omits its key, as the vendor's APIs do. */
function page(
  query: URLSearchParams,
  total: number,
  key: string,
  item: (index: number) => unknown,
): FakeAnswer {
  const size = Math.min(100, Number(query.get("pageSize") ?? 100));
  const from = Number((query.get("pageToken") ?? "t0").slice(1));
  const items = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
    item(from + i),
  );
  return {
    status: 200,
    body: {
      ...(items.length > 0 ? { [key]: items } : {}),
      ...(from + size < total ? { nextPageToken: `t${from + size}` } : {}),
    },
  };
}
