import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { faultOf, type Http, type UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { cut } from "#shared/domain/text.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { requiredSetting, setting } from "#shared/platform/settings.ts";

/** Credentials of a customer's role; they end at `expiresAt` (milliseconds since the epoch). */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: number;
}

export type AssumedRole =
  | { ok: true; credentials: RoleCredentials }
  | { ok: false; fault: UpstreamFault };

interface Role {
  roleArn: string;
  externalId: string;
  /** Names the session in the customer's own trail. */
  sessionName: string;
}

const LIFETIME_SECONDS = 3600;

/** SHA-256 as the signer asks for it. */
class Sha256 {
  private readonly hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytes(secret));
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytes(chunk));
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
}

const bytes = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array =>
  typeof data === "string"
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

/** The function's own credentials, as Lambda hands them over. */
const ownCredentials = () => ({
  accessKeyId: requiredSetting("AWS_ACCESS_KEY_ID"),
  secretAccessKey: requiredSetting("AWS_SECRET_ACCESS_KEY"),
  ...(setting("AWS_SESSION_TOKEN") === undefined
    ? {}
    : { sessionToken: setting("AWS_SESSION_TOKEN") as string }),
});

/**
 * Assumes a customer's role by STS with the external id that its trust policy demands (AWS, "Access
 * to AWS accounts owned by third parties").
 */
export async function assumeRole(role: Role, http: Http): Promise<AssumedRole> {
  const region = requiredSetting("AWS_REGION");
  const url = new URL(setting("CLOUDB_STS_URL") ?? `https://sts.${region}.amazonaws.com`);
  const body = new URLSearchParams({
    Action: "AssumeRole",
    Version: "2011-06-15",
    RoleArn: role.roleArn,
    RoleSessionName: role.sessionName,
    ExternalId: role.externalId,
    DurationSeconds: String(LIFETIME_SECONDS),
  }).toString();
  const signer = new SignatureV4({
    service: "sts",
    region,
    credentials: ownCredentials(),
    sha256: Sha256,
  });
  const signed = await signer.sign(
    {
      method: "POST",
      protocol: url.protocol,
      hostname: url.hostname,
      path: "/",
      headers: {
        host: url.host,
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      },
      body,
    },
    { signingDate: new Date(nowMs()) },
  );
  const { host: _, ...headers } = signed.headers;
  const answer = await http({ method: "POST", url: `${url.origin}/`, headers, body });
  if (!answer.reached) return { ok: false, fault: faultOf("role", answer) };
  if (answer.status !== 200) return { ok: false, fault: refusalIn(answer.status, answer.text) };
  const credentials = {
    accessKeyId: element(answer.text, "AccessKeyId"),
    secretAccessKey: element(answer.text, "SecretAccessKey"),
    sessionToken: element(answer.text, "SessionToken"),
    expiresAt: Date.parse(element(answer.text, "Expiration")),
  };
  if (credentials.sessionToken !== "" && !Number.isNaN(credentials.expiresAt)) {
    return { ok: true, credentials };
  }
  const description = "The answer 200 held no credentials.";
  const code = "malformed_response";
  return { ok: false, fault: { stage: "role", http_status: 200, code, description } };
}

const refusalIn = (http_status: number, text: string): UpstreamFault => ({
  stage: "role",
  http_status,
  code: cut(element(text, "Code"), 100) || `http_${http_status}`,
  description: cut(element(text, "Message"), 1000) || `STS answered ${http_status}.`,
});

const entities = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&amp;", "&"],
]);

/** The text of the first element of that name in STS's XML, which has no attributes inside. */
function element(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from);
  const text = to < 0 ? "" : xml.slice(from + name.length + 2, to).trim();
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities.get(entity) ?? entity);
}
