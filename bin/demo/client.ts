import { type Second, secondAdmin, throughTwo } from "#infra/local/second-person.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { type Asked, askJson, type Json } from "#shared/platform/http/ask.ts";

/** The running system, as platform admin and as counsel. `admin` and `open` throw on errors. */
export interface SystemClient {
  baseUrl: string;
  admin(method: string, path: string, body?: unknown): Promise<Asked>;
  /** A request's link: from its first row, or from counsel's mail if links go by mail only. */
  linkOf(reviewId: string): Promise<string>;
  /** Opens the link as its holder: the link is the only credential. */
  open(link: string, accept: string): Promise<Asked>;
  decide(link: string, body: unknown): Promise<Asked>;
  /** Posts to another link as its holder. */
  post(link: string, body: unknown): Promise<Asked>;
  /** Calls with that token and returns any answer, even a refusal. */
  as(token: string): (method: string, path: string, body?: unknown) => Promise<Asked>;
  /** Posts to an endpoint that only a local run has, and returns the answer's body. */
  local(path: string, body?: unknown): Promise<Json>;
  /** A token with these claims. @throws Error if the system is not a local run */
  token(claims: Readonly<Record<string, unknown>>): Promise<string>;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** @throws Error with one sentence when no system responds, or no admin token is available */
export async function connect({ BASE_URL, TOKEN }: Settings): Promise<SystemClient> {
  const baseUrl = withoutTrailing("/", BASE_URL || "http://localhost:3000");
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(`BASE_URL is ${baseUrl}; it must be a URL.`);
  const health = await send(`${baseUrl}/health`, { method: "GET" });
  if (health.body?.status !== "ok") {
    throw new Error(`The service at ${baseUrl} is not Countersign; set BASE_URL.`);
  }
  const token = TOKEN || (await localToken(baseUrl, { is_platform_admin: true }));
  const first = (method: string, path: string, body?: unknown) =>
    accepted(send(`${baseUrl}${path}`, { method, body, token }));
  const { complete, linkOf } = throughTwo(
    async (...asked) => (await first(...asked)).body,
    secondOf(baseUrl),
  );
  return {
    baseUrl,
    admin: async (method, path, body) => {
      const answer = await first(method, path, body);
      return { ...answer, body: await complete(method, path, answer.body) };
    },
    linkOf,
    open: (link, accept) => accepted(send(here(link, baseUrl), { method: "GET", accept })),
    post: (link, body) => send(here(link, baseUrl), { method: "POST", body }),
    as: (bearer) => (method, path, body) =>
      send(`${baseUrl}${path}`, { method, body, token: bearer }),
    local: async (path, body) =>
      (await accepted(send(`${baseUrl}${path}`, { method: "POST", body }))).body,
    token: (claims) => localToken(baseUrl, claims),
    decide: (link, body) => send(`${here(link, baseUrl)}/decide`, { method: "POST", body }),
  };
}

/** The other admin, if the platform needs one. Only a local run gives them a token. */
function secondOf(baseUrl: string): Second {
  const call = async (method: string, path: string, body: unknown, token: string | null) =>
    (await accepted(send(`${baseUrl}${path}`, { method, body, token }))).body;
  return {
    call: async (method, path, body) =>
      call(method, path, body, await localToken(baseUrl, secondAdmin)),
    anyone: (method, path, body) => call(method, path, body, null),
  };
}

/** The link's path on the system that the demo uses, in case APP_URL names another host. */
const here = (link: string, baseUrl: string): string => `${baseUrl}${new URL(link).pathname}`;

async function localToken(
  baseUrl: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { status, body } = await send(`${baseUrl}/_local/token`, { method: "POST", body: claims });
  if (status === 200) return body.access_token;
  throw new Error(`${baseUrl} is not a local run; set TOKEN to a platform admin's access token.`);
}

const send = (url: string, request: Parameters<typeof askJson>[1]): Promise<Asked> =>
  askJson(url, request).catch(() => {
    throw new Error(
      `Nothing answers at ${new URL(url).origin}; start one with "npm start", or set BASE_URL.`,
    );
  });

async function accepted(sent: Promise<Asked>): Promise<Asked> {
  const answer = await sent;
  if (answer.status < 400) return answer;
  const { code, detail, message, errors = [] } = answer.body ?? {};
  const faults = errors.map((fault: Json) => `${fault.path} ${fault.message}`).join("; ");
  throw new Error([answer.status, code, detail ?? message, faults].filter(Boolean).join(" "));
}
