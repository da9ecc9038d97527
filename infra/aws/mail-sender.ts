import type { ResourceArns } from "#infra/policies/statement.ts";
import { configurationSetOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** The sender of mails: MAIL_FROM, or else an address of the stage's mail domain; null: none. */
export const mailFromOf = ({ mailDomain, settings }: Stage): string | null =>
  settings.MAIL_FROM ?? (mailDomain === null ? null : `Countersign <no-reply@${mailDomain}>`);

/** `Name <a@b>` or `a@b` → `a@b`. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

const domainIn = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** The sender's domain if it is neither `mailDomain` nor below it; null: the courier may send from it. */
export function otherDomainOf({ mailDomain, settings }: Stage): string | null {
  if (mailDomain === null || settings.MAIL_FROM === undefined) return null;
  const domain = domainIn(addressIn(settings.MAIL_FROM)).toLowerCase();
  return domain === mailDomain || domain.endsWith(`.${mailDomain}`) ? null : domain;
}

/** The identities that the courier may send with; null: none. */
export function mailArnsOf(
  stage: Stage,
  arn: (service: string, resource: string) => string,
): ResourceArns["mail"] {
  const from = mailFromOf(stage);
  if (from === null) return null;
  const address = addressIn(from);
  const identities = stage.mailDomain === null ? [domainIn(address), address] : [stage.mailDomain];
  return {
    from: address,
    resources: [
      ...identities.map((identity) => arn("ses", `identity/${identity}`)),
      ...(stage.mailDomain === null
        ? []
        : [arn("ses", `configuration-set/${configurationSetOf(stage.name)}`)]),
    ],
  };
}
