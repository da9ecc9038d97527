import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { minutesToRead } from "#shared/domain/reviews/reading-time.ts";
import { statusAt } from "#shared/domain/reviews/review.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import { logKeysRead } from "#shared/store/log-keys.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { linkRead } from "#shared/store/reviews.ts";
import { contentsRead } from "#shared/store/rules.ts";
import { prepareRowsKeys } from "#shared/use-cases/log/rows-keys.ts";
import { genuineLink } from "./genuine-link.ts";
import { namedFramework } from "./named-framework.ts";

/**
 * What the page of a link shows before the link is opened: no more than the mail that brings it, and
 * the time to read it. Nothing is recorded here; the first view is.
 * @returns null for every link that opens no review waiting for a decision, known or not
 */
export async function summarizeReview(token: string, now: string) {
  prepareRowsKeys();
  const tokenHash = hashLinkToken(token);
  const { link, logKeys } = await readTogether({
    link: linkRead(tokenHash),
    logKeys: logKeysRead,
  });
  const record = (await genuineLink(link, tokenHash, logKeys))?.record;
  if (record === undefined || statusAt(record, now) !== "pending") return null;
  const { framework_id, rule_use_case_ids, pinned_hashes, expires_at } = record;
  const pinned = rule_use_case_ids.map((use_case_id, i) => ({
    framework_id,
    use_case_id,
    content_hash: pinned_hashes[i] ?? "",
  }));
  const { framework, contents } = await readTogether({
    framework: frameworkRead(framework_id),
    contents: contentsRead(pinned),
  });
  if (framework === null) return null;
  return {
    framework: namedFramework(framework),
    rule_count: rule_use_case_ids.length,
    reading_minutes: minutesToRead(contents.filter((rule) => rule !== null)),
    expires_at,
  };
}
