import { screens } from "../shell/screens.tsx";
import { Book } from "./book.tsx";
import { Books } from "./books.tsx";
import { Coverage } from "./coverage.tsx";
import { EditRule, NewRule } from "./edit-rule.tsx";
import { ImportRules } from "./import.tsx";
import { RuleDetail } from "./rule.tsx";

export const Area = screens(
  ["/coverage", Coverage],
  ["/rule-books", Books],
  ["/rule-books/:id", Book],
  ["/rule-books/:id/import", ImportRules],
  ["/rule-books/:id/new-rule", NewRule],
  ["/rule-books/:id/rules/:rule/edit", EditRule],
  ["/rule-books/:id/rules/:rule", RuleDetail],
);
