import type { Usage } from "./call.ts";
import type { ExtractorProvider } from "./catalog.ts";

/** The most that a call may cost, as far as the request shows. */
export interface MeteredCall {
  provider: ExtractorProvider;
  model: string | null;
  /** Bytes of the request's body: no tokenizer makes more tokens of it than that. */
  inputBytes: number;
  maxOutputTokens: number;
}

/** Money set aside for one call. */
export interface Reservation {
  /** How many tokens the call may answer with: as many as are paid for. */
  maxOutputTokens: number;
  /**
   * Ends the reservation: what the provider reports is spent, the rest is free again.
   * @param usage null: the call was not made after all
   */
  settle(usage: Usage | null): Promise<void>;
}

/** Guards a tenant's budget: every call is reserved before it is made and settled afterwards. */
export interface Meter {
  /** @throws BudgetExhausted when the call does not fit into the rest of the month's budget */
  reserve(call: MeteredCall): Promise<Reservation>;
}

/** The tenant's budget for the month has no room for another call. */
export class BudgetExhausted extends Error {
  constructor() {
    super("The tenant's extractor budget is exhausted.");
    this.name = "BudgetExhausted";
  }
}
