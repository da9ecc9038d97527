const MAX_BYTES = 8 * 1024 * 1024;

interface Asked {
  status: number;
  text: string;
}

/** Sends one request and follows no redirect. @throws Error if there is no complete answer */
export async function request(
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
): Promise<Asked> {
  const response = await fetch(url, { ...init, redirect: "manual", signal }).catch(() => {
    throw new Error(
      signal.aborted ? "there was no answer in time" : `${url.host} cannot be reached`,
    );
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new Error(signal.aborted ? "there was no answer in time" : "the answer broke off");
  }
  if (bytes > MAX_BYTES) throw new Error("the answer is too long");
  return { status: response.status, text: Buffer.concat(chunks).toString("utf8") };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether there is a token: GitHub hands one out, elsewhere CLEARANCE_TOKEN holds it. */
export const hasTokenSource = (env: Environment): boolean =>
  isGithubs(env) || (env.CLEARANCE_TOKEN ?? "") !== "";

const isGithubs = (env: Environment): boolean =>
  (env.ACTIONS_ID_TOKEN_REQUEST_URL ?? "") !== "" &&
  (env.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? "") !== "";

/** The job's own OIDC token. @throws Error if GitHub does not hand one out */
export async function readToken(
  env: Environment,
  audience: string,
  signal: AbortSignal,
): Promise<string> {
  if (!isGithubs(env)) return (env.CLEARANCE_TOKEN ?? "").trim();
  const url = URL.parse(env.ACTIONS_ID_TOKEN_REQUEST_URL ?? "");
  if (url === null) throw new Error("ACTIONS_ID_TOKEN_REQUEST_URL is not an address");
  url.searchParams.set("audience", audience);
  const headers = { authorization: `Bearer ${env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}` };
  const { status, text } = await request(url, { method: "GET", headers }, signal);
  if (status !== 200) throw new Error(`GitHub handed out no token (${status})`);
  const value = valueIn(text);
  // The runner hides it in every log from here on.
  console.log(`::add-mask::${value}`);
  return value;
}

function valueIn(text: string): string {
  try {
    const { value } = Object(JSON.parse(text)) as { value?: unknown };
    if (typeof value === "string" && /^[\w.-]+$/.test(value)) return value;
  } catch {
    // We do not show the answer, because it may contain the token.
  }
  throw new Error("GitHub handed out no token");
}
