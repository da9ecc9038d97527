import { Stack, type StackProps } from "aws-cdk-lib";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Construct } from "constructs";
import { allRoutes } from "../../shared/routes/index.ts";
import { jobs } from "../../shared/routes/jobs.ts";
import type { Access, Area, Route } from "../../shared/routes/route.ts";
import { type FunctionUnit, functionUnits, settingsOf } from "../functions.ts";
import type { Place } from "../policies.ts";
import type { ApiStack } from "./api-stack.ts";
import { reservedConcurrencyOf } from "./concurrency.ts";
import { UnitFunction } from "./function.ts";
import { secretPrefixOf, tableNameOf } from "./naming.ts";
import { JobTrigger } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import type { StateStack } from "./state-stack.ts";

type Part = "Reviews" | "Platform";

/**
 * Which stack holds an area's functions. A function costs six resources and a stack holds 500, so
 * one stack would be full at about 75 endpoints.
 */
export const stackOfArea: Readonly<Record<Area, Part>> = {
  service: "Reviews",
  frameworks: "Reviews",
  counsel: "Reviews",
  reviews: "Reviews",
  evidence: "Reviews",
  audit: "Reviews",
  setup: "Platform",
  issuer: "Platform",
  tenants: "Platform",
  connections: "Platform",
  discovery: "Platform",
  sourcehost: "Platform",
  eventbus: "Platform",
  extractors: "Platform",
};

/** Parts that have a function; CloudFormation knows no empty stack. */
export const partsInUse = (): Part[] =>
  (["Reviews", "Platform"] as const).filter((part) =>
    functionUnits.some(({ area }) => stackOfArea[area] === part),
  );

/** Access words that a bearer token is checked for before the function is called. */
const signedIn: readonly Access[] = ["user", "org", "platform"];

export interface FunctionsStackProps extends StackProps {
  stage: Stage;
  version: string;
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
  }

  #function(unit: FunctionUnit, { stage, version, state, api }: FunctionsStackProps): UnitFunction {
    const route = allRoutes.find(({ id }) => id === unit.id);
    const values: Record<string, string> = {
      ...stage.settings,
      STAGE: stage.name,
      VERSION: version,
      BASE_URL: api.baseUrl,
      TABLE_NAME: stage.restoredTable ?? tableNameOf(stage.name),
      SECRET_PREFIX: secretPrefixOf(stage.name),
    };
    const environment = settingsOf(unit).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const made = new UnitFunction(this, {
      unit,
      stage,
      place: this.#place(stage, state),
      environment: Object.fromEntries(environment),
      reservedConcurrency: reservedConcurrencyOf(route?.access ?? "job", stage.lambdaConcurrency),
    });
    if (route !== undefined) serve(made, route, api);
    const job = Object.values(jobs).find(({ id }) => id === unit.id);
    if (job !== undefined) new JobTrigger(made, job);
    return made;
  }

  #place(stage: Stage, state: StateStack): Place {
    const arn = (service: string, resource: string) =>
      `arn:${this.partition}:${service}:${this.region}:${this.account}:${resource}`;
    return {
      tableArn: arn("dynamodb", `table/${stage.restoredTable ?? tableNameOf(stage.name)}`),
      secretArnPrefix: arn("secretsmanager", `secret:${secretPrefixOf(stage.name)}`),
      tableKeyArn: state.tableKey.keyArn,
      secretsKeyArn: state.secretsKey.keyArn,
      region: this.region,
    };
  }
}

/** Hangs the function on its method and path, behind the authorizer where somebody signs in. */
function serve(made: UnitFunction, route: Route, { api, authorizer }: ApiStack): void {
  new apigateway.HttpRoute(made, "Route", {
    httpApi: api,
    routeKey: apigateway.HttpRouteKey.with(route.path, route.method as apigateway.HttpMethod),
    integration: new HttpLambdaIntegration("Integration", made.function),
    authorizer: signedIn.includes(route.access) ? authorizer : new apigateway.HttpNoneAuthorizer(),
  });
}
