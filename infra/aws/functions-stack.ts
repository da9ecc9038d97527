import { CfnOutput, Fn, Stack, type StackProps, Validations } from "aws-cdk-lib";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { HttpIamAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Construct } from "constructs";
import { type FunctionUnit, functionUnits, settingsOf } from "#infra/functions.ts";
import { mappingOf } from "#infra/options/sign-in-entries.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { type Access, canaryPathOf, pathsOf, type Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { anchorsBucketOf } from "./anchors-stack.ts";
import type { ApiStack } from "./api-stack.ts";
import { reservations } from "./concurrency.ts";
import { UnitFunction } from "./function.ts";
import { takesEvents, trigger } from "./job-trigger.ts";
import { mailArnsOf, mailFromOf } from "./mail-sender.ts";
import {
  apiIdExportOf,
  configurationSetOf,
  deadLetterQueueOf,
  functionNameOf,
  linkKeyAliasOf,
  secretPrefixOf,
  tableNameOf,
} from "./naming.ts";
import { type Part, stackOfArea } from "./parts.ts";
import type { Stage } from "./stage.ts";
import type { StateStack } from "./state-stack.ts";

/** Matches no secret: until the first deployment has made one, the API answers nobody. */
const NO_HASH = "none";

/**
 * Whether a route answers requests that bypass CloudFront: the issuer's public documents do, if tokens
 * name an issuer at another address than the domain, because customers' clouds read them there.
 */
const isReadPastFront = (route: Route | undefined, { domain, settings }: Stage): boolean =>
  route?.path.startsWith("/oidc/") === true &&
  settings.OIDC_ISSUER_URL !== undefined &&
  new URL(settings.OIDC_ISSUER_URL).hostname !== domain?.name;

/** Access words that need no bearer token, and what protects such a route instead. */
const openDoors: Partial<Record<Access, string>> = {
  public: "Public by contract: it discloses nothing that is not public.",
  counsel: "The one-time token in the path is the credential; the function checks its hash.",
  room: "The room's token in the path is the credential; the function checks its hash.",
  signed: "The webhook's signature is the credential; the function checks it before anything else.",
  pipeline:
    "The CI's own OIDC token is the credential; the function verifies it before anything else.",
  machine:
    "The machine's own OIDC token is the credential; the function verifies it before anything else.",
};

export interface FunctionsStackProps extends StackProps {
  stage: Stage;
  version: string;
  /** The folder of the functions' bundles. */
  dist: string;
  state: StateStack;
  api: ApiStack;
  part: Part;
}

/** The functions of some areas, each with its route or schedule. */
export class FunctionsStack extends Stack {
  readonly functions: readonly UnitFunction[];

  constructor(scope: Construct, id: string, props: FunctionsStackProps) {
    super(scope, id, props);
    const units = functionUnits.filter(({ area }) => stackOfArea[area] === props.part);
    this.functions = units.map((unit) => this.#function(unit, props));
    const reserved = reservations(props.stage);
    new CfnOutput(this, "ReservedConcurrency", {
      value: String(units.reduce((sum, { id }) => sum + (reserved.get(id) ?? 0), 0)),
      description: "Executions of the account that the functions of this stack reserve",
    });
  }

  #function(
    unit: FunctionUnit,
    { stage, version, dist, state, api }: FunctionsStackProps,
  ): UnitFunction {
    const route = allRoutes.find(({ id }) => id === unit.id);
    const job = (Object.values(jobs) as readonly Job[]).find(({ id }) => id === unit.id);
    const values: Record<string, string> = {
      WORKER_INVOKE_ENABLED: "true",
      ...this.#customerBuses(stage),
      ...api.consoleSignIn,
      ...stage.settings,
      STAGE: stage.name,
      VERSION: version,
      BASE_URL: api.baseUrl,
      ...(stage.front === null
        ? {}
        : {
            ...(isReadPastFront(route, stage)
              ? {}
              : { ORIGIN_SECRET_SHA256: stage.front.secretHashes ?? NO_HASH }),
            CANARY_API_URL: api.ownAddress,
          }),
      TABLE_NAME: stage.restoredTable ?? tableNameOf(stage.name),
      SECRET_PREFIX: secretPrefixOf(stage.name),
      SECRETS_KEY_ARN: state.secretsKey.keyArn,
      LOG_ORIGIN: api.logOrigin,
      ...keysOf(stage, state),
      ...this.#ofOptions(stage),
      EVIDENCE_ANCHORS_BUCKET: anchorsBucketOf(stage, this),
      ...(stage.mailDomain === null
        ? {}
        : {
            MAIL_FROM: mailFromOf(stage) ?? "",
            MAIL_CONFIGURATION_SET: configurationSetOf(stage.name),
          }),
    };
    const environment = settingsOf(unit).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const made = new UnitFunction(this, {
      unit,
      dist,
      stage,
      arns: this.#arns(stage, state),
      environment: Object.fromEntries(environment),
      logsKey: state.logsKey,
      isAsync: job !== undefined && takesEvents(job),
      reservedConcurrency: reservations(stage).get(unit.id),
    });
    if (route !== undefined) serve(made, route, api);
    if (job !== undefined) trigger(made, job, stage);
    return made;
  }

