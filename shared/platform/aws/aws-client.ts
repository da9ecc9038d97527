import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/**
 * How clients of AWS are set here. Deadlines, as a connection that hangs must not eat the 30 s of
 * the caller (the services answer in milliseconds; a request that is sent again is the same one).
 * And everything a client would otherwise look up in files that a function does not have.
 */
export const awsClientSettings = {
  maxAttempts: 4,
  retryMode: "standard",
  defaultsMode: "standard",
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: "countersign",
  authSchemePreference: [] as string[],
  requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const satisfies DynamoDBClientConfig;
