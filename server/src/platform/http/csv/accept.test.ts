import { expect, test } from 'vitest'
import { prefersCsv } from './accept.ts'

test.each([
  'text/csv',
  'TEXT/CSV; charset=utf-8; header=present',
  'text/csv, */*;q=0.1',
  'text/csv, */*',
  'application/json;q=0.5, text/csv',
  'text/html, text/csv;q=0.9',
])('%s asks for CSV', (accept) => expect(prefersCsv(accept)).toBe(true))

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/*',
  'text/csv;q=0',
  'text/csv;q=nonsense',
  'application/json, text/csv',
  'text/csv;q=0.5, application/json',
  'text/csv;q=0.5, */*',
  'text/csvx',
])('%s does not', (accept) => expect(prefersCsv(accept)).toBe(false))
