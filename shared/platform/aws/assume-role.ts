import { redacted } from "#shared/domain/discovery/redaction.ts";
import {
  faultOf,
  type Http,
  type HttpAnswer,
  type UpstreamFault,
} from "#shared/domain/discovery/upstream.ts";
import { cut } from "#shared/domain/text/text.ts";
import { now } from "#shared/platform/clock.ts";
import { requiredSetting, setting } from "#shared/platform/settings.ts";
import { type AwsCredentials, ownCredentials, signRequest } from "./signed-request.ts";

/** Credentials of a customer's role; they expire at `expiresAt` (milliseconds since the epoch). */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: number;
}

export type AssumedRole =
  | { ok: true; credentials: RoleCredentials }
  /** `answer`: the response from STS, or why there was none. */
  | { ok: false; fault: UpstreamFault; answer: HttpAnswer };

interface Role {
  roleArn: string;
  externalId: string;
  /** Names the session in the customer's own trail. */
  sessionName: string;
}

const LIFETIME_SECONDS = 3600;

/**
 * Assumes a customer's role through STS with the external id its trust policy requires (AWS,
 * "Access to AWS accounts owned by third parties").
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
  const own = ownCredentials();
  const signed = await signRequest(
    {
      service: "sts",
      region,
      method: "POST",
      url: `${url.origin}/`,
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body,
    },
    now(),
    own,
  );
  const answer = await http({ method: "POST", url: signed.url, headers: signed.headers, body });
  if (!answer.reached) return { ok: false, fault: faultOf("role", answer), answer };
  if (answer.status !== 200) {
    const fault = refusalIn(answer.status, answer.text, secretsOf(own));
    return { ok: false, fault, answer };
  }
  const credentials = {
    accessKeyId: element(answer.text, "AccessKeyId"),
    secretAccessKey: element(answer.text, "SecretAccessKey"),
    sessionToken: element(answer.text, "SessionToken"),
    expiresAt: Date.parse(element(answer.text, "Expiration")),
  };
  if (credentials.sessionToken !== "" && !Number.isNaN(credentials.expiresAt)) {
    return { ok: true, credentials };
  }
  const description = "The 200 response had no credentials.";
  const code = "malformed_response";
  return { ok: false, fault: { stage: "role", http_status: 200, code, description }, answer };
}

/** The secrets in a request: STS echoes the request and its headers if it rejects the signature. */
const secretsOf = ({ secretAccessKey, sessionToken = "" }: AwsCredentials): readonly string[] => [
  secretAccessKey,
  sessionToken,
];

const refusalIn = (
  http_status: number,
  text: string,
  secrets: readonly string[],
): UpstreamFault => {
  const words = (name: string, most: number) => cut(redacted(element(text, name), secrets), most);
  return {
    stage: "role",
    http_status,
    code: words("Code", 100) || `http_${http_status}`,
    description: words("Message", 1000) || `STS answered ${http_status}.`,
  };
};

const entities = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&amp;", "&"],
]);

/** The text of the first element of that name in STS's XML; inner elements have no attributes. */
function element(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from);
  const text = to < 0 ? "" : xml.slice(from + name.length + 2, to).trim();
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities.get(entity) ?? entity);
}
