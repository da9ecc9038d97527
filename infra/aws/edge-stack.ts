import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { IKey } from "aws-cdk-lib/aws-kms";
import * as logs from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { ApiStack } from "./api-stack.ts";
import type { Stage } from "./stage.ts";

/**
 * Requests per second, and the burst above that, that each counsel route accepts from all callers
 * together: an HTTP API does not throttle by address. High enough that one laptop cannot lock out
 * every lawyer (an invalid token costs one read), low enough that a flood of a whole day stays
 * below $250 (docs/operations.md).
 */
const counselThrottle = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 };

/** The same for every other route; the account's own limit is 10,000 per second. */
const throttle = { rateLimit: 2000, burstLimit: 2000 };

/**
 * What is in front of the routes: the API's stage with its limits and access log, and the domain.
 * Separate from the API's stack, because a stage may only set limits on routes that already exist.
 */
export class EdgeStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: Stage; api: ApiStack; logsKey: IKey },
  ) {
    super(scope, id, props);
    const { stage, api } = props;
    const httpStage = new apigateway.HttpStage(this, "Stage", {
      httpApi: api.api,
      stageName: "$default",
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(this.#accessLog(stage, props.logsKey)),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
      ...(stage.domain === null ? {} : { domainMapping: { domainName: this.#domain(stage) } }),
    });
    const resource = httpStage.node.defaultChild as apigateway.CfnStage;
    resource.routeSettings = Object.fromEntries(
      counselRouteKeys().map((key) => [key, counselThrottle]),
    );
    new CfnOutput(this, "BaseUrl", { value: api.baseUrl });
  }

  #accessLog(stage: Stage, logsKey: IKey): logs.LogGroup {
    return new logs.LogGroup(this, "AccessLog", {
      logGroupName: `/countersign/${stage.name}/access`,
      retention: stage.logRetentionDays,
      encryptionKey: logsKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  #domain({ domain }: Stage): apigateway.DomainName {
    const { name, certificateArn } = domain as NonNullable<Stage["domain"]>;
    const made = new apigateway.DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
    });
    new CfnOutput(this, "DomainTarget", {
      value: made.regionalDomainName,
      description: `Point ${name} here (CNAME or alias)`,
    });
    return made;
  }
}

/** The access log names the route, never the path: counsel's token is in the path. */
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

const counselRouteKeys = (): string[] =>
  allRoutes
    .filter(({ access }) => access === "counsel")
    .map(({ method, path }) => `${method} ${path}`);
