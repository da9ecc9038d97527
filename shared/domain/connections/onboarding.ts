import { infrastructureTemplate } from "#shared/domain/eventbus/customer-templates.ts";
import {
  type AssumeRoleConnection,
  type ConnectionRecord,
  type EventbusConnection,
  namedScopes,
  type OauthRefreshConnection,
  type SourcehostConnection,
  type WifConnection,
} from "./connection.ts";
import { roleTemplate } from "./role-template.ts";
import { wifSteps } from "./wif-steps.ts";

/** One step of connecting an environment, with the template to copy, if any. */
export interface OnboardingStep {
  title: string;
  text: string;
  template?: { language: "json" | "bash"; content: string };
}

/** The platform's values that customers enter on their side. */
export interface OnboardingValues {
  webhookUrl: string | null;
  /** The issuer's URL, byte for byte as in the discovery document. */
  issuerUrl: string;
  /** 12 digits; null: not configured. */
  platformAccount: string | null;
  /** ARN of the tenant's bus; null: the location of the platform's buses is not configured. */
  busArn: string | null;
}

const json = (content: object) => ({
  language: "json" as const,
  content: JSON.stringify(content, null, 2),
});
const bash = (...lines: string[]) => ({ language: "bash" as const, content: lines.join("\n") });

/** Source-host events that are processed (second seed, "Subscribed event kinds"). */
const SUBSCRIBED = "push, pull_request, issues, installation_repositories, installation";

const sourcehost = (connection: SourcehostConnection, { webhookUrl }: OnboardingValues) => [
  {
    title: "Install the app",
    text: `Install the platform's app in your organisation at the source host, with read access to contents and metadata. This connection names installation ${connection.installation_id}.`,
  },
  {
    title: "Point the webhook here",
    text: `Deliver to this URL, content type application/json, events ${SUBSCRIBED}. Deliveries are signed with the platform's webhook secret in the header X-Hub-Signature-256; the platform's operator enters that secret in the app.`,
    template: bash(webhookUrl ?? ""),
  },
  {
    title: "Check",
    text: "Push to a default branch, or have the host send a ping. The delivery is listed with this connection; the first one that names your installation confirms that it is yours.",
  },
];

const eventbus = (connection: EventbusConnection, values: OnboardingValues) => [
  {
    title: "Have the bus provisioned",
    text:
      connection.eventbus_status === "provisioned"
        ? "The platform has provisioned the bus for your account."
        : `A platform admin provisions the bus for account ${connection.remote_tenant_id}. The template below works once that is done.`,
  },
  {
    title: "Forward AI events",
    text: `Apply this CloudFormation template in account ${connection.remote_tenant_id}, in each region where AI is used. API calls are reported only where a CloudTrail trail logs management events.`,
    ...(values.busArn === null ? {} : { template: json(infrastructureTemplate(values.busArn)) }),
  },
  {
    title: "Check",
    text: "Create or change a SageMaker or Bedrock resource; its event is listed with this connection within minutes.",
  },
];

const assumeRole = (connection: AssumeRoleConnection, values: OnboardingValues) => [
  {
    title: "Create the role",
    text: `Apply this CloudFormation template once in ${connection.remote_tenant_id === null ? "your account" : `account ${connection.remote_tenant_id}`}. Only the platform can assume the role, with this connection's external id, and it can only list.`,
    template: json(roleTemplate(values.platformAccount, connection.external_id)),
  },
  {
    title: "Authorise",
    text: `Reauthorize the connection with the ARN that the stack's output RoleArn shows. It is checked at once. Regions to be listed: ${namedScopes(connection, "region").join(", ") || "none"}.`,
  },
];

const wif = (connection: WifConnection, { issuerUrl }: OnboardingValues): OnboardingStep[] => [
  ...wifSteps({
    tenantId: connection.tenant_id,
    audience: connection.wif_audience,
    email: connection.wif_service_account_email,
    projects: namedScopes(connection, "project"),
    issuerUrl,
  }),
  {
    title: "Check",
    text: "Reauthorize, or start a discovery run: both report what is missing. Without either, the first run starts by itself soon after all of this is done.",
  },
];

const oauthRefresh = (_: OauthRefreshConnection, values: OnboardingValues): OnboardingStep[] => [
  {
    title: "Keep the refresh token valid",
    text: "This connection uses a refresh token, the legacy way into cloud-c. If it is revoked, obtain a new one with the scope https://www.googleapis.com/auth/cloud-platform and reauthorize with it.",
  },
  {
    title: "Move to workload identity federation",
    text: `Federation needs no secret: connect the same projects by POST /connections/cloudc/wif/connect with a provider that trusts the issuer ${values.issuerUrl}, then delete this connection.`,
  },
];

/**
 * The onboarding steps for a connection's kind, with the tenant's values filled in (contract,
 * `GET /connections/{id}/onboarding`).
 */
export function onboardingSteps(
  connection: ConnectionRecord,
  values: OnboardingValues,
): readonly OnboardingStep[] {
  switch (connection.subtype) {
    case null:
      return sourcehost(connection, values);
    case "eventbus":
      return eventbus(connection, values);
    case "assume_role":
      return assumeRole(connection, values);
    case "wif":
      return wif(connection, values);
    case "oauth_refresh":
      return oauthRefresh(connection, values);
  }
}
