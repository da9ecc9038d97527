import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { signPdf } from "#test/support/sign-pdf.ts";
import { command } from "../command.ts";
import { World } from "../world.ts";

/** A law firm signs the certificate of a decision, and an admin hands it in. */
const handIn = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(20) }),
  take(world, { which }) {
    const id = World.pick(world.requests, which);
    if (id === undefined) return null;
    return (async () => {
      const path = `/admin/rule-reviews/${id}`;
      const act = { act: "hand in a signed certificate", about: id };
      // The service draws no certificate if rows have waited for two minutes, as a log that stands
      // still is a fault.
      await world.run("sequence the log", "sequence-log");
      const certificate = await world.file(`${path}/certificate.pdf`);
      if (certificate === null) return { ...act, status: 0, code: null, body: null };
      const signed = signPdf(certificate);
      const attempt = await world.asAdmin(act, "PUT", `${path}/signed-certificate`, signed);
      if (attempt.status === 201) {
        const sha256 = createHash("sha256").update(signed).digest("hex");
        world.signed.push({ request: id, sha256 });
      }
      return attempt;
    })();
  },
});

export const certificatesCommands = { handIn };
