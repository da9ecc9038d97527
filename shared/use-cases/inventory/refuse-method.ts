import { DomainError } from "#shared/domain/errors.ts";

/** The tools' server keeps no session and sends nothing by itself. @throws DomainError */
export function refuseMethod(): never {
  throw new DomainError("method_not_allowed", "The tools for agents take POST only.");
}
