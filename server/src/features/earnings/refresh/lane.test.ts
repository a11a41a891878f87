import { expect, onTestFinished, test } from 'vitest'
import { createApi, createTestOrganization } from '../../../../test/support/app.ts'
import { givenDeal } from '../../../../test/support/deal.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { readMarks } from '../../earning-marks/marks.ts'
import { runEarningsLane } from './lane.ts'

const t = useTestApp()

async function givenStaleOrganization() {
  const organization = await createTestOrganization(t.dependencies)
  const { customerId } = await givenDeal(createApi(t.app, organization.secretKey))
  const stale = async () => {
    const { customers } = await readMarks(t.database.db, { organizationId: organization.id })
    return customers.length
  }
  return { ...organization, customerId, stale }
}

function startLane() {
  const stopping = new AbortController()
  const ended = runEarningsLane(t.dependencies, stopping.signal)
  const stop = () => {
    stopping.abort()
    return ended
  }
  onTestFinished(stop)
  return stop
}

test('an organization whose refresh takes long does not keep others stale', async () => {
  const [slow, other] = [await givenStaleOrganization(), await givenStaleOrganization()]
  const client = await t.database.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into earning_states (customer_id, organization_id, revision, kept_until, written_at)
     values ($1, $2, 0, '-infinity', now())`,
    [slow.customerId, slow.id],
  )
  try {
    startLane()
    await expect.poll(other.stale).toBe(0)
    expect(await slow.stale()).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
  await expect.poll(slow.stale).toBe(0)
})

test('a stopped lane ends, and another one does the rest', async () => {
  const first = await givenStaleOrganization()
  await startLane()()
  startLane()
  await expect.poll(first.stale).toBe(0)
})
