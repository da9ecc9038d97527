import { describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { synthesize } from "#test/support/stacks.ts";

const system = synthesize();
const stage = system.single("AWS::ApiGatewayV2::Stage").Properties;

describe("the edge", () => {
  test("throttles each counsel route, and all others by a wider limit", () => {
    const counsel = allRoutes.filter(({ access }) => access === "counsel");
    expect(counsel.length).toBeGreaterThan(0);
    expect(stage.RouteSettings).toEqual(
      Object.fromEntries(
        counsel.map(({ method, path }) => [
          `${method} ${path}`,
          { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
        ]),
      ),
    );
    expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(1000);
  });

  test("logs a request's route, never its path, which may contain a counsel's token", () => {
    const format = stage.AccessLogSettings.Format;
    expect(format).toContain("$context.routeKey");
    expect(format).not.toMatch(/\$context\.(path|requestPath|http\.path|authorizer\.claims)/);
    expect(format).not.toMatch(/userAgent|queryString|domainName/);
  });

  test("is deployed after the routes that its limits name", () => {
    const needed = system.parts.edge.dependencies.map(({ stackName }) => stackName);
    for (const { stackName } of system.parts.functions) expect(needed).toContain(stackName);
  });

  test("a custom domain replaces API Gateway's address everywhere", () => {
    const custom = synthesize({
      domainName: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000",
    });
    expect(custom.single("AWS::ApiGatewayV2::DomainName").Properties).toMatchObject({
      DomainName: "api.example.com",
      DomainNameConfigurations: [{ SecurityPolicy: "TLS_1_2" }],
    });
    expect(custom.single("AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint).toBe(true);
    const { Variables } = custom.functionOf("getHealth").resource.Properties.Environment;
    expect(Variables.BASE_URL).toBe("https://api.example.com");
    const client = custom.single("AWS::Cognito::UserPoolClient").Properties;
    expect(client.CallbackURLs).toEqual([
      "https://api.example.com/admin/console",
      "http://localhost:8976/signed-in",
    ]);
  });
});
