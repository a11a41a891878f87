/** Runs all package.json scripts named check:…, one per processor at a time. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runParts } from './run-parts.ts'

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { scripts: Record<string, string> }
const parts = Object.entries(scripts)
  .filter(([name]) => name.startsWith('check:'))
  .map(([name, command]) => ({ name, command }))
const results = await runParts(parts, {
  atOnce: availableParallelism(),
  onEnd: ({ name, isOk, seconds, output }) => {
    process.stdout.write(`${isOk ? '✔' : '✘'} ${name} ${seconds.toFixed(1)} s\n`)
    if (!isOk) process.stdout.write(`${output.trimEnd()}\n`)
  },
})
const failed = results.filter(({ isOk }) => !isOk)
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.map(({ name }) => name).join(', ')}\n`)
  process.exitCode = 1
}
