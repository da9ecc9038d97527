import { useEffect, useState } from "preact/hooks";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { ask, type Outcome } from "../api.ts";
import { type Rule, type RuleDetail, readRule } from "../room.ts";

/** A bundle, both as the exact bytes of the answer and parsed. */
export interface Bundle {
  bytes: Uint8Array<ArrayBuffer>;
  file: EvidenceFile;
}

const bundles = new Map<string, Promise<Outcome<Bundle>>>();
const details = new Map<string, Promise<Outcome<RuleDetail>>>();

const loaded = new Map<string, EvidenceFile>();

/** The bundles that the reader has opened. */
export const loadedBundles = (): readonly EvidenceFile[] => [...loaded.values()];

/** Keeps what was read. Opening it again sends no request, with or without a network. */
function keptOr<T>(
  all: Map<string, Promise<Outcome<T>>>,
  key: string,
  read: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const reading = all.get(key) ?? read();
  all.set(key, reading);
  const drop = () => all.delete(key);
  reading.then((outcome) => outcome.kind === "done" || drop(), drop);
  return reading;
}

const readBundle = (id: string): Promise<Outcome<Bundle>> =>
  keptOr(bundles, id, async () => {
    const outcome = await ask(`/reviews/${encodeURIComponent(id)}/bundle`);
    if (outcome.kind !== "done") return outcome;
    try {
      const bytes = new Uint8Array(outcome.body);
      const file: EvidenceFile = JSON.parse(new TextDecoder().decode(bytes));
      loaded.set(id, file);
      return { kind: "done", body: { bytes, file } };
    } catch {
      return { kind: "unreachable" };
    }
  });

const readDetail = ({ framework_id, use_case_id }: Rule): Promise<Outcome<RuleDetail>> =>
  keptOr(details, `${framework_id} ${use_case_id}`, () => readRule(framework_id, use_case_id));

export interface Loaded {
  bundle: Outcome<Bundle> | null;
  detail: Outcome<RuleDetail> | null;
  again: () => void;
}

/** The bundle and the versions for what was opened; null until they are loaded. */
export function useEvidence(reviewId: string, rule: Rule): Loaded {
  const [loaded, setLoaded] = useState<Omit<Loaded, "again">>({ bundle: null, detail: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const put = (part: Partial<Loaded>) => {
      if (isCurrent) setLoaded((before) => ({ ...before, ...part }));
    };
    readBundle(reviewId).then(
      (bundle) => put({ bundle }),
      () => put({ bundle: { kind: "unreachable" } }),
    );
    readDetail(rule).then(
      (detail) => put({ detail }),
      () => put({ detail: { kind: "unreachable" } }),
    );
    return () => {
      isCurrent = false;
    };
  }, [reviewId, rule, attempt]);
  const again = () => {
    setLoaded({ bundle: null, detail: null });
    setAttempt(attempt + 1);
  };
  return { ...loaded, again };
}
