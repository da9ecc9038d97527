import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
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
  /** The API's address: the custom domain, or API Gateway's own. No trailing slash. */
  readonly baseUrl: string;
  /** Settings that tell the console where people sign in; the stage's own settings win. */
  readonly consoleSignIn: Readonly<Record<string, string>>;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: Stage; userPool: UserPool | null },
  ) {
    super(scope, id, props);
    const { stage, userPool } = props;
    this.api = new apigateway.HttpApi(this, "Api", {
      apiName: `countersign-${stage.name}`,
      description: "Countersign control plane",
      createDefaultStage: false,
      disableExecuteApiEndpoint: stage.domain !== null,
    });
    new CfnOutput(this, "ApiId", {
      value: this.api.apiId,
      exportName: apiIdExportOf(stage.name),
    });
    this.baseUrl = stage.domain ? `https://${stage.domain.name}` : this.api.apiEndpoint;
    const signIn = signInOf(this, stage, userPool, stage.settings.APP_URL ?? this.baseUrl);
    this.consoleSignIn = consoleSettingsOf(signIn);
    const authorizer = new apigateway.HttpAuthorizer(this, "SignIn", {
      httpApi: this.api,
      type: apigateway.HttpAuthorizerType.JWT,
      identitySource: ["$request.header.Authorization"],
      jwtIssuer: signIn.issuer,
      jwtAudience: signIn.audience,
    });
    this.authorizer = apigateway.HttpAuthorizer.fromHttpAuthorizerAttributes(this, "Authorizer", {
      authorizerId: authorizer.authorizerId,
      authorizerType: "JWT",
    });
  }
}
