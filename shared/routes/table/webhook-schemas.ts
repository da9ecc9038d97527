import * as z from "zod/mini";
import { eachOnce } from "#shared/domain/members.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { disabledReasons } from "#shared/domain/webhooks/endpoint.ts";
import {
  type EventType,
  platformEventTypes,
  tenantEventTypes,
} from "#shared/domain/webhooks/event-types.ts";
import { flag, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { hidden } from "#shared/routes/contract/route.ts";

export const endpointParams = () => z.object({ id: uuid() });
/** `given_up`: only endpoints that the courier switched off and nobody has looked at since. */
export const listQuery = () => z.strictObject({ ...paging(), given_up: z.optional(flag()) });
export const deliveryParams = () => z.object({ id: uuid(), delivery_id: uuid() });

const address = () =>
  z.string().check(
    z.maxLength(2000),
    z.regex(/^https?:\/\/[^\s]+$/i, "must be an http or https address"),
    z.refine((value) => URL.canParse(value), "must be an http or https address"),
    withoutHidden(),
  );

export type EventSchema = z.ZodMiniType<EventType, EventType>;
export const platformEvents = (): EventSchema => z.enum(platformEventTypes);
export const tenantEvents = (): EventSchema => z.enum(tenantEventTypes);

const events = (type: EventSchema) =>
  z
    .array(type)
    .check(z.minLength(1, "must name at least one type"), eachOnce("must name each type once"));

const description = () =>
  z.optional(
    z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden())),
  );

export const contentSchema = (type: EventSchema) =>
  z.strictObject({
    url: address(),
    events: events(type),
    description: description(),
    enabled: z.optional(z.boolean()),
  });

export const changeSchema = (type: EventSchema) =>
  z.strictObject({
    url: z.optional(address()),
    events: z.optional(events(type)),
    description: description(),
    enabled: z.optional(z.boolean()),
  });

const shape = () => ({
  id: z.string(),
  /** null for readers. */
  url: hidden(z.nullable(z.string()), () => null),
  events: z.array(z.string()),
  description: z.nullable(z.string()),
  enabled: z.boolean(),
  disabled_reason: z.nullable(z.enum(disabledReasons)),
  disabled_at: z.nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
  previous_secret_until: z.nullable(timestamp()),
});

export const endpoint = () => z.object(shape());

/** The secret is in this answer and in no other. */
export const endpointWithSecret = () => z.object({ ...shape(), secret: z.string() });

export const tested = () => z.object({ delivered: z.boolean(), status: z.nullable(z.int()) });
