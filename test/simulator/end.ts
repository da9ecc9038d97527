import { factsOf } from "#test/support/standing/facts.ts";
import { counselAreConfirmedByASecondPerson } from "./end/counsel.ts";
import { evidenceIsWhole, logIsTheRows } from "./end/evidence.ts";
import { roomsShowWhatIsTheirs, signedCertificatesAreKept } from "./end/handed-out.ts";
import { everythingIsSent, mailsAndMessagesArrived } from "./end/messages.ts";
import { endedByPanels, panelsAreTheirVotes, panelsOf } from "./end/panels.ts";
import { standingIsTheModels } from "./end/standing.ts";
import type { World } from "./world.ts";

/** Checks what must be true at the end of a run, when everybody has done their work. */
export async function holdAtTheEnd(world: World): Promise<void> {
  await world.wait(60);
  await everythingIsSent(world);
  await world.run("sequence the log", "sequence-log");
  const now = world.now();
  // Each path is read only once until somebody acts again, so checks that only look come first.
  const facts = await factsOf(world.read, world.book);
  panelsAreTheirVotes(facts, await panelsOf(world), await endedByPanels(world), now);
  await evidenceIsWhole(world, facts);
  await logIsTheRows(world);
  await mailsAndMessagesArrived(world, facts);
  await standingIsTheModels(world, facts, now);
  await counselAreConfirmedByASecondPerson(world);
  await signedCertificatesAreKept(world);
  await roomsShowWhatIsTheirs(world, facts);
}
