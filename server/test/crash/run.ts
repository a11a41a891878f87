import { exitOnSignals, readOptions, say } from './command-line.ts'
import { runCrashTest } from './crash-test.ts'
import { planRounds } from './plan.ts'
import { createRandom } from './random.ts'
import { summaryOf } from './report.ts'

/**
 * Kills the service and its database at random moments under load, and checks that it keeps what it
 * promised: `npm run test:crash -- --rounds 50 --seed 7`.
 */
const { rounds, seed, role, keep } = readOptions(20)
exitOnSignals()
say(`Crash test of ${rounds} rounds, seed ${seed}`)
const figures = await runCrashTest({
  seed,
  rounds: planRounds(rounds, createRandom(seed, 'rounds')),
  killsFirstStart: true,
  role,
  keepsFiles: keep,
  say,
})
const replay = `npm run test:crash -- --rounds ${rounds} --seed ${seed} --role ${role}`
say(summaryOf(figures, replay))
process.exitCode = figures.violations.length > 0 ? 1 : 0
