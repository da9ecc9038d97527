import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import * as logs from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Access } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { ApiStack } from "./api-stack.ts";
import { reservedSum, webhookThrottle } from "./concurrency.ts";
import { accessLogOf } from "./kept-logs.ts";
import type { Domain, Stage } from "./stage.ts";

/** Per route, all callers: one laptop locks nobody out, and a day's flood costs below $250. */
const linkThrottle = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 };

/** The same limits for every other route. The account's own limit is 10,000 per second. */
const throttle = { rateLimit: 2000, burstLimit: 2000 };

/**
 * Everything in front of the routes: the API's stage with its limits and access log, and the domain. It
 * is separate from the API's stack because a stage may only set limits on routes that already exist.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; api: ApiStack }) {
    super(scope, id, props);
    const { stage, api } = props;
    const httpStage = new apigateway.HttpStage(this, "Stage", {
      httpApi: api.api,
      stageName: "$default",
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(
          logs.LogGroup.fromLogGroupName(this, "AccessLog", accessLogOf(stage.name)),
        ),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
      ...(stage.domain === null || stage.front !== null
        ? {}
        : { domainMapping: { domainName: this.#domain("Domain", stage.domain) } }),
    });
    const resource = httpStage.node.defaultChild as apigateway.CfnStage;
    resource.routeSettings = routeSettings(stage);
    if (stage.formerDomain !== null) this.#formerDomain(stage.formerDomain, httpStage);
    new CfnOutput(this, "LogOrigin", {
      value: api.logOrigin,
      description: "The evidence log's name, which no later deployment changes",
    });
    new CfnOutput(this, "OidcIssuer", {
      value: stage.settings.OIDC_ISSUER_URL ?? `${api.baseUrl}/oidc`,
      description: "What tokens name as their issuer, and customers' clouds trust",
    });
    new CfnOutput(this, "AppUrl", { value: stage.settings.APP_URL ?? api.baseUrl });
    new CfnOutput(this, "ReservedConcurrency", {
      value: String(reservedSum(stage)),
      description: "Executions of the account that this stage reserves",
    });
    new CfnOutput(this, "BaseUrl", { value: api.baseUrl });
  }

  #domain(id: "Domain" | "FormerDomain", { name, certificateArn }: Domain): apigateway.DomainName {
    const certificate = id === "Domain" ? "Certificate" : "FormerCertificate";
    const made = new apigateway.DomainName(this, id, {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, certificate, certificateArn),
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
    });
    new CfnOutput(this, `${id}Target`, {
      value: made.regionalDomainName,
      description: `Point ${name} here (CNAME or alias)`,
    });
    return made;
  }

  /** Answers like the new domain, for tokens and webhooks that name the old one. */
  #formerDomain(domain: Domain, stage: apigateway.HttpStage): void {
    new apigateway.ApiMapping(this, "FormerMapping", {
      api: stage.api,
      stage,
      domainName: this.#domain("FormerDomain", domain),
    });
  }
}

/** The access log contains the route, never the path, because counsel's token is in the path. */
const accessLogFields = {
  request_id: "$context.requestId",
  time: "$context.requestTimeEpoch",
  route: "$context.routeKey",
  status: "$context.status",
  latency_ms: "$context.responseLatency",
  integration_ms: "$context.integrationLatency",
  integration_status: "$context.integration.integrationStatus",
  integration_error: "$context.integrationErrorMessage",
  authorizer_error: "$context.authorizer.error",
  source_ip: "$context.identity.sourceIp",
  bytes: "$context.responseLength",
};

const routeKeys = (access: Access): string[] =>
  allRoutes
    .filter((route) => route.access === access)
    .map(({ method, path }) => `${method} ${path}`);

/** Callers whose requests reach a function before anybody has checked their token. */
const strangers: readonly Access[] = ["counsel", "room", "pipeline", "machine"];

/** Limits of single routes: strangers' always, and webhooks' unless they have reserved executions. */
function routeSettings(stage: Stage): Record<string, object> {
  const webhooks = webhookThrottle(stage);
  return Object.fromEntries([
    ...strangers.flatMap(routeKeys).map((key) => [key, linkThrottle]),
    ...(webhooks === null ? [] : routeKeys("signed")).map((key) => [
      key,
      { ThrottlingRateLimit: webhooks?.rate, ThrottlingBurstLimit: webhooks?.burst },
    ]),
  ]);
}
