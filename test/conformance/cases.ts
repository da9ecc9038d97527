import { generateKeyPairSync } from "node:crypto";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Bundle, rehash, resign } from "#test/support/forge-bundle.ts";
import { testLogKeys, testWitness } from "#test/support/log-signer.ts";
import { changed, set, takeDecision } from "./changes.ts";
import { foreign } from "./foreign.ts";
import type { GenuineParts } from "./genuine.ts";
import { moreFaults } from "./more-faults.ts";
import { matters, references } from "./references.ts";
import type { ListedCase } from "./run.ts";
import { stillGoing } from "./still-going.ts";
import { told } from "./told.ts";

/* What is done to genuine files, and what each has to end with. */

export interface Case extends ListedCase {
  content: string | Uint8Array;
}

type Write = (path: string, content: string | Uint8Array) => void;
type More = Partial<Pick<Case, "args" | "secret" | "finding">> & { ext?: string };
/** The exit code, and behind it the names of what was found: "1 log row_missing". */
type Verdict = string;

const KEY = ["--key", "$ED25519"];
const LOG = ["--log", "log"];
const usual = [...KEY, ...LOG];

/** @param write a file beside those that are judged: keys, checkpoints, policies, other logs */
export function casesOf(parts: GenuineParts, write: Write): Case[] {
  const cases: Case[] = [];
  const add = (what: string, verdict: Verdict, content: unknown, more: More = {}) => {
    const [exit, ...found] = verdict.split(" ").filter(Boolean);
    const names = found.sort();
    const id = String(cases.length + 1).padStart(3, "0");
    const name = what
      .replace(/[^a-z0-9]+/gi, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase()
      .slice(0, 60);
    const { args = usual, secret = null, finding = null, ext = "json" } = more;
    const isRaw = typeof content === "string" || content instanceof Uint8Array;
    const text = isRaw ? content : JSON.stringify(content);
    const known = cases.find((one) => one.content === text);
    const file = known?.file ?? `files/${id}-${name}.${ext}`;
    cases.push({
      ...{ id, what, file, args, secret },
      exit: Number(exit),
      names,
      finding,
      content: text,
    });
  };
  const given: Given = { parts, add, write };
  genuine(given);
  options(given);
  altered(given);
  words(given);
  insider(given);
  unreadable(given);
  panels(given);
  receipts(given);
  certificates(given);
  clearances(given);
  moreFaults(given);
  references(given);
  stillGoing(given);
  told(given);
  foreign(given);
  matters(given);
  return cases;
}

/** What cases are made of, and where they go. */
export interface Given {
  parts: GenuineParts;
  add: (what: string, verdict: Verdict, content: unknown, more?: More) => void;
  write: Write;
}

/** The line about who decided that a report always has. */
const who = (name: string): string =>
  name === "keyed" ? "who_decided" : "only counsel's own key proves the person";

function genuine({ parts, add }: Given): void {
  const { bundles, panel, receipts, certificate, certificates } = parts;
  for (const [name, bundle] of Object.entries(bundles)) {
    const isDecided = bundle.request.decided_at !== null;
    add(`genuine: ${name}`, "0", bundle, { finding: isDecided ? who(name) : "people" });
  }
  add(
    "genuine: indented, members in another order",
    "0",
    JSON.stringify(Object.fromEntries(Object.entries(bundles.cancelled).reverse()), null, 1),
  );
  const two = [bundles.pending, bundles.cancelled];
  add("genuine: an export", "0", { bundles: two });
  add("genuine: a part of an export", "0", { bundles: two, next_cursor: "bmV4dA" });
  add("genuine: the last part of an export", "0", { bundles: two, next_cursor: null });
  add("genuine: a panel", "0", panel);
  add("genuine: a receipt without a proof", "0", receipts.first, { args: ["--receipt", ...usual] });
  add("genuine: a receipt with its proof", "0", receipts.later, { args: ["--receipt", ...usual] });
  add("genuine: a certificate", "0", certificate, { ext: "pdf", finding: "pages" });
  for (const [what, name] of [
    ["a panel's certificate", "panel"],
    ["a certificate that keeps counsel's words back", "withheld"],
  ] as const) {
    add(`genuine: ${what}`, "0", certificates[name], { ext: "pdf", finding: "pages" });
  }
}

function options({ parts, add, write }: Given): void {
  const { bundles, log, receipts } = parts;
  const one = bundles.cancelled;
  const stranger = testLogKeys("other.example/evidence/log").keys[0];
  const namesake = testLogKeys(String(parts.keys[0]).split("+")[0] as string).keys[0];
  const note = Buffer.from(log.get("checkpoint") as Uint8Array).toString();
  write("keys/checkpoint", note);
  write("keys/checkpoint-forged", note.replace(/\n\d+\n/, "\n1\n"));
  write("keys/policy-none", `log ${parts.keys[0]}\nquorum none\n`);
  const witness = verifierKeyText(testWitness("w.example").key);
  write("keys/policy-unmet", `log ${parts.keys[0]}\nwitness w ${witness}\nquorum w\n`);
  const entries = [...log.keys()].find((path) => path.startsWith("tile/entries/")) as string;
  for (const path of log.keys()) {
    if (path === entries) continue;
    write(`logs/no-entries/${path}`, log.get(path) as Uint8Array);
    write(`logs/changed/${path}`, log.get(path) as Uint8Array);
  }
  const bytes = Buffer.from(log.get(entries) as Uint8Array);
  bytes[20] = bytes[20] === 0x61 ? 0x62 : 0x61;
  write(`logs/changed/${entries}`, bytes);
  add("no option at all", "3 log_keys whole_log", one, { args: [] });
  add("a key and no log", "3 whole_log", one, { args: KEY });
  add("a log and no key", "3 log_keys", one, { args: LOG });
  add("the second key alone pinned (Node 24)", "0", one, { args: ["--key", "$ML_DSA_44", ...LOG] });
  add("the key of another log", "1 log log_keys whole_log", one, {
    args: ["--key", verifierKeyText(stranger), ...LOG],
  });
  add("another key of the log's name", "1 log log_keys whole_log", one, {
    args: ["--key", verifierKeyText(namesake), ...LOG],
  });
  add("an option that is none", "2", one, { args: ["--kee", "x"] });
  add("a key that is none", "2", one, { args: ["--key", "x+00000000+AAAA", ...LOG] });
  add("one kind of key twice", "2", one, { args: [...KEY, ...usual] });
  add("a log without its entries", "3 whole_log", one, {
    args: [...KEY, "--log", "logs/no-entries"],
  });
  add("a log with another entry", "1 log_forked", one, {
    args: [...KEY, "--log", "logs/changed"],
  });
  add("a folder that is no log", "3 whole_log", one, { args: [...KEY, "--log", "keys"] });
  add("a log that is shorter than the file's proofs", "1 log_rolled_back", bundles.rejected, {
    args: [...KEY, "--log", "logs/shorter"],
  });
  add("a receipt whose proof is larger than the log", "1 log_rolled_back", receipts.later, {
    args: ["--receipt", ...KEY, "--log", "logs/shorter"],
  });
  add("a receipt that the log has not taken yet", "3 log", receipts.first, {
    args: ["--receipt", ...KEY, "--log", "logs/shorter"],
  });
  add("a third party's checkpoint of this log", "0", one, {
    args: [...usual, "--checkpoint", "keys/checkpoint"],
    finding: "third_party",
  });
  add("a third party's checkpoint with another size", "1 checkpoint_signature", one, {
    args: [...usual, "--checkpoint", "keys/checkpoint-forged"],
  });
  add("a policy without witnesses", "0", one, { args: [...usual, "--policy", "keys/policy-none"] });
  add("a policy whose witness has not cosigned", "1 witness_quorum", one, {
    args: [...usual, "--policy", "keys/policy-unmet"],
  });
  add("the secret of the file", "0", bundles.rejected, { secret: "right" });
  add("a secret of another service", "3 record_seal signature", bundles.rejected, {
    secret: "wrong",
  });
}

function altered({ parts: { bundles }, add }: Given): void {
  const { cancelled: one, rejected, keyed } = bundles;
  const alter = (what: string, names: string, change: (b: Bundle) => unknown, from = one) =>
    add(what, `1 ${names}`, changed(from, change));
  for (const part of ["counsel", "rules", "audit", "counsel_audit", "writers", "log"]) {
    alter(`without ${part}`, "parts", (b) => delete b[part]);
  }
  alter("a member more", "parts", set("approved_by", "the regulator"));
  alter("a member more in the request", "parts", set("request.note", "final"));
  alter("a member more in a row", "parts", set("audit.0.note", "x"));
  alter("another status", "state_differs", set("request.status", "pending"), one);
  alter("a status that is none", "parts", set("request.status", "decided"));
  alter(
    "another day of creation",
    "state_differs",
    set("request.created_at", "2020-01-01T00:00:00.000Z"),
  );
  alter("another end", "state_differs", set("request.expires_at", "2036-01-01T00:00:00.000Z"));
  alter("another requester", "state_differs", set("request.requested_by_user_id", "someone"));
  alter("another nonce", "state_differs", set("request.nonce", "0".repeat(32)));
  alter("another wording", "content_current state_differs", set("rules.0.title", "Another title"));
  alter(
    "another name of counsel",
    "state_differs",
    set("counsel.display_name", "Professor Nobody"),
    rejected,
  );
  alter("another firm of counsel", "state_differs", set("counsel.firm", "Nobody LLP"), rejected);
  alter(
    "another e-mail of counsel",
    "state_differs",
    set("counsel.email", "mallory@law.example"),
    rejected,
  );
  alter(
    "another time of decision",
    "signed_after_counsel_created state_differs",
    set("request.decided_at", "2026-01-01T00:00:00.000Z"),
    rejected,
  );
  alter("the view taken away", "state_differs", set("request.viewed_at", null), rejected);
  alter("the seal taken away", "record_seal state_differs", set("record_seal", null), rejected);
  alter(
    "a row removed",
    "log parts row_missing state_differs",
    (b) => b.audit.splice(1, 1),
    rejected,
  );
  alter(
    "rows in another order",
    "illegal_transition row_missing",
    (b) => b.audit.reverse(),
    rejected,
  );
  alter(
    "counsel's rows left out",
    "log parts row_missing signed_after_counsel_created state_differs",
    (b) => b.counsel_audit.splice(0),
  );
  alter("the writers left out", "row_unsigned", set("writers", []));
  alter("a writer's signature of another row", "row_unsigned", (b) => {
    b.audit[0].writer_signature = b.counsel_audit[0].writer_signature;
  });
  alter("a row signed by nobody", "parts row_unsigned", (b) => {
    b.audit[0].writer = b.audit[0].writer_signature = null;
  });
  alter("proofs of other rows", "log", (b) => {
    const [first, second] = b.log.proofs;
    [first.log_proof, second.log_proof] = [second.log_proof, first.log_proof];
  });
  alter("a proof that is none", "log", set("log.proofs.0.log_proof", "nonsense"));
  alter("no proofs", "log", set("log.proofs", []));
  alter(
    "another origin",
    "log_keys row_unsigned whole_log",
    set("log.origin", "other.example/evidence/log"),
  );
  alter("no keys of the log", "log_keys", set("log.keys", null));
  alter(
    "a time stamp that is none",
    "timestamp",
    set("timestamp", { log_proof: "x", token: "AAAA" }),
    rejected,
  );
  alter(
    "the assertion of counsel's key removed",
    "counsel_key log row_changed",
    (b) => {
      delete b.audit.at(-1).context.assertion;
    },
    keyed,
  );
  add("an export with one changed", "1 state_differs", {
    bundles: [one, changed(one, set("request.nonce", "0".repeat(32)))],
  });
}

/** What counsel wrote, in a file or kept back. */
function words({ parts: { bundles, erasedWords }, add }: Given): void {
  const { worded, withheld, erased } = bundles;
  const alter = (what: string, names: string, change: (b: Bundle) => unknown, from = worded) =>
    add(`words: ${what}`, `${names === "" ? 0 : 1} ${names}`, changed(from, change));
  const places = new Map<string, number>(
    worded.disclosures.map(({ path }: Bundle, i: number) => [path.replace(/.*\./, ""), i]),
  );
  alter("some kept back", "", (b) => b.disclosures.splice(0, 1));
  alter("all kept back", "", set("disclosures", []));
  alter("another text", "words", set("disclosures.0.text", "Another."));
  alter("another salt", "words", set("disclosures.0.salt", "0".repeat(32)));
  alter("a text under another place", "words", (b) => {
    const [one, two] = b.disclosures;
    [one.path, two.path] = [two.path, one.path];
  });
  alter("a text twice", "words", (b) => b.disclosures.push(b.disclosures[0]));
  alter("a proposal altered", "words", (b) => {
    b.disclosures[places.get("text") ?? 0].text += "!";
  });
  alter(
    "a text of a row that is not there",
    "words",
    set("disclosures.0.row_hash", "0".repeat(64)),
  );
  alter(
    "a commitment altered",
    "state_differs",
    set("request.decision_comment.length", 1),
    withheld,
  );
  alter("texts of another decision", "words", set("disclosures", erasedWords), withheld);
  alter("erased and put back", "words", set("disclosures", erasedWords), erased);
}

/** What whoever holds the HMAC secret can do. */
function insider({ parts: { bundles }, add }: Given): void {
  const { rejected, keyed } = bundles;
  const forge = (what: string, names: string, change: (b: Bundle) => unknown, from = rejected) =>
    add(`insider: ${what}`, `1 ${names}`, resign(changed(from, change), DEVELOPMENT_SECRET));
  const approve = (b: Bundle): void => {
    b.request.status = "approved";
    const row = b.audit.at(-1);
    row.action = "rule_review.approved";
    row.context.decision = "approved";
  };
  const reject = (b: Bundle): void => {
    b.request.status = "rejected";
    const row = b.audit.at(-1);
    row.action = "rule_review.rejected";
    row.context.decision = "rejected";
  };
  forge("a rejection becomes an approval", "log words", approve);
  forge("the same without proofs", "row_unsigned words", (b) => {
    approve(b);
    for (const proof of b.log.proofs) proof.log_proof = null;
  });
  forge("another firm in row and file", "log state_differs words", (b) => {
    b.counsel.firm = b.audit.at(-1).context.counsel.firm = "Nobody LLP";
  });
  forge("a decision under counsel's key turned", "counsel_key log", reject, keyed);
  add(
    "a rejection handed out as pending",
    "1 row_missing",
    rehash(
      changed(rejected, (b) => {
        takeDecision(b);
        b.timestamp = null;
      }),
    ),
  );
}

function unreadable({ parts: { bundles }, add }: Given): void {
  const text = JSON.stringify(bundles.pending);
  const bad = (what: string, content: string | Uint8Array) => add(what, "2", content);
  bad("no JSON", "{");
  bad("an empty file", "");
  bad("a list", "[]");
  bad("an export of nothing", '{"bundles":[]}');
  bad("another version", text.replace('"version":1', '"version":2'));
  bad("a member twice", text.replace("{", '{"version":1,'));
  bad("a member twice, once escaped", text.replace('"version":', '"v\\u0065rsion":1,"version":'));
  bad("a member named __proto__", text.replace("{", '{"__proto__":{"x":1},'));
  bad("half a surrogate pair", text.replace('"framework_id":"', '"framework_id":"\\ud83d'));
  bad("a number beyond bounds", text.replace('"version":1', '"version":1e999'));
  bad("65 levels", text.replace("{", `{"deep":${"[".repeat(64)}${"]".repeat(64)},`));
  bad("a byte order mark", `\ufeff${text}`);
  bad("text in UTF-16", Buffer.from(text.slice(0, 400), "utf16le"));
  bad("a byte that is not UTF-8", Buffer.concat([Buffer.from(text), Buffer.from([0xff])]));
  bad("something behind the bundle", `${text}{}`);
}

function panels({ parts: { panel }, add }: Given): void {
  const alter = (what: string, names: string, change: (b: Bundle) => unknown) =>
    add(`panel: ${what}`, `1 ${names}`, changed(panel, change));
  alter("another result", "state_differs", set("panel.status", "rejected"));
  alter("fewer approvals needed", "state_differs", set("panel.need", 1));
  alter("a row less", "log row_missing state_differs", (b) => b.panel_audit.pop());
  alter("another outcome of a rule", "state_differs", set("panel.rules.0.outcome", "rejected"));
  alter("a member more", "parts", set("panel.note", "x"));
  alter("two members exchanged", "state_differs", (b) => b.members.reverse());
  alter("a member left out", "log state_differs", (b) => b.members.pop());
  alter(
    "a member's decision turned",
    "document state_differs",
    set("members.0.request.status", "rejected"),
  );
  alter("another way of counting", "state_differs", set("panel.on_reject", "outvoted"));
  alter(
    "another day of its result",
    "state_differs",
    set("panel.decided_at", "2026-01-01T00:00:00.000Z"),
  );
  const [text = ""] = Object.keys(panel.rules);
  alter(
    "another wording",
    "content_current state_differs",
    set(`rules.${text}.title`, "Another title"),
  );
  alter("its rows left out", "log reference_broken state_differs", set("panel_audit", []));
}

function receipts({ parts: { receipts }, add }: Given): void {
  const args = ["--receipt", ...usual];
  const alter = (what: string, names: string, change: (b: Bundle) => unknown) =>
    add(`receipt: ${what}`, `1 ${names}`, changed(receipts.later, change), { args });
  alter("another decision", "row_changed", set("row.action", "rule_review.approved"));
  alter("of another request", "row", set("request_id", "00000000-0000-4000-8000-000000000000"));
  alter("a proof that is none", "log", set("log_proof", "nonsense"));
  alter("another origin", "log_keys whole_log", set("origin", "other.example/evidence/log"));
  alter("a member more", "parts", set("note", "x"));
  alter("counsel's words altered", "row_changed", set("row.context.decision_comment.length", 1));
  alter("another time", "row_changed", set("row.created_at", "2026-01-01T00:00:00.000Z"));
  const own = testLogKeys(receipts.later.origin).keys.map(verifierKeyText);
  add(
    "receipt: keys that the log does not have",
    "3 stated_keys",
    { ...receipts.later, verifier_keys: own },
    {
      args,
    },
  );
  add("receipt: judged as a bundle", "2", receipts.later);
}

function certificates({ parts: { certificate, certificates: others }, add }: Given): void {
  const pdf = { ext: "pdf" };
  const appended = Buffer.concat([certificate, Buffer.from("\n%%EOF\n")]);
  add("certificate: bytes appended", "3 pages", appended, pdf);
  add("certificate: a law firm's signature appended", "3 pages", others.signed, {
    ...{ ...pdf, finding: "what was appended can change what the pages show" },
  });
  const line = /%countersign (\d+) (\d+) (\d+)/.exec(certificate.toString("latin1"));
  const pointing = (offset: number): Buffer => {
    const [whole = "", , ...rest] = line ?? [];
    const text = `%countersign ${offset} ${rest.join(" ")}`.padEnd(whole.length);
    const copy = Buffer.from(certificate);
    copy.write(text.slice(0, whole.length), line?.index ?? 0, "latin1");
    return copy;
  };
  add(
    "certificate: its second line points elsewhere",
    "1 pages",
    pointing(Number(line?.[1]) + 1),
    pdf,
  );
  const panel = Buffer.from(others.panel);
  panel[panel.length - 5000] = (panel[panel.length - 5000] ?? 0) ^ 1;
  // A copy of the log says nothing of other pages until it reaches ten minutes beyond the file's checkpoint.
  add("certificate: other pages around a genuine bundle", "3 pages", panel, pdf);
  add("certificate: cut off", "1 pages", certificate.subarray(0, certificate.length - 100), pdf);
  add("certificate: a PDF of somebody else", "1 pages", "%PDF-1.7\n%%EOF\n", pdf);
  add("certificate: a PDF of somebody else, without a log", "2", "%PDF-1.7\n%%EOF\n", {
    ...pdf,
    args: KEY,
  });
}

function clearances({ parts: { clearance, jwks }, add, write }: Given): void {
  const { green, red, byPanel, tenant } = clearance;
  write("keys/clearance.json", JSON.stringify(jwks));
  const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  write("keys/clearance-other.json", JSON.stringify({ ...other, kid: jwks.keys[0].kid }));
  const args = ["--key", "keys/clearance.json", ...usual];
  add("genuine: a clearance", "0", green, { args });
  add("genuine: a clearance that names what is blocked", "0", red, { args });
  add("genuine: a clearance through a panel", "0", byPanel, { args });
  add("clearance: the rows were not disclosed", "3 approvals", tenant, { args });
  add("clearance: no key of statements", "3 statement", green);
  add("clearance: no log", "3 whole_log", green, {
    args: ["--key", "keys/clearance.json", ...KEY],
  });
  add("clearance: another key", "1 statement", green, {
    args: ["--key", "keys/clearance-other.json", ...usual],
  });
  const alter = (what: string, names: string, change: (b: Bundle) => unknown, from = green) =>
    add(`clearance: ${what}`, `1 ${names}`, changed(from, change), { args });
  alter("blocked and said to be cleared", "answer", set("cleared", true), red);
  alter(
    "another approver",
    "answer state_differs",
    set("approvals.0.approved_by.display_name", "Professor Nobody"),
  );
  alter(
    "another review",
    "answer approvals",
    set("approvals.0.review_id", "00000000-0000-4000-8000-000000000000"),
  );
  alter("another wording", "answer state_differs", set("approvals.0.content_hash", "0".repeat(64)));
  alter(
    "another day",
    "answer state_differs",
    set("approvals.0.approved_at", "2020-01-01T00:00:00.000Z"),
  );
  alter("an approval less", "answer", (b) => b.approvals.pop());
  alter("a decision's row that refuses", "row_changed state_differs", (b) => {
    b.evidence.rows[0].row.context.decision = "rejected";
  });
  alter("the row of the statement's key left out", "key_unannounced parts", (b) => {
    const isKey = ({ row }: Bundle) => row.action.startsWith("platform.clearance_key.");
    b.evidence.rows = b.evidence.rows.filter((one: Bundle) => !isKey(one));
  });
  alter("the proof of another row", "row_unlogged", (b) => {
    const [one, two] = b.evidence.rows;
    [one.leaf, two.leaf] = [two.leaf, one.leaf];
  });
  alter("no writers", "row_unsigned", set("evidence.writers", []));
  alter(
    "a member of the panel who did not decide",
    "parts state_differs",
    (b) => {
      b.evidence.rows = b.evidence.rows.slice(1);
    },
    byPanel,
  );
}
