/**
 * Computes Billed, Collected, recurring revenue and the figures of a month's end from the stored rows
 * alone, by loops and without any code of the service.
 */
import type { TestDatabase } from '../support/database.ts'
import { type Fraction, isLess, minus, NONE, parse, plus, shown, total } from './fraction.ts'

type Invoice = {
  id: string
  customerId: string
  isTopUp: boolean
  status: string
  currency: string
  total: Fraction
  generatedAt: number
  issuedAt: number | null
  paidAt: number | null
  voidedAt: number | null
}
/** A payment, a refund or a change of credit; a change of credit may belong to no invoice. */
type Movement = {
  customerId: string
  invoiceId: string | null
  currency: string
  at: number
  amount: Fraction
}
type CreditMovement = Movement & { isExpiry: boolean; grantKind: string }

/** The rows of one organization that the figures are computed from. */
export type PlainCash = {
  invoices: Invoice[]
  payments: Movement[]
  refunds: Movement[]
  credits: CreditMovement[]
}

type Window = { start: number; end: number }

const contains = ({ start, end }: Window, at: number | null) =>
  at !== null && at >= start && at < end

/** Reads the rows of an organization, or of one of its customers. */
export async function readCash(
  { pool }: TestDatabase,
  organizationId: string,
  customerId: string | undefined,
): Promise<PlainCash> {
  const rows = async (text: string) =>
    (await pool.query(text, [organizationId])).rows.filter(
      (row) => customerId === undefined || row.customer_id === customerId,
    )
  const invoices = await rows(
    `select id, customer_id, kind, status, currency, trim_scale(total)::text as total, generated_at,
       issued_at, paid_at, voided_at from invoices where organization_id = $1`,
  )
  const payments = await rows(
    `select customer_id, invoice_id, currency, paid_at as at, trim_scale(amount)::text as amount
     from payments where organization_id = $1 and status = 'succeeded'`,
  )
  const refunds = await rows(
    `select customer_id, invoice_id, currency, refunded_at as at, trim_scale(amount)::text as amount
     from refunds where organization_id = $1 and status = 'succeeded'`,
  )
  const credits = await rows(
    `select c.customer_id, c.invoice_id, c.currency, c.booked_at as at, c.kind,
       trim_scale(c.amount)::text as amount, coalesce(g.kind, 'correction') as grant_kind
     from customer_credits c
     left join credit_grants g on g.customer_id = c.customer_id and g.id = c.grant_id
     where c.organization_id = $1`,
  )
  // biome-ignore lint/suspicious/noExplicitAny: a row of the driver
  const movementOf = (row: any): Movement => ({
    customerId: row.customer_id,
    invoiceId: row.invoice_id,
    currency: row.currency,
    at: row.at.getTime(),
    amount: parse(row.amount),
  })
  return {
    invoices: invoices.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      isTopUp: row.kind === 'top_up',
      status: row.status,
      currency: row.currency,
      total: parse(row.total),
      generatedAt: row.generated_at.getTime(),
      issuedAt: row.issued_at?.getTime() ?? null,
      paidAt: row.paid_at?.getTime() ?? null,
      voidedAt: row.voided_at?.getTime() ?? null,
    })),
    payments: payments.map(movementOf),
    refunds: refunds.map(movementOf),
    credits: credits.map((row) => ({
      ...movementOf(row),
      isExpiry: row.kind === 'expiry',
      grantKind: row.grant_kind,
    })),
  }
}

const dateOf = ({ issuedAt, generatedAt }: Invoice) => issuedAt ?? generatedAt

/** What was paid of an invoice before a time, less refunds. */
function paidOf({ payments, refunds }: PlainCash, { id }: Invoice, before: number): Fraction {
  let paid = NONE
  for (const one of payments) {
    if (one.invoiceId === id && one.at < before) paid = plus(paid, one.amount)
  }
  for (const one of refunds) {
    if (one.invoiceId === id && one.at < before) paid = minus(paid, one.amount)
  }
  return paid
}

const ALWAYS = Number.POSITIVE_INFINITY

