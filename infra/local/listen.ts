import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  port: number;
  close(): void;
}

/** How many ports to try, if each turns out to be taken on the other loopback address. */
const ATTEMPTS = 20;

/** Longer than Node's 5 s: after a pause, a caller's connection is still open, as in the cloud. */
const keepAliveTimeout = 65_000;

/**
 * Listens on 127.0.0.1 and, where available, on ::1 with the same port, because `localhost` can be
 * either.
 * @param port 0 takes any port that is free on both
 * @throws Error with one sentence for a port that cannot be used
 */
export async function listenOnLoopback(
  listener: RequestListener,
  port: number,
): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    const four = createServer({ keepAliveTimeout }, listener);
    const six = createServer({ keepAliveTimeout }, listener);
    const close = () => {
      for (const server of [four, six]) {
        server.close();
        server.closeAllConnections();
      }
    };
    try {
      const taken = await listen(four, "127.0.0.1", port);
      await listen(six, "::1", taken).catch(ignoreMissingAddress);
      return { port: taken, close };
    } catch (error) {
      close();
      const { code = "unknown" } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && port === 0 && attempt < ATTEMPTS) continue;
      const state = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`;
      throw new Error(`Port ${port} ${state}; set PORT to another one (0 takes any free port).`);
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** A machine without IPv6 is served only on 127.0.0.1. */
function ignoreMissingAddress(error: NodeJS.ErrnoException): void {
  if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
}
