import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { CounselDetail } from "./detail.tsx";
import { CounselList } from "./list.tsx";
import { Register } from "./register.tsx";

export const Area = () => (
  <Switch>
    <Route path="/counsel" component={CounselList} />
    <Route path="/counsel/new" component={Register} />
    <Route path="/counsel/:id">{({ id }) => <CounselDetail key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
