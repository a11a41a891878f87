import { type Decimal, sum, ZERO } from './money.ts'

/**
 * Promotional credit is used before tax and never becomes money. Corrections come from negative
 * invoices; paid credit was bought. Both pay an invoice after tax, corrections first.
 */
export const GRANT_KINDS = ['correction', 'paid', 'promotional'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/** A grant with what is left of it. */
export type OpenGrant = {
  /** Null: credit of corrections before there were grants. */
  grantId: string | null
  kind: GrantKind
  name: string
  /** A lower number is drawn first. */
  priority: number
  effectiveAt: Date
  /** The credit is valid until before this time; null: without end. */
  expiresAt: Date | null
  left: Decimal
}

/** An amount that is drawn from a grant; positive. */
export type Draw = { grantId: string | null; amount: Decimal }

/**
 * Returns true if an invoice of the half-open period may draw the grant: it is valid at some time of
 * the period. A correction may be drawn by every invoice.
 */
export function coversPeriod(
  { kind, effectiveAt, expiresAt }: Pick<OpenGrant, 'kind' | 'effectiveAt' | 'expiresAt'>,
  { start, end }: { start: Date; end: Date },
): boolean {
  if (kind === 'correction') return true
  return effectiveAt < end && (expiresAt === null || expiresAt > start)
}

/** Returns true if the grant is valid at the time; a correction always is. */
export function isValidAt(
  { kind, effectiveAt, expiresAt }: Pick<OpenGrant, 'kind' | 'effectiveAt' | 'expiresAt'>,
  at: Date,
): boolean {
  if (kind === 'correction') return true
  return effectiveAt <= at && (expiresAt === null || expiresAt > at)
}

/**
 * Returns true if what is left of the grant counts at the time: while it is valid, and a debt always.
 * A bank that takes the money of a top-up back does not ask if its credit has expired.
 */
export function countsAt(grant: OpenGrant, at: Date): boolean {
  return grant.left.lt(ZERO) || isValidAt(grant, at)
}

/**
 * Draws an amount due from grants of one currency, at most what is due and at most what is left of
 * each. Corrections are drawn before paid credit; then the lower priority number, the sooner expiry
 * and the older grant come first. A grant without credit, or below zero, is skipped. Nothing is
 * drawn for an amount of zero or less.
 */
export function drawCredit(due: Decimal, grants: readonly OpenGrant[]): Draw[] {
  let open = due
  return grants.toSorted(byOrderOfDraw).flatMap(({ grantId, left }) => {
    if (open.lte(ZERO) || left.lte(ZERO)) return []
    const amount = left.lt(open) ? left : open
    open = open.minus(amount)
    return [{ grantId, amount }]
  })
}

function byOrderOfDraw(a: OpenGrant, b: OpenGrant): number {
  const [aId, bId] = [a.grantId ?? '', b.grantId ?? '']
  return (
    GRANT_KINDS.indexOf(a.kind) - GRANT_KINDS.indexOf(b.kind) ||
    a.priority - b.priority ||
    endOf(a) - endOf(b) ||
    // Ids sort by the time of their creation.
    (aId < bId ? -1 : Number(aId > bId))
  )
}

const endOf = ({ expiresAt }: OpenGrant) => expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Promotional credit on an invoice; negative: given back. */
export type Promotion = { grantId: string; name: string; amount: Decimal }

export type PeriodPromotion = Promotion & { periodStart: Date }

/** Sums of one invoice for a billing period. */
export type PromotedPeriod = {
  periodStart: Date
  /** After discounts; negative: the invoice corrects the period. */
  amount: Decimal
  /** What other final invoices drew for the period, in the order of their draws. */
  drawn: readonly Promotion[]
}

/**
 * Returns the promotional credit of an invoice by grant and billing period, earliest period first,
 * and its total. The total is deducted before tax, and never makes the taxable amount negative.
 *
 * What a correction takes off a period returns to the promotional grants that were drawn for that
 * period, the last one first, before anything is given to the customer: so promotional credit never
 * becomes money. What it returned can be drawn again for the other periods of the invoice.
 */
export function applyPromotions(
  periods: readonly PromotedPeriod[],
  grants: readonly OpenGrant[],
): { applied: PeriodPromotion[]; promotionTotal: Decimal } {
  const returned = periods.flatMap(returnedOf)
  const returnedTo = (grantId: string | null) =>
    sum(returned.filter((one) => one.grantId === grantId).map(({ amount }) => amount.neg()))
  const names = new Map(grants.map(({ grantId, name }) => [grantId, name]))
  const due = sum(periods.map(({ amount }) => amount)).minus(
    sum(returned.map(({ amount }) => amount)),
  )
  const available = grants.map((one) => ({ ...one, left: one.left.plus(returnedTo(one.grantId)) }))
  const drawn = spread(drawCredit(due, available), periods).flatMap(({ grantId, ...draw }) =>
    grantId === null ? [] : [{ ...draw, grantId, name: names.get(grantId) ?? '' }],
  )
  const applied = periods.flatMap(({ periodStart }) =>
    [...returned, ...drawn].filter((one) => one.periodStart.getTime() === periodStart.getTime()),
  )
  return { applied, promotionTotal: sum(applied.map(({ amount }) => amount)) }
}

function returnedOf({ periodStart, amount, drawn }: PromotedPeriod): PeriodPromotion[] {
  let open = amount.neg()
  return mergePromotions(drawn)
    .toReversed()
    .flatMap((one) => {
      if (open.lte(ZERO) || one.amount.lte(ZERO)) return []
      const back = one.amount.lt(open) ? one.amount : open
      open = open.minus(back)
      return [{ ...one, amount: back.neg(), periodStart }]
    })
}

/** Assigns draws to the periods with an amount, earliest first. */
function spread(draws: readonly Draw[], periods: readonly PromotedPeriod[]) {
  const open = periods.filter(({ amount }) => amount.gt(ZERO)).map((period) => ({ ...period }))
  return draws.flatMap(({ grantId, amount }) => {
    let rest = amount
    return open.flatMap((period) => {
      const part = period.amount.lt(rest) ? period.amount : rest
      period.amount = period.amount.minus(part)
      rest = rest.minus(part)
      return part.eq(ZERO) ? [] : [{ grantId, amount: part, periodStart: period.periodStart }]
    })
  })
}

/** Sums promotions by grant, in the order of their first appearance, without zeros. */
export function mergePromotions(promotions: readonly Promotion[]): Promotion[] {
  const merged = new Map<string, Promotion>()
  for (const { grantId, name, amount } of promotions) {
    const before = merged.get(grantId)?.amount ?? ZERO
    merged.set(grantId, { grantId, name, amount: before.plus(amount) })
  }
  return [...merged.values()].filter(({ amount }) => !amount.eq(ZERO))
}
