import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { marshall } from "@aws-sdk/util-dynamodb";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { startEngine } from "#infra/local/aws/dynamodb/engine.ts";
import type { Item } from "#shared/store/read.ts";
import { askEngine, type CountingProxy, startCountingProxy } from "./counting-proxy.ts";

const TABLE = "countersign";

/** The embedded database behind a counting proxy, at which a fuller one can replace it. */
export interface SeedableDatabase {
  proxy: CountingProxy;
  /** Adds items through the engine's own import, several times faster than writing them singly. */
  add(items: Iterable<Item>): Promise<void>;
  /**
   * Keeps the database as it is beside one with these lines of an export in addition, which answers
   * from now on.
   * @returns turns to the one or the other
   */
  addBeside(lines: Iterable<string>): Promise<(isAdded: boolean) => void>;
  close(): Promise<void>;
}

/** An item as a line of an export. */
export const lineOf = (item: Item): string =>
  `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;

interface Engine {
  endpoint: string;
  close(): Promise<void>;
}

export async function startSeedableDatabase(): Promise<SeedableDatabase> {
  const engines: Engine[] = [await startDatabase(null, TABLE)];
  const proxy = await startCountingProxy(engines[0]?.endpoint ?? "");
  const addBeside = async (lines: Iterable<string>) => {
    const before = proxy.target;
    const after = await startWith(before, lines);
    engines.push(after);
    const turn = (isAdded: boolean): void => {
      proxy.target = isAdded ? after.endpoint : before;
    };
    turn(true);
    return turn;
  };
  return {
    proxy,
    add: async (items) => {
      const before = engines.findIndex(({ endpoint }) => endpoint === proxy.target);
      await addBeside(linesOf(items));
      await engines.splice(before, 1)[0]?.close();
    },
    addBeside,
    close: async () => {
      await proxy.close();
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

function* linesOf(items: Iterable<Item>): Generator<string> {
  for (const item of items) yield lineOf(item);
}

/** An engine with everything in another one, and these items. */
async function startWith(url: string, added: Iterable<string>): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "seed-"));
  try {
    const schema = join(folder, "schema.json");
    const described = await askEngine(url, "DescribeTable", { TableName: TABLE });
    writeFileSync(schema, `[${described.text}]`);
    const data = join(folder, "export", TABLE, "data");
    mkdirSync(data, { recursive: true });
    await pipeline(
      Readable.from(chunksOf(url, added)),
      createGzip({ level: 1 }),
      createWriteStream(join(data, "items.json.gz")),
    );
    return await importing(["--source", join(folder, "export"), "--schema", schema]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Everything in the table, one item a line, and what is added; thousands a chunk, as a stream's step a
 * line would take longer than everything else.
 */
async function* chunksOf(url: string, added: Iterable<string>): AsyncGenerator<string> {
  let ExclusiveStartKey: unknown;
  do {
    const { text } = await askEngine(url, "Scan", { TableName: TABLE, ExclusiveStartKey });
    const page = JSON.parse(text);
    yield page.Items.map((item: unknown) => `${JSON.stringify({ Item: item })}\n`).join("");
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  let chunk = "";
  for (const line of added) {
    chunk += line;
    if (chunk.length < 500_000) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Imports into memory and serves what was imported. */
async function importing(source: readonly string[]): Promise<Engine> {
  const { child, port } = await startEngine(["import", ...source, "--serve"]);
  const close = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { endpoint: `http://127.0.0.1:${port}`, close };
}
