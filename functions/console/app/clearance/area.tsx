import { Route, Switch } from "wouter-preact";
import { may } from "../shell/client.ts";
import { NotFound } from "../shell/frame.tsx";
import { Ask } from "./ask.tsx";
import { NewPipeline, PipelineDetail } from "./pipeline.tsx";
import { Pipelines } from "./pipelines.tsx";
import { Workflow } from "./workflow.tsx";

export const Area = () => (
  <Switch>
    <Route path="/clearance" component={Ask} />
    {may("listPipelines") && (
      <Switch>
        <Route path="/clearance/pipelines" component={Pipelines} />
        <Route path="/clearance/pipelines/new" component={NewPipeline} />
        <Route path="/clearance/pipelines/:id">
          {({ id }) => <PipelineDetail key={id} id={id} />}
        </Route>
        <Route path="/clearance/workflow" component={Workflow} />
        <Route component={NotFound} />
      </Switch>
    )}
    <Route component={NotFound} />
  </Switch>
);
