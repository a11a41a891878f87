import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

type Csv = { schema: { description: string } }
type Operation = { responses?: { 200?: { content?: { 'text/csv'?: Csv } } } }

/** Returns the paths that answer CSV, with their tables where there are several. */
function tables(): [path: string, names: string[]][] {
  const { paths } = JSON.parse(root('openapi.json')) as {
    paths: Record<string, { get?: Operation }>
  }
  return Object.entries(paths).flatMap(([path, { get }]): [string, string[]][] => {
    const csv = get?.responses?.[200]?.content?.['text/csv']
    const named = csv?.schema.description.matchAll(/\*\*(\w+)\*\*/g) ?? []
    return csv ? [[path, [...named].map(([, name = '']) => name)]] : []
  })
}

test('docs/export.md lists every address that answers CSV, and its tables, the usual one first', () => {
  const page = root('docs/export.md')
  const all = tables()
  expect(all.length).toBeGreaterThan(10)
  for (const [path, names] of all) {
    const line = page.split('\n').find((one) => one.startsWith('|') && one.includes(`\`${path}\``))
    expect(line, path).toBeDefined()
    const named = [...(line ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => names.includes(name))).toEqual(names)
  }
})
