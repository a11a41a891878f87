import type pg from 'pg'
import type { Site } from '../site.ts'
import { checkAnswers, checkApi } from './check-answers.ts'
import { BOOKS } from './check-books.ts'
import { checkLog } from './check-log.ts'
import { MAIL } from './check-mail.ts'
import { MONEY } from './check-money.ts'
import { checkUsage } from './check-usage.ts'
import type { Client } from './client.ts'

export type Checked = {
  pool: pg.Pool
  site: Site
  /** Subscriptions whose invoice was generated after all usage was recorded. */
  upToDate: ReadonlySet<string>
}

/** Returns violations of everything that must hold while there is no load. */
export async function checkEverything(
  client: Client,
  { pool, site, upToDate }: Checked,
): Promise<string[]> {
  // A crash loses PostgreSQL's counters for automatic analyze, so plans would become slow.
  await pool.query('analyze')
  return [
    ...(await checkNever(pool)),
    ...(await checkUsage(pool, upToDate)),
    ...(await checkAnswers(client.ledger, pool)),
    ...(await checkApi(client, pool)),
    ...checkLog(site),
  ]
}

async function checkNever(pool: pg.Pool): Promise<string[]> {
  const problems: string[] = []
  for (const [what, query] of Object.entries({ ...BOOKS, ...MONEY, ...MAIL })) {
    const { rows } = await pool.query(`select * from (${query}) found limit 5`)
    if (rows.length > 0) problems.push(`${what}: ${JSON.stringify(rows)}`)
  }
  return problems
}
