import { canonicalHash } from "#shared/domain/canonical.ts";
import { type Bundle, rehash } from "#test/support/forge-bundle.ts";
import type { Given } from "./cases.ts";
import { changed, set } from "./changes.ts";

/*
 * Rows that are forged so that each hash fits, and so does every name of a row by its hash: what is
 * wrong is only what one of them says of something else.
 */

const OTHER = "0".repeat(64);

const allRows = ({ audit, counsel_audit, panel_audit, related }: Bundle): Bundle[] => [
  ...[...audit, ...counsel_audit, ...(panel_audit ?? [])],
  ...related.flatMap((one: Bundle) => [...one.audit, ...one.counsel_audit]),
];

/** A copy with changed rows, whose hashes are made anew wherever they stand. */
function fitted(from: Bundle, change: (copy: Bundle) => unknown): Bundle {
  const ids = new Map(allRows(from).map((row) => [row.row_hash, row.id]));
  const copy = rehash(changed(from, change));
  const now = (hash: string): string =>
    allRows(copy).find(({ id }) => id === ids.get(hash))?.row_hash ?? hash;
  const said = copy.audit[0].context.delegated_by;
  if (said?.row_hash) {
    said.row_hash = now(said.row_hash);
    rehash(copy);
  }
  for (const one of copy.disclosures) one.row_hash = now(one.row_hash);
  return copy;
}

/** Gives the last row of a trail the hash that fits. */
function refit(row: Bundle): void {
  const { row_hash: _, writer: __, writer_signature: ___, ...said } = row;
  row.row_hash = canonicalHash(said);
}

const altering =
  (add: Given["add"]) =>
  (
    what: string,
    names: string,
    from: Bundle,
    change: (b: Bundle) => unknown,
    finding: string | null = null,
  ) =>
    add(`rows: ${what}`, `1 ${names}`, fitted(from, change), { finding });

/** Stands at the end of the list, so that earlier cases keep their numbers. */
export function matters({ parts, add }: Given): void {
  altering(add)(
    "another matter than the request before it",
    "log reference_broken",
    parts.bundles.delegate,
    (b) => {
      b.audit[0].context.matter_reference = b.request.matter_reference = "Matter 88";
    },
    "it has another matter_reference than the request it came from",
  );
}

