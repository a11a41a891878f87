import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { ROOT, readPages } from './support/pages.ts'

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const unique = (names: Iterable<string>) => [...new Set(names)].sort()

/** Returns the variables that `parseConfig` reads. */
function settings(): string[] {
  const asked: string[] = []
  parseConfig(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_, name) => {
          asked.push(String(name))
          return undefined
        },
      },
    ),
  )
  return unique(asked)
}

/** Returns environment variables in a page's code, without words of the API. */
function named(page: string): string[] {
  const code = page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=[^`]*)?`/g)
  return unique(Array.from(code, ([, name = '']) => name)).filter((name) => !WORDS.has(name))
}

const WORDS = new Set([
  // Event states and record codes.
  ...['PROCESSED', 'NEEDS_COST_BACKFILL', 'PENDING', 'ERROR', 'VALIDATION_ERROR', 'INTERNAL_ERROR'],
  // Placeholders that a reader replaces.
  ...['YOUR_SECRET_KEY', 'YOUR_PUBLISHABLE_KEY', 'NAME'],
  // Variables of the client, in the program that uses it.
  ...['PIECEWORK_API_KEY', 'PIECEWORK_BASE_URL', 'PIECEWORK_WEBHOOK_SECRET'],
  // Variables of OpenTelemetry, in the program that exports.
  ...['OTEL_RESOURCE_ATTRIBUTES'],
  // Variables of tests and benchmarks.
  ...['CITUS_PROGRAMS'],
  // Variables of Node and the C library.
  ...['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'],
  // Words of HTTP, SQL and the operating system.
  ...['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'SIGTERM', 'NOTIFY', 'COMMIT', 'UPDATE'],
])

test('the documented settings are exactly the existing ones', () => {
  const documented = text('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)
  expect(unique(Array.from(documented, ([, name = '']) => name))).toEqual(settings())
})

test('.env.example lists every setting', () => {
  const listed = text('.env.example').matchAll(/^([A-Z_]+)=/gm)
  expect(unique(Array.from(listed, ([, name = '']) => name))).toEqual(settings())
})

test('a setting that a guide names exists', () => {
  const there = settings()
  const guides = readPages().filter(({ path }) => !path.startsWith('docs/adr/'))
  const wrong = guides.flatMap(({ path, text: page }) =>
    named(page)
      .filter((name) => !there.includes(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})
