import type { Given } from "./cases.ts";
import { changed } from "./changes.ts";

/** What a report tells of genuine files, check by check, beside the verdict. */
export function told({ parts, add }: Given): void {
  const { rejected, verdicts, pending, delegator, worded, withheld, keyed } = parts.bundles;
  const tells = (file: object, name: string, mark: string, text: string) =>
    add(`told: ${text}`, "0", file, { finding: `${mark.padEnd(12)}${name.padEnd(24)} ${text}` });
  tells(rejected, "view_before_decision", "OK", "Opened at");
  tells(
    verdicts,
    "view_before_decision",
    "NOTED",
    "The decision was recorded without the review being opened.",
  );
  tells(pending, "view_before_decision", "NONE", "There is no decision yet.");
  tells(verdicts, "content_current", "OK", "The text of 2 rules is exactly what was under review.");
  tells(rejected, "audit_chain", "OK", "4 rows, 3 of them the request's");
  tells(
    delegator,
    "audit_sequence",
    "OK",
    "The record agrees with its rows: rule_review.requested, rule_review.cancelled.",
  );
  tells(delegator, "counsel_key", "OK", "Counsel passed it on by the link");
  tells(keyed, "counsel_key", "OK", "Signed with the passkey");
  tells(rejected, "document", "OK", "The decision came without a document.");
  tells(
    pending,
    "log",
    "OK",
    "In the log: 2 rows, no decision among them. The log had no other row",
  );
  tells(keyed, "log", "OK", "In the log: 7 rows, the decision is leaf");
  tells(pending, "words", "NONE", "Counsel wrote nothing.");
  tells(withheld, "words", "OK", "5 texts kept back or erased.");
  const some = changed(worded, (b) => b.disclosures.splice(0, 1));
  tells(some, "words", "OK", "4 texts, each as its row commits to it; 1 text kept back or erased.");
  tells(worded, "words", "OK", "5 texts, each as its row commits to it.");
  add("told: nothing is signed before a decision", "0", pending, {
    ...{ secret: "right", finding: "NONE        signature" },
  });
}
