import { join } from 'node:path'
import { expect, test } from 'vitest'
import { find } from '../../src/guides/search/find.ts'
import { entriesOf, indexOf } from '../search-index.ts'
import { sectionsOf } from './guide-entries.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('a guide is found by its sections, with the anchors of its page and without code', () => {
  const markdown =
    '# A guide\n\nAfter it.\n\n## A `b`\n\n| x |\n|---|\n| y |\n\n```sh\ncode\n```\n\n## A b\n'
  expect(sectionsOf('a', markdown)).toMatchObject([
    { page: 'A guide', heading: 'A guide', url: '/docs/guides/a', text: 'After it.' },
    { page: 'A guide', heading: 'A b', url: '/docs/guides/a#a-b', text: 'x y' },
    { page: 'A guide', heading: 'A b', url: '/docs/guides/a#a-b-1', text: '' },
  ])
})

test('each subject is found by common search terms', async () => {
  const index = indexOf(await entriesOf(ROOT))
  const first = (query: string) =>
    find(index, query)
      .slice(0, 3)
      .map(({ url }) => url)
  expect(first('refund')).toContain('/docs/guides/payments#refund')
  expect(first('late usage')).toContain('/docs/guides/billing-periods#late-usage')
  expect(first('graduat')).toContain('/docs/guides/pricing#graduated-each-unit-pays-its-own-tier')
  expect(first('reader endpoint')).toContain('/docs/guides/self-hosting#your-own-postgresql')
  // With a typing error, by a part of a name, and with words that no section has.
  expect(first('wehbooks')[0]).toMatch(/webhooks/)
  expect(find(index, 'idempotency').length).toBeGreaterThan(3)
  expect(find(index, 'refund zzzzzz').length).toBeGreaterThan(0)
  const operations = find(index, '/v1/usage/record').map(({ page }) => page)
  expect(operations).toContain('POST /v1/usage/record')
})
