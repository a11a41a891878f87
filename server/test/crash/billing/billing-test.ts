import { setTimeout as sleep } from 'node:timers/promises'
import { delayCommits } from '../faults.ts'
import { startService } from '../first-start.ts'
import { noteViolation } from '../notes.ts'
import type { Round } from '../plan.ts'
import { kindsOf } from '../report.ts'
import { injectFaults, isReady, type Service } from '../service.ts'
import { createSite, removeSite, type SiteDatabase } from '../site.ts'
import { checkRound, runLastMonth } from './check-round.ts'
import { type Client, createClient } from './client.ts'
import { createLedger } from './ledger.ts'
import { startLoad } from './load.ts'
import { createOrganization, type Organization } from './organization.ts'
import { payFirstInvoices } from './prepare.ts'
import { type Figures, progressOf, readFigures } from './report.ts'
import { startSchedule } from './schedule.ts'

export type BillingTest = {
  seed: number
  rounds: readonly Round[]
  customers: number
  /** Database of the service; the embedded one by default. */
  database?: SiteDatabase
  /** Keeps the program's files and logs for inspection. */
  keepsFiles: boolean
  /** Called with each line of progress. */
  say: (line: string) => void
}

/** Bills, mails and collects by the clock, injects faults concurrently, and checks the books. */
export async function runBillingTest(test: BillingTest): Promise<Figures> {
  const startedAt = performance.now()
  const site = await createSite({ ...test, role: 'all' })
  try {
    const started = { seed: test.seed, killsFirstStart: false }
    const service = await startService(site, started, (access) =>
      createClient(createLedger(), access),
    )
    const organization = await createOrganization(service.client, test)
    await payFirstInvoices(service.client, organization)
    for (const [index, round] of test.rounds.entries()) {
      const number = index + 1
      await runRound({ service, organization, seed: test.seed }, round, number)
      test.say(progressOf(service, round, number))
      if (service.isLost) break
    }
    if (!service.isLost) await runLastMonth(service, organization)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    return await readFigures(service, { seed: test.seed, rounds: test.rounds.length, seconds })
  } finally {
    if (test.keepsFiles) test.say(`The files are in ${site.folder}`)
    await removeSite(site, test.keepsFiles)
  }
}

type Run = { service: Service<Client>; organization: Organization; seed: number }

async function runRound(
  { service, organization, seed }: Run,
  round: Round,
  number: number,
): Promise<void> {
  const { client, site } = service
  const { ledger } = client
  ledger.stage = `round ${number} (${kindsOf(round)})`
  client.requests.length = 0
  try {
    await delayCommits(site, round.commitDelayMs)
    const load = startLoad(client, organization, { seed, round: number })
    const schedule = startSchedule(site)
    try {
      await injectFaults(service, round.faults, () => {
        ledger.isDisturbed = true
      })
      await sleep(round.loadAfterMs)
    } finally {
      await schedule.stop()
      await load.stop()
    }
    if (await isReady(service)) await checkRound(service, organization)
  } catch (error) {
    // For example, the service did not answer a check. Earlier rounds must still be reported.
    noteViolation(ledger, `the round could not be finished: ${String(error)}`)
  }
}
