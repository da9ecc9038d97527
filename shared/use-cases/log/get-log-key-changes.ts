import { keyChainText } from "#shared/domain/log/key-change.ts";
import { begunKeys } from "./get-log-key.ts";

/**
 * The chain of changes from the log's first keys to those that sign now; empty before the first.
 * @throws DomainError `not_found` in the minute before the sequencer's first run
 */
export const getLogKeyChanges = async (): Promise<string> =>
  keyChainText((await begunKeys()).changes);
