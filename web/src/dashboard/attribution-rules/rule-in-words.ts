import type { AttributionRule } from '../../api/api-types.ts'

export const OPERATORS = {
  present: 'is present',
  equals: 'equals',
  prefix: 'begins with',
} as const satisfies Record<AttributionRule['operator'], string>

export const TARGETS = {
  customer: 'Customer',
  agent: 'Agent',
  signal: 'Signal',
} as const satisfies Record<AttributionRule['target'], string>

/** Returns which runs a rule matches: "tenant.id is present", "env equals “prod”". */
export function conditionInWords({
  attribute,
  operator,
  value,
}: Pick<AttributionRule, 'attribute' | 'operator' | 'value'>): string {
  const words = `${attribute} ${OPERATORS[operator]}`
  return value === null ? words : `${words} “${value}”`
}

/** Returns what a rule gives a run. */
export function assignedInWords({ assigns }: Pick<AttributionRule, 'assigns'>): string {
  return assigns ?? 'Value of the attribute'
}
