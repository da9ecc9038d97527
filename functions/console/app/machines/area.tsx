import { Link } from "wouter-preact";
import { Guide } from "../parts/guide.tsx";
import { trusted } from "../parts/trusted.tsx";
import { call, callAll } from "../shell/client.ts";
import { screens } from "../shell/screens.tsx";
import { idInRows, offeredScopes, operations, ownAudience } from "./operations.ts";
import { t } from "./texts.ts";

const at = (id: string) => ({ params: { machine_id: id } });

/** The machines of the platform, or of the organisation. */
export const Area = screens(
  ...trusted("/machines", {
    words: t,
    idName: "machine_id",
    audience: ownAudience,
    gitlab: "project_id=\nref=main",
    scopes: offeredScopes,
    list: () => callAll(operations().list, {}),
    get: (id) => call(operations().get, at(id)),
    put: (id, { framework_ids, ...body }, scopes) => {
      const books = framework_ids.length === 0 ? {} : { framework_ids };
      return call(operations().put, { ...at(id), body: { ...body, ...books, scopes } });
    },
    remove: { does: t.remove, send: (id) => call(operations().remove, at(id)) },
    Below: ({ of: { id } }) => (
      <>
        <p>
          <Link href={`/audit?resource_type=machine&resource_id=${idInRows(id)}`}>{t.rows}</Link>
        </p>
        <p>
          <Guide to="/docs/machines#what-they-may-call" label={t.routes} />
        </p>
      </>
    ),
  }),
);
