import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { AntiSSRFError, AntiSSRFPolicy, PolicyConfigOptions } from "@microsoft/antissrf";

/** Refuses every address that is not of the public internet, in each of its spellings. */
function createPolicy(): AntiSSRFPolicy {
  const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest);
  // IPv4-compatible IPv6 (`::7f00:1`) is deprecated but still routed by some stacks.
  policy.addDeniedAddresses(["::/96"]);
  policy.addXFFHeader = false;
  return policy;
}

let made: AntiSSRFPolicy | undefined;
/** Made at the first call: reading its lists takes longer than loading a function. */
function policy(): AntiSSRFPolicy {
  made ??= createPolicy();
  return made;
}

/**
 * An agent for one connection. The guard runs when the connection is made, on each resolved address:
 * a name that led to a public address before cannot lead inside now.
 */
export const guardedAgent = (): https.Agent => policy().getHttpsAgent({ keepAlive: false });

/** An agent for a host that the operator exempted by name. */
export const exemptAgent = (protocol: string): http.Agent =>
  protocol === "http:"
    ? new http.Agent({ keepAlive: false })
    : new https.Agent({ keepAlive: false });

export const isGuardError = (error: unknown): boolean => error instanceof AntiSSRFError;

const LOOKUP_MS = 2000;

/**
 * Does a host lead inside, as far as can be known now? A name that nobody answers for does not: a
 * customer may save it before it exists; the guard on the connection decides anyway.
 */
export async function leadsInside(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolved(host) : [host];
  return addresses.length > 0 && !policy()._isNetworkConnectionAllowed(addresses);
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
