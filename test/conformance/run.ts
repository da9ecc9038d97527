import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifierProcess } from "#test/support/verifier-runs.ts";

/** A case as cases.json lists it. */
export interface ListedCase {
  id: string;
  /** What was done to the file. */
  what: string;
  file: string;
  /** Behind the file's name; `$ED25519` and `$ML_DSA_44` stand for the log's keys. */
  args: readonly string[];
  /** Whether the HMAC secret is on standard input, or another one. */
  secret: "right" | "wrong" | null;
  exit: number;
  /** Exit code 1: what is told as changed, 3: as not checked; each once, sorted. */
  names: readonly string[];
  /** What else has to stand in the report; null: nothing. */
  finding: string | null;
}

interface Listing {
  keys: { ed25519: string; ml_dsa_44: string; secret: string };
  cases: readonly ListedCase[];
}

export const folder = dirname(fileURLToPath(import.meta.url));

export const listing = (): Listing => JSON.parse(readFileSync(`${folder}/cases.json`, "utf8"));

/** The command's arguments, files by their whole paths. */
function argumentsOf({ file, args }: ListedCase, { keys }: Listing): string[] {
  const known: Readonly<Record<string, string>> = {
    $ED25519: keys.ed25519,
    $ML_DSA_44: keys.ml_dsa_44,
  };
  const whole = (word: string) => (existsSync(join(folder, word)) ? join(folder, word) : word);
  const given = args.map((word) => known[word] ?? (word.startsWith("--") ? word : whole(word)));
  const path = join(folder, file);
  return given[0] === "--receipt" ? ["--receipt", path, ...given.slice(1)] : [path, ...given];
}

/** The names that a report tells as changed, or for whose sake not all was checked. */
export function namesIn(report: string): string[] {
  const changed = [...report.matchAll(/^CHANGED +(\S+)/gm)].map(([, name]) => name as string);
  const open = /^RESULT: nothing wrong .*: (.*)\.$/m.exec(report)?.[1]?.split(", ") ?? [];
  return [...new Set([...changed, ...open])].sort();
}

/** Each case with the command's arguments and what is on its standard input. */
export function conformanceRuns() {
  const all = listing();
  const { secret } = all.keys;
  const input = { right: secret, wrong: `${secret}-of-another-service` };
  return all.cases.map((one) => ({
    one,
    words: argumentsOf(one, all),
    stdin: one.secret === null ? "" : input[one.secret],
  }));
}

type ConformanceRun = ReturnType<typeof conformanceRuns>[number];

/** What a program says of the cases. @param text the program's @param chosen those to run */
export async function judgedBy(
  program: string,
  text: string,
  chosen: (runs: ConformanceRun[]) => readonly ConformanceRun[],
) {
  const verifier = verifierProcess(program, text);
  const judged = [];
  for (const { one, words, stdin } of chosen(conformanceRuns())) {
    const { status, stdout, stderr } = await verifier.run(words, stdin);
    judged.push({ ...one, status, said: stdout + stderr });
  }
  verifier.close();
  return judged;
}
