import { bindJob } from "#shared/edge/bind-job.ts";
import { announceLaws } from "#shared/use-cases/webhooks/announce-laws.ts";

export const handler = bindJob("announceLaws", ({ now }) => announceLaws(now));
