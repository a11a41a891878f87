import { parseArgs } from 'node:util'
import { exitOnSignals, say, wholeNumber } from '../crash/command-line.ts'
import { summaryOf } from './report.ts'
import { runSoakTest } from './soak-test.ts'

const CUSTOMERS = 30
const SEEDS = 1_000_000

/**
 * Uses the service for hours as its customers do, and restarts and kills its database occasionally.
 * Checks for growth and for books that do not add up: `npm run test:soak -- --minutes 40 --seed 7`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % SEEDS) },
    keep: { type: 'boolean', default: false },
  },
})
const minutes = wholeNumber('--minutes', values.minutes)
const seed = wholeNumber('--seed', values.seed)
exitOnSignals()
say(`Soak of ${minutes} minutes, seed ${seed}`)
const figures = await runSoakTest({
  seed,
  seconds: minutes * 60,
  customers: CUSTOMERS,
  keepsFiles: values.keep,
  say,
})
say(summaryOf(figures, `npm run test:soak -- --minutes ${minutes} --seed ${seed}`))
process.exitCode = figures.violations.length > 0 ? 1 : 0
