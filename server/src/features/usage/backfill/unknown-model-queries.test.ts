import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { unknownModel } from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { listUnknownModels } from './unknown-model-queries.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
const { api } = useOrganizationPerTest(t)

test('lists each model once, unless its latest event only lacks a rate', async () => {
  const named = (model: string, usageDate: string) => unknownModel({ model, usageDate })
  await must(
    api.record(
      named('one', '2026-03-10T00:00:00Z'),
      named('one', '2026-03-11T00:00:00Z'),
      named('other', '2026-03-10T00:00:00Z'),
      named('known', '2026-03-10T00:00:00Z'),
      named('known', '2026-03-11T00:00:00Z'),
    ),
  )
  await t.database.pool.query(
    `update uncosted_services set reason = 'no_rate'
     where model = 'known' and usage_date = '2026-03-11'`,
  )
  const listed = await listUnknownModels(t.dependencies.db)
  expect(listed.map(({ model }) => model)).toEqual(['one', 'other'])
})
