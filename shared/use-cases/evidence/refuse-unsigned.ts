import type { WritersPart, WrittenRow } from "#shared/domain/evidence/evidence-file.ts";
import { told } from "#shared/domain/evidence/finding.ts";
import { rowFaults } from "#shared/domain/evidence/replay/chain.ts";
import { getLogKeys, type LogKeys } from "#shared/store/log-keys.ts";
import { judgeBy, readWriters, rememberWriter } from "#shared/use-cases/log/genuine-rows.ts";
import { rowsKeys } from "#shared/use-cases/log/rows-keys.ts";
import { refuseDifferent } from "./state-differs.ts";

/**
 * Refuses rows that were changed, or that none of the service's functions signed under a rows key that
 * counts for them.
 * @param about the subject that a refusal names
 * @param given the rows' writers and the log's keys, if they are already loaded
 * @throws DomainError `state_differs`, `dependency_unavailable`
 */
export async function refuseUnsigned(
  rows: readonly WrittenRow[],
  about: Parameters<typeof refuseDifferent>[0],
  given: { writers?: WritersPart; logKeys?: Promise<LogKeys | null> } = {},
): Promise<void> {
  for (const { writer, ...certificate } of given.writers ?? []) rememberWriter(writer, certificate);
  const [logKeys] = await Promise.all([
    given.logKeys ?? getLogKeys(),
    readWriters(rows.flatMap(({ writer }) => writer ?? [])),
  ]);
  const { keys, missing } = await rowsKeys(logKeys);
  const judge = judgeBy(keys);
  const judged = rows.map(async ({ writer, writer_signature, ...row }) => {
    const writerFault = await judge(row, row.row_hash, { writer, writer_signature });
    return rowFaults({ row, leaf: null, writerFault });
  });
  const [fault] = (await Promise.all(judged)).flat();
  if (fault !== undefined && missing !== null) throw missing;
  refuseDifferent(about, fault === undefined ? null : told(fault));
}
