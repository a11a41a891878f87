import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import {
  count,
  customerFilter,
  DateRangeBody,
  dateFields,
  filtersOf,
  tableField,
} from '../fields.ts'

export const ReconciliationQuery = Type.Object({
  ...dateFields,
  customerId: customerFilter,
  table: tableField(['differences', 'checks']),
})
export type ReconciliationQuery = Static<typeof ReconciliationQuery>

const DifferenceBody = Type.Object(
  {
    customerId: nullable(uuid(), 'Null: a sum of the whole organization.'),
    subject: Type.String({ description: 'Which row: an invoice, an event, or a place in sums.' }),
    expected: Type.String({
      description: 'What it follows from says; several figures by slashes.',
    }),
    actual: Type.String({ description: 'What is stored.' }),
  },
  { title: 'BookDifference' },
)

/** A row that differs, with the check that found it. */
export const DifferenceRow = Type.Object({ check: Type.String(), ...DifferenceBody.properties })
export const CheckRow = Type.Object({
  name: Type.String(),
  says: Type.String(),
  compared: count(),
  differences: count(),
  hasMore: Type.Boolean(),
})

const CheckBody = Type.Object(
  {
    name: Type.String(),
    says: Type.String({ description: 'What must be equal.' }),
    compared: count('How many events or invoices were looked at.'),
    differences: Type.Array(DifferenceBody, { description: 'The first hundred.' }),
    hasMore: Type.Boolean(),
  },
  { title: 'BookCheck' },
)

export const Reconciliation = Type.Object(
  {
    isBalanced: Type.Boolean({ description: 'Whether nothing differs.' }),
    checks: Type.Array(CheckBody),
    dateRange: DateRangeBody,
    filters: filtersOf('ReconciliationFilters', ReconciliationQuery),
  },
  {
    title: 'Reconciliation',
    description: 'Whether the figures of a window agree from the events to the payments.',
    examples: [
      {
        isBalanced: false,
        checks: [
          {
            name: 'subtotals_equal_lines',
            says: 'The subtotal of an invoice is the sum of its lines',
            compared: 812,
            differences: [
              {
                customerId: '01890000-0000-7000-8000-000000000001',
                subject: 'INV-0042',
                expected: '119.99',
                actual: '120',
              },
            ],
            hasMore: false,
          },
        ],
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type Reconciliation = Static<typeof Reconciliation>
