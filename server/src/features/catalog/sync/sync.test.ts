import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { costService } from '../../../domain/cost.ts'
import { decimal } from '../../../domain/money.ts'
import { createLog } from '../../../platform/log.ts'
import { type Catalog, createCatalog } from '../catalog.ts'
import { acceptQuarantined, listQuarantined, rejectQuarantined } from '../quarantine.ts'
import { allEntries, allPrices } from '../queries.ts'
import { listServices } from '../service.ts'
import { type SyncResult, syncCatalog } from './sync.ts'

/** The current contents of the two price lists; undefined makes the server answer 404. */
const said: { litellm: string | undefined; openrouter: string | undefined } = {
  litellm: undefined,
  openrouter: undefined,
}
const server = createServer((request, response) => {
  const text = request.url === '/litellm' ? said.litellm : said.openrouter
  if (text === undefined) response.writeHead(404).end()
  else response.end(text)
})
const log = createLog('silent')
let database: TestDatabase
let catalog: Catalog
let base = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  database = await createTestDatabase()
  catalog = await createCatalog(database.db)
})
afterAll(async () => {
  server.close()
  await database.close()
})
beforeEach(async () => {
  // Each test begins with the bundled list alone.
  await database.db.deleteFrom('catalogPrices').where('source', '!=', 'curated').execute()
  await database.db.deleteFrom('catalogEntries').where('source', '!=', 'curated').execute()
  said.litellm = undefined
  said.openrouter = undefined
})

const DAY = 24 * 60 * 60 * 1000
/** Returns the n-th day of the syncs, at noon. */
const day = (n: number) => new Date(Date.parse('2026-10-01T12:00:00Z') + n * DAY)

async function sync(now: Date): Promise<SyncResult[]> {
  const urls = { catalogLitellmUrl: `${base}/litellm`, catalogOpenrouterUrl: `${base}/openrouter` }
  const results = await syncCatalog({ db: database.db, log }, urls, now)
  await catalog.refresh()
  return results
}

type Offer = Record<string, [inputPerToken: string, outputPerToken: string]>

/** Builds a list in LiteLLM's format, including its notation of numbers. */
function liteLlm(offer: Offer): string {
  const models = Object.entries(offer).map(
    ([name, [input, output]]) =>
      `"${name}": {"litellm_provider": "openai", "mode": "chat", "max_input_tokens": 1000,
        "input_cost_per_token": ${input}, "output_cost_per_token": ${output}}`,
  )
  return `{${models.join(',')}}`
}

function openRouter(offer: Offer): string {
  const data = Object.entries(offer).map(([id, [prompt, completion]]) => ({
    id,
    name: id,
    context_length: 1000,
    pricing: { prompt, completion },
  }))
  return JSON.stringify({ data })
}

/** Returns USD for a million tokens each of input and output; "unknown" for a missing model. */
function costOf(model: string, at: Date, provider = 'openai'): string {
  const entry = catalog.resolve('any', provider, model)
  if (!entry) return 'unknown'
  const usage = {
    inputTokens: 1_000_000,
    outputTokens: 1_000_000,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    quantity: 1,
    cacheWrite1hTokens: 0,
    serviceTier: null,
    calls: 1,
  }
  const result = costService(entry, usage, at.getTime())
  return result.kind === 'costed' ? String(result.cost) : result.reason
}

const fiveModels: Offer = {
  'zeta-1': ['1e-06', '4e-06'],
  'zeta-2': ['2e-06', '4e-06'],
  'zeta-3': ['3e-06', '4e-06'],
  'zeta-4': ['4e-06', '4e-06'],
  'gpt-4o': ['2.5e-06', '1e-05'],
}

