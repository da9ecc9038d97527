import { CANARY_FRAMEWORK } from "#shared/domain/canary.ts";
import { DISCOVERY_ROLE_NAME } from "#shared/domain/connections/role-template.ts";
import { canaryPathOf, type Needs } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { eventStatements } from "./events.ts";
import { logStatements } from "./log.ts";
import { secretStatements } from "./secrets.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";
import { tableStatements } from "./table.ts";

/*
 * What each function may do, as IAM's own JSON: one source for the roles that CDK creates and for the
 * endpoints of the local run, which refuse what the cloud would refuse. No CDK or SDK in here.
 */

/** The statements that follow from the needs of one entry of the route or job table. */
export function statementsFor(needs: Needs, arns: ResourceArns): readonly Statement[] {
  return [
    ...tableStatements(needs, arns),
    ...secretStatements(needs, arns),
    ...eventStatements(needs, arns),
    ...roleStatements(needs, arns),
    ...logStatements(needs, arns),
    ...apiStatements(needs, arns),
  ];
}

/** What every call to STS carries: a connection's external id (a UUID) and its tenant's name. */
const asConnection = {
  "sts:ExternalId": "????????-????-????-????-????????????",
  "sts:RoleSessionName": "countersign-*",
};

/**
 * Customers name their roles as they like (contract, `role_arn`), in accounts that are not known in
 * advance; each trusts the platform by its external id. Roles of the platform's own account may trust
 * everything that runs there, so only the one that the onboarding template creates may be assumed.
 */
function roleStatements({ roles }: Needs, { account }: ResourceArns): Statement[] {
  if (roles === undefined) return [];
  const own = `arn:aws:iam::${account}:role/${DISCOVERY_ROLE_NAME}`;
  return [
    {
      ...allow("AssumeCustomerRoles", ["sts:AssumeRole"], ["arn:aws:iam::*:role/*"]),
      Condition: {
        StringLike: asConnection,
        StringNotEquals: { "aws:ResourceAccount": account },
      },
    },
    {
      ...allow("AssumeOwnDiscoveryRole", ["sts:AssumeRole"], [own]),
      Condition: { StringLike: asConnection },
    },
  ];
}

/** What the canary calls: its own paths, and those of a framework for its own framework alone. */
export const canaryResources = (apiArn: string): string[] =>
  allRoutes.flatMap((route) => {
    const path = canaryPathOf(route);
    if (path === null) return [];
    const own = path.replace("{framework_id}", CANARY_FRAMEWORK).replaceAll(/\{\w+\}/g, "*");
    return [`${apiArn}/${route.method}${own}`];
  });

const apiStatements = ({ api }: Needs, { apiArn }: ResourceArns): Statement[] =>
  api === undefined ? [] : [allow("CallAsCanary", ["execute-api:Invoke"], canaryResources(apiArn))];
