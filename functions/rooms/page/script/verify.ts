import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { says } from "./says.ts";
import type { Judged, LoadedLog } from "./verifier/judged.ts";

type Verifier = typeof import("./verifier/verifier.ts");

let verifier: Promise<Verifier> | null = null;
let log: Promise<LoadedLog> | null = null;
/** A browser remembers an address that could not be imported: the next attempt has another one. */
let attempts = 0;

/** Loads the verifier, once; it is a file of its own, so that the first result does not wait for it. */
function loadVerifier(): Promise<Verifier> {
  if (verifier !== null) return verifier;
  const address = attempts === 0 ? says.verifier : `${says.verifier}?again=${attempts}`;
  verifier = (import(address) as Promise<Verifier>).catch((error) => {
    attempts += 1;
    verifier = null;
    throw error;
  });
  return verifier;
}

/** Loads the public log, once, or again if it could not be read or is asked for anew. */
export function loadLog(isAnew = false): Promise<LoadedLog> {
  if (isAnew) log = null;
  log ??= loadVerifier()
    .then((loaded) => loaded.loadLog())
    .then((loaded) => {
      if (loaded.status === "unreadable") log = null;
      return loaded;
    })
    .catch((): LoadedLog => {
      log = null;
      return { status: "unreadable", reason: "the network could not be reached" };
    });
  return log;
}

/** What a file came to; `unavailable`: the verifier itself was never loaded. */
export type Verified = { is: "judged"; judged: Judged; log: LoadedLog } | { is: "unavailable" };

/**
 * Judges a file with what was loaded: without a network, too. A decision that the log does not have
 * may be younger than the log as it was read, which is then read once more.
 * @param known bundles that the room handed out
 */
export async function verify(
  bytes: Uint8Array,
  known: readonly EvidenceFile[] = [],
): Promise<Verified> {
  try {
    const { judge } = await loadVerifier();
    const now = () => new Date().toISOString();
    const first = await loadLog();
    const judged = await judge(bytes, now(), known);
    if (!judged.parts.some(({ inLog }) => inLog === "no"))
      return { is: "judged", judged, log: first };
    const second = await loadLog(true);
    return { is: "judged", judged: await judge(bytes, now(), known), log: readAnew(first, second) };
  } catch {
    return { is: "unavailable" };
  }
}

/** What was read before stays if it cannot be read again. */
const readAnew = (before: LoadedLog, now: LoadedLog): LoadedLog =>
  now.status === "unreadable" ? before : now;

/** The verdict on bytes, as it comes; null until then. */
export function useVerified(bytes: Uint8Array | null): Verified | null {
  const [verified, setVerified] = useState<Verified | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setVerified(null);
    if (bytes !== null) {
      verify(bytes).then(
        (found) => isCurrent && setVerified(found),
        () => isCurrent && setVerified({ is: "unavailable" }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [bytes]);
  return verified;
}
