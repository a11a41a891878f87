import type {
  AttributionRule,
  AttributionRulePreviewCreate,
  SuggestedRule,
} from '../../api/api-types.ts'
import { given } from '../../ui/url/search-readers.ts'

/** Form values. An empty `assigns` means the value of the attribute. */
export type RuleValues = {
  attribute: string
  operator: AttributionRule['operator']
  value: string
  target: AttributionRule['target']
  assigns: string
}

export const NO_RULE: RuleValues = {
  attribute: '',
  operator: 'present',
  value: '',
  target: 'customer',
  assigns: '',
}

type Problems = { [Field in keyof RuleValues]?: string }

export function problemsOf({ attribute, operator, value }: RuleValues): Problems {
  return given({
    attribute: attribute.trim() === '' ? 'Enter an attribute' : undefined,
    value: operator !== 'present' && value.trim() === '' ? 'Enter a value' : undefined,
  })
}

/** Returns true if two rules match and assign the same. */
export function isSameRule(one: RuleValues, other: RuleValues): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other))
}

export function toBody(values: RuleValues): AttributionRulePreviewCreate {
  const { attribute, operator, value, target, assigns } = values
  return {
    attribute: attribute.trim(),
    operator,
    value: operator === 'present' ? null : value.trim(),
    target,
    assigns: assigns.trim() || null,
  }
}

/**
 * Returns the rule that would have given a run this customer. An attribute that has its id assigns
 * every customer; one with another name for it, only this customer.
 */
export function ruleThatAssigns(
  { attribute, value }: SuggestedRule,
  customer: string,
): Partial<RuleValues> {
  if (value === customer) return { attribute }
  return { attribute, operator: 'equals', value, assigns: customer }
}
