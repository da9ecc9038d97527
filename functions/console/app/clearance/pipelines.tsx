import { line } from "../parts/format.ts";
import { runsAt, trusted } from "../parts/trusted.tsx";
import { call, callAll } from "../shell/client.ts";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";
import { Job } from "./workflow.tsx";

const at = (id: string) => ({ params: { pipeline_id: id } });

/** The release pipelines that may ask without a secret, each with the job to copy. */
export const pipelines = trusted("/clearance/pipelines", {
  words: t.pipelines,
  needs: "listPipelines",
  Tabs: ClearanceTabs,
  idName: "pipeline_id",
  audience: () => location.origin,
  gitlab: "sub=project_path:GROUP/PROJECT:ref_type:branch:ref:main",
  list: () => callAll("listPipelines", {}),
  get: (id) => call("getPipeline", at(id)),
  put: (id, body) => call("putPipeline", { ...at(id), body }),
  remove: { does: t.pipelines.remove, send: (id) => call("deletePipeline", at(id)) },
  Below: ({ of: { display_name, issuer, framework_ids, audience } }) => (
    <>
      <h2>{t.jobOf(line(display_name))}</h2>
      <Job ci={runsAt(issuer)} frameworkId={framework_ids[0] ?? ""} audience={audience} />
    </>
  ),
});
