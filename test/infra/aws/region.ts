import { describe, expect, test } from "vitest";
import { domain, keptIssuer, synthesize, textOf, variants } from "#test/support/stacks.ts";

/* A stage in eu-central-1 with every option, in a shell that may point anywhere. */

const options = variants["all that is optional"];
const system = synthesize(options);

describe("a stage in another region than us-east-1", () => {
  test("has its stacks there, in its account; only CloudFront's firewall is in us-east-1", () => {
    const { firewall, front, backup, mail, anchors, functions, ...rest } = system.parts;
    const { state, api, edge, alarms } = rest;
    for (const stack of [state, api, edge, alarms, front, backup, mail, anchors, ...functions]) {
      expect([stack?.account, stack?.region]).toEqual(["111122223333", "eu-central-1"]);
    }
    expect([firewall?.account, firewall?.region]).toEqual(["111122223333", "us-east-1"]);
    expect(front?.dependencies).toContain(firewall);
  });

  test("names us-east-1 only where an option or the firewall does", () => {
    const given = [keptIssuer, domain.certificateArn, "us-east-1 as a replica"];
    for (const [name, template] of system.templates) {
      if (name.endsWith("-Firewall")) continue;
      const text = given.reduce(
        (left, one) => left.replaceAll(one, ""),
        JSON.stringify(template.toJSON()).replaceAll('{"Region":"us-east-1"}', ""),
      );
      expect([name, text.match(/us-east-1/g)]).toEqual([name, null]);
    }
  });

  test("has the customers' buses in its own region, which its functions know", () => {
    for (const id of ["provisionEventbus", "deprovisionEventbus", "getConnectionOnboarding"]) {
      const { Variables } = system.functionOf(id).resource.Properties.Environment;
      expect([id, Variables.CLOUDB_EVENTBUS_REGION]).toEqual([id, "eu-central-1"]);
    }
  });

  test("CloudFront uses the firewall that npm run deploy found", () => {
    const arn = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/countersign-prod/1";
    const { DistributionConfig } = synthesize({
      ...options,
      "countersign:web-acl": arn,
    }).single("AWS::CloudFront::Distribution").Properties;
    expect(DistributionConfig.WebACLId).toBe(arn);
    expect(textOf(DistributionConfig.Origins[0].DomainName)).toContain("ApiEndpoint");
  });
});

test("a stage whose options name no region is synthesised for any region", () => {
  const { state, functions } = synthesize().parts;
  for (const stack of [state, ...functions]) expect(stack.region).toMatch(/^\$\{Token/);
});
