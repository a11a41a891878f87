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

/** Enough for every monthly period to end, so that manual invoices do not interfere. */
const LAST_MOVE_DAYS = 35

/** Checks the books after a round, while no requests are sent. */
export async function checkRound(
  { client, site }: Service<Client>,
  organization: Organization,
): Promise<void> {
  await delayCommits(site, 0)
  note(client, await resendUnanswered(client))
  client.ledger.isDisturbed = false
  await withPool(site, async (pool) => {
    // The next move completes whatever an interrupted move left undone.
    note(client, await moveClockAndCheck(client, organization, { days: 1, pool }))
    note(client, await settle(pool))
    note(client, await checkEverything(client, { pool, site, upToDate: new Set() }))
  })
}

/** Runs a month without faults, after which all usage must be billed. */
export async function runLastMonth(
  service: Service<Client>,
  organization: Organization,
): Promise<void> {
  const { client, site } = service
  client.ledger.stage = 'the last month'
  try {
    await withPool(site, async (pool) => {
      note(client, await moveClockAndCheck(client, organization, { days: LAST_MOVE_DAYS, pool }))
      const upToDate = await generateAll(client, organization)
      note(client, await settle(pool))
      note(client, await checkEverything(client, { pool, site, upToDate }))
    })
  } catch (error) {
    noteViolation(client.ledger, `the last month could not be finished: ${String(error)}`)
  }
}

/** Moves business time and reports work that was due but not done. */
async function moveClockAndCheck(
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

/**
 * Generates an invoice of every subscription; returns the subscriptions whose invoice is up to
 * date.
 */
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
