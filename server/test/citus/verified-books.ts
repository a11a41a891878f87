import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { runHere } from '../support/run-here.ts'

/** Asserts that `books verify` compares something and finds no difference. */
export async function expectBooksToVerify({ database }: TestApp): Promise<void> {
  const { code, output, errors } = await runHere(database.url, 'books', 'verify')
  expect([code, errors], output).toEqual([0, ''])
  expect(output).toMatch(/^quarter_hours_equal_events: compared [1-9]\d*, 0 differ$/m)
}
