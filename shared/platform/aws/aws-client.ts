import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { setting } from "#shared/platform/settings.ts";

/*
 * How clients of AWS are set here. Deadlines, as a connection that hangs must not eat the 30 s of
 * the caller (the services answer in milliseconds; a request that is sent again is the same one).
 * And everything a client would otherwise look up in files that a function does not have.
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
} as const satisfies DynamoDBClientConfig & { endpointDiscoveryEnabledProvider: unknown };

/** The services that are called through their clients, as AWS's own settings spell them. */
type Service = "DYNAMODB" | "EVENTBRIDGE" | "KMS" | "SECRETS_MANAGER";

/**
 * The settings of a service's client. It finds the service at AWS_ENDPOINT_URL_<SERVICE>, which the
 * local run sets; in Lambda in the function's region, without looking for a file that could name
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
