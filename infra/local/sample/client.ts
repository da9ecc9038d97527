import { DEFAULT_USER, type SignIn } from "#infra/local/sign-in.ts";

// biome-ignore lint/suspicious/noExplicitAny: the sample reads answers of every shape
export type Json = any;

/** Calls the API as somebody. @throws Error with the answer if it is a refusal */
type Caller = (method: string, path: string, body?: unknown) => Promise<Json>;

/** The system, as those see it who work with it during the sample's half year. */
export interface SampleClient {
  admin: Caller;
  /** An organisation admin of that tenant. */
  org(tenantId: string): Caller;
  /** Somebody without a token: counsel with a link. */
  anyone: Caller;
  /** Posts bytes with headers, as a webhook's sender does; returns the status. */
  post(path: string, body: string, headers: Record<string, string>): Promise<number>;
}

export function openClient(baseUrl: string, signIn: SignIn): SampleClient {
  const caller =
    (claims: Parameters<SignIn["issue"]>[0] | null): Caller =>
    async (method, path, body) => {
      // A new token for each call: the clock moves further between two than a token lasts.
      const token = claims === null ? null : (await signIn.issue(claims)).access_token;
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: "application/json",
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return text === "" ? null : JSON.parse(text);
      throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    };
  return {
    admin: caller({ sub: DEFAULT_USER, is_platform_admin: true }),
    org: (tenant_id) => caller({ tenant_id, org_role: "admin" }),
    anyone: caller(null),
    post: async (path, body, headers) => {
      const response = await fetch(`${baseUrl}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      await response.text();
      return response.status;
    },
  };
}
