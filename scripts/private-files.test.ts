import { expect, test } from 'vitest'
import { privateFileProblems } from './private-files.ts'

const FEATURES = 'server/src/features'
const BILLING = `${FEATURES}/billing/draft.ts`

test.each([
  'invoices/queries.ts',
  'invoices/write-queries.ts',
  'payments/refunds/queries.ts',
  'invoices/schemas.ts',
  'delivery/send-schemas.ts',
  'payments/routes.ts',
])('no other feature, and nothing above the features, may import %s', (file) => {
  const to = `${FEATURES}/${file}`
  for (const from of [BILLING, 'server/src/clock-round/sweep.ts']) {
    const problems = privateFileProblems([{ from, to }])
    expect(problems).toEqual([expect.stringContaining(`${from}: ${to} is for features/`)])
  }
})

test('a feature may import its own queries from any of its folders', () => {
  const to = `${FEATURES}/billing/facts/billed-queries.ts`
  expect(privateFileProblems([{ from: BILLING, to }])).toEqual([])
})

test('a feature whose name is a prefix of another is distinguished from it', () => {
  const from = `${FEATURES}/billing-rules/draft.ts`
  expect(privateFileProblems([{ from, to: `${FEATURES}/billing/queries.ts` }])).toHaveLength(1)
})

test('app.ts registers the routes of all features, and may import nothing else of these files', () => {
  const from = 'server/src/app.ts'
  expect(privateFileProblems([{ from, to: `${FEATURES}/invoices/routes.ts` }])).toEqual([])
  expect(privateFileProblems([{ from, to: `${FEATURES}/invoices/schemas.ts` }])).toHaveLength(1)
})

test('other files may be imported from anywhere', () => {
  const to = `${FEATURES}/invoices/ledger.ts`
  expect(privateFileProblems([{ from: BILLING, to }])).toEqual([])
})
