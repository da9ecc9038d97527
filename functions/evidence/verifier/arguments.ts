import { type StatementKey, statementKeysIn } from "#shared/domain/clearance/statement-key.ts";
import { parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { parseVerifierKey, type VerifierKey } from "#shared/domain/log/verifier-key.ts";

export interface Arguments {
  file: string;
  isReceipt: boolean;
  keys: readonly VerifierKey[];
  /** The keys of clearance statements. */
  statementKeys: readonly StatementKey[];
  log: string | null;
  mirror: string | null;
  policy: TlogPolicy | null;
  checkpoint: string | null;
  /** The file for the certificate without the part that was appended to it. */
  original: string | null;
}

/** Each option takes one value; only --key may be given twice. */
const options = [
  "--key",
  "--log",
  "--mirror",
  "--policy",
  "--checkpoint",
  "--receipt",
  "--original",
] as const;

/** Parses the command line. @param readText reads the files that options name */
export function parseArguments(
  words: readonly string[],
  readText: (file: string) => string,
): Arguments | { fault: string } {
  const given = new Map<string, string[]>();
  const files: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    if (!word.startsWith("--")) {
      files.push(word);
      continue;
    }
    const value = words[i + 1];
    if (!(options as readonly string[]).includes(word))
      return { fault: `${word} is not an option` };
    if (value === undefined) return { fault: `${word} takes a value` };
    given.set(word, [...(given.get(word) ?? []), value]);
    i += 1;
  }
  const doubled = [...given].find(([name, values]) => name !== "--key" && values.length > 1);
  if (doubled !== undefined) return { fault: `${doubled[0]} is given twice` };
  const one = (name: (typeof options)[number]): string | null => given.get(name)?.[0] ?? null;
  const receipt = one("--receipt");
  const [file, ...more] = receipt === null ? files : [receipt, ...files];
  if (file === undefined || more.length > 0) return { fault: "one file is judged at a time" };
  const read = keysIn(given.get("--key") ?? [], readText);
  if ("fault" in read) return read;
  const policyFile = one("--policy");
  const policy = policyFile === null ? null : parsePolicy(readText(policyFile));
  if (policy !== null && "fault" in policy) return { fault: `--policy: ${policy.fault}` };
  const seen = one("--checkpoint");
  return {
    file,
    isReceipt: receipt !== null,
    ...read,
    log: one("--log"),
    mirror: one("--mirror"),
    policy,
    checkpoint: seen === null ? null : readText(seen),
    original: one("--original"),
  };
}

/** Keys of the log, in the form of /evidence/log/key, and a file with the keys of statements. */
function keysIn(
  texts: readonly string[],
  readText: (file: string) => string,
): Pick<Arguments, "keys" | "statementKeys"> | { fault: string } {
  const keys: VerifierKey[] = [];
  const statementKeys: StatementKey[] = [];
  for (const text of texts) {
    // A key copied from a printed line may include the line break.
    const key = parseVerifierKey(text.replace(/\s+/g, ""));
    const others = key === null ? fileKeys(text, readText) : [];
    if (others === null || keys.some(({ kind }) => kind === key?.kind)) {
      return {
        fault:
          "--key takes a verifier key of each kind, as /evidence/log/key shows them, or a file with a JWK or JWKS, as /clearance/keys is one",
      };
    }
    if (key !== null) keys.push(key);
    statementKeys.push(...others);
  }
  return { keys, statementKeys };
}

function fileKeys(file: string, readText: (file: string) => string): StatementKey[] | null {
  try {
    return statementKeysIn(readText(file));
  } catch {
    return null;
  }
}
