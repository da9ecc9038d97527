import { artifactId, type FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { artifactMessage } from "#shared/domain/webhooks/artifact-message.ts";
import { artifactKey, readStored, type StoredArtifact } from "./artifacts.ts";
import { putEvent } from "./audit.ts";
import { all, any, is, isAbsent, isAtMost } from "./item.ts";
import {
  changeCounted,
  changeCounts,
  countsAs,
  hasStill,
  type Recounted,
} from "./system-counts.ts";
import { type Action, transactGroups } from "./transact.ts";

/*
 * Records whether artifacts are still there, and so whether they count, in one transaction with the
 * sums.
 */

/** How often a write that lost a race is repeated on the present state. */
const MAX_TRIES = 5;

/** Which of these artifacts still have to be written, in their present state, and how. */
interface Writing {
  isDue: (artifact: StoredArtifact) => boolean;
  to: (artifact: StoredArtifact) => string | null;
  write: (recounted: Recounted & { artifact: StoredArtifact }) => readonly Action[];
}

async function writeEach(
  artifacts: readonly StoredArtifact[],
  { isDue, to, write }: Writing,
): Promise<void> {
  let open = artifacts.filter(isDue);
  for (let tries = 0; open.length > 0 && tries < MAX_TRIES; tries += 1) {
    const recounted = open.map((artifact) => ({ artifact, to: to(artifact) }));
    const written = await transactGroups(recounted.map(write), (at) =>
      changeCounts(at.flatMap((index) => recounted[index] ?? [])),
    );
    const lost = open.filter((_, index) => !written[index]);
    open = (await readStored(lost.map(artifactKey))).filter(isDue);
  }
}

/** When an artifact was gone, ISO 8601, and the run that learnt it. */
export interface Gone {
  at: string;
  runId: string;
}

/** Tells webhooks that an artifact is gone; part of the transaction that retires it, once. */
function retirement(artifact: StoredArtifact, { at, runId }: Gone): readonly Action[] {
  if (artifact.retired_at !== null) return [];
  const message = artifactMessage(artifact, { type: "artifact.retired", at, runId });
  return [putEvent({ id: `artifact.retired#${artifact.id}#${at}`, at, about: { message } })];
}

/**
 * Retires artifacts that are missing from a complete listing, unless they have been seen again since.
 */
export const retireArtifacts = (
  artifacts: readonly StoredArtifact[],
  gone: Gone,
): Promise<void> => {
  const seen = new Map(artifacts.map(({ id, last_seen_at }) => [id, last_seen_at]));
  return writeEach(artifacts, {
    isDue: ({ id, last_seen_at, retired_at }) =>
      retired_at === null && seen.get(id) === last_seen_at,
    to: () => null,
    write: (recounted) => {
      const { artifact } = recounted;
      const update = changeCounted(recounted, {
        set: { retired_at: gone.at },
        remove: ["listed_since"],
        where: is({ last_seen_at: artifact.last_seen_at, retired_at: artifact.retired_at }),
      });
      return [update, ...retirement(artifact, gone)];
    },
  });
};

/**
 * Records that an artifact's environment reported it gone, unless it was seen later, was listed after
 * it was gone, or was never found. Idempotent; of several reports, the first one gives the time.
 * @param happened when it was gone, as the environment says, ISO 8601
 */
export async function recordGone(
  connection_id: string,
  { kind, provider_ref }: Pick<FoundArtifact, "kind" | "provider_ref">,
  gone: Gone,
  happened: string,
): Promise<void> {
  const id = artifactId(connection_id, { kind, provider_ref });
  const found = await readStored([artifactKey({ connection_id, kind, id })]);
  await writeEach(found, {
    isDue: ({ last_seen_at, retired_at, listed_at }) =>
      (listed_at ?? "") <= happened &&
      (last_seen_at < gone.at || (last_seen_at === gone.at && retired_at === null)),
    to: () => null,
    write: (recounted) => {
      const { artifact } = recounted;
      const update = changeCounted(recounted, {
        set: { retired_at: artifact.retired_at ?? gone.at, last_seen_at: gone.at },
        remove: ["listed_since"],
        where: all(
          isAtMost("last_seen_at", gone.at),
          is({ retired_at: artifact.retired_at }),
          any(isAbsent("listed_at"), isAtMost("listed_at", happened)),
        ),
      });
      return [update, ...retirement(artifact, gone)];
    },
  });
}

/**
 * Artifacts that are not counted as what they are: new or returned ones, which a run has just found.
 */
export const uncounted = (artifacts: readonly StoredArtifact[]): StoredArtifact[] =>
  artifacts.filter((artifact) => artifact.counted !== countsAs(artifact));

/**
 * Counts artifacts as what they are now, before the run that found them ends. Artifacts that are
 * already counted are left alone, so the call can be repeated.
 */
export const countArtifacts = async (artifacts: readonly StoredArtifact[]): Promise<void> =>
  writeEach(await readStored(artifacts.map(artifactKey)), {
    isDue: (artifact) => artifact.counted !== countsAs(artifact),
    to: countsAs,
    write: (recounted) => {
      const { retired_at, classification } = recounted.artifact;
      const where = all(is({ retired_at }), hasStill(classification));
      return [changeCounted(recounted, { where })];
    },
  });
