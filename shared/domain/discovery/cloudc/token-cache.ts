import type { AccessToken, TokenOutcome } from "./token-flow.ts";

/** Access tokens by connection, in memory only; never persisted. */
export interface TokenCache {
  /** The cached token while it is valid, else a new one; concurrent callers share one exchange. */
  get(key: string, obtain: () => Promise<TokenOutcome>): Promise<TokenOutcome>;
  /** Drops a token that the upstream refused, but not a newer one. */
  drop(key: string, token: string): void;
}

const MARGIN_MS = 120_000;
const SHORTEST_USE_MS = 60_000;

interface Entry {
  token: AccessToken;
  useUntil: number;
}

/** @param now milliseconds since the epoch */
export function createTokenCache(now: () => number): TokenCache {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<TokenOutcome>>();

  const obtainOnce = async (key: string, obtain: () => Promise<TokenOutcome>) => {
    const outcome = await obtain();
    if (outcome.ok) entries.set(key, { token: outcome.token, useUntil: useUntil(outcome, now()) });
    return outcome;
  };

  return {
    get: async (key, obtain) => {
      const entry = entries.get(key);
      if (entry !== undefined && now() < entry.useUntil) return { ok: true, token: entry.token };
      entries.delete(key);
      const running =
        underWay.get(key) ?? obtainOnce(key, obtain).finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
    drop: (key, token) => {
      if (entries.get(key)?.token.token === token) entries.delete(key);
    },
  };
}

/**
 * Until shortly before the token expires. A token that seems expired on arrival means that the
 * clocks disagree: it is used for a minute; if it really is expired, the upstream returns 401.
 */
function useUntil({ token }: { token: AccessToken }, now: number): number {
  const left = token.expiresAt - now;
  if (left <= 0) return now + SHORTEST_USE_MS;
  return token.expiresAt - Math.min(MARGIN_MS, left / 2);
}
