import { createHash, randomBytes } from "node:crypto";

interface Config {
  issuer: string;
  client_id: string;
  redirect_uri: string;
}

/**
 * Signs in at a local run as its platform admin, as a browser does, and exchanges the code.
 * @returns the ID token's payload part
 * @throws Error with the status of the step that failed
 */
export async function signInByHttp(baseUrl: string): Promise<string> {
  const config = await json<Config>(await fetch(`${baseUrl}/admin/console/config.json`));
  const discovery = await json<{ authorization_endpoint: string; token_endpoint: string }>(
    await fetch(`${config.issuer}/.well-known/openid-configuration`),
  );
  const verifier = randomBytes(32).toString("base64url");
  const start = new URL(discovery.authorization_endpoint);
  start.search = String(
    new URLSearchParams({
      client_id: config.client_id,
      redirect_uri: config.redirect_uri,
      response_type: "code",
      scope: "openid email",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }),
  );
  const code = await codeAt(start.href, config.redirect_uri);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    code_verifier: verifier,
    code,
  });
  const tokens = await json<{ id_token: string }>(
    await fetch(discovery.token_endpoint, { method: "POST", body }),
  );
  return tokens.id_token.split(".")[1] ?? "";
}

/** Follows redirects with cookies and presses the first button, until it is back at the console. */
async function codeAt(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 10; step += 1) {
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === null ? {} : { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    form = null;
    if (location !== null) {
      url = new URL(location, url).href;
      if (url.startsWith(redirectUri)) return new URL(url).searchParams.get("code") ?? "";
    } else {
      const [, person] = /name="person" value="([^"]+)"/.exec(text) ?? [];
      if (person === undefined) throw new Error(`${response.status} at ${url}`);
      form = new URLSearchParams({ person });
    }
  }
  throw new Error(`The sign-in got no further than ${url}.`);
}

async function json<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} at ${response.url}`);
  return (await response.json()) as Body;
}
