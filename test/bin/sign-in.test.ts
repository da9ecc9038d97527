import { once } from "node:events";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import Provider from "oidc-provider";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "#infra/local/local-server.ts";
import { startCommand } from "#test/support/command.ts";

/* The command against a third-party OpenID provider, with `fetch` in place of a browser. */

const CLIENT = "countersign-console";

let server: Server;
let issuer: string;
let port: number;
beforeAll(async () => {
  // The provider warns on start that it is not configured for production.
  for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue();
  server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  port = await freePort();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: "none",
        redirect_uris: [`http://localhost:${port}/signed-in`],
        application_type: "native",
      },
    ],
    scopes: ["openid", "email"],
    claims: { email: ["email"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: `${accountId}@example.com` }),
    }),
  });
  server.on("request", provider.callback());
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Follows redirects with cookies, and fills in the provider's forms. */
async function browse(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step += 1) {
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === null ? {} : { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    const text = await response.text();
    form = null;
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(text) ?? [];
    if (action === undefined) return text;
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(text) ?? [];
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login: "ada", password: "any" });
  }
  throw new Error(`The browser got no further than ${url}.`);
}

const start = (...more: string[]) =>
  startCommand(
    "bin/admin.ts",
    {},
    {
      args: ["sign-in", "--issuer", issuer, "--client-id", CLIENT, "--port", String(port), ...more],
    },
  );

/** The sign-in address that the command prints; stderr stays open for its later output. */
function addressOf({ child, ended }: ReturnType<typeof start>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
      const [, address] = /Open in your browser: (\S+)\n/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then(({ stderr }) => reject(new Error(`It asked for no browser: ${stderr}`)), reject);
  });
}

test("the user signs in with their browser, and a token is printed for curl", async () => {
  const command = start();
  expect(await browse(await addressOf(command))).toContain("You can close this page");
  const { code, stdout } = await command.ended;
  expect(code).toBe(0);
  const [, token = ""] = /^export TOKEN=(\S+)\n$/.exec(stdout) ?? [];
  expect(decodeJwt(token)).toMatchObject({ iss: issuer, aud: CLIENT, sub: "ada" });
});

test("with --save, the token goes into a file that only its owner can read", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "countersign-token-")), "token");
  writeFileSync(file, "an older token that everybody could read", { mode: 0o644 });
  const command = start("--save", file);
  await browse(await addressOf(command));
  const { code, stdout } = await command.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain("ey");
  expect(decodeJwt(readFileSync(file, "utf8").trim()).sub).toBe("ada");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a refusal by the issuer, an invalid issuer and a port in use get one sentence each", async () => {
  const refused = start();
  const address = new URL(await addressOf(refused));
  const state = address.searchParams.get("state");
  await fetch(
    `http://localhost:${port}/signed-in?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer)}`,
  );
  expect((await refused.ended).stderr).toContain("refused the sign-in: access_denied.");

  const nowhere = startCommand(
    "bin/admin.ts",
    {},
    { args: ["sign-in", "--issuer", `${issuer}/nobody`, "--client-id", CLIENT] },
  );
  expect((await nowhere.ended).stderr).toMatch(/not a reachable issuer\.\n$/);

  const blocker = createServer().listen(port, "127.0.0.1");
  await once(blocker, "listening");
  const blocked = await start().ended;
  blocker.close();
  expect(blocked.stderr).toMatch(/^Port \d+ is in use; .*--port.*\n$/);
});

test("a response to another sign-in gives no token", async () => {
  const command = start();
  await addressOf(command);
  await fetch(`http://localhost:${port}/signed-in?code=stolen&state=of-another&iss=${issuer}`);
  const { code, stdout, stderr } = await command.ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.split("\n").at(-2)).toMatch(/"state"/);
});
