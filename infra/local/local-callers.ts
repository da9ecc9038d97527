import type { IncomingMessage } from "node:http";

const HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a call comes from a program or a page on this machine. A web page from elsewhere can
 * reach a local port in two ways: through its own host name that resolves to this machine (DNS
 * rebinding; the Host header shows it), or by a cross-site request (the browser's headers show it).
 */
export function isLocalCaller({ headers, socket }: IncomingMessage): boolean {
  const hosts = HOSTS.map((host) => `${host}:${socket.localPort}`);
  if (!hosts.includes(headers.host ?? "")) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}
