import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { agentFilter, amount, customerFilters, dateFields, signalFilter } from '../fields.ts'
import { marginFields } from '../revenue/schemas.ts'

export const OutcomeQuery = Type.Object({
  ...pageParameters,
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  signalId: signalFilter,
})
export type OutcomeQuery = Static<typeof OutcomeQuery>

export const Outcome = Type.Object(
  {
    eventId: uuid(),
    usageDate: timestamp(),
    customerId: uuid(),
    customerExternalId,
    agentId: uuid(),
    signalId: uuid(),
    signalName: Type.String(),
    runId: nullable(Type.String()),
    subscriptionId: nullable(uuid(), 'Null: it belongs to no subscription and earns nothing.'),
    quantity: amount('Units recorded.'),
    billableQuantity: amount('Units that are billed: neither rejected nor provisional.'),
    cost: nullable(amount(), 'In USD; null while the cost is not known.'),
    currency: nullable(Type.String()),
    revenue: nullable(
      amount(),
      'Its share, by billable quantity, of the usage lines that bill it or would bill it; ' +
        'before discounts and tax.',
    ),
    invoiced: nullable(amount(), 'Part of the revenue on finalized invoices.'),
    ...marginFields,
    provisionalQuantity: Type.Optional(
      amount('Units whose settlement window has not passed. Absent without an open window.'),
    ),
  },
  { title: 'Outcome', description: 'One event: its cost and its revenue.' },
)
export type Outcome = Static<typeof Outcome>

const list = listOf('OutcomeList', Outcome)

export const OutcomeList = Type.Object(list.properties, {
  title: 'OutcomeList',
  description: 'One page of results and the total number of results.',
  examples: [
    {
      results: [
        {
          eventId: '01890000-0000-7000-8000-000000000007',
          usageDate: '2026-03-05T10:00:00.000Z',
          customerId: '01890000-0000-7000-8000-000000000001',
          customerExternalId: 'acme',
          agentId: '01890000-0000-7000-8000-000000000002',
          signalId: '01890000-0000-7000-8000-000000000003',
          signalName: 'ticket-resolved',
          runId: 'run-4711',
          subscriptionId: '01890000-0000-7000-8000-000000000004',
          quantity: 1,
          billableQuantity: 1,
          cost: 0.21,
          currency: 'USD',
          revenue: 0.99,
          invoiced: 0.99,
          margin: 0.78,
          marginPercent: 78.7878787879,
          marginNote: null,
        },
      ],
      page: 1,
      limit: 20,
      totalPages: 1,
      totalResults: 1,
    },
  ],
})
export type OutcomeList = Static<typeof OutcomeList>
