import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eachBounded } from "#shared/domain/each-bounded.ts";
import type { CheckId } from "#shared/domain/evidence/check.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { allKeys, type Keyring } from "#shared/domain/reviews/keyring.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";
import { loadUnsealed } from "#shared/use-cases/evidence/load-evidence.ts";
import { type Finding, finding } from "./findings.ts";

const verifier = fileURLToPath(
  new URL("../../shared/domain/evidence/verify-bundle.mjs", import.meta.url),
);

/** Checks that judge the review, not its stored data: they can fail even if nothing was changed. */
const judgements: readonly CheckId[] = ["content_current", "view_before_decision"];

/** How long a row may wait for its leaf in the log. */
const LOG_WAIT_MS = 120_000;

interface ReviewsChecked {
  findings: Finding[];
  /** Number of bundles that the offline verifier found genuine. */
  verified: number;
  /** Reviews decided so shortly before the point in time that the log did not contain them yet. */
  waiting: number;
}

interface Means {
  keyring: Keyring;
  /** The log's verifier keys. */
  logKeys: readonly string[];
  /** ISO 8601 UTC. */
  at: string;
}

/** Runs the evidence procedure and the offline verifier on every review. */
export async function checkReviews(ids: Iterable<string>, means: Means): Promise<ReviewsChecked> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-bundles-"));
  const checked: ReviewsChecked = { findings: [], verified: 0, waiting: 0 };
  try {
    await eachBounded(ids, availableParallelism(), async (id) => {
      try {
        await checkReview(id, means, folder, checked);
      } catch (error) {
        const reason = `Review ${id} cannot be read: ${(error as Error).message}`;
        checked.findings.push(finding("evidence_fails", reason));
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return checked;
}

async function checkReview(
  id: string,
  { keyring, logKeys, at }: Means,
  folder: string,
  checked: ReviewsChecked,
): Promise<void> {
  const material = await loadUnsealed(id);
  for (const { id: check, result, detail } of examine({ ...material, keyring }, at).checks) {
    if (result !== "fail" || judgements.includes(check)) continue;
    checked.findings.push(finding("evidence_fails", `Review ${id}, ${check}: ${detail}`));
  }
  const file = join(folder, `${id}.json`);
  await writeFile(file, (await getBundle(id)).text, { mode: 0o600 });
  const secrets = allKeys(keyring).map(({ secret }) => secret);
  const { code, lines } = await verifyBundle(file, logKeys, secrets);
  await rm(file);
  const isYoung =
    material.log.logProof === null &&
    Date.parse(material.record.decided_at ?? "") > Date.parse(at) - LOG_WAIT_MS;
  if (code === 0) checked.verified += 1;
  else if (code === 3 && isYoung) checked.waiting += 1;
  else {
    const kind = code === 3 || code === null ? "not_checked" : "evidence_fails";
    const found = lines.map((line) => finding(kind, `Bundle of review ${id}: ${line}`));
    checked.findings.push(...found);
  }
}

/** What the verifier always says last: its result, or why the file is no bundle. */
const answer = /^(RESULT: |.+ cannot be checked: )/m;

/**
 * Runs the verifier as an auditor would.
 * @returns its exit code, null if it ended without a result, and the lines with problems
 */
function verifyBundle(
  file: string,
  logKeys: readonly string[],
  secrets: readonly string[],
): Promise<{ code: number | null; lines: string[] }> {
  const keys = logKeys.flatMap((key) => ["--key", key]);
  const child = spawn(process.execPath, [verifier, file, ...keys], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  child.stdin.on("error", () => {});
  child.stdin.end(secrets.join("\n"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === null || !answer.test(said)) {
        const end = signal ?? `exit code ${code}`;
        resolve({ code: null, lines: [`the offline verifier gave no result (${end}).`] });
        return;
      }
      const problem = /^(CHANGED|NOT CHECKED|.+ cannot be checked: )/;
      resolve({ code, lines: said.split("\n").filter((line) => problem.test(line)) });
    });
  });
}
