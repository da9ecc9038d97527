import { bindJob } from "#shared/edge/bind-job.ts";
import { checkAuditFeed } from "#shared/use-cases/audit/check-audit-feed.ts";

export const handler = bindJob("checkAuditFeed", ({ now }) => checkAuditFeed(now));
