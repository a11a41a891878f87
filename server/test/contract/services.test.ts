import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'

let all: Entry[]

type Entry = {
  id: string
  canonicalName: string
  displayName: string
  provider: string
  serviceType: string
  inputCost: string | null
  outputCost: string | null
  costUnit: string
  contextWindow: number | null
  isApi: boolean
  isActive: boolean
}

const list = async (query = '') => {
  const { status, body } = await t.api.get(`/v1/services${query}`)
  expect(status, query).toBe(200)
  return body
}

async function listAll(query = ''): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await list(`?limit=100&page=${page}${query}`)
    entries.push(...data)
    if (page >= pagination.totalPages) return entries
  }
}

const ids = (entries: Entry[]) => entries.map(({ id }) => id).toSorted()

const t = useTestApp()
beforeAll(async () => {
  all = await listAll()
})

describe('the list', () => {
  test('holds every active entry on exactly one page', async () => {
    const { rows } = await t.database.pool.query('select id from catalog_entries where is_active')
    expect(ids(all)).toEqual(ids(rows))
    expect(all.every(({ isActive }) => isActive)).toBe(true)
  })

  test('is the same for every organization', async () => {
    const other = await createTestOrganization(t.dependencies)
    const { body } = await createApi(t.app, other.secretKey).get('/v1/services')
    expect(body).toEqual(await list())
  })
})

describe('an entry', () => {
  const decimal = /^\d+(\.\d+)?$/

  test('has the fields of the contract, in their types', () => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    for (const entry of all) {
      expect(entry).toMatchObject({
        id: expect.stringMatching(uuid),
        externalId: expect.any(String),
        canonicalName: entry.canonicalName.toLowerCase(),
        displayName: expect.any(String),
        provider: entry.provider.toLowerCase(),
        serviceType: expect.any(String),
        costUnit: expect.any(String),
        source: expect.stringMatching(/^(curated|litellm|openrouter)$/),
        isApi: expect.any(Boolean),
      })
      if (entry.inputCost !== null) expect(entry.inputCost).toMatch(decimal)
      if (entry.outputCost !== null) expect(entry.outputCost).toMatch(decimal)
      if (entry.contextWindow !== null) expect(Number.isInteger(entry.contextWindow)).toBe(true)
    }
  })

  test('of a non-LLM service has neither output cost nor context window', () => {
    const apis = all.filter(({ isApi }) => isApi)
    expect(apis.length).toBeGreaterThan(0)
    for (const { outputCost, contextWindow } of apis) {
      expect([outputCost, contextWindow]).toEqual([null, null])
    }
  })

  test('shows the rates that usage is costed with', () => {
    const find = (provider: string, name: string) =>
      all.find((entry) => entry.provider === provider && entry.canonicalName === name)
    const gpt = find('openai', 'gpt-4o')
    expect(gpt).toMatchObject({ costUnit: 'per million tokens', isApi: false, serviceType: 'LLM' })
    expect([Number(gpt?.inputCost), Number(gpt?.outputCost)]).toEqual([2.5, 10])
    const sms = find('twilio', 'twilio-sms-us')
    expect(sms).toMatchObject({ isApi: true, serviceType: 'SMS' })
    expect(Number(sms?.inputCost)).toBe(8.3)
  })

  test('is read by its id, in the shape of a list row', async () => {
    for (const entry of [all[0], all.at(-1), all.find(({ isApi }) => isApi)]) {
      const { status, body } = await t.api.get(`/v1/services/${entry?.id}`)
      expect(status).toBe(200)
      expect(body).toEqual(entry)
    }
  })
})

/** How near a name is to the searched text: the same, beginning with it, or another. */
function nearness({ canonicalName }: Entry, text: string): number {
  const [name, wanted] = [canonicalName.toLowerCase(), text.toLowerCase()]
  if (name === wanted) return 1
  return name.startsWith(wanted) ? 2 : 3
}

