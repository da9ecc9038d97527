import { DISCOVERY_ROLE_NAME } from "#shared/domain/connections/role-template.ts";
import { CANARY_FRAMEWORK } from "#shared/domain/service/canary.ts";
import { canaryPathOf, type Needs } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { eventStatements } from "./events.ts";
import { logStatements } from "./log.ts";
import { mailStatements } from "./mail.ts";
import { secretStatements } from "./secrets.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";
import { tableStatements } from "./table.ts";

/*
 * What each function may do, as plain IAM JSON: the single source for the roles that CDK creates
 * and for the local endpoints, which deny what AWS would deny. It imports neither CDK nor the SDK.
 */

/** The statements that follow from the needs in one entry of the route or job table. */
export function statementsFor(needs: Needs, arns: ResourceArns): readonly Statement[] {
  return [
    ...tableStatements(needs, arns),
    ...secretStatements(needs, arns),
    ...eventStatements(needs, arns),
    ...roleStatements(needs, arns),
    ...logStatements(needs, arns),
    ...apiStatements(needs, arns),
    ...mailStatements(needs, arns),
  ];
}

/** Conditions on every STS call: a connection's external id (a UUID), its tenant's session name. */
const asConnection = {
  "sts:ExternalId": "????????-????-????-????-????????????",
  "sts:RoleSessionName": "countersign-*",
};

/**
 * Customers choose the names of their roles (contract, `role_arn`), in accounts that are not known in
 * advance. Each role trusts the platform by its external id. A role in the platform's own account may
 * trust everything in that account, so there a function may assume only the role from the onboarding
 * template.
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

/** What the canary may call: its own paths, with framework paths limited to its own framework. */
export const canaryResources = (apiArn: string): string[] =>
  allRoutes.flatMap((route) => {
    const path = canaryPathOf(route);
    if (path === null) return [];
    const own = path.replace("{framework_id}", CANARY_FRAMEWORK).replaceAll(/\{\w+\}/g, "*");
    return [`${apiArn}/${route.method}${own}`];
  });

const apiStatements = ({ api }: Needs, { apiArn }: ResourceArns): Statement[] =>
  api === undefined ? [] : [allow("CallAsCanary", ["execute-api:Invoke"], canaryResources(apiArn))];
