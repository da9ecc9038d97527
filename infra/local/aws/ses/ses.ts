import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import * as z from "zod/mini";
import { mailLimits } from "#infra/local/aws/limits.ts";
import { AwsError, accessKeyIdOf } from "#infra/local/aws/protocol/aws-json-server.ts";
import { faultOfTexts } from "#infra/local/aws/protocol/text-limits.ts";
import { isLocalCaller } from "#infra/local/local-callers.ts";
import { boundedBody, startLocalServer } from "#infra/local/local-server.ts";
import { mimeOf } from "./mime.ts";
import type { KeptMail, Outbox } from "./outbox.ts";

interface SesOptions {
  outbox: Outbox;
  now: () => number;
  /** Refuses a mail by throwing an AwsError. */
  authorize: (call: { accessKeyId: string | null; from: string }) => void;
  /** Called with every accepted mail. */
  onTaken: (mail: KeptMail) => void;
  onUnforeseen: (error: unknown) => void;
}

const content = z.object({ Data: z.string() });

/** SendEmail of SESv2 with simple content, as the courier sends it. */
const sendEmail = z.object({
  FromEmailAddress: z.string(),
  ReplyToAddresses: z._default(z.array(z.string()), []),
  Destination: z.object({ ToAddresses: z.array(z.string()).check(z.minLength(1)) }),
  EmailTags: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content, Html: content }),
      Headers: z._default(
        z.array(z.object({ Name: z.string(), Value: z.string() })).check(z.maxLength(15)),
        [],
      ),
    }),
  }),
});

const PATH = "/v2/email/outbound-emails";
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A minimal SESv2 on 127.0.0.1, which puts mails into the outbox. */
export async function startSes(options: SesOptions) {
  const listener: RequestListener = async (request, response) => {
    response.setHeader("content-type", "application/json");
    try {
      const body = JSON.stringify({ MessageId: await take(request, options) });
      response.writeHead(200).end(body);
    } catch (error) {
      const known =
        error instanceof AwsError ? error : new AwsError("InternalFailure", "An error.", 500);
      if (known !== error) options.onUnforeseen(error);
      response.writeHead(known.status, { "x-amzn-errortype": known.code });
      response.end(JSON.stringify({ message: known.message }));
    }
  };
  return startLocalServer(listener, 0, isLocalCaller);
}

async function take(request: IncomingMessage, options: SesOptions): Promise<string> {
  const body = await boundedBody(request, BODY_LIMIT_BYTES);
  if (request.method !== "POST" || request.url !== PATH) {
    throw new AwsError("UnknownOperationException", "Only SendEmail is supported here.", 404);
  }
  if (body === null) throw new AwsError("BadRequestException", "The mail is too large.");
  const given = parsed(body.toString("utf8"));
  const fault = faultOfTexts(mailLimits, given);
  if (fault !== null) throw new AwsError("BadRequestException", fault);
  const read = z.safeParse(sendEmail, given);
  if (!read.success) throw new AwsError("BadRequestException", z.prettifyError(read.error));
  const mail = mailOf(read.data, options.now());
  options.authorize({ accessKeyId: accessKeyIdOf(request), from: mail.from });
  await options.outbox.add(mail);
  options.onTaken(mail);
  return mail.id;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AwsError("BadRequestException", "The request is not JSON.");
  }
}

function mailOf(input: z.output<typeof sendEmail>, at: number): KeptMail {
  const { Subject, Body, Headers } = input.Content.Simple;
  const id = randomUUID();
  const headers = Headers.map(({ Name, Value }) => ({ name: Name, value: Value }));
  const mail = {
    id,
    to: input.Destination.ToAddresses,
    from: input.FromEmailAddress,
    subject: Subject.Data,
    sent_at: new Date(at).toISOString(),
    headers,
    text: Body.Text.Data,
    html: Body.Html.Data,
  };
  return {
    ...mail,
    raw: mimeOf({ ...mail, replyTo: input.ReplyToAddresses, at }),
    tags: input.EmailTags.map(({ Name, Value }) => ({ name: Name, value: Value })),
  };
}
