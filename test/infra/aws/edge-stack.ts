import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { UserPool } from "aws-cdk-lib/aws-cognito";
import { describe, expect, test } from "vitest";
import { ApiStack } from "#infra/aws/api-stack.ts";
import { readStage } from "#infra/aws/read-stage.ts";
import { canaryPathOf, pathsOf } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import {
  domain,
  keptIssuer,
  switched,
  synthesize,
  textOf,
  variants,
} from "#test/support/stacks.ts";

const kept = { "countersign:kept-issuer": keptIssuer };
const own = { OIDC_ISSUER_URL: "https://api.example.com/oidc" };
const system = synthesize();
const stage = system.single("AWS::ApiGatewayV2::Stage").Properties;

describe("the edge", () => {
  test("throttles each route that strangers can reach (links, the questions of pipelines and machines) and all others less", () => {
    const links = allRoutes.filter(({ access }) =>
      ["counsel", "room", "pipeline", "machine"].includes(access),
    );
    expect(links.map(({ id }) => id)).toContain("askFromPipeline");
    expect(links.length).toBeGreaterThan(10);
    expect(stage.RouteSettings).toEqual(
      Object.fromEntries(
        links.map(({ method, path }) => [
          `${method} ${path}`,
          { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
        ]),
      ),
    );
    expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(1000);
  });

  test("logs a request's route, never its path, which may contain a link's token", () => {
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
    const custom = synthesize(variants["all that is optional"]);
    const { Variables } = custom.functionOf("getHealth").resource.Properties.Environment;
    expect(Variables.BASE_URL).toBe("https://api.example.com");
    const client = custom.single("AWS::Cognito::UserPoolClient").Properties;
    expect(client.CallbackURLs).toEqual([
      "https://api.example.com/admin/console",
      "http://localhost:8976/signed-in",
    ]);
  });

  test("tokens keep naming the deployed issuer, whose address keeps answering, until an option moves it", () => {
    const moved = synthesize(
      variants["a small account with what was elsewhere before, mail, and no canary"],
    );
    const issuerIn = (of: typeof moved) =>
      of.functionOf("getOpenidConfiguration").resource.Properties.Environment.Variables
        .OIDC_ISSUER_URL;
    expect(issuerIn(moved)).toBe(keptIssuer);
    expect(moved.single("AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint).toBe(false);
    const told = synthesize(variants["all that is optional"]);
    expect(issuerIn(told)).toBe("https://api.example.com/oidc");
  });

  test.each([
    ["no domain", {}, false],
    ["a domain", domain, true],
    ["a domain behind CloudFront", { ...domain, front: "true" }, false],
    ["a domain, and an issuer at the address", { ...domain, ...kept }, false],
    ["a domain that is the issuer's, too", { ...domain, ...kept, ...own }, true],
  ])("API Gateway's own address is off only when nobody needs it: %s", (_, context, isOff) => {
    const app = new App({
      context: { stage: "prod", alarmRecipients: "none", ...context },
      builtinCloudFormationValidation: false,
      treeMetadata: false,
      analyticsReporting: false,
    });
    const userPool = new UserPool(new Stack(app, "Users"), "Pool");
    const api = new ApiStack(app, "Api", {
      stage: readStage({ context: (name) => app.node.tryGetContext(name) }),
      userPool,
    });
    Template.fromStack(api).hasResourceProperties("AWS::ApiGatewayV2::Api", {
      DisableExecuteApiEndpoint: isOff,
    });
  });

  test("a former domain goes on answering beside the new one", () => {
    const both = synthesize(
      variants["a small account with what was elsewhere before, mail, and no canary"],
    );
    const names = both
      .resources("AWS::ApiGatewayV2::DomainName")
      .map(({ Properties }) => Properties.DomainName);
    expect(names.sort()).toEqual(["api.example.com", "api2.example.com"]);
    for (const { Properties } of both.resources("AWS::ApiGatewayV2::DomainName")) {
      expect(Properties.DomainNameConfigurations).toMatchObject([{ SecurityPolicy: "TLS_1_2" }]);
    }
    expect(both.resources("AWS::ApiGatewayV2::ApiMapping")).toHaveLength(2);
  });

  test("with CloudFront in front, the domain is CloudFront's, and every function knows the header's hash", () => {
    const behind = synthesize(variants["all that is optional"]);
    expect(behind.resources("AWS::ApiGatewayV2::DomainName")).toEqual([]);
    const { DistributionConfig } = behind.single("AWS::CloudFront::Distribution").Properties;
    expect(DistributionConfig.Aliases).toEqual(["api.example.com"]);
    const [origin] = DistributionConfig.Origins;
    expect(origin.OriginCustomHeaders).toMatchObject([{ HeaderName: "x-countersign-origin" }]);
    expect(textOf(origin.OriginCustomHeaders[0].HeaderValue)).toMatch(
      /^\{\{resolve:secretsmanager:.*countersign\/prod\/front-secret/,
    );
    for (const { id } of allRoutes) {
      const { Variables } = behind.functionOf(id).resource.Properties.Environment;
      expect([id, Variables.ORIGIN_SECRET_SHA256]).toEqual([id, "ab,cd"]);
    }
    expect(behind.single("AWS::WAFv2::WebACL").Properties.Scope).toBe("CLOUDFRONT");
    expect(
      system.functionOf("getHealth").resource.Properties.Environment.Variables,
    ).not.toHaveProperty("ORIGIN_SECRET_SHA256");
  });

  test("with CloudFront in front, an issuer that is at another address still shows its documents there, and nothing else does", () => {
    const behind = synthesize(switched);
    const open = allRoutes.filter(({ id }) => {
      const { Variables } = behind.functionOf(id).resource.Properties.Environment;
      return Variables.ORIGIN_SECRET_SHA256 !== "ab,cd";
    });
    expect(open.map(({ id }) => id).toSorted()).toEqual([
      "getJwks",
      "getOpenidConfiguration",
      "headJwks",
      "headOpenidConfiguration",
    ]);
    expect(
      behind.functionOf("getJwks").resource.Properties.Environment.Variables,
    ).not.toHaveProperty("ORIGIN_SECRET_SHA256");
  });

  test("CloudFront caches and collapses only answers that are the same for everybody", () => {
    const behind = synthesize(variants["all that is optional"]);
    const { DefaultCacheBehavior: usual, CacheBehaviors: others } = behind.single(
      "AWS::CloudFront::Distribution",
    ).Properties.DistributionConfig;
    // AWS's own policy CachingDisabled.
    expect(usual.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    // A cache policy's headers go to the origin, and API Gateway's own address refuses another host.
    const { CachePolicyConfig } = behind.single("AWS::CloudFront::CachePolicy").Properties;
    expect(CachePolicyConfig).toMatchObject({
      ...{ MinTTL: 0, DefaultTTL: 0, MaxTTL: 31_536_000 },
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: "none" },
        HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Origin"] },
        QueryStringsConfig: { QueryStringBehavior: "all" },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
    });
    for (const { CachePolicyId } of others) {
      expect(CachePolicyId).toEqual({ Ref: expect.stringMatching(/^AsAnswersSay/) });
    }
    const patterns = (others as { PathPattern: string }[]).map(({ PathPattern }) => PathPattern);
    expect(patterns).toEqual(expect.arrayContaining(["/oidc/jwks", "/evidence/log/tile/*"]));
    const isKept = (path: string) =>
      patterns.some((pattern) =>
        new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(path),
      );
    const kept = allRoutes.filter((route) =>
      [...pathsOf(route), canaryPathOf(route) ?? "/"].some((path) =>
        isKept(path.replaceAll(/\{[^}]+\}/g, "any")),
      ),
    );
    expect(kept.filter(({ access }) => access !== "public").map(({ id }) => id)).toEqual([]);
    expect(kept.filter(({ cacheable }) => !cacheable).map(({ id }) => id)).toEqual([
      "getConsoleConfig",
    ]);
  });
});
