import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startReceiver } from '../../src/features/webhooks/test-support.ts'
import { killPostmaster } from './faults.ts'
import { type Program, startProgram, waitUntilReady } from './program.ts'
import { createRandom } from './random.ts'
import { createSite, removeSite, withPool } from './site.ts'
import { within } from './within.ts'

/** `WEBHOOK_CHANGES=10000 npm run test:faults -- webhooks` is the long version. */
const CHANGES = Number(process.env.WEBHOOK_CHANGES ?? 300)
const AT_ONCE = 8
const FAULT_EVERY_MS = 1_000
const DELIVERED_WITHIN_MS = 300_000

test('every committed change reaches the receiver, and no other, through kills of all three', async () => {
  const random = createRandom(1, 'webhooks')
  const site = await createSite({ role: 'all', keepsFiles: false })
  const receiver = await startReceiver()
  let program: Program = startProgram(site)
  let isDone = false
  try {
    await waitUntilReady(site, program)
    const key = await within(30_000, () => /secret\s+(pw_sk_\S+)/.exec(program.output())?.[1])
    if (key === undefined) throw new Error('the first start showed no key')
    const post = (path: string, body: object) =>
      fetch(`${site.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
    const types = ['customer.created']
    expect((await post('/v1/webhook-endpoints', { url: receiver.url, types })).status).toBe(201)

    const fault = async () => {
      for (let n = 0; !isDone; n += 1) {
        await sleep(FAULT_EVERY_MS)
        if (n % 3 === 0) {
          program.signal('SIGKILL')
          await program.ended
          program = startProgram(site)
          await waitUntilReady(site, program).catch(() => undefined)
        } else if (n % 3 === 1) await killPostmaster(site, random)
        else receiver.interrupt(500)
      }
    }
    let acknowledged = 0
    const change = async () => {
      while (acknowledged < CHANGES) {
        // A change whose answer is lost may be committed or not; both are checked below.
        const answer = await post('/v1/customers', { name: 'Acme' }).catch(() => sleep(50))
        if (answer?.status === 201) acknowledged += 1
      }
    }
    const faults = fault()
    await Promise.all(Array.from({ length: AT_ONCE }, change))
    isDone = true
    await faults
    await within(DELIVERED_WITHIN_MS, async () =>
      withPool(site, async (pool) => {
        const { rows } = await pool.query(
          `select (select count(*) from customers)::int as committed,
             (select count(*) from webhook_deliveries where status = 'succeeded')::int as delivered`,
        )
        return rows[0].committed === rows[0].delivered || undefined
      }).catch(() => undefined),
    )
    const { rows } = await withPool(site, (pool) => pool.query('select id from customers'))
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.id)
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
    expect([...new Set(told)].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const ids = new Map(receiver.received.map(({ id, body }) => [id, body]))
    expect(ids.size).toBe(rows.length)
    for (const { id, body } of receiver.received) expect(body).toBe(ids.get(id))
  } finally {
    isDone = true
    program.signal('SIGKILL')
    await program.ended
    await receiver.close()
    await removeSite(site, false)
  }
}, 1_200_000)
