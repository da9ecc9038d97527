import { type Rate, tooOften, windowOf } from "#shared/domain/limiter/rate.ts";
import { updateItem } from "./update.ts";

/*
 * RATE#<name>#<whose> / <clock minute or hour>   how often it was asked for then; kept for two hours
 */

const KEPT_SECONDS = 2 * 3600;

/**
 * Counts one request against a rate, in one conditional write.
 * @param whose the tenant, person or room that the rate is counted for
 * @param now ISO 8601 UTC
 * @throws DomainError `rate_limited` when this minute's or hour's requests are used up
 */
export async function takeFrom(rate: Rate, whose: string, now: string): Promise<void> {
  const { updated } = await updateItem({
    Key: { pk: `RATE#${rate.name}#${whose}`, sk: windowOf(rate, now) },
    UpdateExpression: "ADD #taken :one SET #ttl = :ttl",
    ConditionExpression: "attribute_not_exists(#taken) OR #taken < :most",
    ExpressionAttributeNames: { "#taken": "taken", "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":one": 1,
      ":most": rate.most,
      ":ttl": Math.floor(Date.parse(now) / 1000) + KEPT_SECONDS,
    },
  });
  if (!updated) throw tooOften(rate, now);
}
