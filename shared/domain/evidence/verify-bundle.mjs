#!/usr/bin/env node
/**
 * Checks an evidence bundle without the service that made it. One file, no dependencies, Node 20 or
 * later:
 *
 *   node verify-bundle.mjs bundle.json                             content, trail and order
 *   printf '%s' "$SECRET" | node verify-bundle.mjs bundle.json     signature and seal too
 *   node verify-bundle.mjs bundle.json --key <verifier key>        public seal and log too
 *     --checkpoint FILE      checks that the bundle's log is the one that a third party saw
 *     --consistency FILE     consistency proof between the two checkpoints, if their sizes differ
 *
 * The verifier key is the line that the log's operator publishes at /evidence/log/key: get it from
 * someone other than the person who gave you the bundle. --key may be given more than once. Several
 * secrets (a current one and retired ones) may be given, one per line. Exit codes:
 * 0 everything was checked and nothing is wrong · 1 something was changed or is missing ·
 * 2 wrong usage, or not a readable bundle · 3 no fault found, but something could not be checked.
 */
import {
  createHash,
  createHmac,
  createPublicKey,
  timingSafeEqual,
  verify as verifies,
} from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";

const DECISIONS = ["approved", "approved_with_changes", "changes_requested", "rejected"];
const STATUSES = ["pending", ...DECISIONS, "cancelled", "expired"];
const REQUESTED = "rule_review.requested";
const VIEWED = "rule_review.viewed_by_counsel";
const MOST_LEVELS = 64;

