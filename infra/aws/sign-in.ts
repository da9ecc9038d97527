import { CfnOutput, Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cognito from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { GROUPS_ATTRIBUTE, identityProvidersOf } from "./federation.ts";
import { functionNameOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** What the JWT authorizer trusts. */
export interface SignIn {
  issuer: string;
  audience: string[];
  /** Origins of the provider besides the issuer's. Cognito's token endpoint is on another one. */
  origins: string[];
}

/** Groups that the edge reads from `cognito:groups` (contract, "Who may call"). */
const groups = {
  "platform-admin": "Platform admins: may call /admin/*",
  reader: "Readers: may read what platform admins may, without working links",
  "org-admin": "Admins of the organisation that custom:tenant_id names",
};

/**
 * A Cognito user pool of our own. It exists even while people sign in with another issuer and nothing
 * trusts the pool: CloudFormation could not remove it while the Api stack refers to it, and an empty
 * pool costs nothing.
 */
export function userPoolOf(scope: Construct, stage: Stage): cognito.UserPool {
  const pool = userPool(scope, stage);
  federate(scope, pool, stage);
  new CfnOutput(scope, "UserPoolId", { value: pool.userPoolId });
  new CfnOutput(scope, "FirstAdminCommand", {
    value: Fn.join("", [
      `npm run admin -- create-admin --region ${Stack.of(scope).region} --user-pool `,
      pool.userPoolId,
      " --email you@example.com",
    ]),
  });
  return pool;
}

/**
 * Lets people of other organisations sign in. `mapSignIn` decides what the pool keeps of what their
 * provider states, and what their tokens contain.
 */
function federate(scope: Construct, pool: cognito.UserPool, { name, signIn }: Stage): void {
  if (signIn.length === 0) return;
  const { partition, region, account } = Stack.of(scope);
  const own = pool.node.defaultChild as cognito.CfnUserPool;
  // By its name, because the function is in a stack that is deployed after this one.
  const lambdaArn = `arn:${partition}:lambda:${region}:${account}:function:${functionNameOf(name, "mapSignIn")}`;
  own.lambdaConfig = {
    inboundFederation: { lambdaArn, lambdaVersion: "V1_0" },
    preTokenGeneration: lambdaArn,
  };
  identityProvidersOf(scope, pool.userPoolId, signIn);
}

/**
 * What the authorizer trusts: either the issuer from the stage's options, or the pool and its client
 * for people. The client always exists, for the same reason as the pool.
 * @param appUrl where the console is served, without a trailing slash
 */
export function signInOf(
  scope: Construct,
  stage: Stage,
  pool: cognito.UserPool,
  appUrl: string,
): SignIn {
  const { issuer } = stage;
  const client = consoleClient(scope, stage, pool, appUrl);
  Stack.of(scope).exportValue(client.userPoolClientId);
  if (issuer !== null) {
    return { issuer: issuer.url, audience: [...issuer.audience], origins: [] };
  }
  new CfnOutput(scope, "UserPoolClientId", { value: client.userPoolClientId });
  new CfnOutput(scope, "SignInCommand", {
    value:
      `npm run admin -- sign-in --issuer ${pool.userPoolProviderUrl} ` +
      `--client-id ${client.userPoolClientId}`,
  });
  new CfnOutput(scope, "SignInUrl", { value: signInUrl(scope, stage, client, appUrl) });
  return {
    issuer: pool.userPoolProviderUrl,
    audience: [client.userPoolClientId],
    origins: [signInOrigin(scope, stage)],
  };
}

/** Where `npm run admin -- sign-in` listens. Cognito accepts plain http only for `localhost`. */
const SIGN_IN_COMMAND_CALLBACK = "http://localhost:8976/signed-in";

/** First label of the sign-in pages' domain. It contains the account to be unique in its region. */
const signInDomain = (scope: Construct, stage: Stage): string =>
  `countersign-${stage.name}-${Stack.of(scope).account}`;

const signInOrigin = (scope: Construct, stage: Stage): string =>
  `https://${signInDomain(scope, stage)}.auth.${Stack.of(scope).region}.amazoncognito.com`;

/**
 * The settings that the console's functions need. A Cognito access token contains no attributes, so the
 * console calls the API with the id token. For an issuer from the CDK context, the first audience is
 * used as the client id unless SIGN_IN_CLIENT_ID is set.
 */
export const consoleSettingsOf = ({ issuer, audience, origins }: SignIn) => ({
  SIGN_IN_ISSUER_URL: issuer,
  SIGN_IN_CLIENT_ID: audience[0] ?? "",
  ...(origins.length > 0 ? { SIGN_IN_ORIGINS: origins.join(" ") } : {}),
});

const signInUrl = (
  scope: Construct,
  stage: Stage,
  { userPoolClientId }: cognito.UserPoolClient,
  appUrl: string,
): string =>
  `${signInOrigin(scope, stage)}/login` +
  `?response_type=code&client_id=${userPoolClientId}&scope=openid+email` +
  `&redirect_uri=${appUrl}/admin/console`;

function userPool(scope: Construct, stage: Stage): cognito.UserPool {
  const pool = new cognito.UserPool(scope, "UserPool", {
    userPoolName: `countersign-${stage.name}`,
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // A changed address takes effect only once its owner has confirmed it.
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    customAttributes: {
      tenant_id: new cognito.StringAttribute({ mutable: true, maxLen: 36 }),
      // In every stage: Cognito can never remove an attribute, so neither could CloudFormation.
      [GROUPS_ATTRIBUTE]: new cognito.StringAttribute({ mutable: true, maxLen: 2048 }),
    },
    mfa: cognito.Mfa.REQUIRED,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: {
      minLength: 14,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
    featurePlan: cognito.FeaturePlan.PLUS,
    standardThreatProtectionMode: cognito.StandardThreatProtectionMode.FULL_FUNCTION,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  new cognito.CfnUserPoolDomain(scope, "SignInPages", {
    userPoolId: pool.userPoolId,
    domain: signInDomain(scope, stage),
    managedLoginVersion: 1,
  });
  for (const [groupName, description] of Object.entries(groups)) {
    new cognito.CfnUserPoolGroup(scope, `Group-${groupName}`, {
      userPoolId: pool.userPoolId,
      groupName,
      description,
    });
  }
  return pool;
}

/**
 * The client that people sign in through. A user may write neither the attributes that determine rights
 * (tenant, groups) nor the e-mail address by which operators identify people. By default, Cognito lets
 * a client write all attributes.
 */
function consoleClient(
  scope: Construct,
  stage: Stage,
  userPool: cognito.UserPool,
  appUrl: string,
): cognito.UserPoolClient {
  const attributes = new cognito.ClientAttributes();
  const isFederated = stage.signIn.length > 0;
  const written = attributes.withStandardAttributes({ locale: true, email: isFederated });
  const client = new cognito.UserPoolClient(scope, "Console", {
    userPool,
    authFlows: { userSrp: true, adminUserPassword: stage.adminPasswordAuth },
    ...(isFederated ? { supportedIdentityProviders: providersOf(stage) } : {}),
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL],
      callbackUrls: [`${appUrl}/admin/console`, SIGN_IN_COMMAND_CALLBACK],
      logoutUrls: [`${appUrl}/admin/console`],
    },
    readAttributes: attributes
      .withStandardAttributes({ email: true, emailVerified: true })
      .withCustomAttributes("tenant_id"),
    // An empty list would mean every standard attribute. These attributes have no effect on rights.
    writeAttributes: isFederated ? written.withCustomAttributes(GROUPS_ATTRIBUTE) : written,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    idTokenValidity: Duration.hours(1),
    accessTokenValidity: Duration.hours(1),
    refreshTokenValidity: isFederated ? Duration.hours(1) : Duration.hours(12),
  });
  if (isFederated) onlyByPages(client);
  return client;
}

const providersOf = ({ signIn }: Stage): cognito.UserPoolClientIdentityProvider[] => [
  cognito.UserPoolClientIdentityProvider.COGNITO,
  ...signIn.map(({ name }) => cognito.UserPoolClientIdentityProvider.custom(name)),
];

/**
 * A provider may set only what its client may write, and a program that signs somebody in gets a token
 * that may write all of that. So people sign in only on the pages, whose tokens may write nothing.
 */
function onlyByPages(client: cognito.UserPoolClient): void {
  const own = client.node.defaultChild as cognito.CfnUserPoolClient;
  own.explicitAuthFlows = ["ALLOW_REFRESH_TOKEN_AUTH"];
}
