import { DomainError } from "#shared/domain/errors.ts";
import { offeredOf } from "#shared/domain/language.ts";
import { referencesOf } from "#shared/domain/reviews/reference.ts";
import { isDecided, isPastExpiry, isPending } from "#shared/domain/reviews/review.ts";
import { ruleNames } from "#shared/domain/standing/outcomes.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import { panelRead } from "#shared/store/panels.ts";
import { nothing, readTogether } from "#shared/store/read-together.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";
import { calledIn } from "./called-in.ts";
import { decisionIn } from "./decision-in.ts";
import { type OpenLink, readLinkToWrite, refuseEnded } from "./load-link.ts";
import { namedFramework } from "./named-framework.ts";
import { panelForMember } from "./panel-for-member.ts";
import { panelShown, panelUnderLink } from "./panel-under-link.ts";
import { passedOn } from "./passed-on.ts";
import { questionsSeen } from "./questions-under-link.ts";
import { readCounselView } from "./read-counsel-view.ts";
import { type RowsUnderLink, readRowsUnder, recordInRows, signerUnder } from "./rows-under-link.ts";
import { namedAsSigner, wordingHashes } from "./what-is-signed.ts";

/**
 * The review a token leads to, to be shown. A link that has lapsed is refused as the first seed says.
 * If counsel decided in time, the refusal's member `decided` contains the receipt, and the titles of
 * the rules, whose wording the link no longer opens. If a member's panel ended without them, the member
 * `panel` contains its result, under the review's name.
 * @throws DomainError as `loadLink`
 */
export async function loadLinkToOpen(token: string, now: string): Promise<LinkToOpen> {
  const link = await endedInRows(await readLinkToWrite(token));
  if (isDecided(link.record) && isPastExpiry(link.record, now)) throw await lapsed(link);
  if (link.record.cancel_reason === "panel_decided") throw await decidedByPanel(link);
  refuseEnded(link.record, now);
  return link;
}

/** A link to be shown, with the rows under it if they were read. */
export type LinkToOpen = OpenLink & { under?: RowsUnderLink };

/** A request is withdrawn or expired only if a signed row says so, whatever the table says. */
async function endedInRows(link: OpenLink): Promise<LinkToOpen> {
  if (isPending(link.record) || isDecided(link.record)) return link;
  const under = await readRowsUnder(link);
  return { ...link, under, record: (await recordInRows(link.record, link, under)).record };
}

async function decidedByPanel(link: OpenLink): Promise<DomainError> {
  const { record } = link;
  const { framework, panel: stored } = await readTogether({
    framework: frameworkRead(record.framework_id),
    panel: record.panel_id === null ? nothing : panelRead(record.panel_id),
  });
  const detail = "The panel came to its decision before you decided; nothing is left to do.";
  const members = { review_id: record.id };
  const panel = await panelUnderLink(stored, record, link);
  if (framework === null || panel === null)
    return new DomainError("panel_decided", detail, { members });
  return new DomainError("panel_decided", detail, {
    members: {
      ...members,
      panel: {
        ...panelForMember(panel, link),
        framework: namedFramework(framework),
        articles: calledIn(record).articles,
        rule_count: record.rule_use_case_ids.length,
      },
    },
  });
}

async function lapsed(link: LinkToOpen): Promise<DomainError> {
  const [{ framework, counsel, rules, panel }, under] = await Promise.all([
    readCounselView(link.record),
    link.under ?? readRowsUnder(link),
  ]);
  const told = await recordInRows(link.record, link, under);
  const { record } = told;
  const names = ruleNames(rules);
  const signer = await signerUnder(link, under);
  const { id, created_at, expires_at, rule_version_hash } = record;
  return new DomainError("review_expired", `You decided; the link expired at ${expires_at}.`, {
    members: {
      review_id: id,
      ended_at: expires_at,
      decided: {
        request_id: id,
        framework: namedFramework(framework),
        counsel: namedAsSigner(told, signer),
        language: counsel.language && offeredOf(offeredLanguages(), counsel.language),
        created_at,
        expires_at,
        rule_version_hash,
        ...referencesOf({ matter_reference: record.matter_reference }),
        rules: rules.map(({ use_case_id, title }) => {
          return { use_case_id, title, name: names.get(use_case_id) ?? title };
        }),
        rule_hashes: wordingHashes(record),
        ...(await panelShown(panel, record, link)),
        ...(await passedOn(told, link, under)),
        questions: await questionsSeen(link, under.rows),
        decision: await decisionIn(told, link),
      },
    },
  });
}