// ---- The structure of a bundle ----

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTime = (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const orNull = (kind) => (value) => value === null || kind(value);
const optional = (kind) => (value) => value === undefined || kind(value);
const listOf = (kind) => (value) => Array.isArray(value) && value.every(kind);
const oneOf = (values) => (value) => values.includes(value);

const REQUEST = {
  id: isText,
  framework_id: isText,
  rule_use_case_ids: listOf(isText),
  rule_version_hash: isHash,
  counsel_id: isText,
  status: oneOf(STATUSES),
  created_at: isTime,
  expires_at: isTime,
  decided_at: orNull(isTime),
  viewed_at: orNull(isTime),
  decision_signature: orNull(isHash),
  decision_comment: orNull(isText),
  supplementary_pdf_kv_secret: orNull(isText),
  requested_by_user_id: isText,
  nonce: isText,
};
const COUNSEL = {
  id: isText,
  framework_id: isText,
  display_name: isText,
  email: isText,
  firm: orNull(isText),
  jurisdiction: orNull(isText),
  bar_registration: orNull(isText),
  // Present in bundles made before counsel's details were recorded with the decision.
  active: optional((value) => typeof value === "boolean"),
  created_at: optional(isTime),
};
const ROW = {
  id: isText,
  created_at: isTime,
  resource_type: oneOf(["rule_review_request"]),
  resource_id: isText,
  tenant_id: oneOf([null]),
  actor_user_id: orNull(isText),
  actor_type: oneOf(["user", "system"]),
  action: oneOf([REQUESTED, VIEWED, ...STATUSES.slice(1).map((status) => `rule_review.${status}`)]),
  context: isObject,
  row_hash: isHash,
  prev_hash: orNull(isHash),
};
const KEY_ROW = {
  ...ROW,
  resource_type: oneOf(["counsel"]),
  action: oneOf(["counsel.key_enrolled", "counsel.key_retired", "counsel.signing_policy_changed"]),
  prev_hash: optional(orNull(isHash)),
};
const PROVEN_ROW = { row: isObject, log_proof: orNull(isText) };
const SEAL = { version: Number.isInteger, key_id: isText, mac: isHash };
const MANIFEST = Object.fromEntries(
  ["request", "counsel", "rules", "audit"].map((part) => [part, optional(isText)]),
);
const BUNDLES = {
  1: {
    version: oneOf([1]),
    request: isObject,
    counsel: isObject,
    counsel_email: orNull(isText),
    rules: listOf(isObject),
    audit: listOf(isObject),
    record_seal: orNull(isObject),
    key_id: orNull(isText),
    counsel_keys: optional(listOf(isObject)),
    manifest: isObject,
  },
};
BUNDLES[2] = {
  ...BUNDLES[1],
  version: oneOf([2]),
  public_seal: orNull(isObject),
  verifier_key: orNull(isText),
  log_proof: orNull(isText),
  timestamp: orNull(isObject),
  timestamp_reason: orNull(isText),
  logged_late: (value) => typeof value === "boolean",
};
const ENVELOPE = {
  payload: isText,
  payloadType: oneOf(["application/vnd.in-toto+json"]),
  signatures: (value) => listOf(isObject)(value) && value.length === 1,
};
const SIGNATURE = { keyid: isText, sig: isText };
const STAMP = { log_proof: isText, token: isText };

/** Members of a part that are missing, invalid, or unknown in this bundle version. */
function faultsIn(name, part, kinds) {
  if (!isObject(part)) return [];
  const at = (member) => (name === "" ? member : `${name}.${member}`);
  const known = Object.keys(kinds);
  return [
    ...known
      .filter((member) => !kinds[member](Object.hasOwn(part, member) ? part[member] : undefined))
      .map((member) => `${at(member)} is ${Object.hasOwn(part, member) ? "not valid" : "missing"}`),
    ...Object.keys(part)
      .filter((member) => !known.includes(member))
      .map((member) => `${at(member)} does not belong in a bundle`),
  ];
}

function checkParts(bundle) {
  const { request, counsel, audit, record_seal, manifest } = bundle;
  const rows = Array.isArray(audit) ? audit : [];
  const faults = [
    ...faultsIn("", bundle, BUNDLES[bundle.version]),
    ...faultsIn("request", request, REQUEST),
    ...faultsIn("counsel", counsel, COUNSEL),
    ...rows.flatMap((row, index) => faultsIn(`audit.${index}`, row, ROW)),
    ...(Array.isArray(bundle.counsel_keys) ? bundle.counsel_keys : []).flatMap((entry, index) => [
      ...faultsIn(`counsel_keys.${index}`, entry, PROVEN_ROW),
      ...faultsIn(`counsel_keys.${index}.row`, entry?.row, KEY_ROW),
    ]),
    ...faultsIn("record_seal", record_seal, SEAL),
    ...faultsIn("public_seal", bundle.public_seal, ENVELOPE),
    ...faultsIn("public_seal.signatures.0", bundle.public_seal?.signatures?.[0], SIGNATURE),
    ...faultsIn("timestamp", bundle.timestamp, STAMP),
    ...faultsIn("manifest", manifest, MANIFEST),
  ];
  return faults.length === 0
    ? passed("Nothing is missing from the file, and nothing was added.")
    : failed(`${faults.slice(0, 10).join("; ")}.`);
}

// ---- Canonical JSON and hashes ----

/** RFC 8785: members sorted by UTF-16 code units, numbers and string escapes as in ECMAScript. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (secret, text) => createHmac("sha256", secret).update(text, "utf8").digest("hex");
const keyIdOf = (secret) => sha256(secret).slice(0, 16);
const equal = (a, b) => canonical(a ?? null) === canonical(b ?? null);

function same(expected, given) {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

// ---- The checks ----

const passed = (text) => ({ result: "pass", text });
const failed = (text) => ({ result: "fail", text });
const notChecked = (text) => ({ result: "not checked", text });
/** There is nothing to check here in this review, which is as expected. */
const notApplicable = (text) => ({ result: "none", text });

const isDecided = (request) => DECISIONS.includes(request.status);
const decisionRow = ({ request, audit }) =>
  audit.find(({ action }) => action === `rule_review.${request.status}`);
const NO_DECISION = "There is no decision.";

function checkManifest({ manifest, ...bundle }) {
  const changed = Object.keys(MANIFEST).filter(
    (name) => manifest[name] !== `sha256:${sha256(canonical(bundle[name]))}`,
  );
  return changed.length === 0
    ? passed("Every part of the file matches the hash in its list of contents.")
    : failed(`Changed since the file was made: ${changed.join(", ")}.`);
}

function checkSnapshot({ request, rules }) {
  const ids = rules.map((rule) => rule.use_case_id);
  if (!equal([...ids].sort(), [...request.rule_use_case_ids].sort())) {
    return failed("The rules in the file are not the rules the request names.");
  }
  const foreign = rules.find((rule) => rule.framework_id !== request.framework_id);
  if (foreign !== undefined) return failed(`${foreign.use_case_id} belongs to another framework.`);
  const sorted = [...rules].sort((a, b) => (a.use_case_id < b.use_case_id ? -1 : 1));
  return rules.length > 0 && same(request.rule_version_hash, sha256(canonical(sorted)))
    ? passed(`The text of all ${rules.length} rules is exactly what was under review.`)
    : failed("The text of a rule differs from what was under review.");
}

function checkChain({ request, audit }) {
  for (const [index, { row_hash, ...row }] of audit.entries()) {
    const name = `Row ${index + 1} (${row.action})`;
    if (row.resource_id !== request.id) return failed(`${name} belongs to another request.`);
    if (!same(row_hash, sha256(canonical(row))))
      return failed(`${name} was changed after it was written.`);
    const previous = index === 0 ? null : audit[index - 1].row_hash;
    if (row.prev_hash !== previous) {
      return failed(
        `${name} does not follow the row before it: a row was removed, added or moved.`,
      );
    }
  }
  return audit.length > 0
    ? passed(`All ${audit.length} rows of the trail are unchanged and follow one another.`)
    : failed("The trail is empty.");
}

function checkSequence({ request, audit }) {
  const actions = audit.map((row) => row.action);
  if (actions[0] !== REQUESTED) return failed(`The trail does not begin with ${REQUESTED}.`);
  const doubled = actions.find((action, index) => actions.indexOf(action) !== index);
  if (doubled !== undefined) return failed(`${doubled} appears more than once.`);
  const ends = actions.filter((action) => action !== REQUESTED && action !== VIEWED);
  const expected = request.status === "pending" ? [] : [`rule_review.${request.status}`];
  if (!equal(ends, expected)) {
    return failed(
      `The request says ${request.status}, the trail says ${ends.join(", ") || "nothing"}.`,
    );
  }
  const late = audit.findIndex((row, i) => i > 0 && row.created_at < audit[i - 1].created_at);
  if (late > 0) return failed(`Row ${late + 1} is dated before the row it follows.`);
  if (!isDecided(request)) return passed("The trail is in order; no decision was recorded.");
  const viewed = actions.indexOf(VIEWED);
  const wasSeen = viewed !== -1 && viewed < actions.indexOf(expected[0]);
  return passed(
    `The trail is in order; the review was ${wasSeen ? "" : "NOT "}opened before the decision.`,
  );
}

/** Compares every field of the record that also occurs in the trail's rows. */
function checkRecord(bundle) {
  const { request, counsel_email, audit } = bundle;
  const requested = audit.find(({ action }) => action === REQUESTED);
  const viewed = audit.find(({ action }) => action === VIEWED);
  const decided = isDecided(request) ? decisionRow(bundle) : null;
  if (requested === undefined) return failed("The trail has no row of the request.");
  if (decided === undefined) return failed("The trail has no row of this decision.");
  const record = { ...request, decision: request.status, counsel_email };
  const differing = [
    ...differingFrom({ ...requested.context, created_at: requested.created_at }, record, [
      ...["framework_id", "counsel_id", "rule_use_case_ids", "rule_version_hash"],
      ...["requested_by_user_id", "expires_at", "created_at"],
    ]),
    ...(request.viewed_at === (viewed?.context.viewed_at ?? null) ? [] : ["viewed_at"]),
    ...(decided === null
      ? decisionFields.filter((field) => bundle[field] ?? request[field] ?? false)
      : differingFrom(
          { ...decided.context, at: decided.created_at },
          { ...record, at: request.decided_at },
          [
            ...["decision", "decided_at", "at", "decision_comment", "decision_signature"],
            ...["counsel_email", "counsel_id", "framework_id", "rule_use_case_ids"],
            "rule_version_hash",
          ],
        )),
  ];
  if (differing.length > 0) {
    return failed(`The record and the trail differ in: ${[...new Set(differing)].join(", ")}.`);
  }
  return passed("The record and the trail agree.");
}

/** Fields that only a decision sets: null or false in an undecided review. */
const decisionFields = [
  ...["decided_at", "decision_signature", "decision_comment", "supplementary_pdf_kv_secret"],
  ...["counsel_email", "record_seal", "key_id"],
  ...["public_seal", "verifier_key", "log_proof", "timestamp", "logged_late"],
];

const differingFrom = (said, record, fields) =>
  fields.filter((field) => !Object.hasOwn(said, field) || !equal(said[field], record[field]));

const identity = ["display_name", "firm", "jurisdiction", "bar_registration"];

/** Compares counsel in the file with counsel as recorded with the decision. */
function checkIdentity(bundle) {
  const { request, counsel, counsel_email } = bundle;
  if (counsel.id !== request.counsel_id || counsel.framework_id !== request.framework_id) {
    return failed("The file and the request name different counsel.");
  }
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  const recorded = decisionRow(bundle)?.context.counsel;
  if (!isObject(recorded)) {
    return notChecked(
      "The decision was made before counsel's name and firm were recorded with it.",
    );
  }
  const differing = differingFrom(recorded, counsel, identity);
  if (counsel.email !== counsel_email) differing.push("email");
  return differing.length === 0
    ? passed("Counsel is named as recorded with the decision.")
    : failed(`Counsel differs from what was recorded with the decision: ${differing.join(", ")}.`);
}

function checkDocument(bundle) {
  const { request } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  const recorded = decisionRow(bundle)?.context.document;
  if (recorded === undefined) {
    return notChecked("The decision was made before a document's digest was recorded with it.");
  }
  const expected = recorded === null ? null : `placeholder:sha256:${recorded}`;
  if (!equal(expected, request.supplementary_pdf_kv_secret)) {
    return failed("The document's digest differs from what was recorded with the decision.");
  }
  return passed(
    recorded === null
      ? "The decision came without a document."
      : `The document that came with the decision has the SHA-256 ${recorded}.`,
  );
}

function checkSignature({ request, counsel_email, key_id }, { secrets }) {
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  if (secrets.length === 0) return notChecked("No secret was given.");
  const text = [request.status, counsel_email, request.nonce, request.decided_at].join("|");
  const secret = secrets.find((entry) => same(hmac(entry, text), request.decision_signature ?? ""));
  if (secret !== undefined && keyIdOf(secret) === key_id) {
    return passed(`The signature is genuine (key ${key_id}).`);
  }
  return secret !== undefined || secrets.some((entry) => keyIdOf(entry) === key_id)
    ? failed("The signature does not match the decision, e-mail, nonce, time and key.")
    : notChecked(`It was signed under key ${key_id}, and that secret was not given.`);
}

const sealedRecord = (request, counsel_email) => ({
  request_id: request.id,
  framework_id: request.framework_id,
  rule_use_case_ids: request.rule_use_case_ids,
  rule_version_hash: request.rule_version_hash,
  counsel_id: request.counsel_id,
  counsel_email,
  decision: request.status,
  decision_comment: request.decision_comment,
  nonce: request.nonce,
  decided_at: request.decided_at,
  requested_by_user_id: request.requested_by_user_id,
});

function checkSeal(bundle, { secrets }) {
  const { request, counsel_email, record_seal, key_id } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  if (record_seal === null) return failed("The record is decided, but its seal is missing.");
  if (record_seal.key_id !== key_id) return failed("Seal and file name different keys.");
  if (secrets.length === 0) return notChecked("No secret was given.");
  const secret = secrets.find((entry) => keyIdOf(entry) === key_id);
  if (secret === undefined) {
    return notChecked(`It was sealed under key ${key_id}, and that secret was not given.`);
  }
  if (record_seal.version !== 1)
    return notChecked(`Seals of version ${record_seal.version} are not supported.`);
  const record = sealedRecord(request, counsel_email);
  const audit_head = decisionRow(bundle)?.row_hash ?? null;
  const sealed = canonical({ version: 1, record, audit_head });
  return same(hmac(secret, sealed), record_seal.mac)
    ? passed("The seal over the whole record and its trail is unbroken.")
    : failed("The seal is broken: the record or its trail was changed after the decision.");
}

// ---- The log: RFC 9162 trees, C2SP notes and proofs, DSSE, RFC 3161 ----

const bytes64 = (text) => Buffer.from(text, "base64");
const digest = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const nodeHash = (left, right) => digest(Buffer.of(1), left, right);
const half = (n) => Math.floor(n / 2);

/**
 * Parses a verifier key `<name>+<id>+<base64>`; null if it is not an Ed25519 key or its id does not
 * match.
 */
function parseKey(text) {
  const [, name, id, data] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text.trim()) ?? [];
  if (name === undefined) return null;
  const bytes = bytes64(data);
  const own = digest(Buffer.from(`${name}\n`), bytes)
    .toString("hex")
    .slice(0, 8);
  if (bytes.length !== 33 || bytes[0] !== 1 || own !== id) return null;
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  return { name, id, key, fingerprint: digest(bytes.subarray(1)).toString("hex") };
}

