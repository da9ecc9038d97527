import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { bind } from "#shared/edge/bind.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { getFramework, putFramework } from "#shared/store/frameworks.ts";

export const handler = bind(frameworkRoutes.putFramework)(
  async ({ params, body, principal, now }) => {
    const before = await getFramework(params.framework_id);
    const framework: Framework = {
      id: params.framework_id,
      display_name: body.display_name,
      jurisdiction: body.jurisdiction ?? null,
      source_url: body.source_url ?? null,
      created_at: before?.created_at ?? now,
      updated_at: now,
    };
    if (before !== null && sameContent(before, framework)) return { status: 200, body: before };
    const { display_name, jurisdiction, source_url } = framework;
    const outcome = await putFramework(
      framework,
      before,
      auditRow({
        action: "framework.updated",
        resourceId: framework.id,
        tenantId: null,
        actorUserId: principal.userId,
        context: { framework_id: framework.id, display_name, jurisdiction, source_url },
        id: randomUUID(),
        at: now,
      }),
    );
    if (!outcome.committed) {
      throw new DomainError("conflict", "The framework was changed by someone else meanwhile.");
    }
    return { status: 200, body: framework };
  },
);

const sameContent = (a: Framework, b: Framework): boolean =>
  a.display_name === b.display_name &&
  a.jurisdiction === b.jurisdiction &&
  a.source_url === b.source_url;
