import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { decimal } from '../../../domain/money.ts'
import { createCatalog } from '../catalog.ts'
import { allAcceptedPrices, allEntries } from '../queries.ts'
import { loadSnapshot, readBundledEntries } from './load.ts'

const NOW = new Date('2026-10-01T12:00:00Z')
const NOTHING = { entriesAdded: 0, entriesUpdated: 0, pricesAdded: 0 }

// The template of the test databases already contains the snapshot.
const database = useOpened(createTestDatabase)

async function empty() {
  await database.db.deleteFrom('catalogPrices').execute()
  await database.db.deleteFrom('catalogEntries').execute()
}

test('loading again changes nothing', async () => {
  expect(await loadSnapshot(database.db, NOW)).toEqual(NOTHING)
})

test('two processes that start at once load it once', async () => {
  await empty()
  const bundled = readBundledEntries()
  const results = await Promise.all([
    loadSnapshot(database.db, NOW),
    loadSnapshot(database.db, NOW),
  ])
  expect(results.map(({ entriesAdded }) => entriesAdded).sort((a, b) => a - b)).toEqual([
    0,
    bundled.length,
  ])
  const prices = await allAcceptedPrices(database.db)
  expect(prices).toHaveLength(bundled.flatMap(({ prices }) => prices).length)
})

test('every entry comes back from the database as it was bundled', async () => {
  const stored = new Map(
    (await allEntries(database.db)).map((entry) => [
      `${entry.provider}/${entry.canonicalName}`,
      entry,
    ]),
  )
  for (const { prices: _, ...entry } of readBundledEntries()) {
    const found = stored.get(`${entry.provider}/${entry.canonicalName}`)
    expect(found).toMatchObject({ ...entry, source: 'curated', isActive: true })
  }
})

test('a newer list adds its entries and prices, and running processes see them', async () => {
  const catalog = await createCatalog(database.db)
  const [known] = readBundledEntries().filter(
    ({ provider, canonicalName }) => `${provider}/${canonicalName}` === 'openai/gpt-4o-mini',
  )
  if (!known?.prices[0]) throw new Error('the snapshot has no openai/gpt-4o-mini')
  const cheaper = {
    ...known.prices[0],
    effectiveFrom: new Date('2026-11-01'),
    inputRate: decimal('2'),
  }
  const newer = [
    { ...known, displayName: 'GPT-4o mini (2026)', prices: [known.prices[0], cheaper] },
    { ...known, canonicalName: 'gpt-9', prices: [cheaper] },
  ]
  expect(await loadSnapshot(database.db, NOW, newer)).toEqual({
    entriesAdded: 1,
    entriesUpdated: 1,
    pricesAdded: 2,
  })
  expect(await loadSnapshot(database.db, NOW, newer)).toEqual(NOTHING)

  expect(catalog.resolve('any', 'openai', 'gpt-9')).toBeUndefined()
  await catalog.refresh()
  expect(catalog.resolve('any', 'openai', 'gpt-9')?.prices).toHaveLength(1)
  expect(catalog.resolve('any', 'openai', 'gpt-4o-mini')?.prices).toHaveLength(2)
})
