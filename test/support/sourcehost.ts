import { createHmac, randomUUID } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import { secretStoreOf } from "./secret-store.ts";
import { sendRequest } from "./send-request.ts";
import type { ApiAnswer, TestSystem } from "./system.ts";

const ENTRY = "sourcehost-webhook-secret";

/** Provisions the webhook secret and reads it from the store, as the source host's admin would. */
export async function provisionedSecret(system: TestSystem): Promise<string> {
  await system.admin("POST", `/admin/setup/${ENTRY}/provision-secret`);
  return secretStoreOf(system).value(ENTRY);
}

export const currentSecret = (system: TestSystem) => secretStoreOf(system).value(ENTRY);

export interface Sending {
  event?: string;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  payload?: unknown;
  id?: string;
  secret: string;
  /** Sets or replaces headers; undefined omits one. */
  headers?: Record<string, string | undefined>;
}

/** Sends one delivery as the source host does. */
export async function deliver(
  system: TestSystem,
  tenantId: string,
  { event = "push", payload = {}, id = randomUUID(), secret, headers = {} }: Sending,
): Promise<ApiAnswer> {
  const bytes = payload instanceof Uint8Array;
  const body = bytes || typeof payload === "string" ? payload : JSON.stringify(payload);
  const signature =
    typeof body === "string"
      ? await sign(secret, body || " ")
      : `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const all: Record<string, string | undefined> = {
    "user-agent": "GitHub-Hookshot/044aadd",
    "content-type": "application/json",
    "x-github-event": event,
    "x-github-delivery": id,
    "x-github-hook-id": "292430182",
    "x-hub-signature-256": signature,
    "x-hub-signature": "sha1=0000000000000000000000000000000000000000",
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] != null);
  const answer = await sendRequest(`${system.baseUrl}/webhooks/sourcehost/${tenantId}`, {
    method: "POST",
    headers: Object.fromEntries(sent),
    body,
  });
  return { ...answer, body: JSON.parse(answer.text) };
}

/** A push to the default branch of an installation's repository. */
export const push = (
  installationId: string | number,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  ref: "refs/heads/main",
  after: "1481a2de7b2a7d02428ad93446ab166be7793fbb",
  repository: {
    id: 186853002,
    full_name: "Codertocat/Hello-World",
    html_url: "https://sourcehost.example/Codertocat/Hello-World",
    default_branch: "main",
  },
  commits: [{ added: ["src/agent.py"], modified: ["requirements-openai.txt"], removed: [] }],
  installation: { id: Number(installationId) },
  ...more,
});

const repository = push(1).repository;

/** The members that each event's bodies have besides `action` and `installation`. */
const subjects: Readonly<Record<string, Record<string, unknown>>> = {
  pull_request: { number: 2, pull_request: { id: 279147437, number: 2 }, repository },
  issues: { issue: { id: 444500041, number: 1 }, repository },
  installation_repositories: { repositories_added: [repository], repositories_removed: [] },
  installation: { repositories: [repository] },
};

/** The body of an event in its own shape; for any other kind, a push to the default branch. */
export const bodyOf = (
  event: string,
  installationId: string | number,
  more: Record<string, unknown> = {},
): Record<string, unknown> =>
  subjects[event] === undefined
    ? push(installationId, more)
    : { installation: { id: Number(installationId) }, ...subjects[event], ...more };

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
export async function auditRows(system: TestSystem, query: string): Promise<any[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await system.admin("GET", `/admin/audit?limit=200&${query}${next}`);
    rows.push(...body.items);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** The health card of a connection; uses a new token, because the clock may have moved. */
export async function health(system: TestSystem, tenantId: string, connectionId: string) {
  const member = system.api(await system.token({ tenant_id: tenantId }));
  return (await member("GET", `/connections/${connectionId}`)).body.webhook_health;
}
