import { availableParallelism } from "node:os";
import type { CheckId } from "#shared/domain/evidence/check.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { type EvidenceFile, rowsIn } from "#shared/domain/evidence/evidence-file.ts";
import { readEvidenceText } from "#shared/domain/evidence/read-file.ts";
import { verifyBundle } from "#shared/domain/evidence/verify.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { parseVerifierKey } from "#shared/domain/log/verifier-key.ts";
import { allKeys, type Keyring } from "#shared/domain/reviews/keyring.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";
import { loadUnsealed } from "#shared/use-cases/evidence/load-evidence.ts";
import { type Finding, finding } from "./findings.ts";

/** Checks that judge the review, not its stored data: they can fail even if nothing was changed. */
const judgements: readonly CheckId[] = ["content_current", "view_before_decision"];

/** How long a row may wait for its leaf in the log. */
const LOG_WAIT_MS = 120_000;

interface ReviewsChecked {
  findings: Finding[];
  /** Number of bundles that the offline verifier found genuine. */
  verified: number;
  /** Reviews with rows so shortly before the point in time that the log did not have them yet. */
  waiting: number;
}

interface Means {
  keyring: Keyring;
  /** The verifier keys with which the log began: even the oldest bundle names them. */
  logKeys: readonly string[];
  /** ISO 8601 UTC. */
  at: string;
}

/** Runs the evidence procedure and the offline verifier on every review. */
export async function checkReviews(ids: Iterable<string>, means: Means): Promise<ReviewsChecked> {
  const checked: ReviewsChecked = { findings: [], verified: 0, waiting: 0 };
  await eachBounded(ids, availableParallelism(), async (id) => {
    try {
      await checkReview(id, means, checked);
    } catch (error) {
      const reason = `Review ${id} cannot be read: ${(error as Error).message}`;
      checked.findings.push(finding("evidence_fails", reason));
    }
  });
  return checked;
}

async function checkReview(
  id: string,
  { keyring, logKeys, at }: Means,
  checked: ReviewsChecked,
): Promise<void> {
  const material = await loadUnsealed(id);
  for (const { id: check, result, detail } of (await examine({ ...material, keyring }, at))
    .checks) {
    if (result !== "fail" || judgements.includes(check)) continue;
    checked.findings.push(finding("evidence_fails", `Review ${id}, ${check}: ${detail}`));
  }
  const read = readEvidenceText((await getBundle(id)).text);
  const [bundle] = read.kind === "bundles" ? read.bundles : [];
  if (bundle === undefined) throw new Error("its bundle is not one");
  const { lines } = await verifyBundle(bundle, {
    keys: logKeys.flatMap((key) => parseVerifierKey(key) ?? []),
    // The drill reads the restored log itself.
    log: null,
    policy: null,
    seen: null,
    secrets: allKeys(keyring),
    now: at,
  });
  const wrong = lines.filter(
    ({ mark, name }) => mark === "fail" || (mark === "open" && name !== "whole_log"),
  );
  const isOpenAlone = wrong.every(({ mark }) => mark === "open");
  if (wrong.length === 0) checked.verified += 1;
  else if (isOpenAlone && "value" in bundle && mayWait(bundle.value, at)) checked.waiting += 1;
  else {
    checked.findings.push(
      ...wrong.map(({ mark, name, text }) =>
        finding(
          mark === "fail" ? "evidence_fails" : "not_checked",
          `Bundle of review ${id}: ${name}: ${text}`,
        ),
      ),
    );
  }
}

/** Whether the log lacks rows of a bundle, but has not had time to take any of them. */
function mayWait(file: EvidenceFile, at: string): boolean {
  const { proofs } = file.log;
  const lacked = new Set(proofs.flatMap((one) => (one.log_proof === null ? [one.row_hash] : [])));
  const waiting = rowsIn(file).filter(({ row_hash }) => lacked.has(row_hash));
  const since = Date.parse(at) - LOG_WAIT_MS;
  return waiting.length > 0 && waiting.every(({ created_at }) => Date.parse(created_at) > since);
}
