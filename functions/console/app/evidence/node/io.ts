/** A signature that the page's Web Crypto has to verify, asynchronously. */
export interface Asked {
  name: string;
  /** SubjectPublicKeyInfo, DER. */
  key: Uint8Array;
  data: Uint8Array;
  signature: Uint8Array;
}

/** Input and output of the verifier while it runs in a page. */
export const io: {
  file: string;
  secrets: string;
  lines: string[];
  asked: Asked[];
  answers: Map<string, boolean>;
} = { file: "", secrets: "", lines: [], asked: [], answers: new Map() };
