import type { PoolClient } from 'pg'
import type { Decimal } from '../../../domain/money.ts'
import { isUniqueViolation } from '../../../platform/database/errors.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import { saysTheSame } from '../same-record.ts'
import {
  type EventRow,
  type EventStatus,
  type FirstEvent,
  rawEventIdOf,
  type WriteOutcome,
} from './event-row.ts'

type KeyedRow = EventRow & { idempotencyKey: string }

/**
 * Looks up the idempotency keys of a batch inside its transaction. Returns the outcome, by row id,
 * of each row that must not be written because its key was used before, in this batch or earlier.
 * If a concurrent transaction uses one of the keys, the write fails (`isKeyTaken`), and the next
 * attempt finds the key here. `ofNodeAlone` queries only the nodes of a cluster that hold these
 * customers.
 */
export async function findRepeats(
  client: PoolClient,
  rows: readonly EventRow[],
  { ofNodeAlone }: { ofNodeAlone: boolean },
): Promise<Map<string, WriteOutcome>> {
  const repeats: KeyedRow[] = []
  const firsts = new Map<string, KeyedRow>()
  for (const row of rows) {
    if (!hasKey(row)) continue
    // Customer ids all have the same length, so two different pairs never produce the same text.
    const key = row.customerId + row.idempotencyKey
    if (firsts.has(key)) repeats.push(row)
    else firsts.set(key, row)
  }
  const outcomes = new Map<string, WriteOutcome>()
  if (firsts.size === 0) return outcomes
  const find = ofNodeAlone ? findKeyHoldersByCustomer : findKeyHolders
  const holders = await find(client, [...firsts.values()])
  for (const [row, holder] of holders) outcomes.set(row.id, repeatOutcome(row, holder))
  for (const row of repeats) {
    const first = firsts.get(row.customerId + row.idempotencyKey)
    if (!first)
      throw new Error('An idempotency key is repeated, but its first row no longer exists')
    outcomes.set(row.id, repeatOutcome(row, holders.get(first) ?? holderOf(first)))
  }
  return outcomes
}

/** Returns true if a concurrent transaction has just written an event with the same key. */
export function isKeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'usage_events_idempotency_key')
}

type KeyHolder = FirstEvent & { payload: string }

function hasKey(row: EventRow): row is KeyedRow {
  return row.idempotencyKey !== null
}

function repeatOutcome(row: KeyedRow, { payload, ...first }: KeyHolder): WriteOutcome {
  return { kind: saysTheSame(row.payload, payload) ? 'duplicate' : 'key_reused', first }
}

function holderOf(row: KeyedRow): KeyHolder {
  return {
    payload: row.payload,
    eventId: row.id,
    rawEventId: rawEventIdOf(row.id),
    usageCost: row.cost.usageCost,
    status: row.cost.status,
  }
}

const EVENT_FIELDS = `input.position, events.id as "eventId", events.raw_event_id as "rawEventId",
  events.usage_cost as "usageCost", coalesce(events.event_processed, 'PROCESSED') as status`

/** `and` adds a condition on the events. */
const findKeyHoldersText = (and = '') => `
  select ${EVENT_FIELDS}, events.payload
  from unnest($1::uuid[], $2::uuid[]) with ordinality as input (customer_id, hash, position)
  join usage_events events on events.customer_id = input.customer_id
    and events.idempotency_hash = input.hash ${and}`
const FIND_KEY_HOLDERS = findKeyHoldersText()

type FoundHolder = Omit<KeyHolder, 'rawEventId'> & {
  position: string
  rawEventId: string | null
  usageCost: Decimal | null
  status: EventStatus
}

async function findKeyHolders(
  client: PoolClient,
  rows: readonly KeyedRow[],
): Promise<Map<KeyedRow, KeyHolder>> {
  // Unnamed, so that it is planned each time. A plan made while the table was small may read all
  // events of a customer for each key.
  const { rows: found } = await client.query<FoundHolder>({
    text: FIND_KEY_HOLDERS,
    values: inputOf(rows),
  })
  return holdersOf(found, rows)
}

function inputOf(rows: readonly KeyedRow[]): unknown[] {
  return [
    arrayText(rows, (row) => row.customerId),
    arrayText(rows, (row) => idempotencyHash(row.idempotencyKey)),
  ]
}

const CUSTOMERS_AT_ONCE = 50

/**
 * Like `findKeyHolders`, but names each customer with its keys, so that Citus can route the query.
 * With only a list of customers, PostgreSQL may read all their events.
 */
async function findKeyHoldersByCustomer(
  client: PoolClient,
  rows: readonly KeyedRow[],
): Promise<Map<KeyedRow, KeyHolder>> {
  const byCustomer = [...Map.groupBy(rows, ({ customerId }) => customerId).values()]
  const holders: [KeyedRow, KeyHolder][] = []
  for (let at = 0; at < byCustomer.length; at += CUSTOMERS_AT_ONCE) {
    const some = byCustomer.slice(at, at + CUSTOMERS_AT_ONCE)
    const own = some.flat()
    const { rows: found } = await client.query<FoundHolder>({
      text: findKeyHoldersText(keysOfCustomers(some.length)),
      values: [
        ...inputOf(own),
        ...some.flatMap((ofCustomer) => [
          ofCustomer[0]?.customerId,
          arrayText(ofCustomer, (row) => idempotencyHash(row.idempotencyKey)),
        ]),
      ],
    })
    holders.push(...holdersOf(found, own))
  }
  return new Map(holders)
}

/**
 * Builds the condition for each customer and its keys; its parameters follow the two of the input.
 */
function keysOfCustomers(count: number): string {
  const each = Array.from({ length: count }, (_, n) => {
    const [customer, hashes] = [`$${3 + 2 * n}::uuid`, `$${4 + 2 * n}::uuid[]`]
    return `events.customer_id = ${customer} and events.idempotency_hash = any (${hashes})`
  })
  return `and (${each.join(' or ')})`
}

function holdersOf(
  found: readonly FoundHolder[],
  rows: readonly KeyedRow[],
): Map<KeyedRow, KeyHolder> {
  const holders = new Map<KeyedRow, KeyHolder>()
  for (const { position, rawEventId, ...holder } of found) {
    const row = rows[Number(position) - 1]
    if (!row) throw new Error('A key holder has a position without a row')
    holders.set(row, { ...holder, rawEventId: rawEventId ?? rawEventIdOf(holder.eventId) })
  }
  return holders
}
