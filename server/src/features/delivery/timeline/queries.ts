import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { READY_AT, WAITS_FOR_CLOCK } from '../../invoices/drafts/ready-at.ts'

/** Returns when the billing clock sends a draft; null unless it does. */
export async function findSendsAt(db: Db, invoice: CustomerScopedId): Promise<Date | null> {
  const { organizationId, customerId, id } = invoice
  const { rows } = await sql<{ sendsAt: Date }>`
    select ${READY_AT} as sends_at
    from invoices join organizations on organizations.id = invoices.organization_id
    where invoices.organization_id = ${organizationId} and invoices.customer_id = ${customerId}
      and invoices.id = ${id} and ${WAITS_FOR_CLOCK}`.execute(db)
  return rows[0]?.sendsAt ?? null
}
