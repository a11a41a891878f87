import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { readCsv } from './csv.ts'
import { exact } from './exact.ts'

export type JournalLine = Record<string, string>

/** Reads the journal of some days. */
export async function readJournal(
  t: Pick<TestApp, 'app' | 'organization'>,
  { from, to }: { from: string; to: string },
  key = t.organization.secretKey,
): Promise<JournalLine[]> {
  const { rows } = await readCsv(t, `/v1/ledger/journal.csv?from=${from}&to=${to}`, key)
  return rows
}

/** The amount of a line in units of 1e-24: positive for a debit. */
export function signed({ debit = '', credit = '' }: JournalLine): bigint {
  expect([debit, credit].filter((side) => side !== '')).toHaveLength(1)
  const amount = exact(debit || credit)
  expect(amount).toBeGreaterThan(0n)
  return debit === '' ? -amount : amount
}

/** Adds lines up by some of their fields. */
export function balancesBy(lines: readonly JournalLine[], ...fields: string[]) {
  const sums: Record<string, bigint> = {}
  for (const line of lines) {
    const key = fields.map((field) => line[field]).join(' ')
    sums[key] = (sums[key] ?? 0n) + signed(line)
  }
  return sums
}

/** Asserts that debits equal credits for each document and currency. */
export function expectToBalance(lines: readonly JournalLine[]): void {
  const sums = balancesBy(lines, 'documentType', 'documentId', 'currency')
  for (const [document, sum] of Object.entries(sums)) expect(sum, document).toBe(0n)
}
