import { countsAt, coversPeriod, isValidAt, type OpenGrant } from '../../../domain/credit.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { InvoiceFacts } from '../../billing/facts/facts.ts'
import { computeInvoice } from '../../billing/lines/compute.ts'
import type { ComputedInvoice } from '../../invoices/drafts/computed-invoice.ts'

/**
 * Returns what would be left of the credit valid at the business time, in one currency, if the open
 * invoices became final now: each draws what it may, in the order of their ends, and what it does not
 * find is owed. Negative: the credit does not suffice. Credit that is not valid yet is left out.
 */
export function availableAfter(
  grants: readonly OpenGrant[],
  invoices: readonly InvoiceFacts[],
  businessNow: Date,
): Decimal {
  let open = grants.filter(
    ({ kind, effectiveAt }) => kind === 'correction' || effectiveAt <= businessNow,
  )
  let owed = ZERO
  for (const facts of invoices.toSorted(byEnd)) {
    const period = { start: dateAt(facts.window.start), end: dateAt(facts.window.end) }
    const covering = open.filter((grant) => coversPeriod(grant, period))
    const computed = computeInvoice({ ...facts, credit: { ...facts.credit, grants: covering } })
    owed = owed.plus(computed.total).minus(returnedToOthers(computed, open, businessNow))
    open = afterInvoice(open, computed)
  }
  const counted = open.filter((grant) => countsAt(grant, businessNow))
  return sum(counted.map(({ left }) => left)).minus(owed)
}

function byEnd(a: InvoiceFacts, b: InvoiceFacts): number {
  return (
    a.window.end.epochMilliseconds - b.window.end.epochMilliseconds ||
    (a.billing.subscription.id < b.billing.subscription.id ? -1 : 1)
  )
}

/** What the invoice gives back to grants that have expired, and thus to new ones. */
function returnedToOthers(
  { promotions }: ComputedInvoice,
  open: readonly OpenGrant[],
  businessNow: Date,
): Decimal {
  const isOpen = (id: string) =>
    open.some((grant) => grant.grantId === id && isValidAt(grant, businessNow))
  return sum(
    promotions
      .filter(({ grantId, amount }) => amount.lt(ZERO) && !isOpen(grantId))
      .map(({ amount }) => amount.neg()),
  )
}

/** Returns the grants after the invoice; what it gives the customer can be drawn by the next one. */
function afterInvoice(
  open: readonly OpenGrant[],
  { draws, promotions, creditTotal }: ComputedInvoice,
): OpenGrant[] {
  const used = [...draws, ...promotions]
  const left = open.map((grant) => {
    const own = used.filter(({ grantId }) => grantId === grant.grantId)
    return { ...grant, left: grant.left.minus(sum(own.map(({ amount }) => amount))) }
  })
  if (creditTotal.gte(ZERO)) return left
  const given = creditTotal.neg()
  const known = left.find(({ grantId }) => grantId === null)
  if (known) return left.with(left.indexOf(known), { ...known, left: known.left.plus(given) })
  return [...left, { ...CORRECTION, left: given }]
}

const CORRECTION = {
  grantId: null,
  kind: 'correction',
  name: '',
  priority: 0,
  effectiveAt: new Date(0),
  expiresAt: null,
} as const
