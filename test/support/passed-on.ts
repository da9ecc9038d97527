import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";

/** One call of an AWS service, in JSON. */
export interface AwsCall {
  /** Such as `PutItem`. */
  operation: string;
  /** The region that the signature names. */
  region: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs of every shape
  input: any;
}

/** The answer to a call that is not passed on; null: the call is passed on. */
export type Answer = { status: number; body: unknown } | null;

/**
 * Stands in front of a local AWS service. It passes every call on, unless `answer` answers it.
 * @returns its address and a function that stops it
 */
export async function startPassingOn(
  service: string,
  answer: (call: AwsCall) => Answer | Promise<Answer>,
): Promise<{ url: string; close(): Promise<void> }> {
  return startLocalServer((incoming, response) => {
    const answered = async () => {
      const body = await text(incoming);
      const own = await answer(callIn(incoming, body));
      const { host: _, ...headers } = incoming.headers as Record<string, string>;
      const passed =
        own === null
          ? await fetch(service, { method: "POST", headers, body })
          : new Response(JSON.stringify(own.body), { status: own.status });
      response.writeHead(passed.status, { "content-type": incoming.headers["content-type"] });
      response.end(Buffer.from(await passed.arrayBuffer()));
    };
    answered().catch(() => response.destroy());
  });
}

function callIn({ headers }: IncomingMessage, body: string): AwsCall {
  const [, region = ""] =
    /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? "") ?? [];
  const operation = String(headers["x-amz-target"]).split(".")[1] ?? "";
  return { operation, region, input: JSON.parse(body) };
}
