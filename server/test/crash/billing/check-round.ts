import type pg from 'pg'
import { delayCommits } from '../faults.ts'
import { noteViolation } from '../notes.ts'
import type { Service } from '../service.ts'
import { withPool } from '../site.ts'
import { checkEverything } from './check.ts'
import { checkDue } from './check-due.ts'
import type { Client } from './client.ts'
import type { Organization } from './organization.ts'
import { resendUnanswered } from './resend.ts'
import { settle } from './settle.ts'
import { moveClockBy } from './work/clock.ts'

/** Far enough for every monthly period to be over, so that nothing billed by hand is in the way. */
const LAST_MOVE_DAYS = 35

/** Nobody pays or sends anything now, so the books must be in order. */
export async function checkRound(
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
export async function runLastMonth(
  service: Service<Client>,
  organization: Organization,
): Promise<void> {
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
