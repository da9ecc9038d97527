import { DomainError } from "#shared/domain/errors.ts";

/**
 * The server of the tools keeps no session and sends nothing by itself.
 * @throws DomainError `method_not_allowed`
 */
export function refuseMethod(): never {
  throw new DomainError("method_not_allowed", "The tools for agents take POST only.");
}
