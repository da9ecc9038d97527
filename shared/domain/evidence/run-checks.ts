import { checkChain } from "./checks/audit-chain.ts";
import { checkSequence, checkView } from "./checks/audit-sequence.ts";
import { checkDocument, checkIdentity, checkRegistered } from "./checks/counsel.ts";
import { checkCounselKey } from "./checks/counsel-key.ts";
import { checkLog } from "./checks/log.ts";
import { checkSeal, checkSignature } from "./checks/signature.ts";
import { checkSnapshot } from "./checks/snapshot.ts";
import { checkTimeStamp } from "./checks/time-stamp.ts";
import { checkWords } from "./checks/words.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** Every check that service, offline verifier and page have in common, in the order of reports. */
const checks: readonly ((facts: Facts) => Finding | Promise<Finding>)[] = [
  checkSnapshot,
  checkChain,
  checkSequence,
  checkView,
  checkRegistered,
  checkIdentity,
  checkDocument,
  checkWords,
  checkCounselKey,
  checkSignature,
  checkSeal,
  checkLog,
  checkTimeStamp,
];

export const runChecks = (facts: Facts): Promise<Finding[]> =>
  Promise.all(checks.map((check) => check(facts)));
