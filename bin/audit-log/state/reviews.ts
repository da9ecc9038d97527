import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import type { States } from "#shared/domain/evidence/replay/world.ts";
import { endOfPanel } from "#shared/domain/reviews/panel.ts";
import { decisions, isDecision } from "#shared/domain/reviews/statuses.ts";
import { type Asked, livesOf } from "./asked.ts";
import { byId, compared, type Difference, type Members, only } from "./difference.ts";

/* Requests, panels and counsel, as the lists show them. */

const requestMembers = [
  "framework_id",
  "rule_use_case_ids",
  "rule_version_hash",
  "counsel_id",
  "created_at",
  "expires_at",
  "decided_at",
  "viewed_at",
  "decision_signature",
  "requested_by_user_id",
  "panel_id",
  "may_delegate",
  "delegated_from",
  "cancel_reason",
] as const;

/** Compares requests in the queue, and decided ones in the evidence search. */
export async function compareRequests(asked: Asked): Promise<Difference[]> {
  const lives = livesOf(asked, "rule_review_request");
  const meant = new Map<string, Members>(
    lives.map((life) => {
      // If nobody has ended a request yet, lists show its state by the clock.
      const isOver = life.status === "pending" && life.expires_at < asked.now;
      return [life.id, { ...only(life, requestMembers), status: isOver ? "expired" : life.status }];
    }),
  );
  const decided = new Map(
    [...meant]
      .filter(([, { status }]) => isDecision(status as never))
      .map(([id, one]) => [id, one]),
  );
  const queue = await asked.service.list("/admin/rule-reviews");
  const evidence = await asked.service.list(`/admin/evidence?status=${decisions.join(",")}`);
  return [
    ...compared("rule_review_request", byId(queue), meant),
    ...compared("evidence of rule_review_request", byId(evidence), decided),
  ];
}

const panelMembers = [
  "framework_id",
  "rule_use_case_ids",
  "rule_version_hash",
  "need",
  "on_reject",
  "created_at",
  "expires_at",
] as const;

export async function comparePanels(asked: Asked): Promise<Difference[]> {
  const listed = await asked.service.list("/admin/review-panels");
  const seats = (value: unknown): unknown =>
    (value as Members[]).map((one) => only(one, ["counsel_id", "review_id"]));
  const requests = new Map(livesOf(asked, "rule_review_request").map((one) => [one.id, one]));
  const endOf = (life: States["review_panel"]) => ({
    expires_at: endOfPanel(
      life,
      life.members.flatMap(({ review_id }) => requests.get(review_id) ?? []),
    ),
  });
  const said = new Map(
    [...byId(listed)].map(([id, one]) => [id, { ...one, members: seats(one.members) }]),
  );
  const meant = new Map<string, Members>(
    livesOf(asked, "review_panel").map((life) => {
      const own = { ...only(life, panelMembers), ...endOf(life), members: seats(life.members) };
      // An open panel's result so far follows from its members, which are compared separately.
      const end = life.status === "open" ? {} : only(life, ["status", "decided_at", "rules"]);
      return [life.id, { ...own, ...end }];
    }),
  );
  return compared("review_panel", said, meant);
}

export async function compareCounsel(asked: Asked): Promise<Difference[]> {
  const listed = await asked.service.list("/admin/counsel");
  const meant = new Map<string, Members>(
    livesOf(asked, "counsel").map((life) => [
      life.id,
      {
        ...only(life, ["framework_id", "active", "created_at", "vouched_by", "vouched_by_name"]),
        ...life.details,
        signing_policy: life.policy,
        keys_in_use: (life.keys ?? []).filter(({ retired_at }) => retired_at === null).length,
      },
    ]),
  );
  return [...compared("counsel", byId(listed), meant), ...(await compareKeys(asked))];
}

const keyMembers = ["public_key_spki", "fingerprint", "enrolled_at", "retired_at"] as const;

/** Compares the keys of counsel who have any, with the words that are read out to them. */
async function compareKeys(asked: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { id, keys } of livesOf(asked, "counsel")) {
    if (keys === null || keys.length === 0) continue;
    const listed = await asked.service.list(`/admin/counsel/${id}/keys`);
    const meant = new Map(
      keys.map((key) => [
        key.credential_id,
        only({ ...key, fingerprint: wordsOf(key.public_key_spki) }, keyMembers),
      ]),
    );
    found.push(...compared(`key of counsel ${id}:`, byId(listed, "credential_id"), meant));
  }
  return found;
}