test('new models become known, also for past usage', async () => {
  said.litellm = liteLlm(fiveModels)
  said.openrouter = openRouter({ 'acme/zeta': ['0.000001', '0.000002'] })
  expect(costOf('zeta-1', day(0))).toBe('unknown')
  expect(await sync(day(0))).toMatchObject([
    { source: 'litellm', ok: true, counts: { added: 4, unchanged: 1, priceChanged: 0 } },
    { source: 'openrouter', ok: true, counts: { added: 1 } },
  ])
  expect(costOf('zeta-1', day(0))).toBe('5')
  expect(costOf('zeta-1', day(-100))).toBe('5')
  expect(costOf('acme/zeta', day(0), 'openrouter')).toBe('3')
})

test('syncing again changes nothing', async () => {
  said.litellm = liteLlm({ ...fiveModels, 'gpt-4o': ['2e-06', '8e-06'] })
  said.openrouter = openRouter({ 'acme/zeta': ['0.000001', '0.000002'] })
  await sync(day(0))
  const before = [await allEntries(database.db), await allPrices(database.db)]
  expect(await sync(day(1))).toMatchObject([
    { counts: { added: 0, priceChanged: 0, quarantined: 0, unchanged: 5 } },
    { counts: { added: 0, priceChanged: 0, unchanged: 1 } },
  ])
  expect([await allEntries(database.db), await allPrices(database.db)]).toEqual(before)
})

test('a changed price applies from the sync on, and the history stays', async () => {
  said.litellm = liteLlm({ 'gpt-4o': ['2e-06', '8e-06'] })
  expect(await sync(day(0))).toMatchObject([{ counts: { priceChanged: 1 } }, { ok: false }])
  said.litellm = liteLlm({ 'gpt-4o': ['1e-06', '4e-06'] })
  await sync(day(10))
  expect(costOf('gpt-4o', day(-1))).toBe('12.5')
  expect(costOf('gpt-4o', day(0))).toBe('10')
  expect(costOf('gpt-4o', new Date(day(10).getTime() - 1))).toBe('10')
  expect(costOf('gpt-4o', day(10))).toBe('5')
})

describe('a model that its source no longer offers', () => {
  const { 'zeta-4': withdrawn, ...remaining } = fiveModels

  test('is hidden from the list, and still costs the usage that names it', async () => {
    said.litellm = liteLlm(fiveModels)
    await sync(day(0))
    said.litellm = liteLlm(remaining)
    expect(await sync(day(1))).toMatchObject([{ counts: { deactivated: 1 } }, { ok: false }])
    const listed = await listServices(database.db, { search: 'zeta-', page: 1, limit: 50 }, day(1))
    expect(listed.data.map(({ canonicalName }) => canonicalName)).toEqual([
      'zeta-1',
      'zeta-2',
      'zeta-3',
    ])
    expect(costOf('zeta-4', day(2))).toBe('8')
  })

  test('comes back as the same entry when it is offered again', async () => {
    said.litellm = liteLlm(fiveModels)
    await sync(day(0))
    const before = await allEntries(database.db)
    said.litellm = liteLlm(remaining)
    await sync(day(1))
    said.litellm = liteLlm({ ...remaining, 'zeta-4': withdrawn ?? ['1', '1'] })
    expect(await sync(day(2))).toMatchObject([{ counts: { reactivated: 1 } }, { ok: false }])
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect((await allEntries(database.db)).sort(byId)).toEqual(before.sort(byId))
  })
})

