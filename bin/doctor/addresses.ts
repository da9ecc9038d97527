import { type Aws, type AwsAnswer, read } from "../aws/cli.ts";
import { act, type Finding, ok, secondsBetween } from "./finding.ts";
import type { Subject } from "./subject.ts";

/* Checks the stage's own domain, and the address that its mail comes from. */

const CERTIFICATE_DAYS = 30;
const DAY = 24 * 3600;

export function certificates({ aws, options, now }: Subject): Finding[] {
  const given = [
    [options.domainName, options.certificateArn],
    [options.formerDomainName, options.formerCertificateArn],
  ].filter(([domain, arn]) => typeof domain === "string" && typeof arn === "string");
  if (given.length === 0) return [ok("domain", "API Gateway's own address.")];
  return given.map(([domain, arn]) => {
    const what = `domain ${domain}`;
    const { Certificate: one } = read<{
      Certificate: { Status: string; NotAfter?: string | number };
    }>(describeCertificate(aws, String(arn)));
    if (one.Status !== "ISSUED") return act(what, `its certificate is ${one.Status}.`);
    if (one.NotAfter === undefined) return ok(what, "its certificate is issued.");
    const ends = typeof one.NotAfter === "number" ? one.NotAfter * 1000 : one.NotAfter;
    const left = secondsBetween(now, new Date(ends).toISOString()) / DAY;
    const says = `its certificate ends in ${Math.floor(left)} days`;
    return left < CERTIFICATE_DAYS ? act(what, `${says}.`) : ok(what, `${says}.`);
  });
}

/** Asks ACM in the certificate's own region, because CloudFront's certificates are in us-east-1. */
function describeCertificate(aws: Aws, arn: string): AwsAnswer {
  const [, , , region = ""] = arn.split(":");
  return aws(["acm", "describe-certificate", "--certificate-arn", arn, "--region", region]);
}

/** The identity that mail is sent with, and whether SES sends for this account, if the stage does. */
export function mail({ aws, options }: Subject): Finding[] {
  const identities = mailIdentities(options);
  if (identities.length === 0)
    return [ok("mail", "the stage sends none (mailDomain or MAIL_FROM).")];
  for (const identity of identities) {
    const answer = aws(["sesv2", "get-email-identity", "--email-identity", identity]);
    if (answer.outcome === "refused" && /NotFoundException/.test(answer.reason)) continue;
    const { VerifiedForSendingStatus } = read<{ VerifiedForSendingStatus: boolean }>(answer);
    return VerifiedForSendingStatus
      ? mailAccount(aws, identity)
      : [act("mail", `${identity} is not verified in SES: are its DNS records entered?`)];
  }
  return [act("mail", `SES knows no identity ${identities.join(" or ")}.`)];
}

/** The same identities that the stack allows the courier (infra/aws/mail-sender.ts). */
function mailIdentities({ mailDomain, MAIL_FROM: from }: Subject["options"]): string[] {
  if (typeof mailDomain === "string" && mailDomain !== "") return [mailDomain];
  if (typeof from !== "string" || from === "") return [];
  const [, address = from.trim()] = /<([^<>]+)>\s*$/.exec(from) ?? [];
  return [address, address.slice(address.lastIndexOf("@") + 1)];
}

function mailAccount(aws: Aws, identity: string): Finding[] {
  const { SendingEnabled, ProductionAccessEnabled } = read<{
    SendingEnabled?: boolean;
    ProductionAccessEnabled?: boolean;
  }>(aws(["sesv2", "get-account"]));
  if (SendingEnabled === false)
    return [act("mail", "SES has stopped sending for this account: docs/alarms.md.")];
  return ProductionAccessEnabled === false
    ? [act("mail", "the account is in SES's sandbox: only verified addresses are mailed to.")]
    : [ok("mail", `${identity} may send.`)];
}
