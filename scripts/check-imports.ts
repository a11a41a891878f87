/**
 * Checks imports: .dependency-cruiser.json has the rules for files, this script those for folders.
 */
import assert from 'node:assert/strict'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { circleProblems } from './circles.ts'
import { FLOOR_PLAN } from './floor-plan.ts'
import { floorProblems } from './floors.ts'
import { type Import, privateFileProblems } from './private-files.ts'

const NO_PART_OF_IT = /([.]test|test-support)[.]tsx?$/
const IN_SOURCE = /^(server|client|web)\/src\//
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
const problems = [
  ...FLOOR_PLAN.flatMap((building) => floorProblems(building, imports)),
  ...circleProblems(imports.filter(({ from, to }) => IN_SOURCE.test(from) && IN_SOURCE.test(to))),
  ...privateFileProblems(imports.filter(({ from }) => from.startsWith('server/src/'))),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = report.exitCode > 0 || problems.length > 0 ? 1 : 0

function importsOf({ modules }: ICruiseResult): Import[] {
  return modules
    .filter(({ source }) => !NO_PART_OF_IT.test(source))
    .flatMap(({ source: from, dependencies }) =>
      dependencies.map(({ resolved: to }) => ({ from, to })),
    )
}
