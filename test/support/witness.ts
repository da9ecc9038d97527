import { text } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";
import { parseHashLines } from "#shared/domain/log/proof-text.ts";
import { provesConsistency } from "#shared/domain/log/proofs.ts";
import { parseCheckpoint, parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import {
  COSIGNATURE,
  parseVerifierKey,
  type VerifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { testKey } from "./log-signer.ts";

interface Seen {
  size: number;
  root: Uint8Array;
}

/** A C2SP witness (tlog-witness) over HTTP that a test can make misbehave. */
export interface Witness {
  key: VerifierKey;
  /** Its entry in LOG_WITNESSES. */
  setting: string;
  /** Verifier key of the log it witnesses; until this is set it knows no log. */
  logKey: string;
  /** The checkpoint it has cosigned last. */
  seen: Seen;
  /**
   * `refuse`: 403 to everything; `forge`: a cosignature over another text; `repeat`: its genuine
   * cosignature 64 times.
   */
  mode: "cosign" | "refuse" | "forge" | "repeat";
  /** The old sizes in the requests it received, with its answers' statuses. */
  asked: { old: number; status: number }[];
  /** Stops it; later calls find nothing listening. */
  close(): Promise<void>;
}

const EMPTY: Seen = { size: 0, root: new Uint8Array() };
/** 2026-11-01; any time would do, because a log does not check a witness's clock. */
const SECONDS = 1_793_491_200n;

/** @param kind of its key: `COSIGNATURE` or `ML_DSA_44` */
export async function startWitness(name: string, kind: number = COSIGNATURE): Promise<Witness> {
  const { key, line } = testKey(name, kind);
  const server = await startLocalServer(async (request, response) => {
    const [status, body] = await answer(witness, await text(request), line);
    response.writeHead(status).end(body);
  });
  const witness: Witness = {
    key,
    setting: `${verifierKeyText(key)} ${server.url}/`,
    logKey: "",
    seen: EMPTY,
    mode: "cosign",
    asked: [],
    close: server.close,
  };
  return witness;
}

/** Answers with the protocol's statuses. */
async function answer(
  witness: Witness,
  request: string,
  line: (text: string, seconds: bigint) => string,
): Promise<[number, string]> {
  const old = Number(/^old (\d+)\n/.exec(request)?.[1]);
  const [status, body] = await judge(witness, request, old);
  witness.asked.push({ old, status });
  if (status !== 200) return [status, body];
  const signed = witness.mode === "forge" ? body.replace(/\n\d+\n/, "\n7\n") : body;
  return [200, line(signed, SECONDS).repeat(witness.mode === "repeat" ? 64 : 1)];
}

async function judge(witness: Witness, request: string, old: number): Promise<[number, string]> {
  if (witness.mode === "refuse") return [403, "unknown\n"];
  const head = request.indexOf("\n\n");
  const proof = parseHashLines(request.slice(0, head).split("\n").slice(1));
  const note = parseNote(request.slice(head + 2));
  const checkpoint = note && parseCheckpoint(note.text);
  const logKey = parseVerifierKey(witness.logKey);
  if (note === null || checkpoint === null || proof === null) return [400, ""];
  if (logKey === null || (await verifyNote(note, logKey)) !== "valid") return [403, ""];
  const { seen } = witness;
  if (old > checkpoint.size) return [400, ""];
  if (old !== seen.size) return [409, `${seen.size}\n`];
  const isContinued = seen.size === 0 || provesConsistency(seen, checkpoint, proof);
  if (!isContinued) return [422, ""];
  witness.seen = checkpoint;
  return [200, note.text];
}
