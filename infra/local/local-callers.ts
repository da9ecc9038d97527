import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { DomainError } from "#shared/domain/errors.ts";
import { problemAnswer } from "#shared/edge/problem.ts";

/*
 * Who may send requests to the local run. A web page from elsewhere can reach a local port in two ways:
 * through a host name of its own that resolves to this machine (DNS rebinding; the Host header shows
 * it), or by a cross-site request (the browser's headers show it).
 */

const NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Host header names this machine, with any port. A web page cannot choose that name. */
export const namesThisMachine = (host: string | undefined): boolean =>
  host !== undefined && NAMES.includes(host.replace(/:\d*$/, ""));

/** Whether a call comes from a program on this machine, or from a page at the address it calls. */
export function isLocalCaller({ headers, socket }: IncomingMessage): boolean {
  const hosts = NAMES.map((name) => `${name}:${socket.localPort}`);
  if (!hosts.includes(headers.host ?? "")) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

/** The public addresses that the run's operator set: of the API, its pages, a separate console. */
type OwnAddresses = readonly string[];

/** Whether a call may reach the API: under a name of this machine, or one that the operator set. */
export const mayAskApi = ({ headers }: IncomingMessage, own: OwnAddresses): boolean =>
  namesThisMachine(headers.host) || own.some((address) => new URL(address).host === headers.host);

/**
 * Whether a call may reach the sign-in, which gives anyone an admin's token. The call must use a name
 * of this machine, and come from the sign-in's own pages, from those of the operator's addresses, or
 * from a followed link.
 */
export function maySignIn({ method, headers }: IncomingMessage, own: OwnAddresses): boolean {
  const { host, origin } = headers;
  if (!namesThisMachine(host)) return false;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin" || site === "none") return true;
  if (origin !== undefined) {
    return [`http://${host}`, ...own.map((address) => new URL(address).origin)].includes(origin);
  }
  return site === undefined || (method === "GET" && headers["sec-fetch-mode"] === "navigate");
}

/**
 * The guard in front of everything that the local run serves. A call that is not allowed gets 403, and
 * the listener never sees it.
 */
export const guarded =
  (listener: RequestListener, mayAsk: (request: IncomingMessage) => boolean): RequestListener =>
  (request, response) => {
    if (mayAsk(request)) return listener(request, response);
    // Read and discard the body, so that the caller can read the answer.
    request.resume();
    const message = "Only programs and pages of this machine may ask this.";
    // An AWS client reads `message` and the error's type.
    const error = new DomainError("forbidden", message, { members: { message } });
    const { statusCode, headers, body } = problemAnswer(error, randomUUID(), "public");
    response.writeHead(statusCode, { ...headers, "x-amzn-errortype": "AccessDeniedException" });
    response.end(body);
  };
