import { expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../../../test/support/app.ts'
import { createClock } from '../../../test/support/clocks.ts'
import { givenParties, givenSubscription } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { createDependencies } from '../../dependencies.ts'
import { applyDueStatuses } from '../subscriptions/status/apply-due-statuses.ts'

const CLOCK = '/v1/test-clock'
const REAL = '2026-03-15T12:00:00.000Z'
const real = createClock(REAL)

const t = useTestApp({ now: real.now })

/** Creates an organization whose test clock is not set. */
async function organization() {
  const { id, secretKey, publishableKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  return { id, api, publishable: createApi(t.app, publishableKey) }
}

const move = (api: Api, now: unknown) => api.post(CLOCK, { now })

async function moved(api: Api, now: string) {
  const { status, body } = await move(api, now)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('the job moves statuses, each by the time of its organization', async () => {
  const [early, late] = [await organization(), await organization()]
  const fields = { startDate: '2027-01-01' }
  const make = async ({ api }: typeof early) =>
    givenSubscription(api, { ...(await givenParties(api)), ...fields })
  const [started, waiting] = [await make(early), await make(late)]
  await moved(early.api, '2026-12-31T23:59:50Z')
  real.set('2026-03-15T12:00:10Z')
  const { clock, db } = t.dependencies
  for (const scope of clock.scopes()) {
    await applyDueStatuses(db, { now: real.now(), businessNow: scope.now }, scope)
  }
  real.set(REAL)
  const { rows } = await t.database.pool.query(
    'select id, status, updated_at from subscriptions where id in ($1, $2) order by id',
    [started.id, waiting.id],
  )
  expect(rows).toEqual([
    { id: started.id, status: 'active', updated_at: new Date('2026-03-15T12:00:10Z') },
    { id: waiting.id, status: 'upcoming', updated_at: new Date(REAL) },
  ])
})

test('every process goes once one of them has set the clock', async () => {
  const { url } = t.database
  const { config, log } = t.dependencies
  const other = await createDependencies({ config, url, log, now: real.now })
  try {
    const { id, api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    const told = () => other.clock.now(id).toISOString()
    await expect.poll(told).toBe('2027-01-01T00:00:00.000Z')
  } finally {
    await other.close()
  }
})
