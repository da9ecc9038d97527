import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns, Statement } from "#infra/policies/statement.ts";
import { evaluate, type Request } from "./evaluate.ts";
import { rowStatements } from "./row-requests.ts";

/** A call that a function was not allowed. The local run prints it, and tests fail on it. */
export interface Denial {
  function: string;
  action: string;
  resource: string;
  reason: string;
}

/** Authorizes calls as the cloud would. */
export interface Access {
  /** @param caller an access key id; only functions' ids are checked @throws AwsError */
  check(caller: string | null, requests: readonly Request[]): void;
}

/** Every function's policy, from the same statements that the CDK app puts in its role. */
export function createAccess(
  arns: ResourceArns,
  onDenied: (denial: Denial) => void,
  units: readonly FunctionUnit[] = functionUnits,
): Access {
  const policies = new Map<string, readonly Statement[]>(
    units.map(({ id, needs }) => [id, [...statementsFor(needs, arns), ...rowStatements(id)]]),
  );
  return {
    check: (caller, requests) => {
      const statements = policies.get(caller ?? "");
      if (caller === null || statements === undefined) return;
      for (const request of requests) {
        const verdict = evaluate(statements, request);
        if (verdict === "allowed") continue;
        const { action, resource } = request;
        onDenied({ function: caller, action, resource, reason: verdict });
        throw new AwsError("AccessDeniedException", refusal(caller, request, verdict));
      }
    },
  };
}

const refusal = (caller: string, { action, resource }: Request, verdict: string): string =>
  `User: arn:aws:sts::000000000000:assumed-role/${caller}/${caller} is not authorized to perform: ` +
  `${action} on resource: ${resource} because ` +
  (verdict === "a statement denies it"
    ? "of an explicit deny in an identity-based policy"
    : `no identity-based policy allows the ${action} action`);
