import { DomainError } from "#shared/domain/errors.ts";

export const unknownCounsel = (): DomainError =>
  new DomainError("not_found", "There is no such counsel.");
