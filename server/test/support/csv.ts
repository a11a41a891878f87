import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Requests a URL as a caller that accepts only CSV. */
export async function askCsv({ app }: Pick<TestApp, 'app'>, url: string, key: string) {
  const headers = { 'x-api-key': key, accept: 'text/csv' }
  const { statusCode: status, headers: answered, body } = await app.inject({ url, headers })
  return { status, headers: answered, body }
}

/** Parses a CSV table into its headings and rows by heading. */
export async function readCsv(
  t: Pick<TestApp, 'app' | 'organization'>,
  url: string,
  key = t.organization.secretKey,
) {
  const { status, headers, body } = await askCsv(t, url, key)
  expect(status, body).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(headers.vary).toBe('Accept')
  expect(body.endsWith('\r\n')).toBe(true)
  const [headings = [], ...lines] = parse(body, { relaxColumnCount: false }) as string[][]
  const rows = lines.map((line): Record<string, string> => {
    return Object.fromEntries(headings.map((heading, at) => [heading, line[at] ?? '']))
  })
  return { headings, rows }
}
