import { parseNote } from "#shared/domain/log/signed-note.ts";
import type { LogFacts, ServiceReader, TwoPeople, Waiting } from "./service.ts";

type TableReader = Pick<ServiceReader, "log" | "newestAnchor" | "courier" | "twoPeople">;

/**
 * Readers that use the service's own modules on its table and its bucket.
 * @param stageNow the stage's clock, ISO 8601 UTC
 * @param environment where table and bucket are, and the keys to read them
 */
export function tableReaders(
  witnesses: string,
  stageNow: () => Promise<string>,
  environment: () => NodeJS.ProcessEnv,
): TableReader {
  let isEntered = false;
  // The modules create their AWS clients on import, so the environment must be set before that.
  const enter = () => {
    if (!isEntered) Object.assign(process.env, environment());
    isEntered = true;
  };
  return {
    log: () => {
      enter();
      return readLogFacts(witnesses);
    },
    newestAnchor: async () => {
      enter();
      const { newestAnchor } = await import("#shared/platform/aws/anchors.ts");
      return newestAnchor(new Date().toISOString());
    },
    courier: async () => {
      enter();
      return readCourier(await stageNow());
    },
    twoPeople: async () => {
      enter();
      return readTwoPeople(await stageNow());
    },
  };
}

/** At most this many are counted in each shard. */
const MAX_COUNTED = 1000;

async function readCourier(now: string): Promise<{ oldestDue: string | null; due: number }> {
  const { dueMessages, shards } = await import("#shared/store/outbox.ts");
  const found: string[] = [];
  for (const shard of shards) {
    let count = 0;
    for await (const { due_at } of dueMessages(shard, now)) {
      found.push(due_at);
      if (++count === MAX_COUNTED) break;
    }
  }
  return { oldestDue: found.toSorted()[0] ?? null, due: found.length };
}

async function readTwoPeople(now: string): Promise<TwoPeople> {
  const { allCounsel } = await import("#shared/store/counsel.ts");
  const { readDeployment } = await import("#shared/store/deployment.ts");
  const { isCanaryFramework } = await import("#shared/domain/service/canary.ts");
  const { pendingReviewsOfCounsel } = await import("#shared/store/review-lists.ts");
  const { isPastExpiry } = await import("#shared/domain/reviews/review.ts");
  const { shownLinkIn } = await import("#shared/domain/reviews/in-rows.ts");
  const { reviewTrail } = await import("#shared/store/audit-trails.ts");
  const { getKeys } = await import("#shared/store/counsel-keys.ts");
  const { hasNamelessAuthor, hasRequestersAddress } = await import(
    "#shared/domain/counsel/identity.ts"
  );
  const { needsSecondPerson } = await import("#shared/domain/setup/deployment.ts");
  const counsel = await allCounsel();
  const isOn = needsSecondPerson(await readDeployment());
  const unconfirmed: Waiting[] = [];
  const unconfirmable: Waiting[] = [];
  const oneself: Waiting[] = [];
  const keyless: Waiting[] = [];
  let shown = 0;
  for (const one of counsel) {
    const { id, display_name, email, active, identity, signing_policy } = one;
    if (isCanaryFramework(one.framework_id)) continue;
    const pending = (await pendingReviewsOfCounsel(id)).filter((one) => !isPastExpiry(one, now));
    const waiting = { name: display_name, open: pending.length };
    const isAsked = active || pending.length > 0;
    if (isAsked && identity.confirmed_at === null) {
      unconfirmed.push(waiting);
      if (hasNamelessAuthor(identity.authors)) unconfirmable.push(waiting);
    }
    const own = pending.filter((review) => hasRequestersAddress(email, review));
    if (own.length > 0) oneself.push({ name: display_name, open: own.length });
    // A row contains the link only if others than counsel were shown it.
    for (const { id } of pending) if (shownLinkIn(await reviewTrail(id)) !== null) shown += 1;
    if (signing_policy !== "key_required" || pending.length === 0) continue;
    const keys = await getKeys(id);
    if (keys.every(({ retired_at }) => retired_at !== null)) keyless.push(waiting);
  }
  return { isOn, unconfirmed, unconfirmable, oneself, shown, keyless };
}

async function readLogFacts(witnesses: string): Promise<LogFacts> {
  const { readLog } = await import("#shared/store/log.ts");
  const { waitingRows } = await import("#shared/store/log-outbox.ts");
  const { getFork } = await import("#shared/store/log-checkpoints.ts");
  const { head, checkpoint } = await readLog();
  const [oldest] = (await waitingRows(1)).rows;
  const note = checkpoint === null ? null : parseNote(checkpoint.note);
  const origin = head?.origin ?? "";
  return {
    oldestWaiting: oldest?.key.sk.split("#")[0] ?? null,
    size: head?.size ?? 0,
    checkpoint:
      checkpoint === null
        ? null
        : {
            size: checkpoint.size,
            note: checkpoint.note,
            signedAt: checkpoint.signed_at,
            cosignatures: note?.signatures.filter(({ name }) => name !== origin).length ?? 0,
          },
    forkedSince: (await getFork())?.since ?? null,
    witnesses: witnesses.split(",").filter((one) => one.trim() !== "").length,
  };
}
