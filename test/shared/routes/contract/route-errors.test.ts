import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";
import {
  derivedErrors,
  errorsOf,
  gatewayStatusesOf,
} from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

const entry = (more: Partial<Route>): Route => ({
  id: "example",
  area: "service",
  method: "GET",
  path: "/example",
  access: "public",
  summary: "An example",
  responses: {},
  needs: {},
  ...more,
});

const unknown = "validation_failed";
const input = [unknown, "malformed_json", "unsupported_media_type", "payload_too_large"];

describe("the errors of an entry besides its own", () => {
  test("include an unknown query parameter, for every entry, and never the gateway's 429 with a code", () => {
    expect(derivedErrors(entry({}))).toEqual([unknown]);
    expect(gatewayStatusesOf(entry({}))).toEqual([429]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)(
    "include body faults for every %s, an empty body included; a signed one declares its own",
    (method) => {
      expect(derivedErrors(entry({ method }))).toEqual(input);
      expect(derivedErrors(entry({ method, access: "signed" }))).toEqual([
        unknown,
        "payload_too_large",
      ]);
      expect(gatewayStatusesOf(entry({ method, access: "signed" }))).toEqual([413, 429]);
    },
  );

  test("include faults of the query and of ids in the path, but not of a token, which may be any text", () => {
    const params = () => z.object({ id: z.guid() });
    expect(derivedErrors(entry({ query: () => z.strictObject({}) }))).toEqual([unknown]);
    expect(derivedErrors(entry({ params }))).toEqual([unknown, "not_found"]);
    expect(derivedErrors(entry({ params, method: "PUT" }))).toEqual(input);
    expect(derivedErrors(entry({ params: () => z.object({ token: z.string() }) }))).toEqual([
      unknown,
    ]);
  });

  test("include refusals of the caller", () => {
    const tenants = [unknown, "forbidden", "unknown_tenant"] as const;
    expect(derivedErrors(entry({ access: "platform" }))).toEqual([unknown, "forbidden"]);
    expect(derivedErrors(entry({ access: "user" }))).toEqual(tenants);
    expect(derivedErrors(entry({ access: "org" }))).toEqual(tenants);
    expect(gatewayStatusesOf(entry({ access: "org" }))).toEqual([401, 429]);
    expect(derivedErrors(entry({ access: "counsel" }))).toEqual([unknown]);
    expect(derivedErrors(entry({ access: "room" }))).toEqual([
      unknown,
      "invalid_token",
      "room_closed",
      "rate_limited",
    ]);
    expect(derivedErrors(entry({ access: "machine" }))).toEqual([
      unknown,
      "unknown_tenant",
      "endpoint_blocked",
      "issuer_unreachable",
      "rate_limited",
      "scope_missing",
      "token_invalid",
    ]);
  });

  test.each<Route["needs"]>([
    { table: "read" },
    { readSecrets: ["idp-client-secret"] },
    { writeSecrets: ["idp-client-secret"] },
    { describeSecrets: ["idp-client-secret"] },
    { events: "put" },
    { buses: "administer" },
  ])("include a dependency being down, where it needs one: %j", (needs) => {
    expect(derivedErrors(entry({ needs }))).toEqual([unknown, "dependency_unavailable"]);
    expect(derivedErrors(entry({ needs: { settings: ["STAGE"], readSecrets: [] } }))).toEqual([
      unknown,
    ]);
  });
});

describe("the errors of an entry", () => {
  test("are its own and the derived ones, without repeats, in the order of the error table", () => {
    const own = entry({ method: "POST", errors: ["conflict", "validation_failed"] });
    expect(errorsOf(own)).toEqual([
      "validation_failed",
      "malformed_json",
      "conflict",
      "payload_too_large",
      "unsupported_media_type",
    ]);
  });

  test.each(allRoutes.map((each) => [each.id, each] as const))(
    "of %s repeat nothing that is derived",
    (_, each) => {
      const derived = derivedErrors(each);
      const own = each.errors ?? [];
      expect(own.filter((code) => derived.includes(code))).toEqual([]);
      expect(new Set(own).size).toBe(own.length);
    },
  );
});
