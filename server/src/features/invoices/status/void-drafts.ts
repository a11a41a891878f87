import assert from 'node:assert/strict'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockInvoice } from '../ledger.ts'
import { moveInvoice } from './move.ts'

/**
 * Voids drafts of periods that no longer exist; the new periods get new drafts. The caller has
 * locked the drafts, so that none is sent concurrently, and their subscription, so that none is
 * created.
 */
export async function voidDrafts(
  tx: Tx,
  keys: readonly CustomerScopedId[],
  moment: Moment,
): Promise<void> {
  for (const key of keys) {
    const invoice = await lockInvoice(tx, key)
    assert(invoice?.status === 'draft', `invoice ${key.id} is no draft`)
    const values = {
      voidedAt: moment.businessNow,
      isSuperseded: true,
      collectAt: null,
      remindAt: null,
    }
    await moveInvoice(tx, invoice, { to: 'void', values }, moment)
  }
}
