import { beforeEach, expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization, must } from '../../../../test/support/app.ts'
import { llm, unknownModel } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { newId } from '../../../platform/id.ts'
import { acceptQuarantined } from '../../catalog/quarantine.ts'
import { announcePrices } from './announce-prices.ts'

// The entries of the catalog are not older than the test database.
let now = new Date()
const t = useTestApp({ now: () => now })
const DAY_MS = 86_400_000

type Service = { id: string; provider: string; canonicalName: string; effectiveFrom: string | null }
let user: Api
let other: Api
let used: Service

/** One organization uses gpt-4o, under another name of its provider; the other one does not. */
beforeEach(async () => {
  const create = async () => {
    const { secretKey } = await createTestOrganization(t.dependencies)
    return createApi(t.app, secretKey)
  }
  ;[user, other] = [await create(), await create()]
  const found = await must(user.get('/v1/services?provider=openai&search=gpt-4o&limit=100'))
  used = found.data.find(({ canonicalName }: Service) => canonicalName === 'gpt-4o')
  await must(user.record(llm({ model: 'GPT-4o', modelProvider: 'azure_openai' })))
  await must(user.record(llm({ model: 'gpt-4o', modelProvider: 'openai' })))
  await must(other.record(llm({ model: 'gpt-4o-mini', modelProvider: 'openai' })))
  await announce()
})

/** Stores a price of gpt-4o, as a sync does. */
async function givenPrice(inputRate: string, effectiveFrom: Date, reason?: string) {
  const id = newId()
  await t.database.pool.query(
    `insert into catalog_prices (id, entry_id, effective_from, input_rate, output_rate, long_context,
       source, status, quarantine_reason, created_at)
     values ($1, $2, $3, $4, 10, '[]', 'litellm', $5, $6, $7)`,
    [
      id,
      used.id,
      effectiveFrom,
      inputRate,
      reason === undefined ? 'accepted' : 'quarantined',
      reason,
      now,
    ],
  )
  return id
}

async function announce(): Promise<void> {
  const { db, catalog, clock } = t.dependencies
  await catalog.refresh()
  await announcePrices({ db, catalog, clock }, now)
  await t.followUp()
}

type Announced = { type: string; customerId: string | null; data: Record<string, unknown> }
async function heard(api: Api): Promise<Announced[]> {
  const feed = '/v1/announcements?after=00000000-0000-0000-0000-000000000000&limit=100'
  const { results } = await must(api.get(feed))
  return results.filter(({ type }: Announced) => type.startsWith('catalog.'))
}

const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
}

test('a new price is announced once, to the organization that used the model', async () => {
  later(1)
  await givenPrice('2.125', now)
  await announce()
  await announce()
  const service = await must(user.get(`/v1/services/${used.id}`))
  expect(service).toMatchObject({ inputCost: '2.125', effectiveFrom: now.toISOString() })
  const [one, ...more] = await heard(user)
  expect(more).toEqual([])
  expect(one).toMatchObject({ type: 'catalog.price_changed', customerId: null })
  expect(one?.data).toEqual({ ...service, version: expect.any(Number) })
  expect(await heard(other)).toEqual([])

  later(1)
  await givenPrice('2.25', now)
  await announce()
  const versions = (await heard(user)).map(({ data }) => Number(data.version))
  expect(versions).toEqual([versions[0], (versions[0] ?? 0) + 1])
})

test('a price is announced when it starts, and one that was replaced is not', async () => {
  later(1)
  const tomorrow = new Date(now.getTime() + DAY_MS)
  await givenPrice('2', tomorrow)
  await givenPrice('3', new Date(now.getTime() - 400 * DAY_MS))
  await announce()
  expect(await heard(user)).toEqual([])
  later(1)
  await announce()
  expect(await heard(user)).toMatchObject([
    { data: { inputCost: '2', effectiveFrom: tomorrow.toISOString() } },
  ])
})

test('a quarantined price is announced with its reason, and again once it is accepted', async () => {
  later(1)
  const reason = 'The input rate changes more than tenfold'
  const id = await givenPrice('2500', now, reason)
  await announce()
  await announce()
  const rates = { inputCost: '2500', outputCost: '10', cacheReadCost: null, longContext: [] }
  const price = { id, serviceId: used.id, provider: 'openai', canonicalName: 'gpt-4o', ...rates }
  expect(await heard(user)).toMatchObject([
    { type: 'catalog.price_quarantined', data: { ...price, reason, version: 1 } },
  ])
  later(1)
  await acceptQuarantined(t.dependencies.db, id, now)
  await announce()
  expect(await heard(user)).toMatchObject([
    { type: 'catalog.price_quarantined' },
    { type: 'catalog.price_changed', data: { id: used.id, inputCost: '2500' } },
  ])
  expect(await heard(other)).toEqual([])
})

test('an organization that mapped its own name to the model is told too', async () => {
  await must(other.record(unknownModel()))
  const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
  await must(other.post('/v1/events/map-model', { ...source, targetPricingId: used.id }))
  later(1)
  await givenPrice('1', now)
  await announce()
  expect(await heard(other)).toMatchObject([{ data: { id: used.id, inputCost: '1' } }])
})

test('the prices of a new entry and two processes at once announce nothing twice', async () => {
  later(1)
  await givenPrice('4', now)
  await Promise.all([announce(), announce(), announce()])
  expect(await heard(user)).toHaveLength(1)
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count from outbox_events where type = 'catalog.price_changed'
     and object_id <> $1`,
    [used.id],
  )
  expect(rows).toEqual([{ count: 0 }])
})