describe('a source that fails changes nothing, and does not stop the other', () => {
  const healthy = openRouter({ 'acme/zeta': ['0.000001', '0.000002'] })
  const failures: [string, string | undefined, RegExp][] = [
    ['does not answer', undefined, /status 404/],
    ['sends no JSON', '<html>', /JSON/],
    ['sends something else', '[]', /not a JSON object/],
    ['sends nothing', '{}', /no priced model/],
    [
      'lost a third of its models',
      liteLlm({ 'zeta-1': ['1e-06', '4e-06'], x: ['1e-06', '1e-06'] }),
      /refused: 3 of its 4/,
    ],
  ]

  test.each(failures)('it %s', async (_, broken, message) => {
    said.litellm = liteLlm(fiveModels)
    await sync(day(0))
    const litellm = async () => {
      const [entries, prices] = [await allEntries(database.db), await allPrices(database.db)]
      return [entries, prices].map((rows) => rows.filter(({ source }) => source === 'litellm'))
    }
    const before = await litellm()
    said.litellm = broken
    said.openrouter = healthy
    expect(await sync(day(1))).toMatchObject([
      { source: 'litellm', ok: false, error: expect.stringMatching(message) },
      { source: 'openrouter', ok: true },
    ])
    expect(await litellm()).toEqual(before)
  })

  test('it cannot be reached', async () => {
    const urls = {
      catalogLitellmUrl: 'http://127.0.0.1:1/',
      catalogOpenrouterUrl: 'http://[::1]:1',
    }
    expect(await syncCatalog({ db: database.db, log }, urls, day(0))).toMatchObject([
      { ok: false, error: expect.stringMatching(/ECONNREFUSED|bad port|fetch failed/) },
      { ok: false },
    ])
  })
})

describe('an implausible price', () => {
  async function quarantine() {
    said.litellm = liteLlm({ 'gpt-4o': ['2.5e-03', '1e-05'] })
    expect(await sync(day(0))).toMatchObject([{ counts: { quarantined: 1 } }, { ok: false }])
    const [waiting] = await listQuarantined(database.db)
    if (!waiting) throw new Error('nothing is in quarantine')
    return waiting
  }

  test('waits for a manual decision and shows the reason', async () => {
    expect(await quarantine()).toMatchObject({
      provider: 'openai',
      canonicalName: 'gpt-4o',
      costUnit: 'per million tokens',
      source: 'litellm',
      inputRate: decimal('2500'),
      reason:
        'The input rate changes more than tenfold: ' +
        'from 2.5 USD per million tokens to 2500 USD per million tokens',
    })
    expect(costOf('gpt-4o', day(5))).toBe('12.5')
  })

  test('applies from its acceptance', async () => {
    const { id } = await quarantine()
    await acceptQuarantined(database.db, id, day(3))
    await catalog.refresh()
    expect(costOf('gpt-4o', day(2))).toBe('12.5')
    expect(costOf('gpt-4o', day(3))).toBe('2510')
    expect(await listQuarantined(database.db)).toEqual([])
    await expect(rejectQuarantined(database.db, id, day(4))).rejects.toThrow('accepted already')
  })

  test('is not used after its rejection, however often the source repeats it', async () => {
    const { id } = await quarantine()
    await rejectQuarantined(database.db, id, day(3))
    expect(await sync(day(4))).toMatchObject([{ counts: { unchanged: 1 } }, { ok: false }])
    expect(await listQuarantined(database.db)).toEqual([])
    expect(costOf('gpt-4o', day(5))).toBe('12.5')
    await expect(acceptQuarantined(database.db, id, day(5))).rejects.toThrow('rejected already')
  })

  test('is kept without its negative rates, and cannot be accepted without any', async () => {
    said.litellm = liteLlm({ 'gpt-4o': ['-2.5e-06', '1e-05'] })
    await sync(day(0))
    const [waiting] = await listQuarantined(database.db)
    expect(waiting).toMatchObject({
      inputRate: null,
      reason: 'The input rate is negative: -2.5 USD per million tokens',
    })
    await expect(acceptQuarantined(database.db, waiting?.id ?? '', day(1))).rejects.toThrow(
      'no usable rate',
    )
  })

  test('is not found under an unknown id', async () => {
    const unknown = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'
    for (const id of [unknown, 'gpt-4o', '']) {
      await expect(acceptQuarantined(database.db, id, day(0))).rejects.toThrow('There is no price')
    }
  })
})

test('two syncs at once do the work once', async () => {
  said.litellm = liteLlm(fiveModels)
  const [first, second] = await Promise.all([sync(day(0)), sync(day(0))])
  const added = [first, second].map((results) => {
    const litellm = results?.find(({ source }) => source === 'litellm')
    return litellm?.ok ? litellm.counts.added : undefined
  })
  expect(added.sort()).toEqual([0, 4])
})
