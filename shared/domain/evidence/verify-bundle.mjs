#!/usr/bin/env node
/**
 * Checks an evidence bundle without the service that made it. One file, no dependencies, any Node
 * from 20 on:
 *
 *   node verify-bundle.mjs bundle.json                             content, trail and order
 *   printf '%s' "$SECRET" | node verify-bundle.mjs bundle.json     signature and seal too
 *
 * Several secrets (a current one and retired ones) may be given, one a line. Exit codes:
 * 0 everything was checked and nothing is wrong · 1 something was changed or is missing ·
 * 2 no readable bundle · 3 nothing is wrong in what was checked, but something could not be checked.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";

const DECISIONS = ["approved", "approved_with_changes", "changes_requested", "rejected"];
const STATUSES = ["pending", ...DECISIONS, "cancelled", "expired"];
const REQUESTED = "rule_review.requested";
const VIEWED = "rule_review.viewed_by_counsel";
const MOST_LEVELS = 64;

// ---- What a bundle is made of ----

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
  // Bundles made before counsel's particulars were recorded with the decision hold these too.
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
    manifest: isObject,
  },
};

/** Members of a part that are missing, of the wrong kind, or in no bundle of this version. */
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
      .map((member) => `${at(member)} is in no such bundle`),
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
    ...faultsIn("record_seal", record_seal, SEAL),
    ...faultsIn("manifest", manifest, MANIFEST),
  ];
  return faults.length === 0
    ? passed("Nothing is missing from the file, and nothing was added.")
    : failed(`${faults.slice(0, 10).join("; ")}.`);
}

// ---- Canonical text, hashes ----

/** RFC 8785: members sorted by UTF-16 code units, ECMAScript's own numbers and string escapes. */
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
/** There is nothing of the kind to check in this review, as it should be. */
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
    ? passed("Every part of the file has the hash its list of contents gives.")
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

/** Every field of the record that a row of the trail says too. */
function checkRecord(bundle) {
  const { request, counsel_email, audit } = bundle;
  const requested = audit.find(({ action }) => action === REQUESTED);
  const viewed = audit.find(({ action }) => action === VIEWED);
  const decided = isDecided(request) ? decisionRow(bundle) : null;
  if (requested === undefined) return failed("The trail holds no row of the request.");
  if (decided === undefined) return failed("The trail holds no row of this decision.");
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
  return passed("The record says the same as the trail.");
}

/** What only a decision has: null in a review without one. */
const decisionFields = [
  ...["decided_at", "decision_signature", "decision_comment", "supplementary_pdf_kv_secret"],
  ...["counsel_email", "record_seal", "key_id"],
];

const differingFrom = (said, record, fields) =>
  fields.filter((field) => !Object.hasOwn(said, field) || !equal(said[field], record[field]));

const identity = ["display_name", "firm", "jurisdiction", "bar_registration"];

/** Counsel in the file against counsel as recorded with the decision. */
function checkIdentity(bundle) {
  const { request, counsel, counsel_email } = bundle;
  if (counsel.id !== request.counsel_id || counsel.framework_id !== request.framework_id) {
    return failed("The file names another counsel than the request.");
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
      ? "No document came with the decision."
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
    ? failed("The signature does not fit decision, e-mail, nonce, time and key.")
    : notChecked(`It was signed under key ${key_id}, and that secret was not given.`);
}

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
    return notChecked(`Seals of version ${record_seal.version} are not known.`);
  const record = {
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
  };
  const audit_head = decisionRow(bundle)?.row_hash ?? null;
  const sealed = canonical({ version: 1, record, audit_head });
  return same(hmac(secret, sealed), record_seal.mac)
    ? passed("The seal over the whole record and its trail is unbroken.")
    : failed("The seal is broken: the record or its trail was changed after the decision.");
}

/** What a bundle of each version must have checked, in the order of the report. */
const CHECKS = {
  1: [
    ["Contents", checkManifest],
    ["Rules", checkSnapshot],
    ["Trail", checkChain],
    ["Order", checkSequence],
    ["Record", checkRecord],
    ["Identity", checkIdentity],
    ["Document", checkDocument],
    ["Signature", checkSignature],
    ["Seal", checkSeal],
  ],
};

// ---- Reading ----

/** What is said of a file that is no bundle; its text is shown as it is. */
class NoBundle extends Error {}

function readText(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new NoBundle(error instanceof TypeError ? "it is not UTF-8 text" : "it cannot be read");
  }
}

/** The braces, commas, strings and scalars of a text that is known to be JSON. */
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
 * Refuses what two readers could read differently: a member given twice, text that is not
 * well-formed, numbers that are not whole, and nesting that no bundle has.
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
        throw new NoBundle("it holds text that is not well-formed Unicode");
      if (atName && names.has(value)) throw new NoBundle(`it has the member "${value}" twice`);
      if (atName) names.add(value);
      atName = false;
    } else if (!/^(?:true|false|null|-?\d{1,15})$/.test(found) || found === "-0") {
      throw new NoBundle("it holds a number that no bundle has");
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
    throw new NoBundle(`it is no bundle of version ${Object.keys(CHECKS).join(" or ")}`);
  }
  const holdsReview = isText(request?.id) || (Array.isArray(audit) && audit.length > 0);
  if (!holdsReview) throw new NoBundle("it holds no review");
  return bundle;
}

/** One secret a line; a file's closing line break is not part of a secret. */
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

/** Control, bidi and invisible characters, blanks that look like others, and runs of spaces. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<= ) /gu;
const MOST_SHOWN = 2000;

/** Text as one line that a terminal can only print: nothing in it moves the cursor or hides. */
function shown(text) {
  const escaped = text.replace(hidden, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
  return escaped.length > MOST_SHOWN ? `${escaped.slice(0, MOST_SHOWN)} …` : escaped;
}

const MARKS = { pass: "OK", fail: "CHANGED", "not checked": "NOT CHECKED", none: "NONE" };

const reportLine = (mark, name, text) => `${mark.padEnd(12)}${name.padEnd(14)}${shown(text)}`;

/** Who and what the file speaks of, in quotes: none of it is this program's own word. */
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
  1: "RESULT: this evidence was changed, or is not complete. Do not rely on it.",
  3: "RESULT: nothing was changed in what could be checked. See NOT CHECKED above.",
};
const UNDECIDED = "RESULT: the file is consistent. It holds no decision, so no key covers it.";

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

function main() {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) {
    console.error(
      "Usage: node verify-bundle.mjs bundle.json   (secrets, one a line, on standard input)",
    );
    return 2;
  }
  try {
    return verify(readBundle(file), { secrets: readSecrets() });
  } catch (error) {
    const reason = error instanceof NoBundle ? error.message : "it is not built as bundles are";
    console.error(`${shown(file)} cannot be checked: ${shown(reason)}.`);
    return 2;
  }
}

process.exitCode = main();