export function references({ parts, add }: Given): void {
  const { delegate, member, keyed } = parts.bundles;
  const alter = altering(add);
  const end = "related.0.audit.1.context";
  const broken = "log reference_broken";
  alter(
    "passed on to somebody else",
    broken,
    delegate,
    set(`${end}.delegated_to.counsel_id`, "someone"),
  );
  alter(
    "passed on as another request",
    broken,
    delegate,
    set(`${end}.delegated_to.request_id`, "other"),
  );
  alter("withdrawn and not passed on", broken, delegate, (b) => {
    delete b.related[0].audit[1].context.reason;
  });
  const by = "audit.0.context.delegated_by";
  alter("passed on by somebody else", broken, delegate, set(`${by}.counsel_id`, "someone"));
  alter("passed on by a row that is not there", broken, delegate, set(`${by}.row_hash`, OTHER));
  alter("passed on for another reason", `${broken} words`, delegate, set(`${by}.reason.length`, 1));
  alter(
    "passed on by nobody",
    `${broken} words`,
    delegate,
    (b) => delete b.audit[0].context.delegated_by,
  );
  alter("may be passed on a second time", broken, delegate, (b) => {
    b.audit[0].context.may_delegate = b.request.may_delegate = true;
  });
  alter("more time than the request before it", broken, delegate, (b) => {
    b.audit[0].context.expires_at = b.request.expires_at = "2026-12-12T00:00:00.000Z";
  });
  const counted = "panel_audit.1.context";
  alter("a panel of other requests", broken, member, (b) => {
    for (const { context } of b.panel_audit) context.members[0].review_id = "other";
  });
  alter("a panel of other counsel", broken, member, (b) => {
    for (const { context } of b.panel_audit) context.members[0].counsel_id = "someone";
  });
  alter(
    "a panel that counts another outcome",
    broken,
    member,
    set(`${counted}.members.0.status`, "rejected"),
  );
  alter(
    "a panel that counts another day",
    broken,
    member,
    set(`${counted}.members.0.decided_at`, null),
  );
  alter(
    "a panel that counts another row",
    broken,
    member,
    set(`${counted}.members.0.row_hash`, OTHER),
  );
  alter(
    "a panel that asks about another wording",
    broken,
    member,
    set("panel_audit.0.context.rule_version_hash", OTHER),
  );
  alter(
    "a panel with another end",
    broken,
    member,
    set("panel_audit.0.context.expires_at", "2026-12-12T00:00:00.000Z"),
  );
  alter(
    "a key's signature of something else",
    "counsel_key document log state_differs",
    keyed,
    (b) => {
      b.audit[2].context.document = OTHER;
    },
  );
  alter(
    "a key that was enrolled after the request",
    "counsel_key illegal_transition log",
    keyed,
    (b) => {
      b.audit[0].created_at = b.request.created_at = b.counsel_audit[2].created_at;
    },
    "The key was enrolled at",
  );
  const { rejected, verdicts, extended } = parts.bundles;
  alter(
    "a rule of another framework",
    "content_current state_differs",
    rejected,
    set("rules.0.framework_id", "other"),
    "The pinned snapshot does not match the stored hash",
  );
  alter(
    "a rule of another name",
    "content_current state_differs",
    rejected,
    set("rules.0.use_case_id", "rule.other"),
    "The rules are not those that the request names.",
  );
  alter(
    "rules in another order",
    "content_current state_differs",
    verdicts,
    (b) => b.rules.reverse(),
    "The rules are not the wordings that the request's first row names.",
  );
  alter(
    "one of another request",
    "audit_chain illegal_transition log",
    rejected,
    set("audit.1.resource_id", "other"),
  );
  alter("one of a tenant", "audit_chain log", rejected, set("audit.1.tenant_id", "other"));
  alter(
    "one of another kind",
    "audit_chain illegal_transition log",
    rejected,
    set("audit.1.resource_type", "counsel"),
  );
  alter("a decision that says nothing of a document", "document log", rejected, (b) => {
    delete b.audit[2].context.document;
  });
  alter(
    "a decision that names another firm",
    "log state_differs",
    rejected,
    set("audit.2.context.counsel.firm", "Nobody LLP"),
  );
  alter("a decision that names nobody", "log", rejected, (b) => delete b.audit[2].context.counsel);
  const anew = changed(extended, (b) => {
    refit(Object.assign(b.audit[1], { prev_hash: null }));
  });
  add("rows: one that begins anew", "1 log trail_branched", anew);
  alter(
    "a view after the decision",
    "log",
    rejected,
    (b) => {
      const [asked, viewed, decided] = b.audit;
      viewed.created_at = viewed.context.viewed_at = b.request.viewed_at = decided.created_at;
      b.audit = [asked, decided, viewed];
    },
    "The review was opened only after the decision.",
  );
  const ended = (what: string, finding: string, change: (end: Bundle, panel: Bundle) => unknown) =>
    add(
      `panel: ${what}`,
      "1 illegal_transition log state_differs",
      changed(parts.panel, (b) => {
        change(b.panel_audit[1], b.panel);
        refit(b.panel_audit[1]);
      }),
      { finding },
    );
  ended("its end counts another number", "not what was decided", ({ context }) => {
    context.rules[0].approvals = 3;
  });
  ended("its end comes to something else", "the members' decisions come to approved", (row) => {
    row.action = "review_panel.rejected";
    Object.assign(row.context.rules[0], { outcome: "rejected", approvals: 0, refusals: 2 });
  });
  const dated = (what: string, names: string, at: number, seconds: number) =>
    add(
      `rows: ${what}`,
      `1 ${names} row_changed`,
      changed(keyed, (b) => {
        const row = b.audit[at];
        row.created_at = new Date(Date.parse(row.created_at) + seconds * 1000).toISOString();
        for (const proof of b.log.proofs) proof.log_proof = null;
      }),
    );
  dated("one dated after the log took it", "illegal_transition time_in_future", 2, 60);
  dated("one dated before the row before it", "illegal_transition", 1, -60);
}
