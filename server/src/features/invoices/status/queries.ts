import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import {
  type AskedColumn,
  type AskedType,
  askedRows,
} from '../../../platform/batching/asked-rows.ts'
import { together } from '../../../platform/batching/together.ts'
import { RAISED_VERSION } from '../../../platform/database/raised-version.ts'
import type { Tx } from '../../../platform/database.ts'

/** What changes with a status; a column that is left out keeps its value. */
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
  /** USD for one unit of its currency; null while nobody knows it. */
  usdRate?: Decimal | null
  /** As JSON text. */
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

/** False when the invoice no longer has the status that was expected. */
export const updateStatus = together(
  async (tx: Tx, updates: readonly StatusUpdate[]): Promise<boolean[]> => {
    const alike = Map.groupBy(updates, ({ values }) => setBy(values).join())
    const moved = await Promise.all([...alike.values()].map((some) => updateAlike(tx, some)))
    const ids = new Set(moved.flat())
    return updates.map(({ id }) => ids.has(id))
  },
)

const setBy = (values: MoveValues) => VALUES.filter(([field]) => values[field] !== undefined)

/** Of which the same columns are set; returns the ids of those that had the status. */
async function updateAlike(tx: Tx, updates: readonly StatusUpdate[]): Promise<string[]> {
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
  // The status is compared so that no index answers it: PostgreSQL takes the ones by status
  // or organization while it has no figures of a table that has just begun to grow.
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
  /** What is set besides the status. */
  values: Pick<MoveValues, 'paidAt' | 'collectAt' | 'remindAt'>
  /** Of which invoices, besides their status. */
  where: RawBuilder<SqlBool>
}

/** Which invoices it has moved. */
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
