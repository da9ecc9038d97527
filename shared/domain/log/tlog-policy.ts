import { hex } from "#shared/domain/bytes.ts";
import { type Note, parseCheckpoint, verifyNote } from "./signed-note.ts";
import {
  COSIGNATURE,
  ED25519,
  ML_DSA_44,
  parseVerifierKey,
  type VerifierKey,
} from "./verifier-key.ts";

/* C2SP tlog-policy: which witnesses must have cosigned a checkpoint before it counts. */

interface Group {
  threshold: number;
  members: readonly string[];
}

export interface TlogPolicy {
  /** The accepted logs; empty: the reader knows the log from another source. */
  logs: readonly VerifierKey[];
  witnesses: ReadonlyMap<string, VerifierKey>;
  groups: ReadonlyMap<string, Group>;
  /** A witness, a group, or `none`. */
  quorum: string;
}

interface Draft {
  logs: VerifierKey[];
  witnesses: Map<string, VerifierKey>;
  groups: Map<string, Group>;
  quorum: string | null;
  /** Public keys in hex. */
  seen: Set<string>;
  grouped: Set<string>;
}

const MAX_LINES = 1000;
const NONE = "none";

/** Parses a policy. `fault` names the wrong line and what is wrong with it. */
export function parsePolicy(text: string): TlogPolicy | { fault: string } {
  const draft: Draft = {
    logs: [],
    witnesses: new Map(),
    groups: new Map(),
    quorum: null,
    seen: new Set(),
    grouped: new Set(),
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format allows tab and newline only
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) {
    return { fault: "The policy contains control characters." };
  }
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) return { fault: `It has more than ${MAX_LINES} lines.` };
  for (const [i, line] of lines.entries()) {
    const [keyword = "", ...items] = line.split(/[ \t]+/).filter((item) => item !== "");
    if (keyword === "" || keyword.startsWith("#")) continue;
    const define = definitions.get(keyword);
    const fault = define === undefined ? `${keyword} is not known here` : define(draft, items);
    if (fault !== null) return { fault: `Line ${i + 1}: ${fault}.` };
  }
  const { logs, witnesses, groups, quorum } = draft;
  return quorum === null ? { fault: "It has no quorum." } : { logs, witnesses, groups, quorum };
}

type Define = (draft: Draft, items: readonly string[]) => string | null;

const definitions: ReadonlyMap<string, Define> = new Map<string, Define>([
  ["log", defineLog],
  ["witness", defineWitness],
  ["group", defineGroup],
  ["quorum", defineQuorum],
]);

const isDefined = ({ witnesses, groups }: Draft, name: string): boolean =>
  witnesses.has(name) || groups.has(name);

/** The key, or why it is refused: it is of another kind, or the policy has it already. */
function keyIn(draft: Draft, text: string, kinds: readonly number[]): VerifierKey | string {
  const key = parseVerifierKey(text);
  if (key === null || !kinds.includes(key.kind)) return "this is not a verifier key for that";
  const publicKey = hex(key.publicKey);
  if (draft.seen.has(publicKey)) return "this key stands in the policy already";
  draft.seen.add(publicKey);
  return key;
}

function defineLog(draft: Draft, [text = "", , ...more]: readonly string[]): string | null {
  if (more.length > 0) return "a log is a key and at most a URL";
  const key = keyIn(draft, text, [ED25519, ML_DSA_44]);
  if (typeof key === "string") return key;
  draft.logs.push(key);
  return null;
}

function defineWitness(draft: Draft, items: readonly string[]): string | null {
  const [name = "", text = "", , ...more] = items;
  if (more.length > 0) return "a witness is a name, a key and at most a URL";
  if (name === NONE || isDefined(draft, name)) return `the name ${name} is taken`;
  const key = keyIn(draft, text, [COSIGNATURE, ML_DSA_44]);
  if (typeof key === "string") return key;
  draft.witnesses.set(name, key);
  return null;
}

function defineGroup(draft: Draft, items: readonly string[]): string | null {
  const [name = "", count = "", ...members] = items;
  if (name === "" || name === NONE || isDefined(draft, name)) return `the name ${name} is taken`;
  for (const member of members) {
    if (!isDefined(draft, member)) return `${member} is not defined above`;
    if (draft.grouped.has(member)) return `${member} is a member already`;
    draft.grouped.add(member);
  }
  const threshold = thresholdOf(count, members.length);
  if (threshold === null) return "a group needs members and a threshold of 1 to all of them";
  draft.groups.set(name, { threshold, members });
  return null;
}

function thresholdOf(text: string, members: number): number | null {
  if (members === 0) return null;
  if (text === "all") return members;
  if (text === "any") return 1;
  const threshold = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  return threshold >= 1 && threshold <= members ? threshold : null;
}

function defineQuorum(draft: Draft, [name = "", ...more]: readonly string[]): string | null {
  if (draft.quorum !== null) return "there is a quorum already";
  if (more.length > 0 || !(name === NONE || isDefined(draft, name))) {
    return `${name} is not defined above`;
  }
  draft.quorum = name;
  return null;
}

/** Whether these witnesses, given by their names in the policy, reach the quorum. */
function reachesQuorum(policy: TlogPolicy, cosigned: ReadonlySet<string>): boolean {
  const isMet = (name: string): boolean => {
    const group = policy.groups.get(name);
    if (group === undefined) return name === NONE || cosigned.has(name);
    return group.members.filter(isMet).length >= group.threshold;
  };
  return isMet(policy.quorum);
}

export interface QuorumVerdict {
  /** `unsupported`: reached only if the cosignatures that this platform cannot check are valid. */
  status: "reached" | "missed" | "unsupported";
  /** Names of the witnesses whose cosignatures are valid. */
  by: readonly string[];
}

/** Whether a checkpoint of one of the policy's logs has the cosignatures that the policy demands. */
export async function judgeQuorum(policy: TlogPolicy, note: Note): Promise<QuorumVerdict> {
  const origin = parseCheckpoint(note.text)?.origin;
  const isKnown = policy.logs.length === 0 || policy.logs.some(({ name }) => name === origin);
  const [valid, unsure] = [new Set<string>(), new Set<string>()];
  for (const [name, key] of policy.witnesses) {
    const verdict = await verifyNote(note, key);
    if (verdict === "valid") valid.add(name);
    if (verdict === "unsupported") unsure.add(name);
  }
  const by = [...valid];
  if (!isKnown || origin === undefined) return { status: "missed", by };
  if (reachesQuorum(policy, valid)) return { status: "reached", by };
  const mayReach = reachesQuorum(policy, new Set([...valid, ...unsure]));
  return { status: mayReach ? "unsupported" : "missed", by };
}