/** Parses a signed checkpoint; null if it is not one. */
function parseCheckpoint(note) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  const [origin, size, root] = text.split("\n");
  const lines = end < 0 || !note.endsWith("\n") ? [] : note.slice(end + 2, -1).split("\n");
  const signatures = lines.map((line) => {
    const [, name, data] = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = bytes64(data ?? "");
    return { name, id: bytes.subarray(0, 4).toString("hex"), bytes: bytes.subarray(4) };
  });
  const isOne =
    signatures.length > 0 &&
    signatures.every(({ name, bytes }) => name !== undefined && bytes.length >= 64) &&
    /^(0|[1-9]\d{0,14})$/.test(size) &&
    /^[A-Za-z0-9+/]{43}=$/.test(root);
  return isOne ? { note, text, origin, size: Number(size), root: bytes64(root), signatures } : null;
}

/** Parses a C2SP tlog-proof, ignoring its extra data, which nothing signs; null if it is not one. */
function parseProof(text) {
  const end = text.indexOf("\n\n");
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const extra = /^extra (.+)$/.exec(lines[0] ?? "")?.[1];
  if (extra !== undefined && isBase64(extra)) lines.shift();
  const place = Number(/^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "")?.[1]);
  const checkpoint = parseCheckpoint(text.slice(end + 2));
  const hashes = parseHashes(lines);
  const isOne =
    header === "c2sp.org/tlog-proof@v1" && Number.isSafeInteger(place) && hashes !== null;
  return isOne && checkpoint !== null ? { index: place, hashes, checkpoint } : null;
}

