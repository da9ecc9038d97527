/** A table and the endpoint that serves it. */
export interface TableAddress {
  /** undefined: AWS itself. */
  endpoint: string | undefined;
  name: string;
}

/** A table that was restored next to the live one, for this drill only. */
export interface RestoredTable extends TableAddress {
  /** The point in time, ISO 8601 UTC; null: the time of the table's newest audit row or checkpoint. */
  at: string | null;
  /** Removes the table. */
  remove(): Promise<void>;
}
