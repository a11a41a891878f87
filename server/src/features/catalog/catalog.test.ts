import { describe, expect, test } from 'vitest'
import { createTestOrganization } from '../../../test/support/app.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { createCatalog, loadPriceBook } from './catalog.ts'
import { resolveForOrganization } from './price-book.ts'
import { allEntries } from './queries.ts'
import { findEntryById, upsertMapping } from './service.ts'
import { readBundledEntries } from './snapshot/load.ts'

const NOW = new Date('2026-09-01T12:00:00Z')
const bundledCount = readBundledEntries().length

const testApp = useTestApp({ now: () => NOW })

async function entryOf(provider: string, model: string) {
  const entries = await allEntries(testApp.database.db)
  return entries.find((entry) => entry.provider === provider && entry.canonicalName === model)
}

const list = (query: string) => testApp.api.get(`/v1/services?${query}`)
const namesOf = (body: { data: { provider: string; canonicalName: string }[] }) =>
  body.data.map(({ provider, canonicalName }) => `${provider}/${canonicalName}`)

async function serviceNamed(name: string) {
  const { body } = await list(`search=${encodeURIComponent(name)}&limit=100`)
  return body.data.find((service: { canonicalName: string }) => service.canonicalName === name)
}

function tierCosts(serviceTier: string, costs: Record<string, string>) {
  const none = { cacheReadCost: null, cacheWriteCost: null, cacheWrite1hCost: null }
  return { serviceTier, ...none, longContext: [], ...costs }
}

