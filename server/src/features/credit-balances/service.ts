import { type Decimal, ZERO } from '../../domain/money.ts'
import { lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CreditBalance, CustomerScope } from './credit-balance.ts'
import * as queries from './queries.ts'

/**
 * Locks a customer's credit until the transaction ends, so that it is not spent twice. Lock order:
 * subscription, invoice, credit, discounts.
 */
export async function lockCredit(
  tx: Tx,
  { organizationId, customerId }: CustomerScope,
): Promise<void> {
  const locked = { table: 'customer_credits', organizationId, ids: [customerId] }
  await lockRows(tx, { ...locked, onNodes: true }, 'update')
}

/** Lists the customers' non-zero balances by currency. */
export function listBalances(
  db: Db,
  customers: { organizationId: string; customerIds: readonly string[] },
): Promise<CreditBalance[]> {
  return queries.listBalances(db, customers)
}

/** Returns the customer's balance in a currency; 0 if there is none. */
export async function creditBalance(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  currency: string,
): Promise<Decimal> {
  return (await queries.findBalance(db, { organizationId, customerId, currency })) ?? ZERO
}

export type InvoiceCredit = CustomerScope & {
  invoiceId: string
  currency: string
  /** Credit that the invoice uses; negative: credit that it gives the customer. */
  creditTotal: Decimal
}

/** Books the credit that a finalized invoice uses or gives. The caller has locked the credit. */
export async function bookInvoiceCredit(
  tx: Tx,
  { organizationId, customerId, invoiceId, currency, creditTotal }: InvoiceCredit,
  moment: Moment,
): Promise<void> {
  if (creditTotal.eq(ZERO)) return
  const scope = { organizationId, customerId, invoiceId, currency, reference: null }
  const credit = { ...scope, kind: 'invoice' as const, amount: creditTotal.neg() }
  await queries.insertCredit(tx, credit, moment)
}

/**
 * Reverses the credit of an invoice that becomes void. Throws `conflict` if the customer has
 * already spent credit that the invoice gave.
 */
export async function reverseInvoiceCredit(
  tx: Tx,
  invoice: CustomerScope & { invoiceId: string; invoiceNumber: string; currency: string },
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, invoiceId, invoiceNumber, currency } = invoice
  const scope = { organizationId, customerId }
  await lockCredit(tx, scope)
  const booked = await queries.sumOfInvoice(tx, scope, invoiceId)
  if (booked.eq(ZERO)) return
  const balance = await creditBalance(tx, scope, currency)
  if (booked.gt(ZERO) && booked.gt(balance)) {
    throw new AppError(
      'conflict',
      `Invoice ${invoiceNumber} gave the customer a credit of ${booked.toFixed()} ${currency}, of ` +
        `which only ${balance.toFixed()} is left; void the invoice that used it first`,
    )
  }
  const credit = { ...scope, invoiceId, currency, reference: null, kind: 'void' as const }
  await queries.insertCredit(tx, { ...credit, amount: booked.neg() }, moment)
}

export type Payout = CustomerScope & { currency: string; amount: Decimal; reference: string | null }

/**
 * Records that credit was paid out to the customer. Throws `conflict` if the amount exceeds the
 * balance.
 */
export async function payOutCredit(
  tx: Tx,
  { organizationId, customerId, currency, amount, reference }: Payout,
  moment: Moment,
): Promise<{ id: string; balance: Decimal }> {
  const scope = { organizationId, customerId }
  await lockCredit(tx, scope)
  const balance = await creditBalance(tx, scope, currency)
  if (amount.gt(balance)) {
    throw new AppError(
      'conflict',
      `amount ${amount.toFixed()} ${currency} is more than the credit of ${balance.toFixed()}`,
    )
  }
  const row = { ...scope, currency, reference, kind: 'payout' as const, invoiceId: null }
  const id = await queries.insertCredit(tx, { ...row, amount: amount.neg() }, moment)
  return { id, balance: balance.minus(amount) }
}
