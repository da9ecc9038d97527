import { type CounselRecord, identityHash, withIdentity } from "#shared/domain/counsel/counsel.ts";
import { emailHash, type Identity, isSecondPerson } from "#shared/domain/counsel/identity.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { type Change, type CounselRequest, changeCounsel } from "./change-counsel.ts";
import { needsTwoPeople, refuseOneself, whyNobody } from "./two-people.ts";

/**
 * A second person confirms a counsel's identity (trust.md, section 1), naming by its hash the version
 * that they were shown. Without a hash, an admin vouches for a counsel whom another counsel named
 * (standing.md, section 4); nothing more is required while the option `twoPeople` is off. A repeat
 * returns the same answer and writes no second audit row.
 * @throws DomainError `not_found`, `identity_changed`, `second_person_required`, `counsel_is_admin`,
 * `validation_failed` without a hash where two people are needed, `conflict`, `state_differs`,
 * `forbidden` for the canary's counsel
 */
export async function confirmCounsel({
  identity_sha256,
  ...asked
}: CounselRequest & { identity_sha256: string | undefined }) {
  const counsel = await changeCounsel(asked, (before) =>
    identity_sha256 === undefined
      ? vouchedFor(before)
      : confirmedBy(asked.actor, before, identity_sha256),
  );
  return withIdentity(counsel);
}

function vouchedFor({ framework_id, confirmed_at }: CounselRecord): Change {
  if (needsTwoPeople(framework_id)) {
    throw new DomainError("validation_failed", "Not valid: identity_sha256.", {
      errors: [
        { path: "identity_sha256", message: "must be that of the counsel whom you were shown" },
      ],
    });
  }
  return confirmed_at === null ? { action: "counsel.confirmed" } : null;
}

function confirmedBy(actor: Acting, before: CounselRecord, identity_sha256: string): Change {
  if (identityHash(before) !== identity_sha256) {
    throw new DomainError(
      "identity_changed",
      "Counsel's record has changed since you saw it. Load it again, and compare before you confirm.",
    );
  }
  refuseOneself(before, actor);
  if (before.identity.confirmed_at !== null) return null;
  const email_sha256 = actor.email === null ? null : emailHash(actor.email);
  if (!isSecondPerson(before.identity, { user_id: actor.userId, email_sha256 })) {
    throw new DomainError("second_person_required", whyNot(actor, before.identity));
  }
  return { action: "counsel.confirmed", more: { identity_sha256 } };
}

function whyNot({ email }: Acting, identity: Identity): string {
  if (email === null) {
    return "Your sign-in does not tell your e-mail address, so nobody can tell you from whoever changed this counsel.";
  }
  return (
    whyNobody(identity) ??
    "You changed this counsel since they were last confirmed, or whoever did has your e-mail address. Ask another admin, with another address, to confirm them."
  );
}
