import type * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";
import type { Answer } from "./problem.ts";

type JsonReply<R extends Route> = {
  [S in keyof R["responses"] & number]: R["responses"][S] extends {
    schema: infer B extends () => z.ZodMiniType;
  }
    ? { status: S; body: z.input<ReturnType<B>>; headers?: Record<string, string> }
    : { status: S; body?: never; headers?: Record<string, string> };
}[keyof R["responses"] & number];

/** An answer that is not JSON (the counsel page, a download), or none. */
interface TextReply<R extends Route> {
  status: keyof R["responses"] & number;
  text: string;
  headers: Record<string, string>;
}

export type Reply<R extends Route> = JsonReply<R> | TextReply<R>;

/** What a function replied, as API Gateway takes it. */
export function serialize(reply: {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}): Answer {
  if (reply.text !== undefined) {
    return { statusCode: reply.status, headers: { ...reply.headers }, body: reply.text };
  }
  if (reply.body === undefined) {
    return { statusCode: reply.status, headers: { ...reply.headers }, body: "" };
  }
  return {
    statusCode: reply.status,
    headers: { "content-type": "application/json", ...reply.headers },
    body: JSON.stringify(reply.body),
  };
}
