import {
  type ConnectionRecord,
  channelOf,
  webhookPath,
} from "#shared/domain/connections/connection.ts";
import { type OnboardingStep, onboardingSteps } from "#shared/domain/connections/onboarding.ts";
import { busArnIn } from "#shared/domain/eventbus/bus-names.ts";
import { baseUrl, issuerUrl, setting } from "#shared/platform/settings.ts";

/** The steps that set up a connection on the customer's side, filled in. */
export function getConnectionOnboarding(connection: ConnectionRecord): readonly OnboardingStep[] {
  const channel = channelOf(connection);
  const { tenant_id } = connection;
  const account = setting("CLOUDB_EVENTBUS_OUR_ACCOUNT_ID") ?? null;
  const region = setting("CLOUDB_EVENTBUS_REGION") ?? "us-east-1";
  return onboardingSteps(connection, {
    webhookUrl: channel === null ? null : `${baseUrl()}${webhookPath(channel, tenant_id)}`,
    issuerUrl: issuerUrl(),
    platformAccount: account,
    busArn: account === null ? null : busArnIn(account, region, tenant_id),
  });
}
