import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { freePort } from "#infra/local/local-server.ts";

export interface Engine {
  child: ChildProcess;
  /** Its address: `http://<host>:<port>`. */
  endpoint: string;
}

/**
 * The engine answers anybody who reaches it, under any Host. So on Linux it listens on a loopback
 * address that no web page can guess. Other platforms have only 127.0.0.1.
 */
const quietAddress = (): string =>
  process.platform === "linux"
    ? ["127", ...Array.from({ length: 3 }, () => randomInt(1, 255))].join(".")
    : "127.0.0.1";

/** How many ports to try if other processes keep taking each port first. */
const ATTEMPTS = 20;

/**
 * Starts the embedded database's engine and resolves once it listens, so that nobody else's answers are
 * mistaken for its own. It ends with this process at the latest.
 * @param args the engine's arguments, without its address
 * @param at by default a free port on an address of its own
 * @throws Error with the engine's output, if it exits before it listens
 */
export async function startEngine(args: readonly string[], at?: string): Promise<Engine> {
  for (let attempt = 1; ; attempt += 1) {
    const endpoint = at ?? `http://${quietAddress()}:${await freePort()}`;
    const { hostname, port } = new URL(endpoint);
    const place = ["--host", hostname, "--port", port];
    try {
      return { child: await listening([...args, ...place]), endpoint };
    } catch (error) {
      const isTaken = /already in use/i.test((error as Error).message);
      if (!isTaken || at !== undefined || attempt === ATTEMPTS) throw error;
    }
  }
}

function listening(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(embeddedBinary(), args, { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  let said = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said = `${said}${text}`.slice(-2000);
        if (/listening on/.test(said)) resolve(child);
      });
    }
    child.once("error", reject);
    // By now all of its output has been read.
    child.once("close", (code) =>
      reject(new Error(said.trim() || `the database exited with code ${code}`)),
    );
  });
}

/** Path of this platform's database engine. @throws Error with one sentence if it is missing */
export function embeddedBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(folder, process.platform === "win32" ? "dynoxide.exe" : "dynoxide");
    if (existsSync(binary)) return binary;
  } catch {
    // the sentence below says what to do
  }
  throw new Error(
    `There is no embedded database for this platform (${name} is not installed); install that package, or start DynamoDB Local and set DYNAMODB_ENDPOINT to its address.`,
  );
}
