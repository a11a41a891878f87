/**
 * The credit of a customer as a plain list of grants, in cents, without any code of the service: each
 * cent is drawn on its own from the grant that is next.
 */
export type LedgerGrant = {
  name: string
  kind: 'correction' | 'paid' | 'promotional'
  currency: string
  priority: number
  effectiveAt: number
  expiresAt: number | null
  left: number
  /** When the clock looks if its rest is lost; null: it was. */
  closesAt: number | null
  /** The invoice of a top-up. */
  topUpId: string | null
}

type Terms = Pick<LedgerGrant, 'name' | 'kind' | 'currency' | 'priority' | 'topUpId'> & {
  effectiveAt: number
  expiresAt: number | null
}
type Period = { start: number; end: number }
type Draw = { grant: LedgerGrant; amount: number }
export type LedgerInvoice = { subtotal: number; promotions: number; tax: number; credit: number }

const DAY = 86_400_000
const KINDS = ['correction', 'paid', 'promotional']

/** Creates an empty ledger. The oldest grant is the first one. */
export function createLedger() {
  const grants: LedgerGrant[] = []
  const draws = new Map<string, Draw[]>()
  /** Of credit in USD. */
  const breakage = { amount: 0, promotional: 0 }

  const add = (terms: Terms, left: number): LedgerGrant => {
    const grant = { ...terms, left, closesAt: terms.expiresAt }
    grants.push(grant)
    return grant
  }

  /** True if `a` is drawn before `b`, which is older. */
  const isBefore = (a: LedgerGrant, b: LedgerGrant): boolean => {
    if (a.kind !== b.kind) return KINDS.indexOf(a.kind) < KINDS.indexOf(b.kind)
    if (a.priority !== b.priority) return a.priority < b.priority
    return (a.expiresAt ?? Infinity) < (b.expiresAt ?? Infinity)
  }

  function drawCents(due: number, from: readonly LedgerGrant[]): Draw[] {
    const drawn = new Map<LedgerGrant, number>()
    for (let cent = 0; cent < due; cent += 1) {
      let next: LedgerGrant | undefined
      for (const grant of from) {
        if (grant.left > 0 && (next === undefined || isBefore(grant, next))) next = grant
      }
      if (next === undefined) break
      next.left -= 1
      drawn.set(next, (drawn.get(next) ?? 0) + 1)
    }
    return [...drawn].map(([grant, amount]) => ({ grant, amount }))
  }

  const sumOf = (all: readonly Draw[]) => all.reduce((sum, { amount }) => sum + amount, 0)

  const covers = (grant: LedgerGrant, { start, end }: Period) =>
    grant.kind === 'correction' ||
    (grant.effectiveAt < end && (grant.expiresAt === null || grant.expiresAt > start))

  /** Gives back what was drawn: to the grant, or for 30 days if that has expired. */
  function giveBack({ grant, amount }: Draw, now: number): void {
    const hasExpired = grant.expiresAt !== null && grant.expiresAt <= now
    if (hasExpired) add({ ...grant, expiresAt: now + 30 * DAY, topUpId: null }, amount)
    else grant.left += amount
  }

  function lose(grant: LedgerGrant): void {
    grant.closesAt = null
    if (grant.left <= 0) return
    if (grant.currency === 'USD')
      breakage[grant.kind === 'promotional' ? 'promotional' : 'amount'] += grant.left
    grant.left = 0
  }

  return {
    grants,
    breakage,
    add,
    /** Draws for an invoice that becomes final, with a tax of 10 %. */
    finalize: (id: string, period: Period, subtotal: number): LedgerInvoice => {
      const open = grants.filter((one) => one.currency === 'USD' && covers(one, period))
      const promoted = drawCents(
        subtotal,
        open.filter(({ kind }) => kind === 'promotional'),
      )
      const promotions = sumOf(promoted)
      const net = subtotal - promotions
      const tax = Math.sign(net) * Math.round(Math.abs(net) / 10)
      const paid = drawCents(
        net + tax,
        open.filter(({ kind }) => kind !== 'promotional'),
      )
      // In the order of their postings: the oldest grant first.
      const all = [...promoted, ...paid]
      draws.set(
        id,
        all.toSorted((a, b) => grants.indexOf(a.grant) - grants.indexOf(b.grant)),
      )
      return { subtotal, promotions, tax, credit: net + tax < 0 ? net + tax : sumOf(paid) }
    },
    /** Gives back what a void invoice drew. */
    voidInvoice: (id: string, now: number) => {
      for (const draw of draws.get(id) ?? []) giveBack(draw, now)
      draws.delete(id)
    },
    /** Ends a grant by hand. */
    expire: (grant: LedgerGrant, now: number) => {
      const end = Math.max(grant.effectiveAt, now)
      grant.expiresAt = grant.expiresAt === null ? end : Math.min(grant.expiresAt, end)
      lose(grant)
    },
    /**
     * Looks at expired grants as the clock does: what is left is lost once no period that the grant
     * touches runs or waits for its invoice.
     */
    tick: (now: number, current: Period, draftStarts: readonly number[]) => {
      for (const grant of grants) {
        const { expiresAt, closesAt } = grant
        if (expiresAt === null || closesAt === null || closesAt > now) continue
        if (current.start < expiresAt) grant.closesAt = current.end
        else if (draftStarts.every((start) => start >= expiresAt)) lose(grant)
      }
    },
    /** Takes money of a top-up back that the bank returned: what is owed of the grant, then the rest. */
    reinstate: (grant: LedgerGrant, amount: number, now: number) => {
      const settled = Math.min(Math.max(-grant.left, 0), amount)
      grant.left += settled
      if (amount > settled) giveBack({ grant, amount: amount - settled }, now)
    },
    /** What is left at a time, without promotional credit and of it; a debt always counts. */
    balances: (now: number) => {
      const sums = { balance: 0, promotional: 0 }
      for (const { kind, currency, left, effectiveAt, expiresAt } of grants) {
        const isValid = effectiveAt <= now && (expiresAt === null || expiresAt > now)
        if (currency !== 'USD' || !(left < 0 || isValid || kind === 'correction')) continue
        sums[kind === 'promotional' ? 'promotional' : 'balance'] += left
      }
      return sums
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
