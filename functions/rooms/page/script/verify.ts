import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { Line } from "#shared/domain/evidence/finding.ts";
import type { Judged, OpenedLog } from "#shared/domain/evidence/program.ts";
import { says } from "./says.ts";

type Verifier = typeof import("#shared/domain/evidence/program.ts");

/** Above this many entries the page reads only what the log signs, and no entry. */
const MOST_ENTRIES = 20_000;

const NOTHING: OpenedLog = {
  reading: { unreadable: "the network could not be reached" },
  size: null,
  key: null,
  keys: [],
  source: { read: async () => null, forkedSince: () => null },
};

let verifier: Promise<Verifier> | null = null;
let log: Promise<OpenedLog> | null = null;
/** What was read before stays if it cannot be read again. */
let kept = NOTHING;
/** A browser remembers an address that could not be imported: the next attempt has another one. */
let attempts = 0;

/**
 * Loads the very verifier that auditors run, once, and after the first result. Once loaded, it needs no
 * network.
 */
function loadVerifier(): Promise<Verifier> {
  if (verifier !== null) return verifier;
  const address = attempts === 0 ? says.verifier : `${says.verifier}#${attempts}`;
  verifier = (import(address) as Promise<Verifier>).catch((error) => {
    attempts += 1;
    verifier = null;
    throw error;
  });
  return verifier;
}

const isRead = ({ size }: OpenedLog): boolean => size !== null;

/** Loads the public log, once, or again if it could not be read or is asked for anew. */
export function loadLog(isAnew = false): Promise<OpenedLog> {
  if (isAnew) log = null;
  log ??= loadVerifier()
    .then(({ openLog }) => openLog({ get: (...asked) => fetch(...asked), most: MOST_ENTRIES }))
    .catch(() => NOTHING)
    .then((opened) => {
      if (isRead(opened)) kept = opened;
      else log = null;
      return isRead(opened) ? opened : { ...kept, ...(isRead(kept) ? {} : opened) };
    });
  return log;
}

/** What a file came to; `unavailable`: the verifier itself was never loaded. */
export type Verified = { is: "judged"; judged: Judged; log: OpenedLog } | { is: "unavailable" };

/**
 * Judges a file with what was loaded: without a network, too. A decision that the log does not have
 * may be younger than the log as it was read, which is then read once more.
 * @param known bundles that the room handed out, for what no key but the platform's secret covers
 */
export async function verify(
  bytes: Uint8Array,
  known: readonly EvidenceFile[] = [],
): Promise<Verified> {
  try {
    const program = await loadVerifier();
    const judgeBy = async (opened: OpenedLog): Promise<Verified & { is: "judged" }> => {
      const further = (bundle: EvidenceFile) => comparedWith(known, bundle, program);
      const now = new Date().toISOString();
      return {
        is: "judged",
        judged: await program.judge(bytes, { opened, now, further }),
        log: opened,
      };
    };
    const first = await judgeBy(await loadLog());
    return first.judged.parts.some(({ inLog }) => inLog === "no")
      ? judgeBy(await loadLog(true))
      : first;
  } catch {
    return { is: "unavailable" };
  }
}

/**
 * What only the platform's secret covers, such as the nonce and the seal, is compared with the bundle
 * of the same request that the room itself has handed out, where the page has one.
 */
function comparedWith(
  known: readonly EvidenceFile[],
  value: EvidenceFile,
  { canonicalJson, line }: Verifier,
): Line[] {
  const own = known.find(({ request }) => request.id === value.request.id);
  if (own === undefined) return [];
  const settled = (file: EvidenceFile) =>
    new Map(settledOf(file).map(([name, one]) => [name, canonicalJson(one ?? null)]));
  const [before, now] = [settled(own), settled(value)];
  const names = [...before.keys()].filter((name) => before.get(name) !== now.get(name));
  return [
    names.length === 0
      ? line("pass", "room", "Record and seal are those of the bundle that this room handed out.")
      : line("fail", "room", `It differs from this room's own bundle in: ${names.join(", ")}.`),
  ];
}

/** What a decision settles for ever, by name; the trail covers when it was first viewed. */
function settledOf({ request, rules, counsel, record_seal, key_id }: EvidenceFile) {
  const { viewed_at: _, ...settled } = request;
  return Object.entries({ ...settled, rules, counsel, record_seal, key_id });
}

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
