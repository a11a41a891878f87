import { expect, test } from 'vitest'
import { subjectOf } from './invoice-kinds.ts'

const MARCH = { periodStart: '2026-03-01T00:00:00Z', periodEnd: '2026-04-01T00:00:00Z' }

test('an invoice is for its period, and a top-up for credit', () => {
  expect(subjectOf({ kind: 'subscription', ...MARCH }, 'UTC')).toBe('1–31 Mar 2026')
  expect(subjectOf({ kind: 'top_up', ...MARCH }, 'UTC')).toBe('Credit top-up')
})
