import { secondAdmin, throughTwo } from "#infra/local/second-person.ts";
import { DEFAULT_USER, type SignIn } from "#infra/local/sign-in.ts";
import { type Asked, ask, askJson, type Json } from "#shared/platform/http/ask.ts";

/** Calls the API as somebody. @throws Refusal */
type Caller = (method: string, path: string, body?: unknown) => Promise<Json>;

/** The system, as seen by the people who work with it during the sample's half year. */
export interface SampleClient {
  admin: Caller;
  /** An organisation admin of that tenant. */
  org(tenantId: string): Caller;
  /** Somebody without a token, namely counsel with a link. */
  anyone: Caller;
  /** The link of a request: from its first row, or from counsel's mail if links go by mail only. */
  linkOf(reviewId: string): Promise<string>;
  /** Posts bytes with headers, as a webhook's sender does; returns the status. */
  post(path: string, body: string, headers: Record<string, string>): Promise<number>;
}

/** A refusal in an answer, with its code. */
export class Refusal extends Error {
  readonly code: unknown;

  constructor(asked: string, { status, text, body }: Asked) {
    super(`${asked} answered ${status}: ${text}`);
    this.code = body?.code;
  }
}

export function openClient(baseUrl: string, signIn: SignIn): SampleClient {
  const caller =
    (claims: Parameters<SignIn["issue"]>[0] | null): Caller =>
    async (method, path, body) => {
      // A new token for each call: between two calls the clock moves by more than its lifetime.
      const token = claims === null ? null : (await signIn.issue(claims)).access_token;
      const answer = await askJson(`${baseUrl}${path}`, { method, body, token });
      if (answer.status < 300) return answer.body;
      throw new Refusal(`${method} ${path}`, answer);
    };
  const first = caller({ sub: DEFAULT_USER, is_platform_admin: true });
  const anyone = caller(null);
  const { complete, linkOf } = throughTwo(first, { call: caller(secondAdmin), anyone });
  return {
    admin: async (method, path, body) => complete(method, path, await first(method, path, body)),
    linkOf,
    org: (tenant_id) => caller({ tenant_id, org_role: "admin" }),
    anyone,
    post: async (path, body, headers) => {
      const sent = { "content-type": "application/json", ...headers };
      return (await ask(`${baseUrl}${path}`, { method: "POST", headers: sent, body })).status;
    },
  };
}
