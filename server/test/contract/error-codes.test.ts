import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../src/platform/error-codes.ts'
import type { TestApp } from '../support/app.ts'
import { useTestApp } from '../support/use-app.ts'

const PREVIEW = '/v1/pricing-strategies/preview'
let agentId: string
let planId: string

const t = useTestApp()
beforeAll(async () => {
  agentId = (await t.api.post('/v1/agents', { name: 'A', agentCode: 'taken' })).body.id
  planId = (await t.api.post('/v1/pricing-plans', { name: 'A', agentId })).body.id
  await t.api.post('/v1/customers', { name: 'A', externalId: 'taken' })
  await t.api.post('/v1/signals', { agentId, name: 'taken' })
})

const ID = '01890000-0000-7000-8000-000000000000'

type Case = [
  what: string,
  send: () => ReturnType<TestApp['api']['post']>,
  expected: { code: string; param?: string; message: unknown },
]

const post = (url: string, body: unknown) => () => t.api.post(url, body)
const get = (url: string) => () => t.api.get(url)
const coupon = { name: 'a', amountOff: 1, currency: 'USD' }

const cases: Case[] = [
  [
    'a missing field',
    post('/v1/agents', { name: 'A' }),
    { code: 'missing_field', param: 'agentCode', message: ['agentCode is required'] },
  ],
  [
    'a field that is nearly right',
    post('/v1/agents', { name: 'A', agentCode: 'a', isactive: true }),
    {
      code: 'unknown_field',
      param: 'isactive',
      message: ['isactive is not a field of this request: did you mean isActive?'],
    },
  ],
  [
    'a field inside a list',
    post('/v1/signals/bulk', { signals: [{ agentId: ID, name: 'a', shortname: 'b' }] }),
    {
      code: 'unknown_field',
      param: 'signals[0].shortname',
      message: [
        'signals[0].shortname is not a field of this request: did you mean signals[0].shortName?',
      ],
    },
  ],
  [
    'a misspelt field of a strategy',
    () =>
      t.api.post(`/v1/pricing-plans/${planId}/pricing-strategies`, [
        { chargeType: 'recurring', rte: 1 },
      ]),
    {
      code: 'unknown_field',
      param: '[0].rte',
      message: ['[0].rte is not a field of this request: did you mean [0].rate?'],
    },
  ],
  [
    'a misspelt field of a changed strategy',
    () => t.api.patch(`/v1/pricing-plans/${planId}/pricing-strategies/${ID}`, { rte: 1 }),
    {
      code: 'unknown_field',
      param: 'rte',
      message: ['rte is not a field of this request: did you mean rate?'],
    },
  ],
  [
    'a misspelt field of a previewed strategy',
    post(PREVIEW, { currency: 'USD', strategies: [{ chargeType: 'recurring', rte: 1 }] }),
    {
      code: 'unknown_field',
      param: 'strategies[0].rte',
      message: [
        'strategies[0].rte is not a field of this request: did you mean strategies[0].rate?',
      ],
    },
  ],
  [
    'a misspelt field of a tier',
    post(PREVIEW, {
      currency: 'USD',
      strategies: [
        {
          ...{ chargeType: 'usage', pricingModel: 'graduated', quantity: 1 },
          tiers: [{ lower: 0, uper: null, rate: 1 }],
        },
      ],
    }),
    {
      code: 'unknown_field',
      param: 'strategies[0].tiers[0].uper',
      message: [
        'strategies[0].tiers[0].uper is not a field of a tier: send only lower, upper, rate and flatFee',
      ],
    },
  ],
  [
    'a message that begins with what to send',
    post('/v1/price-changes', { percent: 5, effectiveFrom: '2199-01-01' }),
    {
      code: 'invalid',
      message: ['send planIds or strategyIds: what the change is for'],
    },
  ],
  [
    'a strategy without a rate',
    () =>
      t.api.post(`/v1/pricing-plans/${planId}/pricing-strategies`, [{ chargeType: 'recurring' }]),
    { code: 'missing_field', param: '[0].rate', message: ['[0].rate is missing: send a number'] },
  ],
  [
    'a previewed package without a size',
    post(PREVIEW, {
      currency: 'USD',
      strategies: [{ chargeType: 'usage', pricingModel: 'package', rate: 1 }],
    }),
    {
      code: 'missing_field',
      param: 'strategies[0].packageSize',
      message: ['strategies[0].packageSize is missing: send a number'],
    },
  ],
  [
    'a preview without strategies',
    post(PREVIEW, { currency: 'USD' }),
    { code: 'missing_field', param: 'strategies', message: ['strategies is required'] },
  ],
  [
    'a record outside of records',
    post('/v1/usage/record', { customerExternalId: 'acme' }),
    { code: 'missing_field', param: 'records', message: ['records is required'] },
  ],
  [
    'a record without its agent',
    post('/v1/usage/record', {
      records: [{ customerExternalId: 'acme', signalName: 's', model: 'm', modelProvider: 'p' }],
    }),
    {
      code: 'missing_field',
      param: 'records[0].agentCode',
      message: ['records[0].agentCode is required'],
    },
  ],
  [
    'a field beside records',
    post('/v1/usage/record', { records: [{}], dryRun: true }),
    expect.objectContaining({ code: 'unknown_field', param: 'dryRun' }),
  ],
  [
    'a part of the name of a field',
    post('/v1/subscriptions', {
      name: 'a',
      planId: ID,
      agentId: ID,
      customerId: ID,
      startDate: '2026-01-01',
      seats: 3,
    }),
    {
      code: 'unknown_field',
      param: 'seats',
      message: ['seats is not a field of this request: did you mean seatsCount?'],
    },
  ],
  [
    'a field that cannot change',
    () => t.api.patch(`/v1/pricing-plans/${planId}`, { name: 'B', currency: 'EUR' }),
    {
      code: 'cannot_change',
      param: 'currency',
      message: expect.stringMatching(/^currency of a plan cannot change, because .*create another/),
    },
  ],
  [
    'an unknown external id of a customer',
    get('/v1/customers/by-external-id/globex'),
    {
      code: 'not_found',
      param: 'customerExternalId',
      message: 'Customer with the external id globex not found',
    },
  ],
  [
    'a run with an unknown external id of a customer',
    post('/v1/guard/holds', {
      customerExternalId: 'globex',
      agentCode: 'a',
      signalName: 's',
      estimatedCostUsd: '1',
      runId: 'run-1',
    }),
    {
      code: 'not_found',
      param: 'customerExternalId',
      message: 'Customer with the external id globex not found',
    },
  ],
  [
    'a wrong type',
    post('/v1/agents', { name: 1, agentCode: 'a' }),
    { code: 'invalid', param: 'name', message: ['name must be a text'] },
  ],
  [
    'a value that may be null',
    post('/v1/agents', { name: 'A', agentCode: 'a', description: 1 }),
    { code: 'invalid', param: 'description', message: ['description must be a text or null'] },
  ],
  [
    'one of several types, out of range',
    get('/v1/subscriptions?limit=0'),
    { code: 'invalid', param: 'limit', message: ['limit must be at least 1'] },
  ],
  [
    'a number too large of a field that may be null',
    post('/v1/subscriptions', {
      name: 'a',
      planId: ID,
      agentId: ID,
      customerId: ID,
      startDate: '2026-01-01',
      billingDay: 32,
    }),
    { code: 'invalid', param: 'billingDay', message: ['billingDay must be from 1 to 31'] },
  ],
  [
    'none of the types that it may be',
    post('/v1/subscriptions', {
      name: 'a',
      planId: ID,
      agentId: ID,
      customerId: ID,
      startDate: '2026-01-01',
      billingDay: 'first',
    }),
    {
      code: 'invalid',
      param: 'billingDay',
      message: ['billingDay must be a whole number or null'],
    },
  ],
  [
    'a pattern',
    post('/v1/coupons', { ...coupon, currency: 'usd' }),
    {
      code: 'invalid',
      param: 'currency',
      message: ['currency must be a currency code of ISO 4217, three capitals such as EUR'],
    },
  ],
  [
    'a format',
    post('/v1/customers', { name: 'A', email: 'nobody' }),
    {
      code: 'invalid',
      param: 'email',
      message: ['email must be an email address such as billing@acme.example'],
    },
  ],
  [
    'an id in a path',
    get('/v1/agents/one'),
    {
      code: 'invalid',
      param: 'agentId',
      message: ['agentId must be a UUID such as 019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'],
    },
  ],
  [
    'a value of a list of words',
    get('/v1/agents?sortOrder=up'),
    { code: 'invalid', param: 'sortOrder', message: ['sortOrder must be asc or desc'] },
  ],
  [
    'a text that is too long',
    post('/v1/agents', { name: 'x'.repeat(256), agentCode: 'a' }),
    { code: 'invalid', param: 'name', message: ['name must have at most 255 characters'] },
  ],
  [
    'an empty text',
    post('/v1/agents', { name: '', agentCode: 'a' }),
    expect.objectContaining({
      code: 'invalid',
      param: 'name',
      message: expect.arrayContaining(['name must not be empty']),
    }),
  ],
  [
    'a list that is too long',
    post('/v1/signals/bulk', { signals: Array(101).fill({ agentId: ID, name: 'a' }) }),
    {
      code: 'invalid',
      param: 'signals',
      message: ['signals must have at most 100 entries, not 101'],
    },
  ],
  [
    'a list that names something twice',
    post('/v1/customers', { name: 'A', taxRateIds: [ID, ID] }),
    {
      code: 'invalid',
      param: 'taxRateIds',
      message: ['taxRateIds must name each only once; entries 0 and 1 are the same'],
    },
  ],
  [
    'an empty change',
    () => t.api.patch(`/v1/subscriptions/${ID}/invoice-dates`, {}),
    {
      code: 'invalid',
      message: ['body must have at least one of nextInvoiceDate, billingDay'],
    },
  ],
  [
    'a number with too many digits',
    () =>
      t.app
        .inject({
          method: 'POST',
          url: '/v1/customers',
          headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
          payload: '{"name":"A","netTerms":12345678901234567890}',
        })
        .then((answer) => ({
          status: answer.statusCode,
          headers: answer.headers,
          body: answer.json(),
        })),
    {
      code: 'invalid',
      param: 'netTerms',
      message: ['netTerms has more digits than a JSON number keeps: send at most 15'],
    },
  ],
  [
    'a date that is none',
    get('/v1/invoices?startDate=2026-02-30'),
    {
      code: 'invalid',
      param: 'startDate',
      message: [
        'startDate must be an ISO 8601 date such as 2026-03-31 or 2026-03-31T12:00:00Z, not "2026-02-30"',
      ],
    },
  ],
  [
    'a date in a body that is none',
    post('/v1/cost-rates', {
      ...{ modelProvider: 'openai', percentOff: 10, effectiveFrom: 'tomorrow' },
    }),
    {
      code: 'invalid',
      param: 'effectiveFrom',
      message: [
        'effectiveFrom must be an ISO 8601 date such as 2026-03-31 or 2026-03-31T12:00:00Z, not "tomorrow"',
      ],
    },
  ],
  [
    'a day in a body that is none',
    () => t.api.patch(`/v1/subscriptions/${ID}/invoice-dates`, { nextInvoiceDate: '2026-02-30' }),
    {
      code: 'invalid',
      param: 'nextInvoiceDate',
      message: ['nextInvoiceDate must be a date such as 2026-03-31, not "2026-02-30"'],
    },
  ],
  [
    'a date out of range',
    get('/v1/invoices?updatedSince=1969-12-31'),
    {
      code: 'invalid',
      param: 'updatedSince',
      message: ['updatedSince must lie in the years 1970 to 2199, not in 1969'],
    },
  ],
  ['an absent agent', get(`/v1/agents/${ID}`), { code: 'not_found', message: 'Agent not found' }],
  [
    'an absent route',
    get('/v1/agent'),
    { code: 'unknown_route', message: expect.stringContaining('/docs') },
  ],
  [
    'an agent code that is taken',
    post('/v1/agents', { name: 'B', agentCode: 'taken' }),
    { code: 'agent_code_taken', param: 'agentCode', message: expect.stringContaining('taken') },
  ],
  [
    'an external id that is taken',
    post('/v1/customers', { name: 'B', externalId: 'taken' }),
    { code: 'external_id_taken', param: 'externalId', message: expect.stringContaining('taken') },
  ],
  [
    'a signal name that is taken',
    () => t.api.post('/v1/signals', { agentId, name: 'taken' }),
    {
      code: 'signal_name_taken',
      param: 'name',
      message:
        'name taken belongs to another signal of the agent; ' +
        'shortName taken belongs to another signal of the agent',
    },
  ],
]

describe('an error has a code, the invalid field, and the accepted values', () => {
  test.each(cases)('of %s', async (_, send, expected) => {
    const { body } = await send()
    const { code, param, message } = body
    expect({ code, message, ...(param === undefined ? {} : { param }) }).toEqual(expected)
  })
})

test('the document prints the table of codes, each with its status and meaning', async () => {
  const { body } = await t.api.get('/openapi.json')
  for (const [code, { meaning }] of Object.entries(ERROR_CODES)) {
    expect(body.info.description, code).toMatch(
      new RegExp(`^\\| [45]\\d\\d \\| \`${code}\` \\| `, 'm'),
    )
    expect(body.info.description, code).toContain(meaning)
  }
})
