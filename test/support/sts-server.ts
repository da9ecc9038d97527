import { text } from "node:stream/consumers";
import { assumeRoleLimits } from "#infra/local/aws/limits.ts";
import { faultOfTexts } from "#infra/local/aws/protocol/text-limits.ts";
import { startLocalServer } from "#infra/local/local-server.ts";

/** A fake cloud-b token service that speaks STS's query protocol and XML. */
export interface StsServer {
  url: string;
  /** Role ARN → the external id that its trust policy demands. */
  trusted: Map<string, string>;
  close(): Promise<void>;
}

const answered = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleResult>
    <AssumedRoleUser><AssumedRoleId>ARO123EXAMPLE123:countersign</AssumedRoleId></AssumedRoleUser>
    <Credentials>
      <AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId>
      <SecretAccessKey>wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY</SecretAccessKey>
      <SessionToken>AQoDYXdzEPT//////////wEXAMPLE</SessionToken>
      <Expiration>2099-07-15T23:28:33.359Z</Expiration>
    </Credentials>
  </AssumeRoleResult>
</AssumeRoleResponse>`;

const denied = (role: string) => `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <Error>
    <Type>Sender</Type>
    <Code>AccessDenied</Code>
    <Message>User: arn:aws:iam::000000000000:root is not authorized to perform: sts:AssumeRole on resource: ${role}</Message>
  </Error>
</ErrorResponse>`;

export async function startSts(): Promise<StsServer> {
  const server = await startLocalServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request));
    const role = asked.get("RoleArn") ?? "";
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/sts\/aws4_request, /.test(
        request.headers.authorization ?? "",
      );
    const isGiven =
      isSigned &&
      faultOfTexts(assumeRoleLimits, Object.fromEntries(asked)) === null &&
      asked.get("Action") === "AssumeRole" &&
      sts.trusted.get(role) === asked.get("ExternalId");
    response.writeHead(isGiven ? 200 : 403, { "content-type": "text/xml" });
    response.end(isGiven ? answered : denied(role));
  });
  const sts: StsServer = {
    url: server.url,
    trusted: new Map(),
    close: server.close,
  };
  return sts;
}
