import verifierDigest from "virtual:verifier-digest";
import type { Judged, JudgedPart, OpenedLog } from "#shared/domain/evidence/program.ts";
import { programAt } from "#shared/domain/evidence/program-at.ts";
import type { Piece } from "#shared/domain/standing/pieces.ts";
import type { ChainLink } from "../parts/chain.tsx";
import { claimOf, linksOf } from "./verdict.ts";

/** The result for one bundle or receipt of a file. */
export interface Shown {
  /** The command's exit code. */
  code: 0 | 1 | 2 | 3;
  /** What the command would have printed. */
  text: string;
  /** The decision that the file claims to prove. */
  claim: readonly Piece[] | null;
  /** The verdict as a chain, in plain words. */
  links: readonly ChainLink[];
}

/** The key that this service publishes, to compare with the key that users got by other means. */
export type PublishedKey = NonNullable<OpenedLog["key"]>;

/** Exactly the file that auditors run. Its hash is in the address, so no cache serves an older one. */
const program = programAt(`/evidence/verify-bundle.mjs?sha256=${verifierDigest}`);

/** The text of this deployment's published statement keys; null if they cannot be read. */
async function publishedStatementKeys(): Promise<string | null> {
  try {
    const response = await fetch("/clearance/keys", { cache: "no-store", credentials: "omit" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

const pinnedLine = ({ id, fingerprint }: PublishedKey): string =>
  `Against the key that this service publishes, ${id}: SHA-256 ${fingerprint}. ` +
  "Compare it with the one you were given.";

/** The published key, against which files are checked; null if it cannot be read. */
export async function publishedKey(): Promise<PublishedKey | null> {
  const { openLog } = await program();
  return (await openLog({ get: (...asked) => fetch(...asked), most: 0 })).key;
}

/** Checks a file with the served verifier, this service's log and the published key. */
export async function verify(bytes: Uint8Array, secrets: string): Promise<Shown[]> {
  const { openLog, judge } = await program();
  const [opened, statementKeys] = await Promise.all([
    openLog({ get: (...asked) => fetch(...asked) }),
    publishedStatementKeys(),
  ]);
  const now = new Date().toISOString();
  const judged = await judge(bytes, { opened, secrets, statementKeys, now });
  return shownOf(judged, opened.key);
}

function shownOf({ reason, parts }: Judged, key: PublishedKey | null): Shown[] {
  if (reason !== null) {
    return [{ code: 2, text: `It cannot be checked: ${reason}.`, claim: null, links: [] }];
  }
  const lead = key === null ? "" : `${pinnedLine(key)}\n\n`;
  return parts.map((part: JudgedPart) => ({
    code: part.code,
    text: `${lead}${part.report}`,
    claim: claimOf(part.bundle),
    links: linksOf(part, part.bundle),
  }));
}