  /** Settings that only stages with certain options have. */
  #ofOptions({ name, given, signIn }: Stage): Record<string, string> {
    const links = `arn:${this.partition}:kms:${this.region}:${this.account}:${linkKeyAliasOf(name)}`;
    return {
      // Also once the option is off: messages that wait hold links under this key.
      ...(given.includes("twoPeople") ? { LINK_KEY_ARN: links } : {}),
      ...(signIn.length > 0 ? { SIGN_IN_PROVIDERS: JSON.stringify(mappingOf(signIn)) } : {}),
    };
  }

  /** Where the customers' buses are, and what their rules target (second seed, "Configuration"). */
  #customerBuses(stage: Stage): Record<string, string> {
    const receiver = (Object.values(jobs) as readonly Job[]).find(
      ({ target }) => target === "customer-bus",
    );
    if (receiver === undefined) return {};
    const queue = deadLetterQueueOf(stage.name, receiver.id);
    return {
      CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID: functionNameOf(stage.name, receiver.id),
      CLOUDB_EVENTBUS_OUR_ACCOUNT_ID: this.account,
      CLOUDB_EVENTBUS_REGION: this.region,
      CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN: `arn:${this.partition}:sqs:${this.region}:${this.account}:${queue}`,
    };
  }

  #arns(stage: Stage, state: StateStack): ResourceArns {
    const arn = (service: string, resource: string) =>
      `arn:${this.partition}:${service}:${this.region}:${this.account}:${resource}`;
    return {
      tableArn: arn("dynamodb", `table/${stage.restoredTable ?? tableNameOf(stage.name)}`),
      busArnPrefix: arn("events", "event-bus/"),
      keyArnPrefix: arn("kms", "key/"),
      logKeyTag: stage.name,
      apiArn: arn("execute-api", `${Fn.importValue(apiIdExportOf(stage.name))}/$default`),
      anchorsArn: `arn:${this.partition}:s3:::${anchorsBucketOf(stage, this)}`,
      secretArnPrefix: arn("secretsmanager", `secret:${secretPrefixOf(stage.name)}`),
      mail: mailArnsOf(stage, arn),
      tableKeyArn: state.tableKey.keyArn,
      secretsKeyArn: state.secretsKey.keyArn,
      region: this.region,
      account: this.account,
      stage: stage.name,
    };
  }
}

/** The keys of the key service that functions sign with. */
const keysOf = (stage: Stage, state: StateStack): Record<string, string> => ({
  EVIDENCE_LOG_KEY_ARN: state.logKeys.ed25519.keyArn,
  EVIDENCE_LOG_ML_DSA_KEY_ARN: state.logKeys.mlDsa.keyArn,
  EVIDENCE_LOG_KEY_TAG: stage.name,
  EVIDENCE_ROWS_KEY_ARN: state.rowsKey.keyArn,
  EVIDENCE_ROWS_KEY_TAG: stage.name,
  CLEARANCE_KEY_ARN: state.clearanceKey.keyArn,
  CLEARANCE_KEY_TAG: stage.name,
  WEBHOOK_KEY_ARN: state.webhookKey.keyArn,
});

const routeName = (path: string, entry: Route): string => {
  if (path === entry.path) return "Route";
  return path.endsWith("+}") ? "RouteBelow" : `RouteAt${path.replaceAll("/", "-")}`;
};

/** Serves the function at its method and path, behind the authorizer if it requires sign-in. */
function serve(made: UnitFunction, entry: Route, api: ApiStack): void {
  const open = openDoors[entry.access];
  const integration = new HttpLambdaIntegration("Integration", made.function);
  for (const path of pathsOf(entry)) {
    const route = new apigateway.HttpRoute(made, routeName(path, entry), {
      httpApi: api.api,
      routeKey: apigateway.HttpRouteKey.with(path, entry.method as apigateway.HttpMethod),
      integration,
      authorizer: open === undefined ? api.authorizer : new apigateway.HttpNoneAuthorizer(),
    });
    if (open === undefined) continue;
    Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason: open });
  }
  const canarys = canaryPathOf(entry);
  if (canarys === null) return;
  new apigateway.HttpRoute(made, "RouteOfCanary", {
    httpApi: api.api,
    routeKey: apigateway.HttpRouteKey.with(canarys, entry.method as apigateway.HttpMethod),
    integration,
    authorizer: new HttpIamAuthorizer(),
  });
}
