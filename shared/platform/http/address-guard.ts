import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { AntiSSRFPolicy } from "@microsoft/antissrf";
import { type AddressRules, hostsIn } from "#shared/domain/clearance/address.ts";
import { hostAndPort } from "#shared/domain/extractors/endpoint-rules.ts";
import { appUrl, baseUrl, isDevelopmentStage, setting } from "#shared/platform/settings.ts";

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
export const guardedAgent = async (): Promise<https.Agent> =>
  (await guard()).policy.getHttpsAgent({ keepAlive: false });

/** An agent for a host that the operator exempted by name. */
export const exemptAgent = (protocol: string): http.Agent =>
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
 * Which addresses may be called: of hosts that are not public, those that the setting lists, in the
 * stages local and test only.
 */
export const addressRules = (
  name: "PIPELINE_ISSUER_ALLOWED_HOSTS" | "WEBHOOK_ALLOWED_HOSTS",
): AddressRules => ({
  allowed: isDevelopmentStage() ? hostsIn(setting(name)) : new Set(),
  own: new Set([baseUrl(), appUrl()].map((url) => hostAndPort(new URL(url)))),
});
