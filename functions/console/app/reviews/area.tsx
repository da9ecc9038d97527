import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { Certificate } from "./certificate.tsx";
import { Detail } from "./detail.tsx";
import { PanelDetail } from "./panel.tsx";
import { Panels } from "./panels.tsx";
import { askQueueAhead, Queue } from "./queue.tsx";
import { RequestReview } from "./request.tsx";

export const ahead = (path: string): void => {
  if (path === "/reviews") askQueueAhead();
};

export const Area = () => (
  <Switch>
    <Route path="/reviews" component={Queue} />
    <Route path="/reviews/new" component={RequestReview} />
    <Route path="/reviews/panels" component={Panels} />
    <Route path="/reviews/panels/:id">{({ id }) => <PanelDetail id={id} />}</Route>
    <Route path="/reviews/:id">{({ id }) => <Detail id={id} />}</Route>
    <Route path="/reviews/:id/certificate">{({ id }) => <Certificate id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
