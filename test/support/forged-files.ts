import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Bundle, rehash, resign } from "./forge-bundle.ts";

/** A file, the exit code that its verification must end with, and what the report must say. */
export interface JudgedFile {
  name: string;
  text: string;
  code: 0 | 1 | 2 | 3;
  said: RegExp;
}

export interface Genuine {
  decided: Bundle;
  /** Decided with counsel's passkey. */
  keyed: Bundle;
  pending: Bundle;
  cancelled: Bundle;
  receipt: Bundle;
}

const json = (value: unknown): string => JSON.stringify(value);
const FORGERS_SECRET = "a secret of the forger's own, 32 bytes or more";
/** The commitment to a different comment. */
const FINE = { sha256: "0".repeat(64), length: 5 };
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** About a hundred files: genuine ones, and forgeries with each key that a forger may hold. */
export function judgedFiles(genuine: Genuine): JudgedFile[] {
  const { decided, keyed, pending, cancelled } = genuine;
  const files: JudgedFile[] = [];
  const add = (name: string, code: 0 | 1 | 2 | 3, text: string, said: RegExp = /./) =>
    files.push({ name, code, text, said });
  const altered = (change: (b: Bundle) => unknown, from = decided): Bundle => {
    const bundle = structuredClone(from);
    change(bundle);
    return bundle;
  };
  /** Every hash recomputed: what anyone can do. */
  const forged = (change: (b: Bundle) => unknown, from = decided) =>
    json(rehash(altered(change, from)));
  /** Signed and sealed anew too: what the holder of the HMAC secret can do. */
  const insider = (change: (b: Bundle) => unknown, from = decided) =>
    json(resign(altered(change, from), DEVELOPMENT_SECRET));
  const set = (path: string, value: unknown) => (b: Bundle) => {
    const names = path.split(".");
    const last = names.pop() as string;
    names.reduce((at, name) => at[name], b)[last] = value;
  };
  const drop = (path: string) => (b: Bundle) => {
    const names = path.split(".");
    const last = names.pop() as string;
    delete names.reduce((at, name) => at[name], b)[last];
  };
  const asStatus = (status: string) => (b: Bundle) => {
    b.request.status = status;
    const row = b.audit.at(-1);
    row.action = `rule_review.${status}`;
    row.context.decision = status;
  };

  for (const [name, bundle] of Object.entries({ decided, keyed, pending, cancelled })) {
    add(`genuine: ${name}`, 0, json(bundle), /RESULT: genuine, unchanged and complete/);
  }
  add(
    "genuine: indented and reordered",
    0,
    JSON.stringify(Object.fromEntries(Object.entries(decided).reverse()), null, 2),
  );
  const four = [decided, keyed, pending, cancelled];
  add("genuine: an export of four", 0, json({ bundles: four }));
  add("genuine: a part of an export", 0, json({ bundles: four, next_cursor: "eyJ" }));
  add("genuine: the last part of an export", 0, json({ bundles: four, next_cursor: null }));
  add("an export with something else", 2, json({ bundles: four, by: "x" }), /not a bundle/);
  add("an export with one forged", 1, json({ bundles: [decided, altered(asStatus("approved"))] }));

  for (const status of [
    "approved\u200b",
    "approved ",
    "Approved",
    "decided",
    "",
    "constructor",
    ["approved"],
  ]) {
    add(
      `status ${json(status)}`,
      1,
      forged(set("request.status", status)),
      /request\.status is not valid/,
    );
  }
  for (const part of Object.keys(decided).filter(
    (name) => name !== "version" && name !== "request",
  )) {
    add(`without ${part}`, 1, json(altered(drop(part))), new RegExp(`${part} is missing`));
  }
  for (const field of Object.keys(decided.request)) {
    add(
      `without request.${field}`,
      1,
      json(altered(drop(`request.${field}`))),
      new RegExp(`request\\.${field} is missing`),
    );
  }
  for (const field of Object.keys(decided.audit[0])) {
    add(
      `without audit.0.${field}`,
      1,
      json(altered(drop(`audit.0.${field}`))),
      new RegExp(`audit\\.0\\.${field} is missing`),
    );
  }
  const foreign: [string, string][] = [
    ["approved_by", "the regulator"],
    ["request.note", "final"],
    ["counsel.active", "true"],
    ["counsel.created_at", "2020-01-01T00:00:00.000Z"],
    ["audit.0.note", "x"],
  ];
  for (const [path, value] of foreign) {
    add(`an extra ${path}`, 1, forged(set(path, value)), /does not belong here/);
  }
  const changes: [string, string, unknown, RegExp][] = [
    ["rules.0.title", "rules", "Another title", /audit_chain|audit_sequence|content_current/],
    ["request.decision_comment", "comment", FINE, /differ in: decision_comment/],
    ["request.decided_at", "time", "2026-01-01T00:00:00.000Z", /decided_at/],
    ["request.decision_signature", "signature", "0".repeat(64), /decision_signature/],
    ["request.nonce", "nonce", "0".repeat(32), /state_differs .*differ in: nonce/],
    ["request.viewed_at", "view", "2026-01-01T00:00:00.000Z", /viewed_at/],
    ["request.expires_at", "expiry", "2036-01-01T00:00:00.000Z", /expires_at/],
    ["request.created_at", "creation", "2020-01-01T00:00:00.000Z", /created_at/],
    ["request.requested_by_user_id", "requester", "someone", /requested_by_user_id/],
    [
      "request.supplementary_pdf_kv_secret",
      "document",
      `placeholder:sha256:${"0".repeat(64)}`,
      /document/,
    ],
    ["counsel.display_name", "name", "Another", /state_differs .*display_name/],
    ["counsel.firm", "firm", "Another", /state_differs .*firm/],
    ["counsel.email", "counsel's e-mail", "x@y", /state_differs .*email/],
    ["counsel.id", "counsel", "x", /counsel_identity .*do not belong together/],
    ["record_seal", "seal", null, /record_seal/],
    ["record_seal.mac", "seal", "0".repeat(64), /record_seal .*changed/],
    ["key_id", "key", "0".repeat(16), /another key|record_seal/],
    ["audit.1.created_at", "row", "2026-01-01T00:00:00.000Z", /row_changed +rule_review.viewed/],
    ["audit.1.resource_id", "foreign row", "x", /belongs to something else/],
    ["counsel_audit.0.context.firm", "counsel's row", "Other", /row_changed +counsel.created/],
    ["timestamp", "time stamp", { log_proof: "x", token: "AAAA" }, / timestamp /],
    ["log.origin", "origin", "evil.example/evidence/log", /CHANGED/],
    ["log.keys", "keys", null, /CHANGED/],
    ["log.proofs", "proofs", [], /not one for each/],
    ["log.proofs.0.log_proof", "proof", "nonsense", /proof is not one/],
  ];
  for (const [path, name, value, said] of changes) {
    add(`changed ${name} (${path})`, 1, json(altered(set(path, value))), said);
  }
  const noText = { toString: null };
  for (const [path, value] of [
    ["audit.0.context.counsel_id", noText],
    ["audit.0.context.framework_id", [{ valueOf: noText }]],
    ["counsel_audit.0.context.framework_id", noText],
  ] as const) {
    const row = path.split(".context")[0];
    const said = new RegExp(`CHANGED +parts +${row}\\.context is not valid`);
    add(`a value that cannot become text (${path})`, 1, forged(set(path, value)), said);
  }
  add(
    "proofs swapped",
    1,
    json(
      altered((b) => {
        const [one, two] = b.log.proofs;
        [one.log_proof, two.log_proof] = [two.log_proof, one.log_proof];
      }),
    ),
    /another leaf/,
  );
  add(
    "a row removed",
    1,
    json(altered((b) => b.audit.splice(1, 1))),
    /row_missing .*does not follow/,
  );
  add("rows reordered", 1, json(altered((b) => b.audit.reverse())), /CHANGED/);
  add(
    "counsel's rows left out",
    1,
    json(altered((b) => b.counsel_audit.splice(0))),
    /There are no rows at all/,
  );

  // What the holder of the secret can do so that only the log shows it.
  const inLog = /CHANGED +(log|row_unsigned|counsel_key) /;
  add("insider: approved, all made anew", 1, insider(asStatus("approved")), inLog);
  add(
    "insider: another comment",
    1,
    insider((b) => {
      b.request.decision_comment = b.audit.at(-1).context.decision_comment = FINE;
    }),
    inLog,
  );
  add(
    "insider: another firm",
    1,
    insider((b) => {
      b.counsel.firm = b.audit.at(-1).context.counsel.firm = "Another";
    }),
    inLog,
  );
  add(
    "insider: the view taken away",
    1,
    insider((b) => {
      b.request.viewed_at = null;
      b.audit.splice(1, 1);
    }),
    inLog,
  );
  add(
    "insider: without any proof",
    1,
    insider((b) => {
      asStatus("approved")(b);
      for (const proof of b.log.proofs) proof.log_proof = null;
    }),
    inLog,
  );
  add(
    "insider: a decision handed out as pending",
    1,
    forged((b) => {
      b.audit.pop();
      b.log.proofs.splice(b.audit.length, 1);
      b.log.proofs.splice(b.audit.length, 1);
      Object.assign(b.request, {
        status: "pending",
        decided_at: null,
        decision_signature: null,
        decision_comment: null,
        supplementary_pdf_kv_secret: null,
      });
      b.record_seal = b.key_id = null;
      b.timestamp_reason = "undecided";
    }),
    /CHANGED +row_missing +The log has/,
  );
  add(
    "insider: a passkey's assertion removed",
    1,
    insider((b) => {
      delete b.audit.at(-1).context.assertion;
    }, keyed),
    /counsel_key .*none signed/,
  );
  add("insider: a passkey's decision turned", 1, insider(asStatus("rejected"), keyed), /challenge/);
  add(
    "insider: counsel's key rows left out",
    1,
    insider((b) => {
      b.counsel_audit.splice(1);
      b.audit.at(-1).context.counsel_head = b.counsel_audit[0].row_hash;
      b.audit.at(-1).context.signing_policy = "link";
      delete b.audit.at(-1).context.assertion;
    }, keyed),
    /The log has .* of this counsel that|another leaf/,
  );
  add(
    "wholly forged under another secret",
    1,
    json(resign(altered(asStatus("approved")), FORGERS_SECRET)),
    inLog,
  );

  add("a member twice", 2, json(decided).replace("{", '{"version":1,'), /"version" twice/);
  add(
    "a member twice, escaped",
    2,
    json(decided).replace('"status":"', '"st\\u0061tus":"approved","status":"'),
    /"status" twice/,
  );
  add("65 levels", 2, json(decided).replace("{", `{"deep":${nested(64)},`), /64 levels/);
  add(
    "half a surrogate pair",
    2,
    json(decided).replace('"framework_id":"', '"framework_id":"\\ud83d'),
    /well-formed/,
  );
  add(
    "a number beyond bounds",
    2,
    json(decided).replace('"version":1', '"version":1e999'),
    /JSON|number/,
  );
  add("another version", 2, json({ ...decided, version: 2 }), /not a bundle of version 1/);
  add("no JSON", 2, "{", /JSON/);
  add(
    "a member named __proto__",
    2,
    json(decided).replace('"framework_id":', '"__proto__":{"x":1},"framework_id":'),
    /"__proto__"/,
  );
  add(
    "a member named __proto__, escaped, in a rule",
    2,
    json(decided).replace('"title":', '"\\u005f_proto__":1,"title":'),
    /"__proto__"/,
  );
  add("a million values", 2, json({ ...decided, more: Array(1_000_000).fill(0) }), /1,000,000/);
  add("a list", 2, "[]", /not a bundle/);
  return files;
}
