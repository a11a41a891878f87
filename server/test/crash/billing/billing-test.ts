import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { delayCommits } from '../faults.ts'
import { startService } from '../first-start.ts'
import { noteViolation } from '../notes.ts'
import type { Round } from '../plan.ts'
import { kindsOf } from '../report.ts'
import { injectFaults, isReady, type Service } from '../service.ts'
import { createSite, removeSite, removeSiteNow, withPool } from '../site.ts'
import { checkEverything } from './check.ts'
import { checkDue } from './check-due.ts'
import { type Client, createClient } from './client.ts'
import { createLedger } from './ledger.ts'
import { startLoad } from './load.ts'
import { createOrganization, type Organization } from './organization.ts'
import { payFirstInvoices } from './prepare.ts'
import { type Figures, progressOf, readFigures } from './report.ts'
import { resendUnanswered } from './resend.ts'
import { startSchedule } from './schedule.ts'
import { settle } from './settle.ts'
import { moveClockBy } from './work/clock.ts'

export type BillingTest = {
  seed: number
  rounds: readonly Round[]
  customers: number
  /** Leaves the program's files and logs where they are, to be looked at. */
  keepsFiles: boolean
  /** Told of the progress, line by line. */
  say: (line: string) => void
}

/** Far enough for every monthly period to be over, so that nothing billed by hand is in the way. */
const LAST_MOVE_DAYS = 35

/** Bills, mails and collects by the clock, breaks the service meanwhile, and checks the books. */
export async function runBillingTest(test: BillingTest): Promise<Figures> {
  const startedAt = performance.now()
  const site = await createSite('all')
  const removeNow = () => removeSiteNow(site)
  process.once('exit', removeNow)
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
    process.off('exit', removeNow)
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
    // Such as a check that the service did not answer. The rounds before must still be reported.
    noteViolation(ledger, `the round could not be finished: ${String(error)}`)
  }
}

/** Nobody pays or sends anything now, so the books must be in order. */
async function checkRound(
  { client, site }: Service<Client>,
  organization: Organization,
): Promise<void> {
  await delayCommits(site, 0)
  note(client, await resendUnanswered(client))
  client.ledger.isDisturbed = false
  await withPool(site, async (pool) => {
    // Whatever a move that was cut off has left undone is made up for by the next one.
    note(client, await liveThrough(client, organization, { days: 1, pool }))
    note(client, await settle(pool))
    note(client, await checkEverything(client, { pool, site, upToDate: new Set() }))
  })
}

/** A month in peace, after which all that was used must be billed. */
async function runLastMonth(service: Service<Client>, organization: Organization): Promise<void> {
  const { client, site } = service
  client.ledger.stage = 'the last month'
  try {
    await withPool(site, async (pool) => {
      note(client, await liveThrough(client, organization, { days: LAST_MOVE_DAYS, pool }))
      const upToDate = await generateAll(client, organization)
      note(client, await settle(pool))
      note(client, await checkEverything(client, { pool, site, upToDate }))
    })
  } catch (error) {
    noteViolation(client.ledger, `the last month could not be finished: ${String(error)}`)
  }
}

/** Lets business time pass, and looks whether all has happened that was due. */
async function liveThrough(
  client: Client,
  organization: Organization,
  { days, pool }: { days: number; pool: pg.Pool },
): Promise<string[]> {
  const { done, refused } = await moveClockBy(client, organization, days)
  if (done.length === 0) return [`the clock could not be moved in peace: ${refused}`]
  return checkDue(pool, organization.businessNow)
}

function note({ ledger }: Client, problems: readonly string[]): void {
  for (const problem of problems) noteViolation(ledger, problem)
}

/** Asks for the present invoice of every subscription; answers of which there is a fresh one. */
async function generateAll(client: Client, { deals }: Organization): Promise<Set<string>> {
  const upToDate = new Set<string>()
  for (const { customerId, subscriptionId } of deals) {
    const { done } = await client.perform({
      kind: 'generate',
      path: '/v1/invoices/generate',
      body: { customerId, subscriptionId },
      marker: `last ${subscriptionId}`,
    })
    if (done.length > 0) upToDate.add(subscriptionId)
  }
  return upToDate
}
