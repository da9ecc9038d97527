/** A signature whose answer the page's own cryptography has to give, later. */
export interface Asked {
  name: string;
  /** SubjectPublicKeyInfo, DER. */
  key: Uint8Array;
  data: Uint8Array;
  signature: Uint8Array;
}

/** What the verifier reads and prints while it runs in a page. */
export const io: {
  file: string;
  secrets: string;
  lines: string[];
  asked: Asked[];
  answers: Map<string, boolean>;
} = { file: "", secrets: "", lines: [], asked: [], answers: new Map() };