/** Billed and Collected of a window, by currency. */
export function plainTotals(cash: PlainCash, window: Window) {
  const sums = new Map<string, { billed: Fraction; collected: Fraction }>()
  for (const invoice of cash.invoices) {
    const { status, currency, isTopUp } = invoice
    if (!contains(window, dateOf(invoice))) continue
    const known = sums.get(currency) ?? { billed: NONE, collected: NONE }
    const isOpen = (status === 'issued' || status === 'overdue') && !isTopUp
    sums.set(currency, {
      billed: isOpen ? plus(known.billed, invoice.total) : known.billed,
      collected:
        status === 'paid' ? plus(known.collected, paidOf(cash, invoice, ALWAYS)) : known.collected,
    })
  }
  return inOrder(sums).map(([currency, { billed, collected }]) => {
    return { currency, billed: shown(billed), collected: shown(collected) }
  })
}

/** Canonical recurring revenue of the invoices of a month: no top-up, and before paid credit. */
export function plainMrr(cash: PlainCash, month: Window) {
  const sums = new Map<string, Fraction>()
  for (const invoice of cash.invoices) {
    const { status, currency, isTopUp, id } = invoice
    if (isTopUp || !contains(month, dateOf(invoice))) continue
    if (!['issued', 'overdue', 'paid'].includes(status)) continue
    let amount = status === 'paid' ? paidOf(cash, invoice, ALWAYS) : invoice.total
    for (const one of cash.credits) {
      if (one.invoiceId === id && one.grantKind === 'paid') amount = minus(amount, one.amount)
    }
    sums.set(currency, plus(sums.get(currency) ?? NONE, amount))
  }
  return inOrder(sums).map(([currency, amount]) => ({ currency, mrr: shown(amount) }))
}

/** What is owed of each invoice at a time, by currency: nothing of a top-up. */
function outstandingAt(cash: PlainCash, at: number) {
  const sums = new Map<string, Fraction>()
  for (const invoice of cash.invoices) {
    const { issuedAt, paidAt, voidedAt, isTopUp, currency } = invoice
    if (isTopUp || issuedAt === null || issuedAt >= at) continue
    if (paidAt !== null && paidAt < at) continue
    if (voidedAt !== null && voidedAt < at) continue
    const owed = minus(invoice.total, paidOf(cash, invoice, at))
    if (isLess(NONE, owed)) sums.set(currency, plus(sums.get(currency) ?? NONE, owed))
  }
  return sums
}

type Counted = { currency: string; amount: Fraction }

function totalsOf(all: readonly Counted[]) {
  return inOrder(Map.groupBy(all, ({ currency }) => currency)).map(([currency, own]) => {
    const amount = shown(total(own.map((one) => one.amount)))
    return { currency, count: own.length, amount }
  })
}

const inOrder = <Value>(sums: Map<string, Value>) =>
  [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The figures of a month's end whose cut-off is the end of the window. */
export function plainMonthEnd(cash: PlainCash, window: Window) {
  const { invoices, payments, refunds, credits } = cash
  const invoiced = invoices
    .filter(({ isTopUp, issuedAt, paidAt }) => contains(window, isTopUp ? paidAt : issuedAt))
    .map(({ currency, total: amount }) => ({ currency, amount }))
  const voided = invoices
    .filter(({ isTopUp, issuedAt }) => !isTopUp && issuedAt !== null)
    .filter(({ voidedAt }) => contains(window, voidedAt))
    .map(({ currency, total: amount }) => ({ currency, amount }))
  const inWindow = ({ at }: Movement) => contains(window, at)
  const expired = credits.filter(({ isExpiry }) => isExpiry).filter(inWindow)
  const breakage = inOrder(Map.groupBy(expired, ({ currency }) => currency))
  const lost = (own: readonly CreditMovement[], isPromotional: boolean) => {
    const of = own.filter(({ grantKind }) => (grantKind === 'promotional') === isPromotional)
    return shown(minus(NONE, total(of.map(({ amount }) => amount))))
  }
  return {
    invoiced: totalsOf(invoiced),
    voided: totalsOf(voided),
    received: totalsOf(payments.filter(inWindow)),
    refunded: totalsOf(refunds.filter(inWindow)),
    opening: amountsOf(outstandingAt(cash, window.start)),
    closing: amountsOf(outstandingAt(cash, window.end)),
    breakage: breakage.map(([currency, own]) => {
      return { currency, amount: lost(own, false), promotional: lost(own, true) }
    }),
  }
}

const amountsOf = (sums: Map<string, Fraction>) =>
  inOrder(sums).map(([currency, amount]) => ({ currency, amount: shown(amount) }))
