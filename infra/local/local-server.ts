import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { guarded, namesThisMachine } from "./local-callers.ts";

/** A server that only this machine can reach. */
export interface LocalServer {
  url: string;
  /** Address and port. */
  host: string;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server on 127.0.0.1 that answers nobody who uses another machine's name.
 * @param port 0: any free port
 * @param mayAsk whether a request may pass; by default, if its Host names this machine
 */
export async function startLocalServer(
  listener: RequestListener,
  port = 0,
  mayAsk = ({ headers }: IncomingMessage): boolean => namesThisMachine(headers.host),
): Promise<LocalServer> {
  const server = createServer(guarded(listener, mayAsk));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Below the ports that systems assign to connections, and to servers that ask for any port. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A port of 127.0.0.1 that is free now and that others get only if they ask for its number. For a
 * process that cannot choose a port itself.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST, LAST + 1);
    try {
      const { close } = await startLocalServer(() => {}, port);
      await close();
      return port;
    } catch (error) {
      if (attempt === 50) throw error;
    }
  }
}

/**
 * A request's body; null if it is larger than allowed. A larger body is read and discarded, so that the
 * caller can read the answer.
 * @param most bytes
 */
export async function boundedBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return size > most ? null : Buffer.concat(chunks);
}
