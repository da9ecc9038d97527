import { frameworkStep } from "#shared/domain/frameworks/life.ts";
import { artifactLife } from "#shared/domain/inventory/classed.ts";
import { LOG_KEY } from "#shared/domain/log/key-change.ts";
import { parseVerifierKey } from "#shared/domain/log/verifier-key.ts";
import { machineStep } from "#shared/domain/machines/life.ts";
import { roomStep } from "#shared/domain/rooms/life.ts";
import {
  decisionSecretStep,
  logKeyStep,
  type RowsKeyLife,
  rowsKeyStep,
} from "#shared/domain/setup/key-life.ts";
import { certificateStep } from "../certificate/life.ts";
import { fileLives, type Lives } from "./replay.ts";
import type { Judgement, Subject, World } from "./world.ts";

/** Every kind of resource whose rows the replay interprets, for callers that see all rows. */
export const everyLife = {
  ...fileLives,
  room: { step: roomStep },
  clearance_pipeline: { step: machineStep },
  machine: { step: machineStep },
  platform_secret: { step: decisionSecretStep },
  evidence_log_key: { step: logKeyStep },
  evidence_rows_key: { step: rowsKeyStep, judge: judgeRowsKey },
  artifact: artifactLife,
  certificate: { step: certificateStep },
  framework: { step: frameworkStep, isLong: true },
} satisfies Required<Lives>;

/** The first rotation of the key that certifies writers replaces the key that the log began with. */
async function judgeRowsKey(
  { type, id, rows, state }: Subject<RowsKeyLife>,
  world: World,
): Promise<Judgement> {
  const log = world.find("evidence_log_key", LOG_KEY)?.state ?? null;
  if (log === null || state === null) return { found: [] };
  if (parseVerifierKey(log.rows_verifier_key)?.id === state.began_after) return { found: [] };
  const detail = "it replaces another key than the one that the log began with.";
  return { found: [{ name: "reference_broken", type, id, row: rows[0]?.row ?? null, detail }] };
}
