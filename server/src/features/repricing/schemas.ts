import { type Static, Type } from 'typebox'
import { lines, TEXT_LENGTH_MAX, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../platform/http/list.ts'
import { ONE_LINE_NAME } from '../../platform/http/text-patterns.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'
import { costFields, countFields, RepricingRun, RunState, scopeFields } from './run-fields.ts'

const modelName = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: ONE_LINE_NAME, description })
const time = (description: string) =>
  Type.String({ minLength: 1, maxLength: VALUE_LENGTH_MAX, description })
const reason = Type.Optional(
  lines(TEXT_LENGTH_MAX, 'For your records; part of each correction. Not visible to customers.'),
)

const sentScope = {
  from: time(
    'First usage date: an ISO 8601 date or timestamp. A date is its first instant in UTC.',
  ),
  to: time('End of the usage dates, which is not part of them, in the same format.'),
  modelProvider: Type.Optional(
    modelName('Only events that use this provider; all their services are priced again.'),
  ),
  model: Type.Optional(
    modelName('Only events that use this model or service, by any of its names.'),
  ),
  ...namedCustomer('Only events of this customer.'),
  agentId: Type.Optional(uuid('Only events of this agent.')),
}
const EXAMPLE = { from: '2026-03-01', to: '2026-04-01', modelProvider: 'anthropic' }

export const RepricingPreviewCreate = Type.Object(sentScope, {
  title: 'RepricingPreviewCreate',
  additionalProperties: false,
  examples: [EXAMPLE],
})
export type RepricingPreviewCreate = Static<typeof RepricingPreviewCreate>

export const RepricingRunCreate = Type.Object(
  { ...sentScope, reason },
  {
    title: 'RepricingRunCreate',
    additionalProperties: false,
    examples: [{ ...EXAMPLE, reason: '20 % off since March' }],
  },
)
export type RepricingRunCreate = Static<typeof RepricingRunCreate>

const ReverseFields = Type.Object(
  { reason },
  {
    title: 'RepricingRunReverse',
    additionalProperties: false,
    examples: [{ reason: 'The rate was wrong' }],
  },
)
/** The body is optional. */
export const RepricingRunReverse = Type.Unsafe<Static<typeof ReverseFields> | null>({
  ...ReverseFields,
  type: ['object', 'null'],
})

export const RepricingRunParams = Type.Object({ runId: uuid('Id of the run.') })

export const RepricingRunQuery = Type.Object({
  ...pageParameters,
  state: Type.Optional(RunState),
})
export type RepricingRunQuery = Static<typeof RepricingRunQuery>

export const RepricingRunList = listOf('RepricingRunList', RepricingRun)
export type RepricingRunList = Static<typeof RepricingRunList>

const changeFields = { changedEventCount: countFields.changedEventCount, ...costFields }

/** Lists of a preview are cut here. */
export const LISTED_MAX = 100
const cut = `The ${LISTED_MAX} with the largest differences.`

const RepricedCustomer = Type.Object(
  { customerId: uuid(), customerExternalId, ...changeFields },
  { title: 'RepricedCustomer', description: 'What changes for a customer.' },
)
const RepricedAgent = Type.Object(
  { agentId: uuid(), ...changeFields },
  { title: 'RepricedAgent', description: 'What changes for an agent.' },
)
const RepricedDay = Type.Object(
  { day: Type.String({ format: 'date', description: 'Usage date in UTC.' }), ...changeFields },
  { title: 'RepricedDay', description: 'What changes on a day.' },
)
const RepricedInvoice = Type.Object(
  {
    invoiceId: uuid(),
    invoiceNumber: Type.String(),
    status: Type.String({ description: 'Status of the invoice.' }),
    customerId: uuid(),
    customerExternalId,
  },
  {
    title: 'RepricedInvoice',
    description:
      'An invoice whose period contains changed usage. A draft is computed again; a final one ' +
      'keeps its cost, and the next one contains the difference.',
  },
)

export const RepricingPreview = Type.Object(
  {
    ...scopeFields,
    ...countFields,
    ...costFields,
    uncostedEventCount: Type.Integer({
      description:
        'Events without a cost that the rates in force price; a run leaves them to the backfill.',
    }),
    customers: Type.Array(RepricedCustomer, { description: cut }),
    customerCount: Type.Integer({ description: 'Number of customers with changed costs.' }),
    agents: Type.Array(RepricedAgent, { description: cut }),
    agentCount: Type.Integer({ description: 'Number of agents with changed costs.' }),
    days: Type.Array(RepricedDay, { description: cut }),
    dayCount: Type.Integer({ description: 'Number of days with changed costs.' }),
    invoices: Type.Array(RepricedInvoice, { description: `The first ${LISTED_MAX}, by id.` }),
    invoiceCount: Type.Integer({ description: 'Number of such invoices.' }),
  },
  { title: 'RepricingPreview', description: 'What a run would change now.' },
)
export type RepricingPreview = Static<typeof RepricingPreview>
