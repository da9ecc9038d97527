/** A table as it is at one address. */
export interface TableAddress {
  /** undefined: AWS itself. */
  endpoint: string | undefined;
  name: string;
}

/** A table that was restored beside the live one, for this drill alone. */
export interface RestoredTable extends TableAddress {
  /** The point in time, ISO 8601 UTC; null: that of the newest audit row in it. */
  at: string | null;
  /** Takes it away again. */
  remove(): Promise<void>;
}
