import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { marshall } from "@aws-sdk/util-dynamodb";
import { embeddedBinary, startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { freePort } from "#infra/local/local-server.ts";
import type { Item } from "#shared/store/read.ts";

const TABLE = "countersign";

/** The embedded database behind a fixed address, at which a fuller one can replace it. */
export interface SeedableDatabase {
  endpoint: string;
  /** Adds items through the engine's own import, several times faster than writing them singly. */
  add(items: Iterable<Item>): Promise<void>;
  /** The same of items as they are written to an export, a line each. */
  addLines(lines: Iterable<string>): Promise<void>;
  /**
   * Keeps the database as it is beside one with these lines in addition, which answers from now on.
   * @returns turns to the one or the other
   */
  addBeside(lines: Iterable<string>): Promise<(isAdded: boolean) => void>;
  close(): Promise<void>;
}

/** An item as a line of an export. */
export const lineOf = (item: Item): string =>
  `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;

interface Engine {
  port: number;
  close(): Promise<void>;
}

export async function startSeedableDatabase(): Promise<SeedableDatabase> {
  const first = await startDatabase(null, TABLE);
  let engine: Engine = { port: Number(new URL(first.endpoint).port), close: first.close };
  const door = await openDoor(() => engine.port);
  const others: Engine[] = [];
  const addLines = async (lines: Iterable<string>): Promise<void> => {
    const before = engine;
    engine = await startWith(before.port, lines);
    door.dismiss();
    await before.close();
  };
  return {
    endpoint: `http://127.0.0.1:${door.port}`,
    add: (items) => addLines(linesOf(items)),
    addLines,
    addBeside: async (lines) => {
      const before = engine;
      const after = await startWith(before.port, lines);
      others.push(before, after);
      const turn = (isAdded: boolean): void => {
        engine = isAdded ? after : before;
        door.dismiss();
      };
      turn(true);
      return turn;
    },
    close: async () => {
      door.close();
      await Promise.all([...new Set([engine, ...others])].map((one) => one.close()));
    },
  };
}

/** Forwards every connection to the current engine. */
async function openDoor(portNow: () => number) {
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(portNow(), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dismiss = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends the connections; clients reconnect as needed. */
    dismiss,
    close: () => {
      server.close();
      dismiss();
    },
  };
}

function* linesOf(items: Iterable<Item>): Generator<string> {
  for (const item of items) yield lineOf(item);
}

/** An engine with everything in another one, and these items. */
async function startWith(port: number, added: Iterable<string>): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "seed-"));
  try {
    const { Table } = await ask(port, "DescribeTable", { TableName: TABLE });
    const schema = join(folder, "schema.json");
    writeFileSync(schema, JSON.stringify([{ Table }]));
    const data = join(folder, "export", TABLE, "data");
    mkdirSync(data, { recursive: true });
    const lines = async function* () {
      yield* itemsOf(port);
      yield* added;
    };
    await pipeline(
      Readable.from(inChunks(lines())),
      createGzip({ level: 1 }),
      createWriteStream(join(data, "items.json.gz")),
    );
    return await importing(["--source", join(folder, "export"), "--schema", schema]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Everything in the table, one item per line, in DynamoDB's wire format. */
async function* itemsOf(port: number): AsyncGenerator<string> {
  let ExclusiveStartKey: unknown;
  do {
    const page = await ask(port, "Scan", { TableName: TABLE, ExclusiveStartKey });
    for (const item of page.Items as unknown[]) yield `${JSON.stringify({ Item: item })}\n`;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** A few hundred lines per chunk: a stream step per line would take longer than everything else. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < 500_000) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

async function ask(port: number, action: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: {
      "x-amz-target": `DynamoDB_20120810.${action}`,
      "content-type": "application/x-amz-json-1.0",
      authorization:
        "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
      "x-amz-date": "20260101T000000Z",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Imports into memory and serves what was imported. */
async function importing(source: readonly string[]): Promise<Engine> {
  const port = await freePort();
  const child = spawn(embeddedBinary(), ["import", ...source, "--serve", "--port", String(port)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const close = async () => {
    process.off("exit", kill);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  await untilListening(child);
  return { port, close };
}

function untilListening(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  const streams = [child.stdout, child.stderr].flatMap((stream) => stream ?? []);
  return new Promise((resolve, reject) => {
    for (const input of streams) {
      createInterface({ input }).on("line", (line) => {
        said.push(line);
        if (/listening on/.test(line)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`The import failed: ${said.join(" ")}`)));
  });
}
