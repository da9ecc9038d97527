#!/usr/bin/env node
/**
 * Checks an evidence bundle without the service that made it. One file, no dependencies, any Node
 * from 18 on:
 *
 *   node verify-bundle.mjs bundle.json                      content, trail and order
 *   printf '%s' "$SECRET" | node verify-bundle.mjs bundle.json     signature and seal too
 *
 * Several secrets (a current one and retired ones) may be given, one a line. Exit codes:
 * 0 nothing is wrong with what could be checked · 1 something was changed · 2 no readable bundle ·
 * 3 a secret was given, but the record was signed under another one.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";

const DECISIONS = ["approved", "approved_with_changes", "changes_requested", "rejected"];
const REQUESTED = "rule_review.requested";
const VIEWED = "rule_review.viewed_by_counsel";

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

function same(expected, given) {
  const a = Buffer.from(String(expected));
  const b = Buffer.from(String(given));
  return a.length === b.length && timingSafeEqual(a, b);
}

const passed = (text) => ({ result: "pass", text });
const failed = (text) => ({ result: "fail", text });
const notChecked = (text) => ({ result: "not checked", text });

function checkManifest({ manifest, ...bundle }) {
  const parts = ["request", "counsel", "rules", "audit"];
  const changed = parts.filter(
    (name) => manifest[name] !== `sha256:${sha256(canonical(bundle[name]))}`,
  );
  return changed.length === 0
    ? passed("Every part of the file has the hash its list of contents gives.")
    : failed(`Changed since the file was made: ${changed.join(", ")}.`);
}

function checkSnapshot({ request, rules }) {
  const ids = rules.map((rule) => rule.use_case_id);
  if (canonical([...ids].sort()) !== canonical([...request.rule_use_case_ids].sort())) {
    return failed("The rules in the file are not the rules the request names.");
  }
  const foreign = rules.find((rule) => rule.framework_id !== request.framework_id);
  if (foreign !== undefined) return failed(`${foreign.use_case_id} belongs to another framework.`);
  const sorted = [...rules].sort((a, b) => (a.use_case_id < b.use_case_id ? -1 : 1));
  return same(request.rule_version_hash, sha256(canonical(sorted)))
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
  if (doubled !== undefined) return failed(`${doubled} stands more than once.`);
  const ends = actions.filter((action) => action !== REQUESTED && action !== VIEWED);
  const expected = request.status === "pending" ? [] : [`rule_review.${request.status}`];
  if (ends.join() !== expected.join()) {
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

const isDecided = (request) => DECISIONS.includes(request.status);

function checkRecord({ request, counsel_email, audit }) {
  if (!isDecided(request)) return notChecked("There is no decision.");
  const row = audit.find(({ action }) => action === `rule_review.${request.status}`);
  if (row === undefined) return failed("The trail holds no row of this decision.");
  const record = { ...request, decision: request.status, counsel_email };
  const fields = [
    "decision",
    "decided_at",
    "decision_comment",
    "decision_signature",
    "counsel_email",
    "counsel_id",
    "framework_id",
    "rule_use_case_ids",
    "rule_version_hash",
  ];
  const differing = fields.filter(
    (field) => canonical(row.context[field]) !== canonical(record[field]),
  );
  return differing.length === 0
    ? passed("The record says the same as the trail.")
    : failed(`The record and the trail differ in: ${differing.join(", ")}.`);
}

function checkSignature({ request, counsel_email, key_id }, secrets) {
  if (!isDecided(request)) return notChecked("There is no decision.");
  if (secrets.length === 0) return notChecked("No secret was given.");
  const text = [request.status, counsel_email, request.nonce, request.decided_at].join("|");
  const secret = secrets.find((entry) => same(hmac(entry, text), request.decision_signature));
  if (secret !== undefined) return passed(`The signature is genuine (key ${keyIdOf(secret)}).`);
  return holds(secrets, key_id)
    ? failed("The signature does not fit decision, e-mail, nonce and time.")
    : notChecked(`It was signed under key ${key_id}, and that secret was not given.`);
}

function checkSeal({ request, counsel_email, record_seal, audit }, secrets) {
  if (!isDecided(request)) return notChecked("There is no decision.");
  if (record_seal === null) return failed("The record is decided, but its seal is missing.");
  if (secrets.length === 0) return notChecked("No secret was given.");
  const secret = secrets.find((entry) => keyIdOf(entry) === record_seal.key_id);
  if (secret === undefined) {
    return notChecked(
      `It was sealed under key ${record_seal.key_id}, and that secret was not given.`,
    );
  }
  if (record_seal.version !== 1)
    return notChecked(`Seals of version ${record_seal.version} are not known.`);
  const row = audit.find(({ action }) => action === `rule_review.${request.status}`);
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
  const sealed = canonical({ version: 1, record, audit_head: row?.row_hash ?? null });
  return same(hmac(secret, sealed), record_seal.mac)
    ? passed("The seal over the whole record and its trail is unbroken.")
    : failed("The seal is broken: the record or its trail was changed after the decision.");
}

const holds = (secrets, keyId) => secrets.some((secret) => keyIdOf(secret) === keyId);

function readBundle(file) {
  const bundle = JSON.parse(readFileSync(file, "utf8"));
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(bundle) || bundle.version !== 1) throw new Error("it is no bundle of version 1");
  const whole =
    isObject(bundle.request) &&
    isObject(bundle.manifest) &&
    Array.isArray(bundle.rules) &&
    Array.isArray(bundle.audit) &&
    Array.isArray(bundle.request.rule_use_case_ids) &&
    bundle.audit.every((row) => isObject(row) && isObject(row.context)) &&
    bundle.rules.every(isObject);
  if (!whole) throw new Error("a part of the bundle is missing or of the wrong kind");
  return { counsel: null, counsel_email: null, record_seal: null, key_id: null, ...bundle };
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

function report({ request, counsel, counsel_email }, checks) {
  const mark = { pass: "OK          ", fail: "CHANGED     ", "not checked": "NOT CHECKED " };
  const lines = [
    `Review        ${request.id} (${request.framework_id})`,
    `Decision      ${request.status}${request.decided_at === null ? "" : ` at ${request.decided_at}`}`,
    `Counsel       ${counsel?.display_name ?? "unknown"}, ${counsel_email ?? counsel?.email ?? "unknown"}`,
    "",
    ...checks.map(([name, { result, text }]) => `${mark[result]}${name.padEnd(14)}${text}`),
    "",
  ];
  return lines.join("\n");
}

function main() {
  const file = process.argv[2];
  if (file === undefined || process.argv.length > 3) {
    console.error(
      "Usage: node verify-bundle.mjs bundle.json   (secrets, one a line, on standard input)",
    );
    return 2;
  }
  let bundle;
  try {
    bundle = readBundle(file);
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : error.message;
    console.error(`${file} cannot be checked: ${reason}.`);
    return 2;
  }
  const secrets = readSecrets();
  const checks = [
    ["Contents", checkManifest(bundle)],
    ["Rules", checkSnapshot(bundle)],
    ["Trail", checkChain(bundle)],
    ["Order", checkSequence(bundle)],
    ["Record", checkRecord(bundle)],
    ["Signature", checkSignature(bundle, secrets)],
    ["Seal", checkSeal(bundle, secrets)],
  ];
  console.log(report(bundle, checks));
  const results = checks.map(([, { result }]) => result);
  if (results.includes("fail")) {
    console.log("RESULT: this evidence was changed, or is not complete. Do not rely on it.");
    return 1;
  }
  if (isDecided(bundle.request) && secrets.length > 0 && results.includes("not checked")) {
    console.log(
      "RESULT: nothing was changed as far as can be told, but the secret given is not the one in force when it was signed.",
    );
    return 3;
  }
  console.log(
    results.includes("not checked")
      ? "RESULT: nothing was changed in what could be checked. See NOT CHECKED above."
      : "RESULT: this evidence is genuine and unchanged.",
  );
  return 0;
}

process.exitCode = main();
