/** How often somebody may ask for something in a clock minute or a clock hour (UTC). */
export interface Rate {
  /** Tells the counters of one rate from those of another; lower case and underscores. */
  name: string;
  most: number;
  per: "minute" | "hour";
  /** The message for a caller who asked too often. */
  refusal: string;
}
