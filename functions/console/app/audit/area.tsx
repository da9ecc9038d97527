import { screens } from "../shell/screens.tsx";
import { AuditList } from "./list.tsx";
import { AuditRowDetail } from "./row.tsx";

export const Area = screens(["/audit", AuditList], ["/audit/row/:at/:id", AuditRowDetail]);
