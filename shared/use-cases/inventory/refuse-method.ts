import { DomainError } from "#shared/domain/errors.ts";

/** The tools' server keeps no session and never sends messages of its own. @throws DomainError */
export function refuseMethod(): never {
  throw new DomainError("method_not_allowed", "The tools for agents take POST only.");
}
