import type { Bundle } from "#test/support/forge-bundle.ts";
import type { Given } from "./cases.ts";
import { changed, takeDecision } from "./changes.ts";

/** Files that were saved before the log took their rows, or before their request went on. */
export function stillGoing({ parts, add }: Given): void {
  const { rejected, keyed } = parts.bundles;
  const unproven = (b: Bundle): void => {
    for (const proof of b.log.proofs) proof.log_proof = null;
  };
  const shorter = { args: ["--key", "$ED25519", "--log", "logs/shorter"] };
  add("going on: rows that the log may still take", "3 log", changed(rejected, unproven), shorter);
  add("going on: no proofs, and the log has the rows", "0", changed(keyed, unproven));
  const noLog = { args: ["--key", "$ED25519"] };
  add(
    "going on: a key, and no log that shows when it was enrolled",
    "3 counsel_key log whole_log",
    changed(keyed, unproven),
    noLog,
  );
  const before = changed(rejected, (b) => {
    unproven(b);
    takeDecision(b);
    b.timestamp_reason = "undecided";
  });
  add("going on: decided since", "3 log", before);
}
