import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { onTestFinished } from "vitest";
import { openOutbox } from "#infra/local/aws/ses/outbox.ts";
import { startClock } from "#infra/local/clock.ts";
import { createGateway } from "#infra/local/gateway.ts";
import { listenOnLoopback } from "#infra/local/listen.ts";
import { createLocalApi } from "#infra/local/local-api.ts";
import type { Runtime } from "#infra/local/runtime/runtime.ts";
import { type SigningKey, signingKey } from "#infra/local/sign-in/signing-key.ts";
import { startSignIn } from "#infra/local/sign-in.ts";

interface Invoked {
  id: string;
  event: APIGatewayProxyEventV2;
}

interface RawAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

export interface TestGateway {
  url: string;
  invoked: Invoked[];
  unforeseen: unknown[];
  /** Sends the request line exactly as given; fetch would tidy it up. */
  raw(method: string, target: string, headers?: Record<string, string>): Promise<RawAnswer>;
  token(claims: Record<string, unknown>): Promise<string>;
}

/** Shared: generating a key takes ten times as long as starting a gateway. */
let keyOfAll: Promise<SigningKey> | undefined;

/**
 * The local run's gateway in front of functions that only record their events.
 * @param key its sign-in key, if it must trust no other gateway's tokens
 * @param ownAddresses public addresses that its operator set
 */
export async function startTestGateway(
  invoke: Runtime["invoke"] = async () => ({ statusCode: 200, body: "{}" }),
  key?: SigningKey,
  ownAddresses: readonly string[] = [],
): Promise<TestGateway> {
  const clock = startClock();
  keyOfAll ??= signingKey(null);
  const signIn = await startSignIn(key ?? (await keyOfAll), clock.now, () => "urn:provider");
  const invoked: Invoked[] = [];
  const unforeseen: unknown[] = [];
  const schedules = {
    names: ["expire-reviews"],
    run: async () => ({ expired: 0 }),
    moved: async () => {},
    close: () => {},
  };
  const events = { forward: async () => ({ delivered: 0 }), rearm: () => {} };
  const gateway = createGateway({
    runtime: {
      invoke: (id, event, requestId) => {
        invoked.push({ id, event: event as APIGatewayProxyEventV2 });
        return invoke(id, event, requestId);
      },
      renew: async () => {},
      close: async () => {},
    },
    signIn,
    provider: {
      serve: async (_, response) => {
        response.end("provider");
      },
    },
    localApi: createLocalApi({
      signIn,
      clock,
      schedules,
      events,
      fill: async () => ({}),
      outbox: openOutbox(null),
      onUnforeseen: (error) => unforeseen.push(error),
    }),
    signedCaller: async () => null,
    ownAddresses,
    now: clock.now,
    onUnforeseen: (error) => unforeseen.push(error),
  });
  const { port, close } = await listenOnLoopback(gateway, 0);
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    invoked,
    unforeseen,
    raw: async (method, path, headers = {}) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }).end();
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      return { status: answer.statusCode ?? 0, headers: answer.headers, text };
    },
    token: async (claims) => (await signIn.issue(claims)).access_token,
  };
}
