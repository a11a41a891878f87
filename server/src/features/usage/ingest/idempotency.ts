import type { PoolClient } from 'pg'
import type { Decimal } from '../../../domain/money.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { EventRow, EventStatus, FirstEvent, WriteOutcome } from './event-row.ts'

type KeyedRow = EventRow & { idempotency: NonNullable<EventRow['idempotency']> }

/**
 * Claims the idempotency keys of a batch inside its transaction. Returns the outcome, by its id, of each row
 * that must not be written because its key was used before, by an earlier row of this very batch
 * or by anybody else; a key another transaction is claiming right now is waited for.
 */
export async function claimIdempotencyKeys(
  client: PoolClient,
  rows: readonly EventRow[],
): Promise<Map<string, WriteOutcome>> {
  const repeats: KeyedRow[] = []
  const firsts = new Map<string, KeyedRow>()
  for (const row of rows) {
    if (!hasKey(row)) continue
    const key = keyText(row.customerId, row.idempotency.key)
    if (firsts.has(key)) repeats.push(row)
    else firsts.set(key, row)
  }
  const outcomes = new Map<string, WriteOutcome>()
  if (firsts.size === 0) return outcomes

  const claimed = await insertKeys(client, [...firsts.values()])
  const taken = [...firsts].filter(([key]) => !claimed.has(key)).map(([, row]) => row)
  const holders = taken.length > 0 ? await findKeyHolders(client, taken) : new Map()
  for (const row of taken) {
    const holder = holders.get(keyText(row.customerId, row.idempotency.key))
    outcomes.set(row.id, repeatOutcome(row, holder))
  }
  for (const row of repeats) {
    const key = keyText(row.customerId, row.idempotency.key)
    const first = firsts.get(key)
    outcomes.set(row.id, repeatOutcome(row, holders.get(key) ?? (first && holderOf(first))))
  }
  return outcomes
}

type KeyHolder = FirstEvent & { payloadHash: Buffer }

function hasKey(row: EventRow): row is KeyedRow {
  return row.idempotency !== null
}

/** Customer ids all have the same length, so two different pairs never make one text. */
function keyText(customerId: string, key: string): string {
  return customerId + key
}

function repeatOutcome(row: KeyedRow, holder: KeyHolder | undefined): WriteOutcome {
  if (!holder) throw new Error('An idempotency key is taken but its holder is gone')
  const { payloadHash, ...first } = holder
  return row.idempotency.payloadHash.equals(payloadHash)
    ? { kind: 'duplicate', first }
    : { kind: 'key_reused' }
}

function holderOf(row: KeyedRow): KeyHolder {
  return {
    payloadHash: row.idempotency.payloadHash,
    eventId: row.id,
    rawEventId: row.rawEventId,
    usageCost: row.cost.usageCost,
    status: row.cost.status,
  }
}

/** Inserts what is free, sorted so that two batches with the same keys wait instead of deadlock. */
async function insertKeys(client: PoolClient, rows: readonly KeyedRow[]): Promise<Set<string>> {
  const { rows: claimed } = await client.query<{ customerId: string; key: string }>({
    name: 'claim-idempotency-keys',
    text: `insert into usage_idempotency_keys
      (customer_id, idempotency_key, payload_hash, organization_id, event_id, raw_event_id,
       usage_date)
      select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::uuid[], $5::uuid[],
        $6::uuid[], $7::timestamptz[]) as input
      order by 1, 2
      on conflict (customer_id, idempotency_key) do nothing
      returning customer_id as "customerId", idempotency_key as key`,
    values: [
      arrayText(rows, (row) => row.customerId),
      rows.map((row) => row.idempotency.key),
      rows.map((row) => row.idempotency.payloadHash),
      arrayText(rows, (row) => row.organizationId),
      arrayText(rows, (row) => row.id),
      arrayText(rows, (row) => row.rawEventId),
      arrayText(rows, (row) => new Date(row.usageDate).toISOString()),
    ],
  })
  return new Set(claimed.map(({ customerId, key }) => keyText(customerId, key)))
}

async function findKeyHolders(
  client: PoolClient,
  rows: readonly KeyedRow[],
): Promise<Map<string, KeyHolder>> {
  const { rows: holders } = await client.query<{
    customerId: string
    key: string
    payloadHash: Buffer
    eventId: string
    rawEventId: string
    usageCost: Decimal | null
    status: EventStatus
  }>({
    name: 'find-idempotency-key-holders',
    text: `select keys.customer_id as "customerId", keys.idempotency_key as key,
        keys.payload_hash as "payloadHash", keys.event_id as "eventId",
        keys.raw_event_id as "rawEventId", events.usage_cost as "usageCost",
        events.event_processed as status
      from unnest($1::uuid[], $2::text[]) as input (customer_id, idempotency_key)
      join usage_idempotency_keys keys using (customer_id, idempotency_key)
      join usage_events events on events.customer_id = keys.customer_id
        and events.usage_date = keys.usage_date and events.id = keys.event_id`,
    values: [arrayText(rows, (row) => row.customerId), rows.map((row) => row.idempotency.key)],
  })
  return new Map(
    holders.map(({ customerId, key, ...holder }) => [keyText(customerId, key), holder]),
  )
}
