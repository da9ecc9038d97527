import { hostAndPort, INSIDE } from "#shared/domain/extractors/endpoint-rules.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";

/** Which hosts that are not on the public internet may be called, and which never may. */
export interface AddressRules {
  /** The operator's `host:port`, in the stages local and test only. */
  allowed: ReadonlySet<string>;
  /** The service's own `host:port`. */
  own: ReadonlySet<string>;
}

/** `exempt` skips the guard on resolved addresses. */
export type AddressVerdict = { ok: true; url: URL; exempt: boolean } | { ok: false };

/**
 * Judges an address as it is written. It must be https without user info, and its host must not be the
 * service's own or a name that is internal on any network. The listed hosts are exempt (clearance.md,
 * section 2).
 */
export function judgeAddress(address: string, { allowed, own }: AddressRules): AddressVerdict {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return { ok: false };
  if (url.username !== "" || url.password !== "") return { ok: false };
  const place = hostAndPort(url);
  if (allowed.has(place)) return { ok: true, url, exempt: true };
  if (own.has(place) || url.protocol !== "https:") return { ok: false };
  const name = withoutTrailing(".", url.hostname);
  return INSIDE.test(name) ? { ok: false } : { ok: true, url, exempt: false };
}

/** The hosts in a setting: `host:port`, separated by commas. */
export const hostsIn = (text: string | undefined): ReadonlySet<string> =>
  new Set(
    (text ?? "")
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
  );
