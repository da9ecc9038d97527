import * as z from "zod";

/** ISO 8601 UTC with milliseconds and `Z`, as the service writes it. */
export const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** An instant a caller names: ISO 8601 with an offset, normalised to the service's own form. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: "must be an ISO 8601 time with an offset, e.g. 2026-11-20T10:15:30.123Z",
  })
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a time that exists")
  .transform((text) => new Date(text).toISOString());

export const uuid = z.guid().toLowerCase();
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** `?limit=&cursor=` of every list (contract, "Conventions"). */
export const paging = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number from 1 to 200")
    .transform(Number)
    .refine((n) => n >= 1 && n <= 200, "must be a number from 1 to 200")
    .default(50),
  cursor: z.string().min(1).max(2048).optional(),
};

export const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** A list answer: `{items, next_cursor}`. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });
