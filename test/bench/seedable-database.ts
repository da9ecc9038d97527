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

/** The embedded database behind a counting proxy, where a fuller database can replace it. */
export interface SeedableDatabase {
  proxy: CountingProxy;
  /** Adds items through the engine's own import, several times faster than writing them singly. */
  add(items: Iterable<Item>): Promise<void>;
  close(): Promise<void>;
}

interface Engine {
  endpoint: string;
  close(): Promise<void>;
}

export async function startSeedableDatabase(): Promise<SeedableDatabase> {
  let engine: Engine = await startDatabase(null, TABLE);
  const proxy = await startCountingProxy(engine.endpoint);
  return {
    proxy,
    add: async (items) => {
      const before = engine;
      engine = await startWith(before.endpoint, items);
      proxy.target = engine.endpoint;
      await before.close();
    },
    close: async () => {
      await proxy.close();
      await engine.close();
    },
  };
}

/** Starts an engine with everything that another one contains, and these items. */
async function startWith(url: string, added: Iterable<Item>): Promise<Engine> {
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

/** A marshalled item as a line of an export. */
const lineOf = (item: unknown): string => `${JSON.stringify({ Item: item })}\n`;

/**
 * Everything in the table and the added items, one item per line. A chunk has thousands of lines,
 * because one step of the stream per line would take longer than everything else.
 */
async function* chunksOf(url: string, added: Iterable<Item>): AsyncGenerator<string> {
  let ExclusiveStartKey: unknown;
  do {
    const { text } = await askEngine(url, "Scan", { TableName: TABLE, ExclusiveStartKey });
    const page = JSON.parse(text);
    yield page.Items.map(lineOf).join("");
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  let chunk = "";
  for (const item of added) {
    chunk += lineOf(marshall(item, { removeUndefinedValues: true }));
    if (chunk.length < 500_000) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Imports into memory and serves what was imported. */
async function importing(source: readonly string[]): Promise<Engine> {
  const { child, endpoint } = await startEngine(["import", ...source, "--serve"]);
  const close = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { endpoint, close };
}
