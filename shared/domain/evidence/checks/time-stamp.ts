import { hex, unbase64, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { stampOf } from "#shared/domain/log/time-stamp.ts";
import { decisionRowIn } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { extra, type Finding, fail, NO_DECISION, none, open } from "../finding.ts";
import { placeOf } from "../leaves.ts";

const id = "timestamp";
const SKEW_MS = 600_000;

const reasons = {
  not_configured: "No time-stamp authority is configured.",
  not_yet: "No time stamp covers the decision yet; one is requested every hour.",
  undecided: NO_DECISION,
} as const;

/**
 * Compares what the time-stamp token covers, and its time, with the log. The token's signature is left
 * to openssl: it is the authority's, and this code does not decide who trusts which authority.
 */
export function checkTimeStamp({ file, leaves }: Facts): Finding {
  const decision = decisionRowIn(file);
  if (decision === undefined) return none(id, NO_DECISION);
  const { timestamp, timestamp_reason } = file;
  const leaf = leaves.get(decision.row_hash);
  if (timestamp === null) {
    if (timestamp_reason !== null) return none(id, reasons[timestamp_reason]);
    return leaf === undefined
      ? open(id, "The decision waits for the log.")
      : fail(id, "There is neither a time stamp nor a reason.");
  }
  const place = placeOf(decision, timestamp.log_proof);
  const token = unbase64(timestamp.token);
  const stamp = token && stampOf(token);
  if ("fault" in place) return fail(id, `The stamped checkpoint: ${place.fault}`);
  if (stamp === null) return fail(id, "It is not a time-stamp token.");
  if (hex(sha256(utf8(place.checkpoint))) !== hex(stamp.digest)) {
    return fail(id, "The time stamp covers something else.");
  }
  const at = timeOf(stamp.time);
  const taken = Date.parse(place.time);
  if (Number.isNaN(at) || at < taken - SKEW_MS) {
    return fail(id, `The time stamp says ${stamp.time}, before the log took the decision.`);
  }
  return extra(
    id,
    `A token of ${stamp.time} covers the checkpoint; its signature was not checked: ` +
      "openssl ts -verify -in token.der -token_in -data checkpoint -CAfile ca.pem",
  );
}

/** Milliseconds of a GeneralizedTime (`YYYYMMDDhhmmss[.f]Z`); NaN if the text is not one. */
function timeOf(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,9})?Z$/.exec(text);
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}
