import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import type { Stage } from "./stage.ts";

/** Percentages of the budget: for the actual spend, and for AWS's forecast of the month's total. */
const thresholds = [
  { notificationType: "ACTUAL", threshold: 80 },
  { notificationType: "FORECASTED", threshold: 100 },
];

/** AWS Budgets notifies at most this many addresses for each threshold. */
const MAX_ADDRESSES = 10;

/** A budget for all that carries the stage's tag (to be activated as a cost allocation tag). */
export function budgetOf(scope: Construct, { name, monthlyBudgetUsd, recipients }: Stage): void {
  if (monthlyBudgetUsd === null) return;
  const addresses = recipients.all.filter((one) => !one.startsWith("https://"));
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetName: `countersign-${name}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
      costFilters: { TagKeyValue: [`user:stage$${name}`] },
    },
    notificationsWithSubscribers:
      addresses.length === 0
        ? []
        : thresholds.map((one) => ({
            notification: {
              ...one,
              comparisonOperator: "GREATER_THAN",
              thresholdType: "PERCENTAGE",
            },
            subscribers: addresses
              .slice(0, MAX_ADDRESSES)
              .map((address) => ({ subscriptionType: "EMAIL", address })),
          })),
  });
}
