import { frameworkRoutes } from "./frameworks.ts";
import type { Route } from "./route.ts";
import { serviceRoutes } from "./service.ts";

/** THE route table: CDK, the local gateway, the OpenAPI document and the tests all read this. */
export const routes = {
  ...serviceRoutes,
  ...frameworkRoutes,
};

export type OperationId = keyof typeof routes;

export const allRoutes: readonly Route[] = Object.values(routes);
