import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { startSourcehost } from "#test/support/sourcehost-server.ts";

const APP_ID = "271828";

/** A source host with the platform's app. A scenario points the app's webhook at its tenant. */
export async function startBenchHost() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const hook = { url: "", secret: "" };
  const server = await startSourcehost({
    appId: APP_ID,
    key: createPublicKey(privateKey),
    hook: () => hook,
    now: Date.now,
  });
  return {
    server,
    hook,
    private_key_pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    settings: { SOURCEHOST_APP_ID: APP_ID, SOURCEHOST_API_URL: server.url },
    close: () => server.close(),
  };
}

export type BenchHost = Awaited<ReturnType<typeof startBenchHost>>;
