import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";

/* A time-stamp authority over HTTP whose every answer is OpenSSL's own (openssl ts -reply). */

const CONFIG = `[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ./serial
signer_cert = ./tsa.pem
certs = ./ca.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = yes
`;

interface OpensslAuthority {
  url: string;
  /** The certificate by which its tokens are verified. */
  ca: string;
  /** Whether it answers at all. */
  isSilent: boolean;
  close(): Promise<void>;
}

/** Needs openssl on the path. */
export async function startOpensslAuthority(): Promise<OpensslAuthority> {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "rsa:2048", "-nodes", "-sha256", "-days", "30"];
  openssl("req", "-x509", ...key, "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem");
  openssl(
    "req",
    ...key.slice(0, 4),
    "-subj",
    "/CN=Test TSA",
    "-keyout",
    "tsa.key",
    "-out",
    "tsa.csr",
  );
  writeFileSync(join(folder, "usage"), "extendedKeyUsage=critical,timeStamping\n");
  openssl(
    ...["x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key"],
    ...["-CAcreateserial", "-days", "30", "-sha256", "-extfile", "usage", "-out", "tsa.pem"],
  );
  writeFileSync(join(folder, "serial"), "01\n");
  writeFileSync(join(folder, "tsa.cnf"), CONFIG);
  const server = await startLocalServer(async (request, response) => {
    if (authority.isSilent) return;
    writeFileSync(join(folder, "query"), await buffer(request));
    openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "reply");
    response.writeHead(200, { "content-type": "application/timestamp-reply" });
    response.end(readFileSync(join(folder, "reply")));
  });
  const authority: OpensslAuthority = {
    url: `${server.url}/`,
    ca: join(folder, "ca.pem"),
    isSilent: false,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
  return authority;
}
