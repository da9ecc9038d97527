import { stopReminders } from "./api.ts";
import { byId } from "./dom.ts";
import { wireLanguages } from "./language.ts";
import { show } from "./steps.ts";

/** The script of the page on which counsel stops reminders: only a person's own click counts. */
async function stop({ isTrusted }: Event): Promise<void> {
  if (!isTrusted) return;
  show("working");
  const outcome = await stopReminders();
  if (outcome.kind === "done") return show("ended");
  show(outcome.kind === "problem" && outcome.code === "invalid_token" ? "invalid" : "failed");
}

byId("stop").addEventListener("click", stop);
byId("again").addEventListener("click", stop);
wireLanguages();
