import { expect, test } from 'vitest'
import { givenLongLists } from '../../server/test/support/long-lists.ts'
import { useTestApp } from '../../server/test/support/use-app.ts'
import { hasPython, note, unittest } from './support/python.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })

test(`every list of the Python client gives each item once${note}`, async () => {
  if (!hasPython) return
  const { api: _, ...ids } = await givenLongLists(t)
  const said = await unittest('tests/lists', {
    PIECEWORK_API_KEY: t.organization.secretKey,
    PIECEWORK_BASE_URL: await t.app.listen({ port: 0, host: '127.0.0.1' }),
    PIECEWORK_IDS: JSON.stringify(ids),
  })
  expect(said).toMatch(/^OK$/m)
})
