import { expect, test } from 'vitest'
import { times } from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { givenAnnouncements, givenEndpoint } from '../test-support.ts'
import { listDue } from './queries.ts'

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
