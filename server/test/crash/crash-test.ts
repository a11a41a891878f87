import { setTimeout as sleep } from 'node:timers/promises'
import { checkDatabase } from './check-database.ts'
import { checkLedger } from './check-ledger.ts'
import { checkApi, checkJobs, checkNotices } from './check-service.ts'
import { type Client, createClient } from './client.ts'
import { delayCommits } from './faults.ts'
import { startService } from './first-start.ts'
import { checkHolds, givenAskingCustomer, givenBudget } from './holds.ts'
import { createLedger } from './ledger.ts'
import { startLoad } from './load.ts'
import { noteViolation } from './notes.ts'
import type { Round } from './plan.ts'
import { type Figures, figuresOf, kindsOf, progressOf } from './report.ts'
import { resendUnanswered } from './resend.ts'
import { injectFaults, isReady, type Service } from './service.ts'
import { createSite, removeSite, type SiteDatabase, withPool } from './site.ts'
import { createUnknownModels, type UnknownModels } from './unknown-models.ts'

export type CrashTest = {
  seed: number
  rounds: readonly Round[]
  /** Also kills the very first start, while it creates the database. */
  killsFirstStart: boolean
  role: string
  /** Database of the service; the embedded one by default. */
  database?: SiteDatabase
  /** Keeps the program's files and logs for inspection. */
  keepsFiles: boolean
  /** Called with each line of progress. */
  say: (line: string) => void
}

/** Runs the program under load, injects faults round by round, and checks what it had promised. */
export async function runCrashTest(test: CrashTest): Promise<Figures> {
  const startedAt = performance.now()
  const site = await createSite(test)
  try {
    const service = await startService(site, test, (access) => createClient(createLedger(), access))
    const models = createUnknownModels()
    await givenBudget(service.client)
    for (const [index, round] of test.rounds.entries()) {
      await runRound(service, round, { models, seed: test.seed, number: index + 1 })
      test.say(progressOf(service, round, index + 1))
      if (service.isLost) break
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    return figuresOf(service, { seed: test.seed, rounds: test.rounds.length, seconds })
  } finally {
    if (test.keepsFiles) test.say(`The files are in ${site.folder}`)
    await removeSite(site, test.keepsFiles)
  }
}

async function runRound(
  service: Service<Client>,
  round: Round,
  { models, seed, number }: { models: UnknownModels; seed: number; number: number },
): Promise<void> {
  const { client, site } = service
  const { ledger } = client
  ledger.stage = `round ${number} (${kindsOf(round)})`
  client.requests.length = 0
  try {
    await givenAskingCustomer(client, number)
    await delayCommits(site, round.commitDelayMs)
    const load = startLoad({ client, models, seed, round: number })
    try {
      await injectFaults(service, round.faults)
      await sleep(round.loadAfterMs)
    } finally {
      await load.stop()
    }
    if (await isReady(service)) await checkRound(service)
  } catch (error) {
    // For example, the service did not answer a check. Earlier rounds must still be reported.
    noteViolation(ledger, `the round could not be finished: ${String(error)}`)
  }
}

/** Checks everything while no requests are sent. */
async function checkRound(service: Service<Client>): Promise<void> {
  const { client, site } = service
  const { ledger } = client
  await delayCommits(site, 0)
  const problems = await withPool(site, async (pool) => [
    ...(await checkLedger(ledger, pool)),
    ...(await resendUnanswered(client, pool)),
    ...(await checkLedger(ledger, pool)),
    ...(await checkDatabase(ledger, pool)),
    ...(await checkHolds(client, pool)),
    ...(await checkApi(client, pool)),
    ...(await checkNotices(client, pool)),
    ...(await checkJobs(pool, site.role)),
  ])
  for (const problem of problems) noteViolation(ledger, problem)
}
