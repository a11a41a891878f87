import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import {
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  tableField,
} from '../fields.ts'

export const ReconciliationQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  table: tableField(['differences', 'checks']),
})
export type ReconciliationQuery = Static<typeof ReconciliationQuery>

const DifferenceBody = Type.Object(
  {
    customerId: nullable(uuid(), 'Null for a sum of the whole organization.'),
    customerExternalId,
    subject: Type.String({
      description: 'The row that differs: an invoice, an event, or a position in the sums.',
    }),
    expected: Type.String({
      description: 'The value derived from its source; several figures are separated by slashes.',
    }),
    actual: Type.String({ description: 'The stored value.' }),
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
    says: Type.String({ description: 'The equality that is checked.' }),
    compared: count('Number of events or invoices compared.'),
    differences: Type.Array(DifferenceBody, { description: 'The first hundred.' }),
    hasMore: Type.Boolean(),
  },
  { title: 'BookCheck' },
)

export const Reconciliation = Type.Object(
  {
    isBalanced: Type.Boolean({ description: 'True if there are no differences.' }),
    checks: Type.Array(CheckBody),
    dateRange: DateRangeBody,
    filters: filtersOf('CustomerFilters', ReconciliationQuery),
  },
  {
    title: 'Reconciliation',
    description: 'Checks that the figures of a window agree, from events to payments.',
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
                customerExternalId: 'acme',
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
