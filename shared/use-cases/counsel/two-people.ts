import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import {
  hasNamelessAuthor,
  hasRequestersAddress,
  type Identity,
} from "#shared/domain/counsel/identity.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { twoPeople } from "#shared/platform/settings.ts";

/*
 * The demands of the option `twoPeople` (trust.md, section 1). The canary's own framework is exempt,
 * because its decisions count for nobody.
 */

/** Whether a second person has to confirm counsel of a framework before anything reaches them. */
export const needsTwoPeople = (frameworkId: string): boolean =>
  twoPeople() && !isCanaryFramework(frameworkId);

/**
 * Requires that a person who changes or asks counsel has an address that tells them from other people.
 * @throws DomainError `second_person_required`
 */
export function requireAddress({ email }: Acting, frameworkId: string): void {
  if (email !== null || !needsTwoPeople(frameworkId)) return;
  throw new DomainError(
    "second_person_required",
    "Your sign-in does not include your e-mail address, so nobody can tell you apart from a second person. Sign in with an account that includes it.",
  );
}

/** Whether a second person still has to confirm who a counsel is. */
export const awaitsSecondPerson = ({
  framework_id,
  identity,
}: Pick<CounselRecord, "framework_id" | "identity">): boolean =>
  identity.confirmed_at === null && needsTwoPeople(framework_id);

/**
 * Checks that this sender may send something to this counsel.
 * @throws DomainError `counsel_unconfirmed`, `counsel_is_admin`, `second_person_required`
 */
export function requireSecondPerson(counsel: CounselRecord, sender: Acting): void {
  if (!needsTwoPeople(counsel.framework_id)) return;
  requireAddress(sender, counsel.framework_id);
  refuseOneself(counsel, sender);
  if (awaitsSecondPerson(counsel)) throw unconfirmed(counsel);
}

/**
 * Whether a counsel now has the address of the person who requested a review that takes two people.
 * Then the review is not sent to them and their link does nothing, whoever confirmed that address.
 */
export const isRequester = (
  email: string | null,
  review: Pick<ReviewRecord, "framework_id" | "called">,
): boolean => needsTwoPeople(review.framework_id) && hasRequestersAddress(email, review);

export const requesterAgain = (): DomainError =>
  new DomainError(
    "counsel_is_admin",
    "This counsel has the e-mail address of whoever requested the review. Cancel it, and let somebody else request it.",
  );

/** Why nobody can confirm this identity, and what to do; null: a second person can. */
export const whyNobody = ({ authors }: Identity): string | null =>
  hasNamelessAuthor(authors)
    ? "Somebody whose sign-in did not tell an e-mail address registered or changed this counsel, so nobody can confirm them. Register this counsel anew, cancel this record's open requests, and deactivate it."
    : null;

export const unconfirmed = ({
  display_name,
  identity,
}: Pick<CounselRecord, "display_name" | "identity">): DomainError =>
  new DomainError(
    "counsel_unconfirmed",
    whyNobody(identity) ??
      `${display_name} was registered or changed, and no second person has confirmed who they are. Ask someone other than the person who made the change to confirm them.`,
  );

/** @throws DomainError `counsel_is_admin` */
export function refuseOneself({ email }: Pick<CounselRecord, "email">, person: Acting): void {
  if (email !== person.email?.trim().toLowerCase()) return;
  throw new DomainError(
    "counsel_is_admin",
    "This counsel has your own e-mail address. Somebody else has to do this.",
  );
}
