import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Piecework } from '../../../client/src/index.ts'
import { proseOf, ROOT, readPages } from './support/pages.ts'

type Operation = { security: Record<string, unknown>[]; 'x-keys'?: string[] }
type Document = { paths: Record<string, Record<string, Operation>> }

const { paths }: Document = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security, 'x-keys': keys = [] }]) => ({
    route: `${method.toUpperCase()} ${path}`,
    keys,
    schemes: security.flatMap((scheme) => Object.keys(scheme)),
  })),
)
const page = readFileSync(join(ROOT, 'docs/routes.md'), 'utf8')

/** Returns the routes in the tables of the page, or of one of its sections. */
function listed(section = page): string[] {
  const rows = section.matchAll(/^\| `([A-Z]+ \/[^`]+)` \|/gm)
  return Array.from(rows, ([, route = '']) => route).sort()
}

const sectionOf = (heading: string) =>
  page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`))

test('the page of routes lists each operation of the API once', () => {
  expect(listed()).toEqual(operations.map(({ route }) => route).sort())
})

test.each([
  ['For the dashboard', 'session'],
  ['For the portal', 'portal'],
])('the section "%s" has the routes that take only a %s', (heading, scheme) => {
  const only = operations.filter(({ schemes }) => schemes.length === 1 && schemes[0] === scheme)
  expect(listed(sectionOf(heading))).toEqual(only.map(({ route }) => route).sort())
})

test('the guide of security lists exactly the routes that a publishable key reads', () => {
  const guide = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const [, table = ''] = /\| Routes that a publishable key reads \|([\s\S]*?)\n\n/.exec(guide) ?? []
  const named = Array.from(table.matchAll(/`(GET [^`]+)`/g), ([, route = '']) => route)
  const read = operations.filter(({ keys }) => keys.includes('publishable'))
  expect(named.sort()).toEqual(read.map(({ route }) => route).sort())
})

test('every method on the page is one of the client', () => {
  const client: object = new Piecework({ apiKey: 'none' })
  const methods = [...page.matchAll(/^\| `[^`]+` \| `(\w+)\.(\w+)` \|/gm)]
  expect(methods.length).toBeGreaterThan(100)
  for (const [, resource = '', name = ''] of methods) {
    const method = Reflect.get(Reflect.get(client, resource) ?? {}, name)
    expect([resource, name, typeof method]).toEqual([resource, name, 'function'])
  }
})

test('the guides name no route that does not exist', () => {
  const routes = new Set(operations.map(({ route }) => route))
  const guides = readPages().filter(({ path }) => !path.startsWith('docs/adr/'))
  const named = guides.flatMap(({ path, text }) =>
    Array.from(
      proseOf(text).matchAll(/\b(GET|POST|PATCH|PUT|DELETE)\s+(\/v1\/[\w/{}.-]*[\w}])/g),
      ([, method, route]) => ({ path, route: `${method} ${route}` }),
    ),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ route }) => !routes.has(route))).toEqual([])
})
