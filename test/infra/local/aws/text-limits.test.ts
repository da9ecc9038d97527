import { describe, expect, test } from "vitest";
import { eventLimits, keyLimits, mailLimits } from "#infra/local/aws/limits.ts";
import { faultOfTexts, type TextLimits } from "#infra/local/aws/protocol/text-limits.ts";
import { assumeRoleLimits } from "#test/support/sts-server.ts";

const role = {
  RoleArn: "arn:aws:iam::111122223333:role/x",
  RoleSessionName: "countersign-x",
  ExternalId: "a-b",
};
const { Sign = {}, CreateKey = {} } = keyLimits;
const { PutPermission = {}, PutTargets = {} } = eventLimits;

describe("the emulators refuse what AWS would refuse", () => {
  test.each<[string, TextLimits, unknown]>([
    ["EmailTags[].Value", mailLimits, { EmailTags: [{ Name: "message", Value: "id.link.1" }] }],
    ["EmailTags[].Name", mailLimits, { EmailTags: [{ Name: "a b", Value: "x" }] }],
    ["Destination.ToAddresses[]", mailLimits, { Destination: { ToAddresses: ["é@law.example"] } }],
    ["FromEmailAddress", mailLimits, { FromEmailAddress: "Söhne <a@b.example>" }],
    [
      "Content.Simple.Headers[].Value",
      mailLimits,
      { Content: { Simple: { Headers: [{ Name: "X-A", Value: "two\r\nlines" }] } } },
    ],
    ["ConfigurationSetName", mailLimits, { ConfigurationSetName: "a.b" }],
    ["Message", Sign, { Message: Buffer.alloc(4097).toString("base64") }],
    ["Message", Sign, { Message: "" }],
    ["Tags[].TagValue", CreateKey, { Tags: [{ TagKey: "stage", TagValue: "a;b" }] }],
    ["StatementId", PutPermission, { StatementId: "a.b" }],
    ["Principal", PutPermission, { Principal: "1234" }],
    ["Targets[].Id", PutTargets, { Targets: [{ Id: "a b" }] }],
    ["RoleSessionName", assumeRoleLimits, { ...role, RoleSessionName: "a b" }],
    ["ExternalId", assumeRoleLimits, { ...role, ExternalId: "x" }],
    ["RoleArn", assumeRoleLimits, { ...role, RoleArn: "arn" }],
  ])("%s", (path, limits, input) => {
    expect(faultOfTexts(limits, input)).toContain(`Value at '${path}' failed`);
  });

  test("and refuse any text whose limits nobody has looked up", () => {
    for (const input of [{ New: "x" }, { constructor: "x" }, { Tags: [{ Other: "x" }] }]) {
      expect(faultOfTexts(CreateKey, input)).toContain("Its limits are unknown here");
    }
  });

  test("and accept what the service accepts", () => {
    expect(faultOfTexts(assumeRoleLimits, role)).toBeNull();
    const EncryptionContext = { endpoint: "a", "another name": "b" };
    const { Encrypt = {} } = keyLimits;
    expect(faultOfTexts(Encrypt, { KeyId: "k", Plaintext: "eA==", EncryptionContext })).toBeNull();
    const tags = [{ Name: "message", Value: `${crypto.randomUUID()}_link_1` }];
    expect(faultOfTexts(mailLimits, { EmailTags: tags })).toBeNull();
  });
});
