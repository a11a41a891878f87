import { exitOnSignals, readOptions, say } from '../command-line.ts'
import { planRounds } from '../plan.ts'
import { createRandom } from '../random.ts'
import { runBillingTest } from './billing-test.ts'
import { KILLS } from './plan.ts'
import { summaryOf } from './report.ts'

const CUSTOMERS = 40

/**
 * Kills the service and its database while business time passes and invoices are made, mailed and
 * paid, and checks the books: `npm run test:crash:billing -- --rounds 20 --seed 7`.
 */
const { rounds, seed, keep } = readOptions(10)
exitOnSignals()
say(`Crash test of billing, ${rounds} rounds, seed ${seed}`)
const figures = await runBillingTest({
  seed,
  rounds: planRounds(rounds, createRandom(seed, 'rounds'), KILLS),
  customers: CUSTOMERS,
  keepsFiles: keep,
  say,
})
say(summaryOf(figures, `npm run test:crash:billing -- --rounds ${rounds} --seed ${seed}`))
process.exitCode = figures.violations.length > 0 ? 1 : 0
