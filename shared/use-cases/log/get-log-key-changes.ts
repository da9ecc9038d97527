import { keyChainText } from "#shared/domain/log/key-change.ts";
import { begunKeys } from "./get-log-key.ts";

/** From the first keys to those of today. @throws DomainError `not_found` before the log's start */
export const getLogKeyChanges = async (): Promise<string> =>
  keyChainText((await begunKeys()).changes);
