import { expect, test } from 'vitest'
import { times } from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { newId } from '../../../platform/id.ts'
import { givenAnnouncements, givenEndpoint, renameType } from '../test-support.ts'
import { claimTargets, listDue } from './queries.ts'

const now = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => now })
const { api, organization } = useOrganizationPerTest(t)

const due = async (endpointId: string, taken: string[] = []) => {
  const page = { taken, now, limit: 100 }
  return (await listDue(t.dependencies.db, endpointId, page)).map(({ id }) => id)
}

test('due deliveries are read in order, up to a sum of bytes, and at least one', async () => {
  const { id: endpointId } = await givenEndpoint(api, 'https://acme.example/hooks')
  const sizes = [2_000_000, ...times(6, () => 250_000)]
  const changes = sizes.map((size) => ({ data: JSON.stringify('x'.repeat(size)) }))
  const ids = await givenAnnouncements(t, organization.id, changes)
  expect(await due(endpointId)).toEqual(ids.slice(0, 1))
  expect(await due(endpointId, ids.slice(0, 1))).toEqual(ids.slice(1, 5))
  expect(await due(endpointId, ids.slice(0, 5))).toEqual(ids.slice(5))
})

test('deliveries of types that this version does not know are left to another process', async () => {
  const { id: endpointId } = await givenEndpoint(api, 'https://acme.example/hooks')
  const { db } = t.dependencies
  const claim = async () => {
    const claims = await claimTargets(db, newId(), now)
    await t.database.pool.query('update webhook_endpoints set claimed_until = null')
    return claims.map((one) => one.endpointId)
  }
  const [future, known] = await givenAnnouncements(t, organization.id, [{}, {}])
  await renameType(t, future)
  expect(await claim()).toContain(endpointId)
  expect(await due(endpointId)).toEqual([known])
  await renameType(t, known)
  expect(await claim()).not.toContain(endpointId)
})
