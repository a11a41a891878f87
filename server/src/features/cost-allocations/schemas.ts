import { type Static, Type } from 'typebox'
import {
  name,
  optionalLines,
  sentDecimal,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../platform/http/list.ts'
import { MONTH } from '../../platform/http/text-patterns.ts'
import { AllocationUnit, CostAllocation, descriptions } from './fields.ts'

const NOTE_LENGTH_MAX = 1_000

const sentMonth = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: VALUE_LENGTH_MAX,
      pattern: MONTH,
      description,
    }),
  )

export const CostAllocationCreate = Type.Object(
  {
    modelProvider: name('Provider of the model; aliases are accepted.'),
    model: name('Name of the model or service; the catalog need not have it.'),
    amount: sentDecimal(`${descriptions.amount} Above 0, of at most 10 decimals.`),
    unit: Type.Optional(
      Type.Enum([...AllocationUnit.enum], { default: 'tokens', description: descriptions.unit }),
    ),
    firstMonth: sentMonth(
      `${descriptions.firstMonth} At most 120 months ago. Absent or null: the running month.`,
    ),
    lastMonth: sentMonth(`${descriptions.lastMonth} Absent or null: no end.`),
    note: optionalLines(NOTE_LENGTH_MAX, descriptions.note),
  },
  {
    title: 'CostAllocationCreate',
    additionalProperties: false,
    examples: [
      {
        modelProvider: 'in-house',
        model: 'triage-7b',
        amount: '1800',
        firstMonth: '2026-11',
        note: 'Rent of gpu-2',
      },
    ],
  },
)
export type CostAllocationCreate = Static<typeof CostAllocationCreate>

const EndFields = Type.Object(
  {
    lastMonth: sentMonth(
      'Last month, included: from the last settled one on, or the month before the first one, so ' +
        'that nothing is spread. Absent or null: the running month.',
    ),
  },
  { title: 'CostAllocationEnd', additionalProperties: false, examples: [{ lastMonth: '2026-12' }] },
)
/** The body is optional. */
export const CostAllocationEnd = Type.Unsafe<Static<typeof EndFields> | null>({
  ...EndFields,
  type: ['object', 'null'],
})

export const CostAllocationParams = Type.Object({ allocationId: uuid('Id of the allocation.') })

export const CostAllocationQuery = Type.Object({
  ...pageParameters,
  isOpen: Type.Optional(
    Type.Boolean({
      description: 'true: only those with a month that has not settled. false: only the others.',
    }),
  ),
})
export type CostAllocationQuery = Static<typeof CostAllocationQuery>

export const CostAllocationList = listOf('CostAllocationList', CostAllocation)
export type CostAllocationList = Static<typeof CostAllocationList>
