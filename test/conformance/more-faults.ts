import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Bundle, resign } from "#test/support/forge-bundle.ts";
import type { Given } from "./cases.ts";
import { changed, set } from "./changes.ts";

/* Changes each of which one check alone sees, or sees by another name than the rest. */

const OTHER = "0".repeat(64);

export function moreFaults(given: Given): void {
  bySecret(given);
  misplaced(given);
  forgedRows(given);
}

/** What only whoever has the HMAC secret sees. */
function bySecret({ parts, add }: Given): void {
  const { rejected } = parts.bundles;
  const alter = (what: string, names: string, change: (b: Bundle) => unknown) =>
    add(`secret: ${what}`, `1 ${names}`, changed(rejected, change), { secret: "right" });
  alter(
    "another nonce",
    "record_seal signature state_differs",
    set("request.nonce", "0".repeat(32)),
  );
  alter("another signature", "signature state_differs", set("request.decision_signature", OTHER));
  alter("another seal", "record_seal", set("record_seal.mac", OTHER));
  alter(
    "another requester",
    "record_seal state_differs",
    set("request.requested_by_user_id", "someone"),
  );
  alter(
    "a seal that names another key",
    "record_seal state_differs",
    set("record_seal.key_id", "k"),
  );
}

/** What stands in a file in another place, or is not there. */
function misplaced({ parts, add }: Given): void {
  const { rejected, pending, member, delegate, keyed } = parts.bundles;
  const alter = (what: string, names: string, change: (b: Bundle) => unknown, from = rejected) =>
    add(what, `1 ${names}`, changed(from, change));
  alter(
    "another document",
    "document state_differs",
    set("request.supplementary_pdf_kv_secret", OTHER),
  );
  alter("neither a time stamp nor a reason", "timestamp", (b) => {
    b.timestamp = b.timestamp_reason = null;
  });
  alter("no counsel", "counsel_identity state_differs", set("counsel", null));
  alter("another counsel", "counsel_identity", set("counsel.id", "someone"));
  alter("counsel of another framework", "counsel_identity", set("counsel.framework_id", "other"));
  alter("a rule twice", "content_current state_differs", (b) => b.rules.push(b.rules[0]));
  alter(
    "a rule of another framework",
    "content_current state_differs",
    set("rules.0.framework_id", "other"),
  );
  alter("a row of counsel's among the request's", "audit_chain", (b) =>
    b.audit.push(b.counsel_audit[0]),
  );
  alter("a proof less", "log", (b) => b.log.proofs.pop());
  alter("a proof twice", "log", (b) => b.log.proofs.push(b.log.proofs[0]));
  alter("a row twice", "audit_chain", (b) => b.audit.push(b.audit.at(-1)));
  alter(
    "counsel's newest row left out",
    "counsel_key log parts state_differs",
    (b) => b.counsel_audit.pop(),
    keyed,
  );
  alter("a key named and no decision", "state_differs", set("key_id", "k"), pending);
  alter(
    "the rows of a panel that it is not in",
    "audit_chain reference_broken log",
    set("panel_audit", member.panel_audit),
    pending,
  );
  alter(
    "a request that it was not passed on from",
    "log reference_broken",
    set("related", delegate.related),
    pending,
  );
  alter("the panel's rows left out", "log reference_broken", set("panel_audit", null), member);
  alter(
    "the request before it left out",
    "log parts reference_broken words",
    set("related", []),
    delegate,
  );
  alter(
    "sealed and not decided",
    "record_seal state_differs",
    set("record_seal", rejected.record_seal),
    pending,
  );
}

/** Rows that whoever holds the HMAC secret forges, each with a hash that fits. */
function forgedRows({ parts, add }: Given): void {
  const { rejected, keyed } = parts.bundles;
  const forge = (
    what: string,
    names: string,
    change: (b: Bundle) => unknown,
    from = rejected,
    finding: string | null = null,
  ) => {
    const forged = resign(changed(from, change), DEVELOPMENT_SECRET);
    // Counsel's words are those of the decision's row.
    for (const one of forged.disclosures) one.row_hash = forged.audit.at(-1).row_hash;
    add(`insider: ${what}`, `1 ${names}`, forged, { finding });
  };
  const decision = (b: Bundle) => b.audit.at(-1);
  forge("a decision that names no row about counsel", "counsel_key log state_differs", (b) => {
    decision(b).context.counsel_head = OTHER;
  });
  forge("a decision that says a key was required", "counsel_key log", (b) => {
    decision(b).context.signing_policy = "key_required";
  });
  const byKey = (what: string, said: string, change: (context: Bundle) => unknown) =>
    forge(what, "counsel_key log", (b) => change(decision(b).context), keyed, said);
  byKey("no assertion", "Counsel's own key was required", (context) => delete context.assertion);
  byKey(
    "no assertion, and the link said to be enough",
    "Counsel's own key was required",
    (context) => {
      delete context.assertion;
      context.signing_policy = "link";
    },
  );
  byKey("half an assertion", "What counsel's key signed is incomplete", (context) => {
    delete context.assertion.signature;
  });
  byKey("another assertion", "a key that no row enrols before", (context) => {
    context.assertion.credential_id = "other";
  });
  forge("a row that nobody writes", "illegal_transition log", (b) => {
    b.audit[1].action = "rule_review.blessed";
  });
  forge(
    "a decision without a view",
    "log parts",
    (b) => {
      b.audit = b.audit.filter(({ action }: Bundle) => action !== "rule_review.viewed_by_counsel");
      b.request.viewed_at = null;
    },
    rejected,
    "view_before_decision",
  );
  forge(
    "a decision dated before the request",
    "illegal_transition log signed_after_counsel_created",
    (b) => {
      b.request.decided_at = decision(b).created_at = "2020-01-01T00:00:00.000Z";
    },
  );
  forge("another document in row and file", "document log state_differs", (b) => {
    decision(b).context.document = OTHER;
  });
  forge("another wording in the first row", "content_current illegal_transition log", (b) => {
    b.audit[0].context.content_hashes = [OTHER];
  });
}
