import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { type WordsShown, withWordsAs } from "#shared/domain/evidence/withhold.ts";
import { mayRead } from "#shared/domain/service/canary.ts";
import { loadUnsealed } from "./load-evidence.ts";

/**
 * The offline bundle as canonical JSON; `verify-bundle.mjs` checks it without this service.
 * @param reader the signed-in user's id; omitted when the operator reads the table
 * @throws DomainError `not_found`
 */
export async function getBundle(
  id: string,
  reader?: string,
  words: WordsShown = "full",
): Promise<{ fileName: string; text: string }> {
  const evidence = withWordsAs(words, await loadUnsealed(id));
  const { record } = evidence;
  if (reader !== undefined && !mayRead(reader, record.framework_id)) throw noSuch("review");
  const rules = evidence.pinned.filter((rule) => rule !== null);
  return {
    fileName: `countersign-${record.id}.json`,
    text: canonicalJson(evidenceFile({ ...evidence, rules }, "then")),
  };
}
