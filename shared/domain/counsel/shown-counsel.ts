/** Counsel as others are shown them. What is left out, the reader may not know. */
export interface ShownCounsel {
  id: string;
  display_name?: string;
  firm?: string | null;
}
