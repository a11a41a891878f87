import { Type } from 'typebox'
import { comparisonFields } from '../../billing/outcome-comparison/fields.ts'

export const PortalOutcomeComparison = Type.Object(comparisonFields, {
  title: 'PortalOutcomeComparison',
  description: 'What agrees with the count of the customer, and what does not. Nothing is changed.',
})
