import type { IncomingMessage, RequestListener } from "node:http";

/*
 * Who may ask what the local run serves. A web page from elsewhere can reach a local port in two ways:
 * through a host name of its own that resolves to this machine (DNS rebinding; the Host header shows
 * it), or by a request across sites (the browser's headers show it).
 */

const NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Host header names this machine, whatever port it names: a page cannot choose that name. */
export const namesThisMachine = (host: string | undefined): boolean =>
  host !== undefined && NAMES.includes(host.replace(/:\d*$/, ""));

/** Whether a call comes from a program of this machine, or from a page of the very address it goes to. */
export function isLocalCaller({ headers, socket }: IncomingMessage): boolean {
  const hosts = NAMES.map((name) => `${name}:${socket.localPort}`);
  if (!hosts.includes(headers.host ?? "")) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

/** The public addresses of the run, as its operator set them: of the API, of its pages, of a console elsewhere. */
type OwnAddresses = readonly string[];

/** Whether a call may go to the API: under a name of this machine, or under one that the operator set. */
export const mayAskApi = ({ headers }: IncomingMessage, own: OwnAddresses): boolean =>
  namesThisMachine(headers.host) || own.some((address) => new URL(address).host === headers.host);

/**
 * Whether a call may go to the sign-in, which gives anyone an admin's token: only under a name of this
 * machine, from its own pages or those of the operator's addresses, or by following a link.
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
 * The guard in front of everything that the local run serves: a call that may not be made gets 403,
 * and the listener never sees it.
 */
export const guarded =
  (listener: RequestListener, mayAsk: (request: IncomingMessage) => boolean): RequestListener =>
  (request, response) => {
    if (mayAsk(request)) return listener(request, response);
    // Read and discarded, so that the caller can read the answer.
    request.resume();
    const message = "Only programs and pages of this machine may ask this.";
    const problem = { type: "urn:countersign:problem:forbidden", title: "Forbidden", status: 403 };
    response.writeHead(403, {
      "content-type": "application/problem+json",
      "x-amzn-errortype": "AccessDeniedException",
    });
    response.end(JSON.stringify({ ...problem, code: "forbidden", detail: message, message }));
  };
