import { sql } from 'kysely'
import { type Decimal, toExactText } from '../../../../domain/money.ts'
import type { ScopedId } from '../../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../../platform/database.ts'
import type { CustomerScope } from '../../../credit-balances/credit-balance.ts'
import type { CreditAlert } from './credit-alert.ts'

/** Below which amounts the credit of a customer is low. */
export type LowAmounts = {
  /** Of the customer, in any currency; null: that of the organization applies. */
  own: Decimal | null
  /** Of the organization, in its currency; null: none. */
  standard: Decimal | null
  standardCurrency: string
}

/** Returns undefined for a deleted customer. */
export async function findLowAmounts(
  db: Db,
  { organizationId, customerId }: CustomerScope,
): Promise<LowAmounts | undefined> {
  const { rows } = await sql<LowAmounts>`
    select customers.low_credit_amount as own, organizations.low_credit_amount as standard,
      organizations.currency as standard_currency
    from customers join organizations on organizations.id = customers.organization_id
    where customers.id = ${customerId} and customers.organization_id = ${organizationId}
      and customers.deleted_at is null`.execute(db)
  return rows[0]
}

/** Lists the currencies in which a customer has, or had, paid or promotional credit by a time. */
export async function listPrepaidCurrencies(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from credit_grants
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and kind in ('paid', 'promotional') and effective_at <= ${at}::timestamptz
    group by currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** The latest of the falls that follow each other. */
export type LastFall = Pick<
  CreditAlert,
  'id' | 'currency' | 'kind' | 'subjectId' | 'number' | 'endedAt'
>

/** Lists the latest fall of each kind and subject, and all notices of expiry. */
export async function listLastAlerts(
  db: Db,
  { organizationId, customerId }: CustomerScope,
): Promise<LastFall[]> {
  const { rows } = await sql<LastFall>`
    select distinct on (currency, kind, subject_id, case when kind = 'expiring' then number end)
      id, currency, kind, subject_id, number, ended_at
    from credit_alerts where customer_id = ${customerId} and organization_id = ${organizationId}
    order by currency, kind, subject_id, case when kind = 'expiring' then number end,
      number desc`.execute(db)
  return rows
}

/** Inserts the alerts that do not exist yet, and returns their ids. */
export async function insertAlerts(tx: Tx, alerts: readonly CreditAlert[]): Promise<Set<string>> {
  const texts = (of: (alert: CreditAlert) => string) => alerts.map(of)
  const amounts = (of: (alert: CreditAlert) => Decimal) => texts((alert) => toExactText(of(alert)))
  const { rows } = await sql<{ id: string }>`
    insert into credit_alerts (id, organization_id, customer_id, currency, kind, subject_id, number,
      threshold, balance, promotional, unbilled, held, expires_at, created_at)
    select * from unnest(
      ${texts(({ id }) => id)}::uuid[],
      ${texts(({ organizationId }) => organizationId)}::uuid[],
      ${texts(({ customerId }) => customerId)}::uuid[],
      ${texts(({ currency }) => currency)}::text[],
      ${texts(({ kind }) => kind)}::text[],
      ${texts(({ subjectId }) => subjectId)}::uuid[],
      ${alerts.map(({ number }) => number)}::integer[],
      ${amounts(({ threshold }) => threshold)}::numeric[],
      ${amounts(({ balance }) => balance)}::numeric[],
      ${amounts(({ promotional }) => promotional)}::numeric[],
      ${amounts(({ unbilled }) => unbilled)}::numeric[],
      ${amounts(({ held }) => held)}::numeric[],
      ${alerts.map(({ expiresAt }) => expiresAt)}::timestamptz[],
      ${alerts.map(({ createdAt }) => createdAt)}::timestamptz[]
    )
    on conflict do nothing
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Ends falls: what is available has risen again. */
export async function endFalls(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update credit_alerts set ended_at = ${now}::timestamptz
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and id = any(${ids}::uuid[]) and ended_at is null`.execute(db)
}

export async function findAlert(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<CreditAlert | undefined> {
  return db
    .selectFrom('creditAlerts')
    .select(['id', 'organizationId', 'customerId', 'currency', 'kind', 'subjectId', 'number'])
    .select(['threshold', 'balance', 'promotional', 'unbilled', 'held', 'expiresAt', 'createdAt'])
    .select('endedAt')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Deletes falls that ended, and notices of expiry, before a time, of all organizations. Bounded, to
 * keep transactions short.
 */
export async function deleteAlertsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from credit_alerts
    where id in (
      select id from credit_alerts
      where created_at < ${before}::timestamptz
        and (ended_at < ${before}::timestamptz or expires_at < ${before}::timestamptz)
      order by created_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
