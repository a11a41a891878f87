import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { WORDS_WITH_HYPHENS } from '../../platform/http/text-patterns.ts'
import { createOrganization, listOrganizations } from './service.ts'
import { isReserved, SLUG_LENGTH_MAX, slugOf, slugsFor } from './slug.ts'

const t = useTestApp()

test.each([
  ['Acme', 'acme'],
  ['  Acme Robotics, Inc. ', 'acme-robotics-inc'],
  ['Café Ålesund', 'cafe-alesund'],
  ['ﬁne ２', 'fine-2'],
  ['株式会社', 'organization-1'],
  ['---', 'organization-1'],
  ['Settings', 'settings-1'],
  ['API', 'api-1'],
  ['a'.repeat(50), 'a'.repeat(32)],
  [`${'a'.repeat(31)} b`, 'a'.repeat(31)],
])('%j is called %s in addresses', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('every candidate slug of any name is allowed, and is not an id', () => {
  const id = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'
  for (const name of ['Acme', 'o', 'a-'.repeat(40), '\u202e!', `${'x'.repeat(30)}-y`, id]) {
    const slugs = slugsFor({ id, name })
    expect(new Set(slugs).size).toBe(slugs.length)
    for (const slug of slugs) {
      expect(slug).toMatch(new RegExp(WORDS_WITH_HYPHENS))
      expect(slug.length).toBeLessThanOrEqual(SLUG_LENGTH_MAX)
      expect(isReserved(slug)).toBe(false)
    }
    expect(slugs.at(-1)?.endsWith('2f1f6f3f9a10')).toBe(true)
  }
})

test('organizations with one name, created concurrently, get different slugs', async () => {
  const names = Array.from({ length: 12 }, () => 'Same name')
  const now = new Date()
  await Promise.all(names.map((name) => createOrganization(t.dependencies.db, name, now)))
  const slugs = (await listOrganizations(t.dependencies.db))
    .filter(({ name }) => name === 'Same name')
    .map(({ slug }) => slug)
  expect(slugs).toHaveLength(12)
  expect(new Set(slugs).size).toBe(12)
  expect(slugs).toContain('same-name')
  expect(slugs).toContain('same-name-9')
})