describe('a filter', () => {
  test.each(['openai', 'OpenAI', 'TWILIO', 'google'])(
    'provider=%s is exact but for case',
    async (provider) => {
      const expected = all.filter((entry) => entry.provider === provider.toLowerCase())
      expect(expected.length).toBeGreaterThan(0)
      expect(ids(await listAll(`&provider=${provider}`))).toEqual(ids(expected))
    },
  )

  test.each(['LLM', 'SMS', 'Web Search', 'Vector Database'])('serviceType=%s', async (type) => {
    const expected = all.filter((entry) => entry.serviceType === type)
    expect(expected.length).toBeGreaterThan(0)
    const query = `&serviceType=${encodeURIComponent(type)}`
    expect(ids(await listAll(query))).toEqual(ids(expected))
  })

  test('isApi tells services from LLMs, and left out gives both', async () => {
    const apis = await listAll('&isApi=true')
    const llms = await listAll('&isApi=false')
    expect(apis.every(({ isApi }) => isApi)).toBe(true)
    expect(llms.every(({ isApi }) => !isApi)).toBe(true)
    expect(ids([...apis, ...llms])).toEqual(ids(all))
  })

  test.each(['haiku', 'GPT-4o', 'Search', 'claude 3', '.', '/'])(
    'search=%s looks in canonicalName and displayName, whatever the case',
    async (text) => {
      const expected = all.filter(({ canonicalName, displayName }) =>
        [canonicalName, displayName].some((name) =>
          name.toLowerCase().includes(text.toLowerCase()),
        ),
      )
      const found = await listAll(`&search=${encodeURIComponent(text)}`)
      expect(ids(found)).toEqual(ids(expected))
    },
  )

  test.each(['gpt-4o-mini', 'GPT-4o-mini'])(
    'search=%s has the model of this name first',
    async (text) => {
      const found = await listAll(`&search=${text}`)
      const near = found.map((entry) => nearness(entry, text))
      expect(near).toEqual(near.toSorted())
      expect(new Set(near)).toEqual(new Set([1, 2, 3]))
      const onePerPage: Entry[] = []
      for (let page = 1; page <= found.length; page += 1) {
        onePerPage.push(...(await list(`?search=${text}&limit=1&page=${page}`)).data)
      }
      expect(onePerPage).toEqual(found)
    },
  )

  test.each(['%', '_', 'gpt_4o', 'gpt%', '\\', "'", '.*', 'gpt-4o|x'])(
    'search=%s means these very characters',
    async (text) => {
      const found = await listAll(`&search=${encodeURIComponent(text)}`)
      for (const { canonicalName, displayName } of found) {
        expect(`${canonicalName}\n${displayName}`.toLowerCase()).toContain(text)
      }
    },
  )

  test('that nothing passes gives an empty list', async () => {
    const { data, pagination } = await list('?provider=nobody')
    expect(data).toEqual([])
    expect(pagination).toMatchObject({ page: 1, total: 0 })
  })

  test('together with others narrows further', async () => {
    const expected = all.filter(
      (entry) => entry.provider === 'openai' && !entry.isApi && /gpt-4o/i.test(entry.canonicalName),
    )
    const found = await listAll('&provider=openai&isApi=false&search=gpt-4o')
    expect(ids(found)).toEqual(expect.arrayContaining(ids(expected)))
    expect(found.every((entry) => entry.provider === 'openai' && !entry.isApi)).toBe(true)
  })
})

test('the catalog cannot be written through the API', async () => {
  const [entry] = all
  await storesNothing(t.database.pool, async () => {
    const answers = [
      await t.api.post('/v1/services', entry),
      await t.api.patch(`/v1/services/${entry?.id}`, { inputCost: '0' }),
      await t.api.delete(`/v1/services/${entry?.id}`),
    ]
    for (const { status } of answers) expect([403, 404, 405]).toContain(status)
  })
  expect((await t.api.get(`/v1/services/${entry?.id}`)).body).toEqual(entry)
})