describe('GET /v1/services', () => {
  test('shows an LLM with the rates in force now', async () => {
    const { body } = await list('provider=openai&search=gpt-4o')
    const service = body.data.find(
      (one: { canonicalName: string }) => one.canonicalName === 'gpt-4o',
    )
    expect(service).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      externalId: 'openai/gpt-4o',
      canonicalName: 'gpt-4o',
      displayName: expect.any(String),
      provider: 'openai',
      serviceType: 'LLM',
      inputCost: '2.5',
      outputCost: '10',
      cacheReadCost: '1.25',
      cacheWriteCost: null,
      cacheWrite1hCost: null,
      costUnit: 'per million tokens',
      longContext: [],
      serviceTiers: [
        tierCosts('batch', { inputCost: '1.25', outputCost: '5' }),
        tierCosts('priority', { inputCost: '4.25', outputCost: '17', cacheReadCost: '2.125' }),
      ],
      dailyWindow: null,
      effectiveFrom: '2024-10-02T00:00:00.000Z',
      contextWindow: 128_000,
      source: 'curated',
      isApi: false,
      isActive: true,
    })
  })

  test('shows the rates of cache writes for one hour, and tiers with their own long-context rates', async () => {
    const { body } = await list('provider=anthropic&search=claude-sonnet-4-5')
    const long = { inputCost: '6', cacheWriteCost: '7.5', cacheWrite1hCost: '12' }
    expect(body.data[0]).toMatchObject({
      inputCost: '3',
      cacheWriteCost: '3.75',
      cacheWrite1hCost: '6',
      longContext: [{ aboveInputTokens: 200_000, ...long }],
      serviceTiers: [
        {
          serviceTier: 'batch',
          inputCost: '1.5',
          outputCost: '7.5',
          cacheReadCost: '0.15',
          cacheWriteCost: '1.875',
          cacheWrite1hCost: '3',
          longContext: [{ aboveInputTokens: 200_000, inputCost: '3', cacheWrite1hCost: '6' }],
        },
      ],
    })
  })

  test('shows a non-LLM service with its unit rate as the input side', async () => {
    expect(await serviceNamed('twilio-sms-us')).toMatchObject({
      provider: 'twilio',
      serviceType: 'SMS',
      inputCost: '8.3',
      outputCost: null,
      costUnit: 'per thousand messages',
      contextWindow: null,
      isApi: true,
    })
  })

  test('shows long-context rates, and the price of this date and hour', async () => {
    expect(await serviceNamed('gemini-2.5-pro')).toMatchObject({
      inputCost: '1.25',
      longContext: [{ aboveInputTokens: 200_000, inputCost: '2.5', outputCost: '15' }],
    })
    const { body } = await list('provider=deepseek&search=deepseek-v4-pro')
    expect(body.data).toMatchObject([
      { inputCost: '0.66', effectiveFrom: '2026-08-17T00:00:00.000Z', dailyWindow: null },
    ])
    const { body: o3 } = await list('provider=openai&search=o3-2025-04-16')
    expect(o3.data).toMatchObject([{ inputCost: '2', effectiveFrom: '2025-06-10T00:00:00.000Z' }])
  })

  test('pages through everything once, 50 at a time by default', async () => {
    const { status, body } = await testApp.api.get('/v1/services')
    expect(status).toBe(200)
    expect(body.data).toHaveLength(50)
    const totalPages = Math.ceil(bundledCount / 50)
    expect(body.pagination).toEqual({ page: 1, limit: 50, total: bundledCount, totalPages })

    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil(bundledCount / 100); page += 1) {
      const { body } = await list(`limit=100&page=${page}`)
      for (const name of namesOf(body)) seen.add(name)
    }
    expect(seen.size).toBe(bundledCount)
    const { body: beyond } = await list('page=1000')
    expect(beyond).toMatchObject({ data: [], pagination: { total: bundledCount } })
  })

  test.each([
    ['limit=101', 100],
    ['limit=100000', 100],
    ['limit=1', 1],
  ])('%s gives %i', async (query, expected) => {
    const { body } = await list(query)
    expect(body.data).toHaveLength(expected)
    expect(body.pagination.limit).toBe(expected)
  })

  test.each(['limit=0', 'limit=-1', 'limit=ten', 'limit=1.5', 'page=0', 'page=x', 'isApi=maybe'])(
    'refuses %s and names it',
    async (query) => {
      const { status, body } = await list(query)
      expect(status).toBe(400)
      expect(JSON.stringify(body.message)).toContain(query.split('=')[0])
    },
  )

  test('filters by provider, in any case and by its other names', async () => {
    for (const provider of ['xai', 'XAI', ' x-ai ']) {
      const { body } = await list(`provider=${encodeURIComponent(provider)}&limit=100`)
      expect(new Set(namesOf(body).map((name) => name.split('/')[0]))).toEqual(new Set(['xai']))
    }
    expect((await list('provider=nobody')).body.pagination.total).toBe(0)
  })

  test('filters by service type, and by isApi', async () => {
    const { body: geocoding } = await list('serviceType=geocoding')
    expect(namesOf(geocoding)).toContain('google/google-geocoding')
    const types = geocoding.data.map(({ serviceType }: { serviceType: string }) => serviceType)
    expect(new Set(types)).toEqual(new Set(['Geocoding']))
    const { body: apis } = await list('isApi=true')
    const { body: llms } = await list('isApi=false')
    expect(apis.pagination.total + llms.pagination.total).toBe(bundledCount)
    expect(apis.data.every(({ isApi }: { isApi: boolean }) => isApi)).toBe(true)
  })

  test('searches both names in any case, and treats wildcards literally', async () => {
    expect(namesOf((await list('search=TWILIO-SMS')).body)).toEqual(['twilio/twilio-sms-us'])
    expect(namesOf((await list('search=Google%20Maps%20Geocoding')).body)).toEqual([
      'google/google-geocoding',
    ])
    for (const wildcard of ['gpt%254o', '%25', '%5C']) {
      expect((await list(`search=${wildcard}`)).body.pagination.total).toBe(0)
    }
    expect(namesOf((await list('search=scribe_v1')).body)).toEqual(['elevenlabs/scribe_v1'])
  })

  test('ignores filters that are empty', async () => {
    expect((await list('search=&provider=&serviceType=')).body.pagination.total).toBe(bundledCount)
  })
})

