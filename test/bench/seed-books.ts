import { createHash, randomUUID } from "node:crypto";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { absentFields } from "#shared/domain/reviews/fields.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision, type ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { decisionActions } from "#shared/store/decisions.ts";
import type { Item } from "#shared/store/read.ts";
import { linkItem, reviewItem } from "#shared/store/reviews.ts";
import type { Action } from "#shared/store/transact.ts";
import { lineOf } from "./seedable-database.ts";

/** A rule book as the API tells it, and a counsel of it. */
export interface Book {
  id: string;
  rules: readonly Parameters<typeof articlesOf>[0][number][] &
    readonly { use_case_id: string; content_hash: string }[];
  counsel: Signer & { id: string };
}

const DAY_MS = 86_400_000;
/** The sample half year is the newest part of each book's history: what was decided is older. */
const DECIDED_BEFORE_DAYS = 190;
const DECIDED_FOR_DAYS = 365;
const EXPIRY_DAYS = 15;
/** Of so many reviews one is still open. */
const OPEN = 25;
/** How the others ended, by turns. */
const ends: readonly ReviewStatus[] = [
  ...Array.from({ length: 15 }, () => "approved" as const),
  "approved_with_changes",
  "changes_requested",
  "rejected",
  "expired",
  "cancelled",
];

/** What differs between two reviews of the same rules with the same end. */
interface Own {
  id: string;
  hash: string;
  made: string;
  done: string;
  until: string;
}

/** In their place in what is written of all of them; none of them occurs in anything else. */
const places: Own = {
  id: "@id@",
  hash: "@hash@",
  made: "@made@",
  done: "@done@",
  until: "@until@",
};

const iso = (at: number): string => new Date(at).toISOString();

/**
 * What the store keeps of reviews of one to three rules each, spread over the books, as lines of an
 * export: a year of decisions that ended before the sample half year began, so that the sample's are
 * the newest answers, and open ones of the last two weeks. Left out are audit rows and what is kept for
 * each rule: it has the sample's answers.
 * @param now milliseconds since the epoch
 */
export function* reviewsOfBooks(
  books: readonly Book[],
  count: number,
  now: number,
): Generator<string> {
  const written = new Map<string, string>();
  for (let place = 0; place < count; place += 1) {
    const book = books[place % books.length] as Book;
    const isOpen = place % OPEN === 0;
    const status = isOpen ? "pending" : (ends[place % ends.length] as ReviewStatus);
    const share = place / count;
    const daysAgo = isOpen
      ? (EXPIRY_DAYS - 1) * (1 - share)
      : DECIDED_BEFORE_DAYS + DECIDED_FOR_DAYS * (1 - share);
    const rules = rulesOf(book, place);
    const kind = [book.id, status, ...rules.map(({ use_case_id }) => use_case_id)].join();
    const lines = written.get(kind) ?? itemsOf(book, rules, status).map(lineOf).join("");
    written.set(kind, lines);
    yield filled(lines, ownOf(Math.trunc(now - 60_000 - daysAgo * DAY_MS)));
  }
}

const rulesOf = ({ rules }: Book, place: number) =>
  Array.from({ length: 1 + (place % 3) }, (_, i) => rules[(place + i) % rules.length]).flatMap(
    (rule) => rule ?? [],
  );

function ownOf(createdAt: number): Own {
  const id = randomUUID();
  return {
    id,
    hash: createHash("sha256").update(id).digest("hex"),
    made: iso(createdAt),
    done: iso(createdAt + 5 * DAY_MS),
    until: iso(createdAt + EXPIRY_DAYS * DAY_MS),
  };
}

const filled = (lines: string, own: Own): string =>
  lines.replaceAll(/@(\w+)@/g, (_, name: keyof Own) => own[name]);

/** Record, link, and what a decision adds, with places for what is a review's own. */
function itemsOf(book: Book, rules: ReturnType<typeof rulesOf>, status: ReviewStatus): Item[] {
  const record = recordOf(book, rules, status);
  const decided = isDecided(record) ? decisionActions(record, book.counsel) : null;
  const listed = [decided?.decision ?? [], decided?.approvals ?? []].flat() as Action[];
  const put = listed.map(({ Put }) => Put?.Item as Item);
  return [reviewItem(record), linkItem(record, book.counsel), ...put];
}

function recordOf(book: Book, rules: ReturnType<typeof rulesOf>, status: ReviewStatus) {
  const { id, hash, made, done, until } = places;
  const ended = isDecision(status)
    ? {
        decided_at: done,
        decision_row_hash: hash,
        decision_signature: hash,
        decision_comment: "No objection.",
        counsel_email: book.counsel.email,
      }
    : {};
  return {
    ...absentFields,
    id,
    framework_id: book.id,
    rule_use_case_ids: rules.map(({ use_case_id }) => use_case_id),
    rule_version_hash: hash,
    counsel_id: book.counsel.id,
    requested_by_user_id: "user-local",
    status,
    created_at: made,
    expires_at: until,
    viewed_at: rules.length === 2 ? null : made,
    nonce: "0".repeat(32),
    called: { articles: articlesOf(rules), requester: "admin@platform.example" },
    token_hash: hash,
    pinned_hashes: rules.map(({ content_hash }) => content_hash),
    audit_head: { hash, length: 1, at: made },
    ...ended,
  } as unknown as ReviewRecord;
}
