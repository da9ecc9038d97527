import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/** Mails may be sent only with the stage's own identity, and only from its one address. */
export const mailStatements = (needs: Needs, { mail }: ResourceArns): Statement[] =>
  needs.mail === undefined || mail === null
    ? []
    : [
        {
          ...allow("SendMail", ["ses:SendEmail"], mail.resources),
          Condition: { StringEquals: { "ses:FromAddress": mail.from } },
        },
      ];