describe('GET /v1/services/:serviceId', () => {
  test('returns the entry as in the list', async () => {
    const listed = await serviceNamed('twilio-sms-us')
    const { status, body } = await testApp.api.get(`/v1/services/${listed.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(listed)
  })

  test('is 404 for an unknown id and 400 for a malformed id', async () => {
    const unknown = await testApp.api.get('/v1/services/019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10')
    expect(unknown.status).toBe(404)
    expect((await testApp.api.get('/v1/services/gpt-4o')).status).toBe(400)
  })

  test('is 404 once the entry is deactivated, which the list hides too', async () => {
    const { id } = await serviceNamed('ideogram-v3')
    const { db } = testApp.database
    const setActive = (isActive: boolean) =>
      db.updateTable('catalogEntries').set({ isActive }).where('id', '=', id).execute()
    await setActive(false)
    expect((await testApp.api.get(`/v1/services/${id}`)).status).toBe(404)
    expect(await serviceNamed('ideogram-v3')).toBeUndefined()
    await setActive(true)
  })
})

describe('mappings', () => {
  const pair = { provider: ' Acme ', model: 'Fast-1 ' }

  async function map(organizationId: string, target: string) {
    const { db } = testApp.database
    const entry = await entryOf('openai', target)
    if (!entry) throw new Error(`${target} is not in the catalog`)
    return db
      .transaction()
      .execute((tx) =>
        upsertMapping(tx, organizationId, { ...pair, catalogEntryId: entry.id }, NOW),
      )
  }

  test('make a pair of names mean an entry, for one organization', async () => {
    const { db } = testApp.database
    const other = await createTestOrganization(testApp.dependencies)
    const catalog = await createCatalog(db)
    const first = await map(testApp.organization.id, 'gpt-4o')
    await catalog.refresh()
    expect(catalog.resolve(testApp.organization.id, 'acme', 'fast-1')?.canonicalName).toBe('gpt-4o')
    expect(catalog.resolve(other.id, 'acme', 'fast-1')).toBeUndefined()

    expect(await map(testApp.organization.id, 'gpt-4o-mini')).toBe(first)
    await catalog.refreshOrganizations()
    const findPrices = catalog.findPricesFor(testApp.organization.id)
    expect(findPrices('Acme', 'FAST-1')?.canonicalName).toBe('gpt-4o-mini')

    expect(catalog.findPricesFor(other.id)('Acme', 'FAST-1')).toBeUndefined()
  })

  test('are read with the price book', async () => {
    await map(testApp.organization.id, 'gpt-4o')
    const book = await loadPriceBook(testApp.database.db)
    const key = { organizationId: testApp.organization.id, provider: 'acme', model: 'fast-1' }
    expect(resolveForOrganization(book, key)?.canonicalName).toBe('gpt-4o')
    expect(book.size).toBe(bundledCount)
  })

  test('find their targets by id, only while these are active', async () => {
    const { db } = testApp.database
    const entry = await entryOf('google', 'gemini-2.5-pro')
    expect(await findEntryById(db, entry?.id ?? '')).toMatchObject(entry ?? {})
    const update = db.updateTable('catalogEntries').where('id', '=', entry?.id ?? '')
    await update.set({ isActive: false }).execute()
    expect(await findEntryById(db, entry?.id ?? '')).toBeUndefined()
    await update.set({ isActive: true }).execute()
  })
})

test('every process reloads prices when another one changes them', async () => {
  const { catalog } = testApp.dependencies
  const seenBy = async (isThere: () => boolean) => {
    await expect.poll(isThere).toBe(true)
  }
  const { db } = testApp.database
  const target = await entryOf('openai', 'gpt-4o')
  await db
    .transaction()
    .execute((tx) =>
      upsertMapping(
        tx,
        testApp.organization.id,
        { provider: 'elsewhere', model: 'm', catalogEntryId: target?.id ?? '' },
        NOW,
      ),
    )
  await seenBy(() => catalog.resolve(testApp.organization.id, 'elsewhere', 'm') !== undefined)
})
