import type { IncomingMessage } from "node:http";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { setting } from "#shared/platform/settings.ts";

/**
 * The SDK's own silent logger has functions that do nothing, so each call would prepare its request and
 * its answer for them, member by member. It does so only for `info` and `error`, which are missing here;
 * the others are called in any case.
 */
const silent = {
  trace() {},
  debug() {},
  warn() {},
} as unknown as NonNullable<DynamoDBClientConfig["logger"]>;

/*
 * The settings of our AWS clients: deadlines, since a connection that hangs must not use up the
 * caller's 30 s (the services answer in milliseconds; a retry sends the same request), and
 * everything a client would otherwise look up in files that a function does not have.
 */
const common = {
  maxAttempts: 4,
  retryMode: "standard",
  defaultsMode: "standard",
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: "countersign",
  authSchemePreference: [] as string[],
  endpointDiscoveryEnabledProvider: async () => false,
  disableClockSkewCorrection: false,
  requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
  streamCollector: wholeBody,
  logger: silent,
} as const satisfies DynamoDBClientConfig & { endpointDiscoveryEnabledProvider: unknown };

/**
 * The bytes of an answer's body. The SDK's own function asks of every body whether it is one of the
 * web's streams, for which Node loads its implementation of them: 2 ms of a first answer.
 * @throws Error if the body breaks off
 */
function wholeBody(body: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    body.on("data", (part: Buffer) => parts.push(part));
    body.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
    body.on("error", reject);
  });
}

/** The services that are called through their clients, as AWS's own settings spell them. */
type Service = "DYNAMODB" | "EVENTBRIDGE" | "KMS" | "SECRETS_MANAGER" | "SESV2";

/**
 * The settings of a service's client. The endpoint is AWS_ENDPOINT_URL_<SERVICE>, which local runs
 * set; in Lambda it is that of the function's region, without searching files that could name
 * another endpoint.
 */
export function awsClientSettings(service: Service) {
  const endpoint = setting(`AWS_ENDPOINT_URL_${service}`);
  const isLambda = setting("AWS_LAMBDA_FUNCTION_NAME") !== undefined;
  return {
    ...common,
    ...(endpoint === undefined ? { ignoreConfiguredEndpointUrls: isLambda } : { endpoint }),
  };
}
