/** Counsel as shown to others. Whatever the reader may not know is left out. */
export interface ShownCounsel {
  id: string;
  display_name?: string;
  firm?: string | null;
}
