import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import {
  type AskedColumn,
  type AskedType,
  askedRows,
} from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import { RAISED_VERSION } from '../../../platform/database/raised-version.ts'
import type { Tx } from '../../../platform/database.ts'

/** Columns that change with a status; undefined keeps the value. */
export type MoveValues = {
  finalizedAt?: Date
  issuedAt?: Date
  dueDate?: Date
  netTerms?: number
  issuedWithoutEmail?: boolean
  paidAt?: Date
  voidedAt?: Date
  voidReason?: string | null
  refundedAt?: Date | null
  isSuperseded?: boolean
  collectAt?: Date | null
  remindAt?: Date | null
  amountPaid?: Decimal
  amountRefunded?: Decimal
  /** USD per unit of the invoice's currency; null while unknown. */
  usdRate?: Decimal | null
  /** JSON text. */
  seller?: string
  buyer?: string
}

type Value = [field: keyof MoveValues, type: AskedType]

const VALUES: readonly Value[] = [
  ['finalizedAt', 'timestamptz'],
  ['issuedAt', 'timestamptz'],
  ['dueDate', 'timestamptz'],
  ['netTerms', 'integer'],
  ['issuedWithoutEmail', 'boolean'],
  ['paidAt', 'timestamptz'],
  ['voidedAt', 'timestamptz'],
  ['voidReason', 'text'],
  ['refundedAt', 'timestamptz'],
  ['isSuperseded', 'boolean'],
  ['collectAt', 'timestamptz'],
  ['remindAt', 'timestamptz'],
  ['amountPaid', 'numeric'],
  ['amountRefunded', 'numeric'],
  ['usdRate', 'numeric'],
  ['seller', 'jsonb'],
  ['buyer', 'jsonb'],
]

export type StatusUpdate = CustomerScopedId & {
  from: InvoiceStatus
  to: InvoiceStatus
  values: MoveValues
  now: Date
}

/** Returns false if the invoice no longer has the expected status. */
export const updateStatus = batched(
  async (tx: Tx, updates: readonly StatusUpdate[]): Promise<boolean[]> => {
    const alike = Map.groupBy(updates, ({ values }) => setBy(values).join())
    const moved = await Promise.all([...alike.values()].map((some) => updateSameColumns(tx, some)))
    const ids = new Set(moved.flat())
    return updates.map(({ id }) => ids.has(id))
  },
)

const setBy = (values: MoveValues) => VALUES.filter(([field]) => values[field] !== undefined)

/** Updates invoices that set the same columns; returns the ids of those in the expected status. */
async function updateSameColumns(tx: Tx, updates: readonly StatusUpdate[]): Promise<string[]> {
  const set = setBy(updates[0]?.values ?? {})
  const asked = askedRows(updates, {
    customerId: ['uuid', (update) => update.customerId],
    id: ['uuid', (update) => update.id],
    organizationId: ['uuid', (update) => update.organizationId],
    statusBefore: ['text', ({ from }) => from],
    status: ['text', ({ to }) => to],
    updatedAt: ['timestamptz', ({ now }) => now],
    ...Object.fromEntries(
      set.map(([field, type]): [string, AskedColumn<StatusUpdate>] => [
        field,
        [type, ({ values }) => values[field] ?? null],
      ]),
    ),
  })
  const assigned = ['status', 'updatedAt', ...set.map(([field]) => field)].map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`asked.${column}`)}`,
  )
  // `is not distinct from` keeps the planner off the index by status or organization. PostgreSQL
  // would choose it while a growing table has no statistics yet.
  const { rows } = await sql<{ id: string }>`
    update invoices set version = invoices.version + 1, ${sql.join(assigned)}
    from ${asked}
    where invoices.customer_id = asked.customer_id and invoices.id = asked.id
      and invoices.organization_id = asked.organization_id
      and invoices.status is not distinct from asked.status_before
      and invoices.customer_id = any(${updates.map(({ customerId }) => customerId)}::uuid[])
    returning invoices.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type ManyMoves = {
  from: InvoiceStatus
  to: InvoiceStatus
  /** Columns to set in addition to the status. */
  values: Pick<MoveValues, 'paidAt' | 'collectAt' | 'remindAt'>
  /** Condition in addition to the status. */
  where: RawBuilder<SqlBool>
}

/** Returns the keys of the invoices that it moved. */
export function updateStatuses(
  tx: Tx,
  { from, to, values, where }: ManyMoves,
  now: Date,
): Promise<CustomerScopedId[]> {
  return tx
    .updateTable('invoices')
    .set({ ...values, status: to, ...RAISED_VERSION, updatedAt: now })
    .where('status', '=', sql.lit(from))
    .where(where)
    .returning(['organizationId', 'customerId', 'id'])
    .execute()
}

/** Frees the days of fees that the lines of invoices claim in advance, so that other invoices bill them. */
export const releaseClaims = batched(
  async (tx: Tx, keys: readonly CustomerScopedId[]): Promise<undefined[]> => {
    await sql`
      update invoice_lines set claims_for = null
      where customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])
        and invoice_id = any(${keys.map(({ id }) => id)}::uuid[])
        and claims_for is not null`.execute(tx)
    return keys.map(() => undefined)
  },
)
