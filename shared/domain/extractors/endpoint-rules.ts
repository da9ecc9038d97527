import { withoutTrailing } from "#shared/domain/text/text.ts";
import type { ExtractorProvider } from "./catalog.ts";

/** Which hosts outside the public internet may be called, and which never may. */
export interface EndpointRules {
  /** The operator's allow-list of `host:port` (EXTRACTOR_ALLOWED_HOSTS). */
  allowed: ReadonlySet<string>;
  /** Addresses of the platform's own extractors; each exempt for its own provider only. */
  platform: Readonly<Partial<Record<ExtractorProvider, string>>>;
  /** `host:port` of the service itself. */
  own: ReadonlySet<string>;
}

/** Whether an address may be called; `exempt` skips the guard on resolved IP addresses. */
export type EndpointVerdict = { ok: true; url: URL; exempt: boolean } | { ok: false };

const defaultPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

/** `host:port` as the rules compare it: lower case, no trailing dot, always with the port. */
export function hostAndPort(url: URL): string {
  const port = url.port === "" ? (defaultPorts[url.protocol] ?? "") : url.port;
  return `${withoutTrailing(".", url.hostname)}:${port}`;
}

/** Names that are internal on any network. */
export const INSIDE = /^(?:localhost|[^.:[\]]+|.*\.(?:localhost|local|internal|home\.arpa))$/;

/**
 * Checks an address before DNS resolution, against SSRF: https on port 443 only, no user info, not
 * the service's own host, no internal name; exceptions by `host:port`. The guard checks resolved IP
 * addresses when the connection is made.
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
