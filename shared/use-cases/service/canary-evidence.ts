import type { Json } from "#shared/platform/http/ask.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { accepted, askAsCanary, CanaryFault, callAsCanary, callOpenly } from "./canary-client.ts";
import { ownVerifier, verifyOffline } from "./verify-offline.ts";

/** Checks that may be `pending` for a decision that the evidence log has not sequenced yet. */
const ofLog = new Set(["log", "counsel_key", "timestamp"]);

/** How long the log may take to sequence a row; twice what it promises. */
const LOG_TAKES_MS = 4 * 60_000;

const isLogged = ({ decided_at }: { decided_at: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(decided_at) > LOG_TAKES_MS;

/**
 * Has the service itself examine a decided review, with every check it has.
 * @throws CanaryFault that names the checks which do not pass
 */
export async function examineEvidence(review: { id: string; decided_at: string }, now: string) {
  const { checks, signature } = await callAsCanary(
    "GET",
    `/canary/rule-reviews/${review.id}/evidence`,
  );
  const mayWait = !isLogged(review, now);
  const bad = (checks as Json[]).filter(
    ({ id, result }) =>
      result !== "pass" &&
      !(result === "pending" && mayWait && ofLog.has(id)) &&
      // Without a time-stamp authority there is no token to check.
      !(result === "unverifiable" && id === "timestamp"),
  );
  if (bad.length > 0) {
    const said = bad.map(({ id, result }) => `${id} (${result})`).join(", ");
    throw new CanaryFault(`The evidence of the review fails: ${said}.`);
  }
  if (!["valid", "valid_retired_key"].includes(signature?.status)) {
    throw new CanaryFault(`The signature of the decision is ${signature?.status}.`);
  }
}

/**
 * Downloads the bundle of a decided review and verifies it offline.
 * @throws CanaryFault that names what the verifier found
 */
export async function verifyBundle(review: { id: string; decided_at: string }, now: string) {
  const { body: bundle, text } = await askAsCanary(
    "GET",
    `/canary/rule-reviews/${review.id}/bundle`,
  );
  const keys = await callOpenly(`${baseUrl()}/evidence/log/key`, { method: "GET" });
  if (keys.status !== 200) throw new CanaryFault(`GET /evidence/log/key answered ${keys.status}.`);
  const pinned = keys.text.split("\n").filter((line) => line !== "");
  if (bundle.request?.id !== review.id)
    throw new CanaryFault("The bundle belongs to another review.");
  const waits = bundle.log.proofs.some(({ log_proof }: Json) => log_proof === null);
  if (waits && isLogged(review, now)) {
    throw new CanaryFault("The decision is not in the evidence log, minutes after it was made.");
  }
  const { code, found } = await verifyOffline(text, pinned.slice(0, 2));
  // The canary does not read the whole log every hour; the watcher does.
  const open = found.filter((name) => name !== "whole_log" && !(waits && name === "log"));
  if (code === 0 || (code === 3 && open.length === 0)) return;
  const what = found.length === 0 ? "" : `: ${found.join(", ")}`;
  throw new CanaryFault(`The offline verifier exited with ${code} for the bundle${what}.`);
}

/** Checks that the verifier served to auditors is the one built with this version. */
export async function compareVerifier(): Promise<void> {
  const path = "/evidence/verify-bundle.mjs";
  const served = await callOpenly(`${baseUrl()}${path}`, { method: "GET" });
  if (served.status !== 200) accepted(`GET ${path}`, { ...served, body: null });
  if (served.text === ownVerifier) return;
  throw new CanaryFault("The served verifier is not the one of this version.");
}
