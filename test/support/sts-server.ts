import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const asked = new URLSearchParams(Buffer.concat(chunks).toString());
    const role = asked.get("RoleArn") ?? "";
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/sts\/aws4_request, /.test(
        request.headers.authorization ?? "",
      );
    const isGiven =
      isSigned &&
      asked.get("Action") === "AssumeRole" &&
      sts.trusted.get(role) === asked.get("ExternalId");
    response.writeHead(isGiven ? 200 : 403, { "content-type": "text/xml" });
    response.end(isGiven ? answered : denied(role));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sts: StsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trusted: new Map(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sts;
}
