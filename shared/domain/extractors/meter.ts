import type { Usage } from "./call.ts";
import type { ExtractorProvider } from "./catalog.ts";

/** What a call may cost at most, as far as the request tells. */
export interface MeteredCall {
  provider: ExtractorProvider;
  model: string | null;
  /** Bytes of the request's body: no tokenizer makes more tokens than that of it. */
  inputBytes: number;
  maxOutputTokens: number;
}

/** Money set aside for one call. */
export interface Reservation {
  /** How many tokens the call may answer with: as many as are paid for. */
  maxOutputTokens: number;
  /** Ends the reservation: what the provider reports is spent, the rest is free again. */
  settle(usage: Usage): Promise<void>;
}

/** Holds a tenant's budget: every call is reserved before and settled after. */
export interface Meter {
  /** @throws BudgetExhausted when the call does not fit into what is left of the month */
  reserve(call: MeteredCall): Promise<Reservation>;
}

/** The tenant's budget of the month does not hold another call. */
export class BudgetExhausted extends Error {
  constructor() {
    super("The tenant's extractor budget is exhausted.");
    this.name = "BudgetExhausted";
  }
}
