import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mailReplyAddress } from "#shared/platform/mail-settings.ts";
import { setting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/** A mail to one person. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The message's id in the outbox: its header, and the tag that events about it carry. */
  key: string;
}

/** `accepted`; `temporary`: worth another attempt; `rejected`: no attempt will succeed. */
export type SendResult =
  | { result: "accepted"; messageId: string }
  | { result: "temporary" | "rejected"; reason: string };

/** One attempt each: a repeat after a time-out could be a second mail, so the courier decides. */
let client: SESv2Client | undefined;
const ses = (): SESv2Client => {
  const endpoint = setting("SES_URL");
  client ??= new SESv2Client({
    ...awsClientSettings("SESV2"),
    ...(endpoint === undefined ? {} : { endpoint }),
    maxAttempts: 1,
  });
  return client;
};

/** Errors by which SES refuses a mail for good; any other one may pass. */
const final = new Set(["MessageRejected", "BadRequestException", "NotFoundException"]);

/**
 * Hands a mail to SES (reviews-that-run, "Mail"). SES sets Message-ID and Date.
 * @param from MAIL_FROM
 */
export async function sendMail(from: string, mail: OutgoingMail): Promise<SendResult> {
  const replyTo = mailReplyAddress();
  const configurationSet = setting("MAIL_CONFIGURATION_SET");
  try {
    const { MessageId = "" } = await ses().send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ...(replyTo === null ? {} : { ReplyToAddresses: [replyTo] }),
        ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
        Destination: { ToAddresses: [mail.to] },
        EmailTags: [{ Name: "message", Value: mail.key }],
        Content: {
          Simple: {
            Subject: utf8(mail.subject),
            Body: { Text: utf8(mail.text), Html: utf8(mail.html) },
            Headers: [
              { Name: "Auto-Submitted", Value: "auto-generated" },
              { Name: "X-Message-Key", Value: mail.key },
            ],
          },
        },
      }),
    );
    return { result: "accepted", messageId: MessageId };
  } catch (error) {
    const reason = error instanceof SESv2ServiceException ? error.name : "unreachable";
    return { result: final.has(reason) ? "rejected" : "temporary", reason };
  }
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
