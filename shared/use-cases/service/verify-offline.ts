import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import verifier from "virtual:verifier";
import { setting } from "#shared/platform/settings.ts";

const TIMEOUT_MS = 20_000;

interface Verdict {
  /** The verifier's exit code: 0 genuine, 1 changed, 2 no bundle, 3 not all could be checked. */
  code: number;
  /** The names of the checks that failed or could not be made. */
  found: string[];
}

/** The verifier bundled with this function: byte for byte what the service serves. */
export const ownVerifier: string = verifier;

/**
 * Runs the offline verifier as an auditor does: as a separate program, on a file.
 * @param logKeys pinned verifier keys of the evidence log
 */
export async function verifyOffline(bundle: string, logKeys: readonly string[]): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "canary-"));
  try {
    const program = join(folder, "verify-bundle.mjs");
    const file = join(folder, "bundle.json");
    await Promise.all([writeFile(program, verifier), writeFile(file, bundle)]);
    const keys = logKeys.flatMap((key) => ["--key", key]);
    const { code, text } = await run([program, file, ...keys]);
    return { code, found: namesIn(text) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(words: readonly string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      words,
      // The folder where Lambda keeps the libraries its Node links to, and nothing else of the
      // environment.
      { timeout: TIMEOUT_MS, env: { LD_LIBRARY_PATH: setting("LD_LIBRARY_PATH") } },
      (error, text) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 2;
        resolve({ code, text });
      },
    );
    child.stdin?.end();
  });
}

/**
 * The checks that failed, and those that the verifier's result says could not be made. Their names are
 * the verifier's own words, none of the bundle's.
 */
function namesIn(report: string): string[] {
  const failed = report.split("\n").filter((line) => line.startsWith("CHANGED "));
  const open = /^RESULT: .* could be checked: (.*)\.$/m.exec(report)?.[1]?.split(", ") ?? [];
  return [...failed.map((line) => line.split(/ +/)[1] ?? ""), ...open];
}
