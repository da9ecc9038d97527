import { CfnOutput, Fn, Stack, type StackProps } from "aws-cdk-lib";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import type { UserPool } from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { apiIdExportOf } from "./naming.ts";
import { consoleSettingsOf, signInOf } from "./sign-in.ts";
import type { Stage } from "./stage.ts";

/** The HTTP API and its JWT authorizer, to which every function's route is attached. */
export class ApiStack extends Stack {
  readonly api: apigateway.HttpApi;
  readonly authorizer: apigateway.IHttpRouteAuthorizer;
  /** API Gateway's own address for the API, without a trailing slash. It may be switched off. */
  readonly ownAddress: string;
  /** The API's address: the custom domain, or API Gateway's own address. No trailing slash. */
  readonly baseUrl: string;
  /** The evidence log's name: the deployed stage's own, or otherwise derived from the address. */
  readonly logOrigin: string;
  /** Settings that tell the console where people sign in. The stage's own settings win. */
  readonly consoleSignIn: Readonly<Record<string, string>>;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: Stage; userPool: UserPool },
  ) {
    super(scope, id, props);
    const { stage, userPool } = props;
    this.api = new apigateway.HttpApi(this, "Api", {
      apiName: `countersign-${stage.name}`,
      description: "Countersign control plane",
      createDefaultStage: false,
      disableExecuteApiEndpoint: !isOwnAddressNeeded(stage),
    });
    this.ownAddress = (this.api.node.defaultChild as apigateway.CfnApi).attrApiEndpoint;
    // No option may remove these exports: the stacks that import them are updated after this one.
    for (const value of [this.api.apiId, this.ownAddress]) this.exportValue(value);
    new CfnOutput(this, "ApiId", {
      value: this.api.apiId,
      exportName: apiIdExportOf(stage.name),
    });
    this.baseUrl = stage.domain ? `https://${stage.domain.name}` : this.ownAddress;
    const host = stage.domain?.name ?? Fn.select(2, Fn.split("/", this.ownAddress));
    this.logOrigin = stage.settings.LOG_ORIGIN ?? `${host}/evidence/log`;
    const signIn = signInOf(this, stage, userPool, stage.settings.APP_URL ?? this.baseUrl);
    this.consoleSignIn = consoleSettingsOf(signIn);
    const authorizer = new apigateway.HttpAuthorizer(this, "SignIn", {
      httpApi: this.api,
      type: apigateway.HttpAuthorizerType.JWT,
      identitySource: ["$request.header.Authorization"],
      jwtIssuer: signIn.issuer,
      jwtAudience: signIn.audience,
    });
    this.exportValue(authorizer.authorizerId);
    this.authorizer = apigateway.HttpAuthorizer.fromHttpAuthorizerAttributes(this, "Authorizer", {
      authorizerId: authorizer.authorizerId,
      authorizerType: "JWT",
    });
  }
}

/**
 * Whether API Gateway's own address has to answer: without a domain, behind CloudFront, and as long as
 * issued tokens name it as their issuer.
 */
const isOwnAddressNeeded = ({ domain, front, settings }: Stage): boolean =>
  domain === null ||
  front !== null ||
  /^https:\/\/[a-z0-9]+\.execute-api\./.test(settings.OIDC_ISSUER_URL ?? "");
