import type { Bundle } from "#test/support/forge-bundle.ts";
import { testLogKeys } from "#test/support/log-signer.ts";
import type { Given } from "./cases.ts";
import { changed, set } from "./changes.ts";

/* Files whose own keys of the log, or own writers, are not those of the log that is read. */

export function foreign({ parts: { bundles, panel, clearance }, add }: Given): void {
  const { rejected } = bundles;
  const { green } = clearance;
  const { origin } = rejected.log;
  const args = ["--key", "keys/clearance.json", "--key", "$ED25519", "--log", "log"];
  const keys = testLogKeys(origin).first();
  const added = `${rejected.log.keys}\n${testLogKeys(origin).first()}`;
  const writer = rejected.writers[0];
  const more = { ...writer, certificate: "Signed by the Pope" };
  const unused = { ...more, writer: "0".repeat(64) };
  for (const [what, chain] of [
    ["keys of somebody else under the log's name", keys],
    ["a key that the log never had behind its own", added],
  ] as const) {
    const inLog = set("log.keys", chain);
    add(`foreign: ${what}`, "1 log_keys", changed(rejected, inLog));
    add(`foreign: ${what}, in a panel's file`, "1 log_keys", changed(panel, inLog));
    const inEvidence = changed(green, set("evidence.keys", chain));
    add(`foreign: ${what}, in a clearance`, "1 log_keys", inEvidence, { args });
  }
  for (const [what, another] of [
    ["a writer of no row", unused],
    ["a writer twice", writer],
  ] as const) {
    const put = (b: Bundle) => b.writers.push(another);
    add(`foreign: ${what}`, "1 parts", changed(rejected, put));
    const inEvidence = changed(green, (b) => b.evidence.writers.push({ ...another }));
    add(`foreign: ${what}, in a clearance`, "1 parts", inEvidence, { args });
  }
  const inPanel = changed(panel, (b) => b.writers.push(unused));
  add("foreign: a writer of no row, in a panel's file", "1 parts", inPanel);
}
