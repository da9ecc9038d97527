import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

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
  /** What has to stand in the report; null: only the exit code counts. */
  finding: string | null;
}

interface Listing {
  keys: { ed25519: string; ml_dsa_44: string; secret: string };
  cases: readonly ListedCase[];
}

export const folder = dirname(fileURLToPath(import.meta.url));

export const listing = (): Listing => JSON.parse(readFileSync(`${folder}/cases.json`, "utf8"));

/** The command's arguments, from the folder of the files. */
export function argumentsOf({ file, args }: ListedCase, { keys }: Listing): string[] {
  const known: Readonly<Record<string, string>> = {
    $ED25519: keys.ed25519,
    $ML_DSA_44: keys.ml_dsa_44,
  };
  const given = args.map((word) => known[word] ?? word);
  return given[0] === "--receipt" ? ["--receipt", file, ...given.slice(1)] : [file, ...given];
}

export const inputOf = ({ secret }: ListedCase, { keys }: Listing): string =>
  secret === null ? "" : secret === "right" ? keys.secret : `${keys.secret}-of-another-service`;

/** The cases that a program judges otherwise than listed. */
export function judgedByCommand(program: string) {
  const all = listing();
  return all.cases.flatMap((one) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, ...argumentsOf(one, all)],
      { cwd: folder, input: inputOf(one, all), encoding: "utf8" },
    );
    const said = stdout + stderr;
    const isSo = status === one.exit && (one.finding === null || said.includes(one.finding));
    return isSo ? [] : [{ ...one, found: status, said }];
  });
}
