import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { AntiSSRFPolicy } from "@microsoft/antissrf";
import { type AddressRules, hostsIn, judgeAddress } from "#shared/domain/clearance/address.ts";
import { hostAndPort } from "#shared/domain/extractors/endpoint-rules.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { appUrl, baseUrl, isDevelopmentStage, setting } from "#shared/platform/settings.ts";
import { type Answered, type Outgoing, send, Unanswered } from "./send.ts";

interface Guard {
  policy: AntiSSRFPolicy;
  isError: (error: unknown) => boolean;
}

let loading: Promise<Guard> | undefined;
let loaded: Guard | undefined;

/** Loaded on the first call: reading its lists takes longer than loading a function. */
async function guard(): Promise<Guard> {
  loading ??= load();
  loaded = await loading;
  return loaded;
}

/**
 * All of IPv6 except global unicast (`2000::/3`, RFC 4291 section 2.4) and `::ffff:0:0/96`, which
 * maps IPv4, so that ranges assigned, translated or reserved in the future are refused too. Special
 * ranges within global unicast and IPv4 are in the library's own list.
 */
function notGlobalUnicast(): string[] {
  const mapped = 0xffffn << 32n;
  // For each prefix length from 4 to 96, the sibling of the network that contains the mapped range.
  const besideMapped = Array.from({ length: 93 }, (_, i) => {
    const length = BigInt(i + 4);
    const prefix = ((mapped >> (128n - length)) ^ 1n) << (128n - length);
    return `${spelled(prefix)}/${length}`;
  });
  return [...besideMapped, "4000::/2", "8000::/1"];
}

const spelled = (address: bigint): string =>
  Array.from({ length: 8 }, (_, i) =>
    ((address >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  ).join(":");

/** A guard that refuses every address outside the public internet, however it is written. */
async function load(): Promise<Guard> {
  const { AntiSSRFError, AntiSSRFPolicy, PolicyConfigOptions } = await import(
    "@microsoft/antissrf"
  );
  const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest);
  policy.addDeniedAddresses(notGlobalUnicast());
  policy.addXFFHeader = false;
  return { policy, isError: (error) => error instanceof AntiSSRFError };
}

/** An agent for one connection: each address is judged as it is resolved (DNS rebinding). */
const guardedAgent = async (): Promise<https.Agent> =>
  (await guard()).policy.getHttpsAgent({ keepAlive: false });

/** An agent for a host that the operator exempted by name. */
const exemptAgent = (protocol: string): http.Agent =>
  protocol === "http:"
    ? new http.Agent({ keepAlive: false })
    : new https.Agent({ keepAlive: false });

export const isGuardError = (error: unknown): boolean => loaded?.isError(error) ?? false;

const LOOKUP_MS = 2000;

/**
 * Whether a host leads to an internal address, as far as is known now. A name that does not resolve
 * counts as not: a customer may save it before it exists, and the guard on the connection decides
 * anyway.
 */
export async function leadsInside(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolved(host) : [host];
  if (addresses.length === 0) return false;
  return !(await guard()).policy._isNetworkConnectionAllowed(addresses);
}

function resolved(name: string): Promise<string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), LOOKUP_MS);
    dns.lookup(name, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      resolve(error ? [] : addresses.map(({ address }) => address));
    });
  });
}

/**
 * The addresses that may be called. A host that is not public may be called only if the setting lists
 * it, in the stages local and test.
 */
export const addressRules = (
  name: "PIPELINE_ISSUER_ALLOWED_HOSTS" | "WEBHOOK_ALLOWED_HOSTS",
): AddressRules => ({
  allowed: isDevelopmentStage() ? hostsIn(setting(name)) : new Set(),
  own: new Set([baseUrl(), appUrl()].map((url) => hostAndPort(new URL(url)))),
});

/** Why there is no answer, without any of the network's own words. */
type GuardedFailure = "endpoint_blocked" | "timeout" | "unreachable" | "response_too_large";

export type GuardedResult = { ok: true; answer: Answered } | { ok: false; code: GuardedFailure };

/**
 * Whether an address may be saved, as it is written: no name is resolved (clearance.md, section 2).
 */
export async function mayBeSaved(address: string, rules: AddressRules): Promise<boolean> {
  const verdict = judgeAddress(address, rules);
  if (!verdict.ok || verdict.exempt) return verdict.ok;
  const host = withoutTrailing(".", verdict.url.hostname);
  const isLiteral = isIP(host.replace(/^\[|\]$/g, "")) !== 0;
  return !isLiteral || !(await leadsInside(host));
}

/**
 * Calls an address that a customer or an operator named: it is judged on every call, and each
 * resolved address when the connection is made; no redirect is followed, nothing decompressed.
 */
export async function guardedRequest(
  request: Omit<Outgoing, "agent"> & { url: string },
  rules: AddressRules,
): Promise<GuardedResult> {
  const verdict = judgeAddress(request.url, rules);
  if (!verdict.ok) return { ok: false, code: "endpoint_blocked" };
  try {
    return { ok: true, answer: await sendGuarded(verdict, request) };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/** An address that may be called; `exempt`: the operator allows it, wherever it leads. */
interface Allowed {
  url: URL;
  exempt: boolean;
}

/** Sends once over a connection of its own, whose addresses are judged as they are resolved. */
export async function sendGuarded(
  { url, exempt }: Allowed,
  request: Omit<Outgoing, "url" | "agent">,
): Promise<Answered> {
  const agent = exempt ? exemptAgent(url.protocol) : await guardedAgent();
  try {
    return await send({ ...request, url, agent });
  } finally {
    agent.destroy();
  }
}

function codeOf(error: unknown): GuardedFailure {
  if (!(error instanceof Unanswered)) throw error;
  if (isGuardError(error.cause)) return "endpoint_blocked";
  return error.code === "aborted" ? "unreachable" : error.code;
}
