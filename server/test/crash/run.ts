import { parseArgs } from 'node:util'
import { runCrashTest } from './crash-test.ts'
import { planRounds } from './plan.ts'
import { createRandom } from './random.ts'
import { summaryOf } from './report.ts'

/**
 * Kills the service and its database at random moments under load, and checks that it keeps what
 * it promised: `npm run test:crash -- --rounds 50 --seed 7`.
 */
const SEEDS = 1_000_000
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % SEEDS) },
    role: { type: 'string', default: 'all' },
    keep: { type: 'boolean', default: false },
  },
})
const rounds = wholeNumber('--rounds', values.rounds)
const seed = wholeNumber('--seed', values.seed)
const { role } = values

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
say(`Crash test of ${rounds} rounds, seed ${seed}`)
const figures = await runCrashTest({
  seed,
  rounds: planRounds(rounds, createRandom(seed, 'rounds')),
  killsFirstStart: true,
  role,
  keepsFiles: values.keep,
  say,
})
const replay = `npm run test:crash -- --rounds ${rounds} --seed ${seed} --role ${role}`
say(summaryOf(figures, replay))
process.exitCode = figures.violations.length > 0 ? 1 : 0

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}
