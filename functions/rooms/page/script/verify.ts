import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { Line } from "#shared/domain/evidence/finding.ts";
import type { Judged, OpenedLog } from "#shared/domain/evidence/program.ts";
import { programAt } from "#shared/domain/evidence/program-at.ts";
import { says } from "./says.ts";

type Verifier = typeof import("#shared/domain/evidence/program.ts");

/** Above this many entries, the page reads only what the log signs, and none of the entries. */
const MAX_ENTRIES = 20_000;

const NOTHING: OpenedLog = {
  reading: { unreadable: "the network could not be reached" },
  size: null,
  key: null,
  keys: [],
  source: { read: async () => null, forkedSince: () => null },
};

/**
 * Loads the same verifier that auditors run, once, after the first result. Once loaded, it needs no
 * network.
 */
const loadVerifier = programAt(says.verifier);

let log: Promise<OpenedLog> | null = null;
/** The last log that was read. It stays if reading it again fails. */
let kept = NOTHING;

const isRead = ({ size }: OpenedLog): boolean => size !== null;

/** Loads the public log once. Loads it again if it could not be read, or if `isAnew` is set. */
export function loadLog(isAnew = false): Promise<OpenedLog> {
  if (isAnew) log = null;
  log ??= loadVerifier()
    .then(({ openLog }) => openLog({ get: (...asked) => fetch(...asked), most: MAX_ENTRIES }))
    .catch(() => NOTHING)
    .then((opened) => {
      if (isRead(opened)) kept = opened;
      else log = null;
      return isRead(opened) ? opened : { ...kept, ...(isRead(kept) ? {} : opened) };
    });
  return log;
}

/** The verdict on a file; `unavailable`: the verifier itself was never loaded. */
export type Verified = { is: "judged"; judged: Judged; log: OpenedLog } | { is: "unavailable" };

/**
 * Judges a file by what is already loaded, so it works without a network, too. A decision that is
 * missing from the log may be newer than the copy we read, so we read the log once more.
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
      ? await judgeBy(await loadLog(true))
      : first;
  } catch {
    return { is: "unavailable" };
  }
}

/**
 * Compares what only the platform's secret covers, such as the nonce and the seal, with the bundle of
 * the same request that the room itself handed out, if the page has one.
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

/** The members that a decision settles for ever. The first view is left to the trail. */
function settledOf({ request, rules, counsel, record_seal, key_id }: EvidenceFile) {
  const { viewed_at: _, ...settled } = request;
  return Object.entries({ ...settled, rules, counsel, record_seal, key_id });
}

/** The verdict on bytes as soon as it is known; null until then. */
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
