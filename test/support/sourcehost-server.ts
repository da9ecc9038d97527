import { type KeyObject, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { sign } from "@octokit/webhooks-methods";
import { jwtVerify } from "jose";
import { startLocalServer } from "#infra/local/local-server.ts";

/** One delivery attempt by the host, as `GET /app/hook/deliveries` lists it. */
interface HostDelivery {
  id: number;
  guid: string;
  delivered_at: string;
  redelivery: boolean;
  duration: number;
  status: string;
  status_code: number;
  event: string;
  action: string | null;
  installation_id: number | null;
  repository_id: number | null;
  throttled_at: null;
}

/** A fake source host on this machine, following the REST description for apps. */
export interface SourcehostServer {
  url: string;
  /** Existing installations; a suspended one gets no token. */
  installations: Map<string, "active" | "suspended">;
  /** Newest last. */
  deliveries: HostDelivery[];
  /** GUIDs of the deliveries whose redelivery was requested, in order. */
  asked: string[];
  /** How many deliveries a page lists at most, even if the request asks for more. */
  mostPerPage: number;
  /** After this many redelivery requests the host refuses with its secondary rate limit. */
  mostAttempts: number;
  /** The primary rate limit is exhausted until this time (seconds since the epoch). */
  limitedUntil: number;
  requests: number;
  /** Sends an event to the receiver and lists the attempt. */
  deliver(event: string, payload: object, guid?: string): Promise<number>;
  close(): Promise<void>;
}

interface Options {
  appId: string;
  /** The public half of the app's key. */
  key: KeyObject;
  /** The address and the secret of the app's webhook. */
  hook: () => { url: string; secret: string };
  now: () => number;
}

export async function startSourcehost(options: Options): Promise<SourcehostServer> {
  const payloads = new Map<string, { event: string; payload: object }>();
  const FIRST_ID = 12_345_678;

  async function attempt(guid: string, redelivery: boolean): Promise<number> {
    const sent = payloads.get(guid);
    if (sent === undefined) throw new Error(`There is no delivery ${guid}.`);
    const { event, payload } = sent;
    const status_code = await post(options.hook(), guid, event, payload);
    host.deliveries.push({
      id: (host.deliveries.at(-1)?.id ?? FIRST_ID) + 1,
      guid,
      delivered_at: new Date(options.now()).toISOString(),
      redelivery,
      duration: 0.03,
      status:
        status_code === 0
          ? "failed to connect to host"
          : status_code < 300
            ? "OK"
            : "Invalid HTTP Response",
      status_code,
      event,
      action: (payload as { action?: string }).action ?? null,
      installation_id: (payload as { installation?: { id: number } }).installation?.id ?? null,
      repository_id: 186853002,
      throttled_at: null,
    });
    return status_code;
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown, object?]> {
    host.requests += 1;
    const url = new URL(request.url ?? "/", host.url);
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    try {
      await jwtVerify(token, options.key, {
        issuer: options.appId,
        currentDate: new Date(options.now()),
        maxTokenAge: "10m",
      });
    } catch {
      return [401, { message: "A JSON web token could not be decoded", documentation_url: "x" }];
    }
    if (options.now() / 1000 < host.limitedUntil) {
      const reset = String(host.limitedUntil);
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
      return [403, { message: "API rate limit exceeded for installation" }, headers];
    }
    const access = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(url.pathname);
    if (request.method === "POST" && access) {
      const state = host.installations.get(access[1] ?? "");
      if (state === undefined) return [404, { message: "Not Found", status: "404" }];
      if (state === "suspended") return [403, { message: "This installation has been suspended" }];
      const expires_at = new Date(options.now() + 3_600_000).toISOString();
      return [201, { token: `ghs_${randomUUID()}`, expires_at, permissions: { contents: "read" } }];
    }
    const again = /^\/app\/hook\/deliveries\/(\d+)\/attempts$/.exec(url.pathname);
    if (request.method === "POST" && again) {
      if (host.asked.length >= host.mostAttempts) {
        return [
          403,
          { message: "You have exceeded a secondary rate limit" },
          { "retry-after": "60" },
        ];
      }
      const known = host.deliveries.find(({ id }) => id === Number(again[1]));
      if (known === undefined) return [404, { message: "Not Found" }];
      host.asked.push(known.guid);
      await attempt(known.guid, true);
      return [202, {}];
    }
    if (url.pathname === "/app/hook/deliveries") {
      const newest = host.deliveries.toReversed();
      const cursor = url.searchParams.get("cursor");
      const from = cursor === null ? 0 : newest.findIndex(({ id }) => `v1_${id}` === cursor);
      if (from < 0) return [422, { message: "Invalid cursor" }];
      const size = Math.min(Number(url.searchParams.get("per_page") ?? 30), host.mostPerPage);
      const next = from + size;
      const rest = newest[next];
      const link =
        rest === undefined
          ? {}
          : {
              link: `<${host.url}/app/hook/deliveries?per_page=${size}&cursor=v1_${rest.id}>; rel="next"`,
            };
      return [200, newest.slice(from, next), link];
    }
    return [404, { message: "Not Found" }];
  }

  const server = await startLocalServer(async (request, response) => {
    await buffer(request);
    const [status, body, headers = {}] = await answer(request);
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify(body));
  });
  const host: SourcehostServer = {
    url: server.url,
    installations: new Map(),
    deliveries: [],
    asked: [],
    mostPerPage: 100,
    mostAttempts: Number.POSITIVE_INFINITY,
    limitedUntil: 0,
    requests: 0,
    deliver: (event, payload, guid = randomUUID()) => {
      payloads.set(guid, { event, payload });
      return attempt(guid, false);
    },
    close: server.close,
  };
  return host;
}

/** @returns the receiver's status, or 0 if it could not be reached */
async function post(
  { url, secret }: { url: string; secret: string },
  guid: string,
  event: string,
  payload: object,
): Promise<number> {
  const body = JSON.stringify(payload);
  try {
    const { status } = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-github-delivery": guid,
        "x-hub-signature-256": await sign(secret, body),
      },
      body,
    });
    return status;
  } catch {
    return 0;
  }
}
