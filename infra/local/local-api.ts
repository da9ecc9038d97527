import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { DomainError } from "#shared/domain/errors.ts";
import { parsePart } from "#shared/edge/input.ts";
import { type Answer, asDomainError, problemAnswer } from "#shared/edge/problem.ts";
import { paging } from "#shared/routes/contract/fields.ts";
import type { EventBridge } from "./aws/eventbridge/eventbridge.ts";
import type { Outbox } from "./aws/ses/outbox.ts";
import type { LocalClock } from "./clock.ts";
import { outboxPage, outboxPolicy } from "./outbox-page.ts";
import type { Schedules } from "./schedules.ts";
import { type SignIn, tokenRequest } from "./sign-in.ts";

/** `/_local/*`: endpoints that only the local run has, never the CDK app. */
export type LocalApi = (call: LocalCall) => Promise<Answer>;

interface LocalCall {
  request: Pick<IncomingMessage, "headers">;
  method: string;
  path: string;
  query: URLSearchParams;
  /** Null: it is larger than the gateway takes. */
  body: Buffer | null;
}

interface Parts {
  signIn: SignIn;
  clock: LocalClock;
  schedules: Schedules;
  outbox: Outbox;
  events: Pick<EventBridge, "forward" | "rearm">;
  /** Fills an empty system with half a year of work, or with a third of that work. */
  fill: (isShort: boolean) => Promise<unknown>;
  /** Called with the cause of every 500. */
  onUnforeseen: (error: unknown) => void;
}

/** Later times would no longer have a four-digit year. */
const LAST_INSTANT = Date.UTC(9990, 0);

const clockRequest = (clock: LocalClock) =>
  z.strictObject({
    advance_seconds: z.number("must be a number of seconds, 0 or more").check(
      z.minimum(0, "must be a number of seconds, 0 or more"),
      z.refine((seconds) => clock.now() + seconds * 1000 <= LAST_INSTANT, "must end before 9990"),
    ),
  });

/** Whether a third of the half year is enough. */
const sampleRequest = z.strictObject({ is_short: z.optional(z.boolean("must be true or false")) });

/** An EventBridge envelope as a customer's own bus forwards it, and the bus to put it on. */
const eventsRequest = z.looseObject({
  event_bus_name: z.string("must name a bus").check(z.minLength(1, "must name a bus")),
  account: z.string("must be 12 digits").check(z.regex(/^\d{12}$/, "must be 12 digits")),
  source: z.string("must be text").check(z.minLength(1, "must be text")),
  "detail-type": z.string("must be text").check(z.minLength(1, "must be text")),
});

export function createLocalApi(parts: Parts): LocalApi {
  const answers = answersOf(parts);
  return async ({ request, method, path, query, body }) => {
    try {
      if (body === null) throw new DomainError("payload_too_large", "The body is over 10 MB.");
      if (method === "GET" && path === "/_local/outbox") {
        return outboxAnswer(parts.outbox, query, request.headers.accept ?? "");
      }
      const answer = method === "POST" ? answerAt(answers, path) : undefined;
      if (answer === undefined) {
        const known = [...Object.keys(answers.fixed), "/_local/schedules/{name}/run"];
        throw new DomainError(
          "not_found",
          `There are only GET /_local/outbox, POST ${known.join(", POST ")}.`,
        );
      }
      return json(await answer(body));
    } catch (error) {
      const known = asDomainError(error);
      if (known.code === "internal_error") parts.onUnforeseen(known.cause ?? known);
      return problemAnswer(known, randomUUID(), "public");
    }
  };
}

type Answering = (body: Buffer) => Promise<unknown>;

function answersOf({ signIn, clock, schedules, events, fill }: Parts) {
  const fixed: Record<string, Answering> = {
    "/_local/token": async (body) => signIn.issue(parsePart(tokenRequest, jsonIn(body))),
    "/_local/clock": async (body) => {
      const { advance_seconds } = parsePart(clockRequest(clock), jsonIn(body));
      const before = clock.now();
      clock.advance(advance_seconds);
      events.rearm();
      await schedules.moved(before);
      await clock.keep();
      return { now: new Date(clock.now()).toISOString() };
    },
    "/_local/sample": async (body) => {
      const { is_short = false } = parsePart(sampleRequest, jsonIn(body));
      return fill(is_short);
    },
    "/_local/events": async (body) => {
      const { event_bus_name, ...envelope } = parsePart(eventsRequest, jsonIn(body));
      return events.forward(event_bus_name, {
        version: "0",
        id: randomUUID(),
        time: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
        region: "us-east-1",
        resources: [],
        detail: {},
        ...envelope,
      });
    },
  };
  const runSchedule = async (name: string) => {
    if (!schedules.names.includes(name)) {
      const names = schedules.names.join(", ");
      throw new DomainError("not_found", `There is no schedule of that name, only ${names}.`);
    }
    try {
      return await schedules.run(name);
    } catch (error) {
      throw new DomainError("internal_error", `${name} has failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };
  return { fixed, runSchedule };
}

function answerAt(
  { fixed, runSchedule }: ReturnType<typeof answersOf>,
  path: string,
): Answering | undefined {
  const name = /^\/_local\/schedules\/([^/]+)\/run$/.exec(path)?.[1];
  if (name !== undefined) return () => runSchedule(name);
  return Object.hasOwn(fixed, path) ? fixed[path] : undefined;
}

const outboxQuery = z.strictObject(paging());

/**
 * A page of mails: JSON for a program that asks for it, otherwise a page for people, who may add any
 * parameter to its address.
 */
function outboxAnswer(outbox: Outbox, query: URLSearchParams, accept: string): Answer {
  const isProgram = /\bapplication\/json\b/.test(accept);
  const sent = isProgram ? Object.fromEntries(query) : { cursor: query.get("cursor") || undefined };
  const { cursor, limit } = parsePart(outboxQuery, sent);
  const found = outbox.page(cursor ?? null, limit) ?? (isProgram ? null : outbox.page(null, limit));
  if (found === null) {
    const errors = [{ path: "cursor", message: "was not issued for this list" }];
    throw new DomainError("validation_failed", "Not valid: cursor.", { errors });
  }
  if (isProgram) return json(found);
  return {
    statusCode: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": outboxPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
    body: outboxPage(found.items, found.next_cursor),
  };
}

/** The body as an object; empty if there is no body. The media type does not matter here. */
function jsonIn(body: Buffer): object {
  let value: unknown = {};
  try {
    if (body.length > 0) value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new DomainError("malformed_json", "The body is not a JSON document.");
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new DomainError("validation_failed", "The body must be a JSON object.");
}

const json = (body: unknown): Answer => ({
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
