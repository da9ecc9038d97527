import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { EventBridge } from "./aws/eventbridge/eventbridge.ts";
import type { LocalClock } from "./clock.ts";
import type { Schedules } from "./schedules.ts";
import { type SignIn, tokenRequest } from "./sign-in.ts";

interface LocalAnswer {
  status: number;
  body: unknown;
}

/** `/_local/*`: endpoints that only the local run has, never the CDK app. */
export type LocalApi = (method: string, path: string, body: Buffer) => Promise<LocalAnswer>;

interface Parts {
  signIn: SignIn;
  clock: LocalClock;
  schedules: Schedules;
  events: Pick<EventBridge, "forward" | "rearm">;
}

/** Later times would no longer have a four-digit year. */
const LAST_INSTANT = Date.UTC(9990, 0);

const clockRequest = (clock: LocalClock) =>
  z.strictObject({
    advance_seconds: z
      .number()
      .min(0)
      .refine((seconds) => clock.now() + seconds * 1000 <= LAST_INSTANT, "must end before 9990"),
  });

/** An EventBridge envelope as a customer's own bus forwards it, and the bus to put it on. */
const eventsRequest = z
  .looseObject({
    event_bus_name: z.string().min(1),
    account: z.string().regex(/^\d{12}$/),
    source: z.string().min(1),
    "detail-type": z.string().min(1),
  })
  .transform(({ event_bus_name, ...envelope }) => ({ event_bus_name, envelope }));

export function createLocalApi({ signIn, clock, schedules, events }: Parts): LocalApi {
  return async (method, path, body) => {
    if (method !== "POST") return { status: 404, body: { message: "Not Found" } };
    if (path === "/_local/token") {
      return withBody(tokenRequest, body, (request) => signIn.issue(request));
    }
    if (path === "/_local/clock") {
      return withBody(clockRequest(clock), body, ({ advance_seconds }) => {
        clock.advance(advance_seconds);
        schedules.rearm();
        events.rearm();
        return { now: new Date(clock.now()).toISOString() };
      });
    }
    if (path === "/_local/events") {
      return withBody(eventsRequest, body, ({ event_bus_name, envelope }) =>
        events.forward(event_bus_name, {
          version: "0",
          id: randomUUID(),
          time: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
          region: "us-east-1",
          resources: [],
          detail: {},
          ...envelope,
        }),
      );
    }
    const schedule = /^\/_local\/schedules\/([a-z-]+)\/run$/.exec(path)?.[1];
    if (schedule !== undefined && schedules.names.includes(schedule)) {
      return { status: 200, body: await schedules.run(schedule) };
    }
    return { status: 404, body: { message: "Not Found" } };
  };
}

async function withBody<S extends z.ZodType>(
  schema: S,
  body: Buffer,
  answer: (request: z.output<S>) => unknown,
): Promise<LocalAnswer> {
  let given: unknown;
  try {
    given = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
  } catch {
    return { status: 400, body: { message: "The body is not JSON." } };
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) return { status: 400, body: { message: z.prettifyError(parsed.error) } };
  return { status: 200, body: await answer(parsed.data) };
}
