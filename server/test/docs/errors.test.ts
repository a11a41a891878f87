import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorKind } from '../../src/platform/error-codes.ts'
import { ROOT } from './support/pages.ts'

/** Statuses as in `platform/http`. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  unsupported_type: 415,
  inconsistent: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

test('the page of errors has every code with its status', () => {
  const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
  const rows = page.matchAll(/^\| `([a-z_]+)` \| (\d+) \| (.{10,}) \|$/gm)
  const codes = Object.entries(ERROR_CODES).map(([code, { kind }]) => `${code} ${STATUS[kind]}`)
  const documented = Array.from(rows, ([, code, status]) => `${code} ${status}`)
  expect(documented.sort()).toEqual(codes.sort())
})
