import type { Line } from "#shared/domain/evidence/verify.ts";

/** `unknown`: nothing was loaded that could tell. */
export type InLog = "yes" | "no" | "unknown" | "undecided";

/** What was found of one bundle, receipt or panel. */
export interface JudgedPart {
  /** 0 genuine · 1 changed, incomplete or contradicted · 3 something demanded was not checked. */
  code: 0 | 1 | 3;
  lines: readonly Line[];
  /** What the file says that it is about. */
  about: readonly string[];
  inLog: InLog;
  /** Where the log took the decision, and when (ISO 8601 UTC); null: no proof says so. */
  leaf: { index: number; time: string } | null;
}

/** What a file came to: the exit code of verify-bundle.mjs. */
export interface Judged {
  code: 0 | 1 | 2 | 3;
  /** Why it cannot be judged at all (code 2). */
  reason: string | null;
  parts: readonly JudgedPart[];
}

/** The log as the page could load it. */
export type LoadedLog =
  | {
      /** `keys`: too long to be read here; proofs can be judged, completeness cannot. */
      status: "whole" | "keys";
      size: number;
      origin: string;
      /** The Ed25519 verifier key as text. */
      key: string;
      /** SHA-256 of that key. */
      fingerprint: string;
    }
  | { status: "unreadable"; reason: string }
  | { status: "faulty"; reason: string };
