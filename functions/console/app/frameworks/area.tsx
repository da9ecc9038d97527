import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { Book } from "./book.tsx";
import { Books } from "./books.tsx";
import { Coverage } from "./coverage.tsx";
import { EditRule, NewRule } from "./edit-rule.tsx";
import { ImportRules } from "./import.tsx";
import { RuleDetail } from "./rule.tsx";

export const Area = () => (
  <Switch>
    <Route path="/coverage" component={Coverage} />
    <Route path="/rule-books" component={Books} />
    <Route path="/rule-books/:id">{({ id }) => <Book key={id} id={id} />}</Route>
    <Route path="/rule-books/:id/import">{({ id }) => <ImportRules key={id} id={id} />}</Route>
    <Route path="/rule-books/:id/new-rule">{({ id }) => <NewRule key={id} id={id} />}</Route>
    <Route path="/rule-books/:id/rules/:rule/edit">
      {({ id, rule }) => <EditRule key={rule} id={id} rule={decodeURIComponent(rule)} />}
    </Route>
    <Route path="/rule-books/:id/rules/:rule">
      {({ id, rule }) => <RuleDetail key={rule} id={id} rule={decodeURIComponent(rule)} />}
    </Route>
    <Route component={NotFound} />
  </Switch>
);
