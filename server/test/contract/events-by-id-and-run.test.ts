import { describe, expect, test } from 'vitest'
import type { Api } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, recordEvent, unknownModel } from '../support/usage.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const otherApi = useStranger(t)

const NOBODY = '01890000-0000-7000-8000-000000000000'
const read = (id: string, api: Api = t.api) => api.get(`/v1/events/${id}`)

describe('an event by its id', () => {
  test('is what the list says of it, with and without a cost', async () => {
    const costed = await recordEvent(t.api, llm({ runId: 'run' }))
    const uncosted = await recordEvent(t.api, unknownModel())
    const listed = await listEvents(t.api)
    for (const { id } of [costed, uncosted]) {
      const { status, body } = await read(id)
      expect(status).toBe(200)
      expect(body).toEqual(listed.find((event) => event.id === id))
    }
  })

  test('of another organization is not found, as one that does not exist', async () => {
    const theirs = await recordEvent(otherApi, llm({}))
    const [hidden, absent] = await Promise.all([read(theirs.id), read(NOBODY)])
    expect(hidden.status).toBe(404)
    expect({ ...hidden.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    expect((await read(theirs.id, otherApi)).status).toBe(200)
  })

  test('is refused as what is no id', async () => {
    expect((await read('1')).status).toBe(400)
  })

  test('may be read with a publishable key', async () => {
    const { id } = await recordEvent(t.api, llm({}))
    expect((await read(id, t.publishable)).status).toBe(200)
  })
})

describe('the events of a run', () => {
  const runIds = async (query: string) => {
    const { status, body } = await t.api.get(`/v1/events?${query}`)
    expect(status).toBe(200)
    return body as { results: { id: string; runId: string }[]; totalResults: number }
  }

  test('are found across customers and in any state, counted exactly and in pages', async () => {
    const runId = 'trace/α 100%'
    for (const customerExternalId of ['ann', 'bob', 'cem']) {
      await recordEvent(t.api, llm({ customerExternalId, runId }))
    }
    await recordEvent(t.api, unknownModel({ runId }))
    await recordEvent(t.api, llm({ runId: 'trace/α 100' }))
    await recordEvent(otherApi, llm({ runId }))
    const asked = `runId=${encodeURIComponent(runId)}`
    const all = await runIds(asked)
    expect(all.totalResults).toBe(4)
    expect(all.results.map((event) => event.runId)).toEqual([runId, runId, runId, runId])
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => runIds(`${asked}&limit=1&page=${page}`)),
    )
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(
      all.results.map(({ id }) => id),
    )
    const [one] = all.results
    const { customerId } = (await read(String(one?.id))).body
    expect((await runIds(`${asked}&customerId=${customerId}`)).totalResults).toBeGreaterThan(0)
    expect((await runIds(`${asked}&eventProcessed=NEEDS_COST_BACKFILL`)).totalResults).toBe(1)
  })

  test('are none where nobody has named it', async () => {
    expect(await runIds('runId=never')).toMatchObject({ results: [], totalResults: 0 })
  })
})
