import { setTimeout as sleep } from 'node:timers/promises'
import { checkRound, runLastMonth } from '../crash/billing/check-round.ts'
import { type Client, createClient } from '../crash/billing/client.ts'
import { createLedger } from '../crash/billing/ledger.ts'
import { createOrganization, type Organization } from '../crash/billing/organization.ts'
import { payFirstInvoices } from '../crash/billing/prepare.ts'
import { startService } from '../crash/first-start.ts'
import { noteViolation } from '../crash/notes.ts'
import type { FaultKind } from '../crash/plan.ts'
import { createRandom } from '../crash/random.ts'
import { injectFaults, isReady, type Service } from '../crash/service.ts'
import { createSite, removeSite, withPool } from '../crash/site.ts'
import { checkMailbox } from './check-mailbox.ts'
import { startLoad } from './load.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { readCounts } from './readings.ts'
import type { Figures } from './report.ts'
import { checkTotals, type Totals, takeStock } from './totals.ts'
import { judge } from './verdict.ts'
import { startWatch } from './watch.ts'

export type SoakTest = {
  seed: number
  /** Total length of all rounds. */
  seconds: number
  customers: number
  keepsFiles: boolean
  say: (line: string) => void
}

/** Excludes faults of the program itself: its memory is watched throughout the test. */
const FAULTS: readonly FaultKind[] = ['restart', 'postmaster', 'backend']
const ROUND_SECONDS = 300
/** All effects of a fault end within this time; a later 5xx is a violation. */
const AFTERMATH_MS = 30_000

/** Uses the service for hours, injects database faults occasionally, and reports growth. */
export async function runSoakTest(test: SoakTest): Promise<Figures> {
  const startedAt = performance.now()
  const mailServer = await startMailServer()
  const site = await createSite({
    role: 'all',
    settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'Soak <soak@example.com>' },
    keepsFiles: test.keepsFiles,
  })
  try {
    const started = { seed: test.seed, killsFirstStart: false }
    const service = await startService(site, started, (access) =>
      createClient(createLedger(), access),
    )
    const organization = await createOrganization(service.client, test)
    await payFirstInvoices(service.client, organization)
    const totals: Totals = { records: 0, quantity: 0 }
    const run: Run = { service, organization, totals, mailServer, test }
    const watch = startWatch(service, test.say)
    try {
      await runRounds(run)
    } finally {
      await watch.stop()
    }
    const { levels, problems } = judge(watch.readings)
    for (const problem of problems) noteViolation(service.client.ledger, problem)
    return await figuresOf(run, levels, Math.round((performance.now() - startedAt) / 1_000))
  } finally {
    if (test.keepsFiles) test.say(`The files are in ${site.folder}`)
    await removeSite(site, test.keepsFiles)
    await mailServer.close()
  }
}

type Run = {
  service: Service<Client>
  organization: Organization
  totals: Totals
  mailServer: MailServer
  test: SoakTest
}

async function runRounds(run: Run): Promise<void> {
  const { service, organization, totals, test } = run
  const { ledger } = service.client
  const rounds = Math.max(1, Math.round(test.seconds / ROUND_SECONDS))
  const random = createRandom(test.seed, 'rounds')
  for (let number = 1; number <= rounds && !service.isLost; number += 1) {
    const kind = FAULTS[(number - 1) % FAULTS.length] ?? 'restart'
    ledger.stage = `round ${number} (${kind})`
    const lengthMs = (test.seconds * 1_000) / rounds
    const afterMs = Math.round(lengthMs * (0.3 + 0.3 * random.next()))
    await runRound(run, { number, kind, afterMs, lengthMs })
    takeStock(ledger, totals)
  }
  if (service.isLost) return
  await runLastMonth(service, organization)
  takeStock(ledger, totals)
}

type Round = { number: number; kind: FaultKind; afterMs: number; lengthMs: number }

async function runRound(
  { service, organization, test }: Run,
  { number, kind, afterMs, lengthMs }: Round,
): Promise<void> {
  const { client } = service
  const { ledger } = client
  const endsAt = performance.now() + lengthMs
  try {
    const load = startLoad(client, organization, { seed: test.seed, round: number })
    try {
      await injectFaults(service, [{ kind, afterMs }], () => {
        client.requests.length = 0
        ledger.isDisturbed = true
      })
      await sleep(Math.min(AFTERMATH_MS, Math.max(0, endsAt - performance.now())))
      ledger.isDisturbed = false
      await sleep(Math.max(0, endsAt - performance.now()))
    } finally {
      await load.stop()
    }
    if (await isReady(service)) await checkRound(service, organization)
  } catch (error) {
    noteViolation(ledger, `the round could not be finished: ${String(error)}`)
  }
}

async function figuresOf(
  { service, totals, mailServer, test }: Run,
  levels: Figures['levels'],
  seconds: number,
): Promise<Figures> {
  const { client, kills, recoveryMs, site, isLost } = service
  const { ledger } = client
  const counts = isLost ? undefined : await readCounts(site)
  const mails = isLost
    ? { sent: 0, twice: 0, problems: [] }
    : await withPool(site, async (pool) => {
        for (const problem of await checkTotals(totals, pool)) noteViolation(ledger, problem)
        return checkMailbox(mailServer.taken, pool)
      })
  for (const problem of mails.problems) noteViolation(ledger, problem)
  return {
    seed: test.seed,
    seconds,
    kills,
    recoveryMs,
    levels,
    counts,
    totals,
    mails: { sent: mails.sent, twice: mails.twice },
    requests: Object.fromEntries([...ledger.answers].sort()),
    slowestAnswer: ledger.slowestAnswer,
    violations: [...ledger.violations].map(([violation, stage]) => `${stage}: ${violation}`),
  }
}