const isBase64 = (text) => bytes64(text).toString("base64") === text;

const parseHashes = (lines) =>
  lines.length < 64 && lines.every((line) => bytes64(line).length === 32 && isBase64(line))
    ? lines.map(bytes64)
    : null;

/** RFC 9162, 2.1.3.2. */
function provesInclusion(rowHash, { index, hashes, checkpoint }) {
  if (index >= checkpoint.size) return false;
  let [fn, sn] = [index, checkpoint.size - 1];
  let hash = digest(Buffer.of(0), Buffer.from(rowHash, "hex"));
  for (const other of hashes) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(other, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, other);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && hash.equals(checkpoint.root);
}

/** RFC 9162, 2.1.4.2; both trees are non-empty, and the older one is smaller. */
function provesConsistency(older, newer, hashes) {
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const path = fn === 0 ? [older.root, ...hashes] : hashes;
  let [fr, sr] = [path[0], path[0]];
  if (path.length === 0) return false;
  for (const hash of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(hash, fr), nodeHash(hash, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeHash(sr, hash);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(older.root) && sr.equals(newer.root);
}

/** The key to verify with: the pinned key with that id, else the one that the file itself names. */
function keyFor(id, { verifier_key }, { keys }) {
  const pinned = keys.find((key) => key.id === id);
  const named = verifier_key === null ? null : parseKey(verifier_key);
  return pinned ? { key: pinned, isPinned: true } : { key: named?.id === id ? named : null };
}

/** The result for a signature by a key that was not given with --key. */
const unpinned = (id, key, { keys }) =>
  notChecked(
    keys.length === 0
      ? `No --key was given. It is signed under key ${id}${
          key === null ? "" : `, SHA-256 ${key.fingerprint}`
        }: compare that with the operator's published key.`
      : `It is signed under key ${id}, not under the key given.`,
  );

function judgeNote(checkpoint, bundle, given) {
  const own = checkpoint.signatures.filter(({ name }) => name === checkpoint.origin);
  const found = own.map((signature) => ({ signature, ...keyFor(signature.id, bundle, given) }));
  const judged = found.find(({ isPinned }) => isPinned) ?? found.find(({ key }) => key !== null);
  const { signature = own[0], key = null, isPinned = false } = judged ?? {};
  if (signature === undefined) return failed("The checkpoint is not signed by its own log.");
  const isGenuine =
    key === null ||
    (key.name === checkpoint.origin &&
      verifies(null, Buffer.from(checkpoint.text), key.key, signature.bytes));
  if (!isGenuine) return failed("The checkpoint's signature is not genuine.");
  return isPinned
    ? passed(`The checkpoint of ${checkpoint.size} leaves is signed by the log's key ${key.id}.`)
    : unpinned(signature.id, key, given);
}

const WAITS = "The decision was not yet in the log when the file was made. Ask for a new file.";

function sealedStatement(bundle, leafIndex) {
  const { request, counsel_email } = bundle;
  const row = decisionRow(bundle);
  const { counsel, document } = row.context;
  const record = sealedRecord(request, counsel_email);
  const digests = [
    ["record", sha256(canonical(record))],
    ["rules", request.rule_version_hash],
    ...(isObject(counsel)
      ? [["counsel", sha256(canonical({ ...pickIdentity(counsel), nonce: request.nonce }))]]
      : []),
    ...(isText(document) ? [["document", document]] : []),
  ];
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: digests.map(([name, value]) => ({ name, digest: { sha256: value } })),
    predicateType: "urn:countersign:decision:v1",
    predicate: {
      request_id: request.id,
      decision: request.status,
      decided_at: request.decided_at,
      framework_id: request.framework_id,
      row_hash: row.row_hash,
      leaf_index: leafIndex,
    },
  };
}

const pickIdentity = (counsel) =>
  Object.fromEntries(identity.map((field) => [field, counsel[field]]));

function checkPublicSeal(bundle, given) {
  const { request, public_seal, log_proof } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  if (public_seal === null) {
    return log_proof === null ? notChecked(WAITS) : failed("The public seal is missing.");
  }
  const payload = bytes64(public_seal.payload);
  const said = readStatement(payload);
  if (said === null) return failed("The public seal does not cover a statement.");
  const expected = sealedStatement(bundle, said.predicate?.leaf_index);
  if (canonical(expected) !== payload.toString("utf8")) {
    const subjects = expected.subject.filter(
      (one) => !said.subject?.some?.((two) => equal(one, two)),
    );
    const names = subjects.map(({ name }) => name).join(", ") || "the decision itself";
    return failed(`The public seal covers something else: ${names}.`);
  }
  const type = public_seal.payloadType;
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `),
    payload,
  ]);
  const { keyid, sig } = public_seal.signatures[0];
  const { key, isPinned } = keyFor(keyid, bundle, given);
  if (key !== null && !verifies(null, signed, key.key, bytes64(sig))) {
    return failed("The public seal's signature is not genuine.");
  }
  return isPinned
    ? passed(`Record, rules and counsel are sealed by the log's key ${keyid}.`)
    : unpinned(keyid, key, given);
}

function readStatement(payload) {
  try {
    const statement = JSON.parse(payload.toString("utf8"));
    return isObject(statement) ? statement : null;
  } catch {
    return null;
  }
}

function checkInclusion(bundle) {
  const { request, log_proof, public_seal, logged_late } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  if (log_proof === null) return notChecked(WAITS);
  const proof = parseProof(log_proof);
  if (proof === null) return failed("The proof of the log is not a proof.");
  if (!provesInclusion(decisionRow(bundle).row_hash, proof)) {
    return failed("The proof does not lead from the decision to the checkpoint.");
  }
  const sealed = public_seal && readStatement(bytes64(public_seal.payload))?.predicate?.leaf_index;
  if (sealed !== null && sealed !== proof.index) {
    return failed("Seal and proof name different positions in the log.");
  }
  const { index, checkpoint } = proof;
  const late = logged_late ? " LOGGED LATE: it was written before there was a log." : "";
  return passed(
    `The decision is leaf ${index} of ${checkpoint.size} in ${checkpoint.origin}.${late}`,
  );
}

function checkCheckpoint(bundle, given) {
  if (!isDecided(bundle.request)) return notApplicable(NO_DECISION);
  const proof = bundle.log_proof === null ? null : parseProof(bundle.log_proof);
  return proof === null ? notChecked(WAITS) : judgeNote(proof.checkpoint, bundle, given);
}

/** Checks that the log is the same one that a third party saw. */
function checkSeen(bundle, given) {
  const { checkpointText, consistencyText } = given;
  if (checkpointText === null) return notApplicable("No --checkpoint was given.");
  const seen = parseCheckpoint(checkpointText);
  if (seen === null) return failed("The file given with --checkpoint is not a checkpoint.");
  const own = bundle.log_proof === null ? null : parseProof(bundle.log_proof)?.checkpoint;
  if (own == null) return notChecked(WAITS);
  if (seen.origin !== own.origin) return failed("The given checkpoint is from another log.");
  const judged = judgeNote(seen, bundle, given);
  if (judged.result === "fail") return judged;
  if (seen.size === own.size) {
    if (!seen.root.equals(own.root)) {
      return failed("The log has shown two histories: same size, different roots.");
    }
  } else {
    if (consistencyText === null) {
      return notChecked(
        `It is of size ${seen.size}, the file's of ${own.size}: give --consistency ` +
          `(/evidence/log/consistency?from=${Math.min(seen.size, own.size)}&to=${Math.max(seen.size, own.size)}).`,
      );
    }
    const hashes = parseHashes(consistencyText.split("\n").filter((line) => line !== ""));
    const [older, newer] = seen.size < own.size ? [seen, own] : [own, seen];
    const isOne = hashes !== null && (older.size === 0 || provesConsistency(older, newer, hashes));
    if (!isOne) return failed("The log has shown two histories: one does not continue the other.");
  }
  return judged.result === "pass"
    ? passed("The log is the same one that the third party saw.")
    : judged;
}

/** The parts of a DER value; empty if one has indefinite length (BER) or is truncated. */
function derParts(bytes) {
  const parts = [];
  for (let at = 0; at + 1 < bytes.length; ) {
    if (bytes[at + 1] === 0x80) return [];
    const more = bytes[at + 1] < 0x80 ? 0 : bytes[at + 1] - 0x80;
    const start = at + 2 + more;
    if (more > 4 || start > bytes.length) return [];
    const length = more === 0 ? bytes[at + 1] : bytes.readUIntBE(at + 2, more);
    if (start + length > bytes.length) return [];
    parts.push(bytes.subarray(start, start + length));
    at = start + length;
  }
  return parts;
}

/** Digest and time in an RFC 3161 token; null if the digest is not SHA-256. */
function stampOf(token) {
  const inner = (bytes, place) => derParts(bytes ?? Buffer.alloc(0))[place];
  const signed = inner(inner(inner(token, 0), 1), 0);
  const info = inner(inner(inner(inner(signed, 2), 1), 0), 0);
  const [algorithm, imprint] = derParts(inner(info, 2) ?? Buffer.alloc(0));
  const isSha256 = inner(algorithm, 0)?.toString("hex") === "608648016503040201";
  return isSha256 ? { imprint, time: inner(info, 4)?.toString("latin1") } : null;
}

function checkTimeStamp(bundle, given) {
  const { request, timestamp, timestamp_reason, log_proof } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  if (timestamp === null) {
    if (timestamp_reason !== null) return notApplicable(`There is none: ${timestamp_reason}`);
    return log_proof === null
      ? notChecked(WAITS)
      : failed("Neither a time stamp nor a reason is given.");
  }
  const proof = parseProof(timestamp.log_proof);
  if (proof === null || !provesInclusion(decisionRow(bundle).row_hash, proof)) {
    return failed("The stamped checkpoint does not contain the decision.");
  }
  const judged = judgeNote(proof.checkpoint, bundle, given);
  if (judged.result === "fail") return judged;
  const stamp = stampOf(bytes64(timestamp.token));
  if (stamp === null) return failed("The time stamp covers something else, or is not a DER token.");
  const stamped = digest(Buffer.from(proof.checkpoint.note));
  return stamp.imprint?.equals(stamped)
    ? passed(
        `A time-stamp token of ${stamp.time} covers it; openssl ts -verify checks the authority.`,
      )
    : failed("The time stamp covers something else.");
}

/** The public seal covers the decision, so checking with the secret is optional. */
const orWithout = (check) => (bundle, given) =>
  given.secrets.length === 0 && isDecided(bundle.request)
    ? notApplicable("No secret was given; the public seal covers this.")
    : check(bundle, given);

// ---- Counsel's own key: WebAuthn assertions (level 3, section 7.2) ----

const ASSERTION = ["credential_id", "authenticator_data", "client_data_json", "signature"];

/** Checks that counsel's own key signed the decision, if one was required. */
function checkCounselKey(bundle, given) {
  const { request, counsel_keys = [] } = bundle;
  if (!isDecided(request)) return notApplicable(NO_DECISION);
  const assertion = decisionRow(bundle)?.context.assertion ?? null;
  const rows = counsel_keys.map(({ row }) => row);
  const changes = rows.filter(({ action }) => action === "counsel.signing_policy_changed");
  const wasRequired = changes.some(({ context }) => context.value === "key_required");
  if (assertion === null && !wasRequired)
    return notApplicable("Counsel decided by the link alone.");
  const fault = keyRowsFault(bundle, rows);
  if (fault !== null) return failed(fault);
  const judged =
    assertion === null ? judgeLink(request, changes) : judgeAssertion(bundle, assertion, rows);
  return judged.result === "fail" ? judged : (unloggedKeyRow(bundle, given) ?? judged);
}

function keyRowsFault({ request }, rows) {
  for (const [index, { row_hash, ...row }] of rows.entries()) {
    const name = `Row ${index + 1} of counsel's keys (${row.action})`;
    if (row.resource_id !== request.counsel_id) return `${name} belongs to another counsel.`;
    if (!same(row_hash, sha256(canonical({ ...row, prev_hash: row.prev_hash ?? null })))) {
      return `${name} was changed after it was written.`;
    }
    if (index > 0 && row.created_at < rows[index - 1].created_at) {
      return `${name} is dated before the row it follows.`;
    }
  }
  return null;
}

function judgeLink({ decided_at }, changes) {
  const at = ({ created_at, actor_user_id }) => `${created_at} (by ${actor_user_id ?? "nobody"})`;
  const before = changes.filter(({ created_at }) => created_at <= decided_at);
  const on = before.findLast(({ context }) => context.value === "key_required");
  const next = changes.find(
    ({ created_at, context }) => created_at > decided_at && context.value === "key_required",
  );
  if (before.at(-1)?.context.value === "key_required") {
    return failed("Counsel's own key was required, but none signed the decision.");
  }
  if (on === undefined) {
    return notApplicable(
      `Counsel decided by the link; a key is required since ${next?.created_at}.`,
    );
  }
  const again = next === undefined ? "" : `, and required again at ${at(next)}`;
  return failed(
    `Counsel decided by the link: a key was required at ${at(on)}, ` +
      `no longer at ${at(before.at(-1))}${again}.`,
  );
}

function judgeAssertion(bundle, assertion, rows) {
  const { request } = bundle;
  if (!isObject(assertion) || !ASSERTION.every((member) => isText(assertion[member]))) {
    return failed("What counsel's key signed is incomplete.");
  }
  const of = (action) =>
    rows.filter(
      (row) => row.action === action && row.context.credential_id === assertion.credential_id,
    );
  const [enrolled, second] = of("counsel.key_enrolled");
  if (enrolled === undefined) return failed("It was signed with a key that no row enrols.");
  if (second !== undefined) return failed("The key that signed it was enrolled more than once.");
  const { created_at } = enrolled;
  if (created_at > request.decided_at) {
    return failed(`The key was enrolled at ${created_at}, after the decision.`);
  }
  if (created_at >= request.created_at) {
    return failed(`The key was enrolled at ${created_at}, after the request.`);
  }
  const [retired] = of("counsel.key_retired");
  if (retired !== undefined && retired.created_at <= request.decided_at) {
    return failed(`The key was retired at ${retired.created_at}, before the decision.`);
  }
  const faults = assertionFaults(bundle, assertion, enrolled.context);
  if (faults.length > 0) {
    return failed(`What counsel's key signed is not valid: ${faults.join(", ")}.`);
  }
  const words = wordsOf(Buffer.from(enrolled.context.public_key_spki, "base64url"));
  const count = rows.filter(({ action }) => action === "counsel.key_enrolled").length;
  return passed(
    `Signed with counsel's passkey ${words}, enrolled at ${created_at}; keys so far: ${count}. ` +
      "Compare the words with those that counsel read out.",
  );
}

function assertionFaults({ request }, assertion, { public_key_spki, rp_id }) {
  const data = Buffer.from(assertion.authenticator_data, "base64url");
  const clientBytes = Buffer.from(assertion.client_data_json, "base64url");
  const client = readStatementOf(clientBytes);
  const challenge = createHash("sha256")
    .update(canonical(decisionToSign(request)))
    .digest();
  const rpHash = createHash("sha256").update(String(rp_id)).digest();
  const isWhole = data.length >= 37;
  const faults = [
    [client === null, "client_data"],
    [client !== null && client.type !== "webauthn.get", "type"],
    [client !== null && client.challenge !== challenge.toString("base64url"), "challenge"],
    [client !== null && !speaksFor(client.origin, rp_id), "origin"],
    [client?.crossOrigin === true || client?.topOrigin !== undefined, "cross_origin"],
    [!isWhole, "authenticator_data"],
    [isWhole && !data.subarray(0, 32).equals(rpHash), "rp_id"],
    [isWhole && (data[32] & 1) === 0, "user_present"],
    [isWhole && (data[32] & 4) === 0, "user_verified"],
    [!isSignedBy(public_key_spki, data, clientBytes, assertion.signature), "signature"],
  ];
  return faults.filter(([applies]) => applies).map(([, name]) => name);
}

const decisionToSign = (request) => ({
  request_id: request.id,
  decision: request.status,
  decision_comment: request.decision_comment,
  document: request.supplementary_pdf_kv_secret?.split(":").at(-1) ?? null,
  rule_version_hash: request.rule_version_hash,
  counsel_id: request.counsel_id,
  nonce: request.nonce,
});

function readStatementOf(bytes) {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a browser allows an origin to use a passkey bound to the RP ID. */
function speaksFor(origin, rpId) {
  if (!isText(origin) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isSecure = url.protocol === "https:" || rpId === "localhost";
  return url.origin === origin && url.hostname === rpId && isSecure;
}

function isSignedBy(spki, data, clientBytes, signature) {
  try {
    const key = createPublicKey({
      key: Buffer.from(spki, "base64url"),
      format: "der",
      type: "spki",
    });
    const signed = Buffer.concat([data, createHash("sha256").update(clientBytes).digest()]);
    const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
    const kinds = {
      ec: namedCurve === "prime256v1" && "sha256",
      rsa: modulusLength >= 2048 && "sha256",
      ed25519: null,
    };
    const digestName =
      kinds[key.asymmetricKeyType] ?? (key.asymmetricKeyType === "ed25519" ? null : false);
    if (digestName === false) return false;
    return verifies(digestName, signed, key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** A key's fingerprint: the first 96 bits of SHA-256 over the SPKI, as six 16-bit words. */
function wordsOf(spki) {
  const hash = createHash("sha256").update(spki).digest();
  const word = (n) =>
    "bdfghjklmnprstvz"[n >> 12] +
    "aiou"[(n >> 10) & 3] +
    "bdfghjklmnprstvz"[(n >> 6) & 15] +
    "aiou"[(n >> 4) & 3] +
    "bdfghjklmnprstvz"[n & 15];
  return [0, 2, 4, 6, 8, 10].map((at) => word(hash.readUInt16BE(at))).join("-");
}

/**
 * Checks that the log contains the rows about counsel's keys; null if so. A row dated before the
 * request but logged after the decision was backdated.
 */
function unloggedKeyRow(bundle, given) {
  if (bundle.version === 1) return null;
  const decision = bundle.log_proof === null ? null : parseProof(bundle.log_proof);
  for (const { row, log_proof } of bundle.counsel_keys ?? []) {
    if (log_proof === null) return notChecked(`${row.action} of ${row.created_at}: ${WAITS}`);
    const proof = parseProof(log_proof);
    if (proof === null || !provesInclusion(row.row_hash, proof)) {
      return failed(`The log does not contain ${row.action} of ${row.created_at}.`);
    }
    if (judgeNote(proof.checkpoint, bundle, given).result === "fail") {
      return failed(`The checkpoint over ${row.action} is not from this log.`);
    }
    const isEarlier = row.created_at < bundle.request.created_at;
    if (isEarlier && decision !== null && proof.index > decision.index) {
      return failed(`The log recorded ${row.action} of ${row.created_at} after the decision.`);
    }
  }
  return null;
}

/** The checks for each bundle version, in report order. */
const CHECKS = {
  1: [
    ["Contents", checkManifest],
    ["Rules", checkSnapshot],
    ["Trail", checkChain],
    ["Order", checkSequence],
    ["Record", checkRecord],
    ["Identity", checkIdentity],
    ["Document", checkDocument],
    ["Counsel's key", checkCounselKey],
    ["Signature", checkSignature],
    ["Seal", checkSeal],
  ],
};
CHECKS[2] = [
  ...CHECKS[1].slice(0, -2),
  ["Signature", orWithout(checkSignature)],
  ["Seal", orWithout(checkSeal)],
  ["Public seal", checkPublicSeal],
  ["Log", checkInclusion],
  ["Checkpoint", checkCheckpoint],
  ["Third party", checkSeen],
  ["Time stamp", checkTimeStamp],
];

// ---- Reading the input ----

/** Thrown for a file that is not a bundle; its message is shown to the user. */
class NoBundle extends Error {}

function readText(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new NoBundle(error instanceof TypeError ? "it is not UTF-8 text" : "it cannot be read");
  }
}

/** Yields the braces, brackets, commas, strings and scalars of a text that is known to be JSON. */
function* tokensOf(text) {
  const other = /[^\s"{}[\],:]+/y;
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    if (text[at] === '"') {
      while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
      end += 1;
    } else {
      other.lastIndex = at;
      if (other.test(text)) end = other.lastIndex;
    }
    if (!/[\s:]/.test(text[at])) yield text.slice(at, end);
    at = end;
  }
}

/**
 * Rejects what two parsers could read differently: duplicate members, text that is not well-formed,
 * numbers that are not integers of at most 15 digits, and nesting deeper than any bundle's.
 */
function refuseAmbiguous(text) {
  const open = [];
  let atName = false;
  for (const found of tokensOf(text)) {
    const names = open.at(-1);
    if (found === "{" || found === "[") {
      if (open.push(found === "{" ? new Set() : null) > MOST_LEVELS)
        throw new NoBundle(`it is nested more than ${MOST_LEVELS} levels deep`);
      atName = found === "{";
    } else if (found === "}" || found === "]") {
      open.pop();
      atName = false;
    } else if (found === ",") {
      atName = names instanceof Set;
    } else if (found.startsWith('"')) {
      const value = JSON.parse(found);
      if (!value.isWellFormed())
        throw new NoBundle("it contains text that is not well-formed Unicode");
      if (atName && names.has(value)) throw new NoBundle(`it has the member "${value}" twice`);
      if (atName) names.add(value);
      atName = false;
    } else if (!/^(?:true|false|null|-?\d{1,15})$/.test(found) || found === "-0") {
      throw new NoBundle("it contains a number that no bundle has");
    }
  }
}

function readBundle(file) {
  const text = readText(file);
  let bundle;
  try {
    bundle = JSON.parse(text);
  } catch {
    throw new NoBundle("it is not JSON");
  }
  refuseAmbiguous(text);
  const { version, request, audit } = isObject(bundle) ? bundle : {};
  if (!Number.isInteger(version) || !Object.hasOwn(CHECKS, version)) {
    throw new NoBundle(`it is not a bundle of version ${Object.keys(CHECKS).join(" or ")}`);
  }
  const holdsReview = isText(request?.id) || (Array.isArray(audit) && audit.length > 0);
  if (!holdsReview) throw new NoBundle("it contains no review");
  return bundle;
}

/** One secret per line; a final line break is not part of a secret. */
function readSecrets() {
  if (process.stdin.isTTY) return [];
  try {
    return readFileSync(0, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

// ---- Report ----

/** Control, bidi and invisible characters, spaces other than U+0020, and runs of spaces. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<= ) /gu;
const MOST_SHOWN = 2000;

/** Text as one line that is safe to print: nothing in it can move the cursor or be invisible. */
function shown(text) {
  const escaped = text.replace(hidden, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
  return escaped.length > MOST_SHOWN ? `${escaped.slice(0, MOST_SHOWN)} …` : escaped;
}

const MARKS = { pass: "OK", fail: "CHANGED", "not checked": "NOT CHECKED", none: "NONE" };

const reportLine = (mark, name, text) => `${mark.padEnd(12)}${name.padEnd(15)}${shown(text)}`;

/** The file's own account of who and what it is about, in quotes because it comes from the file. */
function summary({ request, counsel, counsel_email }) {
  const quoted = (text) => `"${shown(text)}"`;
  const at = request.decided_at === null ? "" : ` at ${request.decided_at}`;
  return [
    `Review        ${quoted(request.id)} of framework ${quoted(request.framework_id)}`,
    `Decision      ${request.status}${at}`,
    `Counsel       ${quoted(counsel.display_name)}, ${quoted(counsel_email ?? counsel.email)}`,
    "",
  ];
}

const RESULTS = {
  0: "RESULT: this evidence is genuine and unchanged.",
  1: "RESULT: this evidence was changed, or is incomplete. Do not rely on it.",
  3: "RESULT: nothing was changed in what could be checked. See NOT CHECKED above.",
};
const UNDECIDED = "RESULT: the file is consistent. It contains no decision, so no key covers it.";

function exitCodeOf(checks) {
  const results = checks.map(([, { result }]) => result);
  if (results.includes("fail")) return 1;
  return results.includes("not checked") ? 3 : 0;
}

function verify(bundle, given) {
  const parts = checkParts(bundle);
  if (parts.result === "fail") {
    console.log(`${reportLine(MARKS.fail, "Parts", parts.text)}\n\n${RESULTS[1]}`);
    return 1;
  }
  const checks = CHECKS[bundle.version].map(([name, check]) => [name, check(bundle, given)]);
  if (bundle.version === 1 && given.keys.length > 0) {
    checks.push(["Public seal", notChecked("A file of version 1 has none: ask for a new one.")]);
  }
  const code = exitCodeOf(checks);
  const lines = [
    ...summary(bundle),
    ...[["Parts", parts], ...checks].map(([name, { result, text }]) =>
      reportLine(MARKS[result], name, text),
    ),
    "",
    code === 0 && !isDecided(bundle.request) ? UNDECIDED : RESULTS[code],
  ];
  console.log(lines.join("\n"));
  return code;
}

const USAGE =
  "Usage: node verify-bundle.mjs bundle.json [--key KEY]… [--checkpoint FILE [--consistency FILE]]\n" +
  "       (secrets, one a line, on standard input)";

/** Parses the command line; null if it is not valid. */
function readArguments([file, ...more]) {
  const given = { keys: [], checkpointText: null, consistencyText: null };
  if (file === undefined || file.startsWith("--") || more.length % 2 === 1) return null;
  for (let i = 0; i < more.length; i += 2) {
    const value = more[i + 1];
    const key = more[i] === "--key" ? parseKey(value) : null;
    if (key !== null) given.keys.push(key);
    else if (more[i] === "--checkpoint") given.checkpointText = readText(value);
    else if (more[i] === "--consistency") given.consistencyText = readText(value);
    else return null;
  }
  return { file, given };
}

function main() {
  const [file = ""] = process.argv.slice(2);
  try {
    const read = readArguments(process.argv.slice(2));
    if (read === null) {
      console.error(USAGE);
      return 2;
    }
    return verify(readBundle(read.file), { ...read.given, secrets: readSecrets() });
  } catch (error) {
    const reason =
      error instanceof NoBundle ? error.message : "it does not have the structure of a bundle";
    console.error(`${shown(file)} cannot be checked: ${shown(reason)}.`);
    return 2;
  }
}

process.exitCode = main();
