/*
 * All tests of the stacks run in one process. Loading the library and synthesising each set of options
 * costs more than the tests themselves.
 */
import "./aws/alarms-stack.ts";
import "./aws/anchors-policy.ts";
import "./aws/backup-stack.ts";
import "./aws/ci-role.ts";
import "./aws/costs.ts";
import "./aws/customer-template.ts";
import "./aws/edge-stack.ts";
import "./aws/exports.ts";
import "./aws/federation.ts";
import "./aws/functions-stack.ts";
import "./aws/iam-reference.ts";
import "./aws/mail-stack.ts";
import "./aws/nag.ts";
import "./aws/region.ts";
import "./aws/scale.ts";
import "./aws/side-by-side.ts";
import "./aws/stage.ts";
import "./aws/state-stack.ts";
