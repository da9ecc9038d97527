import { withoutTrailing } from "#shared/domain/trailing.ts";
import type { ExtractorProvider } from "./catalog.ts";

/** Where calls may go beyond the public internet, and where they never may. */
export interface EndpointRules {
  /** `host:port`, named by the operator (EXTRACTOR_ALLOWED_HOSTS). */
  allowed: ReadonlySet<string>;
  /** Addresses of the platform's own extractors: each exempt for its provider alone. */
  platform: Readonly<Partial<Record<ExtractorProvider, string>>>;
  /** `host:port` of the service itself. */
  own: ReadonlySet<string>;
}

/** How an address may be called; `exempt` leaves the guard on resolved addresses out. */
export type EndpointVerdict = { ok: true; url: URL; exempt: boolean } | { ok: false };

const defaultPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

/** `host:port` as rules compare it: lower case, no dot at the end, the port always there. */
export function hostAndPort(url: URL): string {
  const port = url.port === "" ? (defaultPorts[url.protocol] ?? "") : url.port;
  return `${withoutTrailing(".", url.hostname)}:${port}`;
}

/** Names that are internal on any network. */
const INSIDE = /^(?:localhost|[^.:[\]]+|.*\.(?:localhost|local|internal|home\.arpa))$/;

/**
 * What can be said of an address before any name is resolved: https and port 443 only, no user
 * info, no own host, no name of the inside; exceptions by `host:port`. Addresses themselves are
 * judged by the guard, when the connection is made.
 */
export function judgeEndpoint(
  address: string,
  provider: ExtractorProvider,
  rules: EndpointRules,
): EndpointVerdict {
  if (!URL.canParse(address)) return { ok: false };
  const url = new URL(address);
  const place = hostAndPort(url);
  if (defaultPorts[url.protocol] === undefined) return { ok: false };
  if (url.username !== "" || url.password !== "" || rules.own.has(place)) return { ok: false };
  const platform = rules.platform[provider];
  const isPlatforms = platform !== undefined && hostAndPort(new URL(platform)) === place;
  if (isPlatforms || rules.allowed.has(place)) return { ok: true, url, exempt: true };
  if (url.protocol !== "https:" || url.port !== "") return { ok: false };
  const name = withoutTrailing(".", url.hostname);
  return INSIDE.test(name) ? { ok: false } : { ok: true, url, exempt: false };
}
