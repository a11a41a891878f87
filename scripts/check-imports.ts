/** Who may import whom: the rules of files in .dependency-cruiser.json, and those of features here. */
import assert from 'node:assert/strict'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { type Arrow, floorProblems } from './floors.ts'
import { type Import, privateFileProblems } from './private-files.ts'

/** From the top down: a feature imports only from lower floors, and on its own only to its right. */
const FLOORS: readonly (readonly string[])[] = [
  ['analytics'],
  ['portal', 'delivery'],
  ['billing'],
  ['payments'],
  ['discounts', 'events', 'rating'],
  ['subscriptions'],
  ['pricing-plans'],
  ['usage'],
  ['invoices'],
  ['portal-sessions'],
  [
    'signals',
    'agents',
    'customers',
    'coupons',
    'tax-rates',
    'changelog',
    'emails',
    'credit-balances',
  ],
  ['demo', 'setup', 'invitations', 'sessions', 'members'],
  [
    'organizations',
    'clock',
    'operation',
    'idempotent-requests',
    'audit-log',
    'auth',
    'catalog',
    'outbox',
  ],
]

const NO_PART_OF_IT = /([.]test|test-support)[.]ts$/
const { forbidden, options } = await extractConfig('./.dependency-cruiser.json')
const found = await cruise(
  ['server', 'client', 'web/src', 'web/build', 'web/test', 'scripts'],
  { ...options, ruleSet: { forbidden: forbidden ?? [] }, validate: true },
  options?.enhancedResolveOptions,
)
assert(typeof found.output === 'object')
const report = await format(found.output, { outputType: 'err' })
process.stdout.write(`${String(report.output).trim()}\n`)
const imports = importsOf(found.output)
const problems = [...floorProblems(FLOORS, arrowsOf(imports)), ...privateFileProblems(imports)]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = report.exitCode > 0 || problems.length > 0 ? 1 : 0

function importsOf({ modules }: ICruiseResult): Import[] {
  return modules
    .filter(({ source }) => source.startsWith('server/src/') && !NO_PART_OF_IT.test(source))
    .flatMap(({ source: from, dependencies }) =>
      dependencies.map(({ resolved: to }) => ({ from, to })),
    )
}

function arrowsOf(imports: readonly Import[]): Arrow[] {
  return imports.flatMap(({ from: file, to: imported }) => {
    const [from, to] = [featureOf(file), featureOf(imported)]
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, file }]
  })
}

function featureOf(path: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
}
