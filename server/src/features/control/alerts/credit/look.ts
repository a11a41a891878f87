import { type CreditFall, fallsOf, noticeAt } from '../../../../domain/control/credit-alerts.ts'
import { type Decimal, ZERO } from '../../../../domain/money.ts'
import type { Db } from '../../../../platform/database.ts'
import { newId } from '../../../../platform/id.ts'
import type { Moment } from '../../../clock/business-clock.ts'
import type { CustomerScope } from '../../../credit-balances/credit-balance.ts'
import type { Budget } from '../../budgets/budget.ts'
import { type CreditState, readCredit } from '../../credit/read-credit.ts'
import { isOfCredit } from '../../revenue/use-of-priced.ts'
import { availableOf, type CreditAlert, fallKey } from './credit-alert.ts'
import * as queries from './queries.ts'
import { storeCreditAlerts } from './store.ts'

const NO_CREDIT = {
  balance: ZERO,
  promotional: ZERO,
  unbilled: ZERO,
  held: ZERO,
  available: ZERO,
  grants: [],
} as const satisfies Omit<CreditState, 'currency'>

/**
 * Looks what is available of the credit of a customer, before what open runs hold. Stores each fall
 * below an amount that is new, and each notice of expiry; ends falls above which it has risen.
 * Returns false for a customer without anything to look at.
 *
 * The last falls are read before the credit, and a fall is stored, or ended, only if it still
 * follows them. So falls alternate with rises in the order of time, and a look that another one
 * overtook stores nothing.
 */
export async function lookAtCredit(
  { db }: { db: Db },
  customer: CustomerScope,
  { budgets, ...moment }: Moment & { budgets: readonly Budget[] },
): Promise<boolean> {
  const ofCredit = budgets.filter(isOfCredit)
  const prepaid = await queries.listPrepaidCurrencies(db, customer, moment.businessNow)
  const currencies = new Set([...prepaid, ...ofCredit.flatMap(({ currency }) => currency ?? [])])
  const lowAmounts = currencies.size > 0 && (await queries.findLowAmounts(db, customer))
  if (!lowAmounts) return false
  const last = await queries.listLastAlerts(db, customer)
  const states = await readCredit(db, customer, moment)
  const found = [...currencies].map((currency) => {
    const state = states.find((one) => one.currency === currency) ?? { ...NO_CREDIT, currency }
    const falls = fallsOf(availableOf(state), {
      customerId: customer.customerId,
      lowAmount: lowAmountIn(currency, lowAmounts),
      isPrepaid: prepaid.includes(currency),
      budgets: ofCredit.filter((budget) => budget.currency === currency),
    })
    return changesIn(state, { customer, falls, last, moment })
  })
  await storeCreditAlerts(
    db,
    customer,
    {
      alerts: found.flatMap(({ alerts }) => alerts),
      endedIds: found.flatMap(({ endedIds }) => endedIds),
      budgets: ofCredit,
    },
    moment,
  )
  return true
}

function lowAmountIn(
  currency: string,
  { own, standard, standardCurrency }: queries.LowAmounts,
): Decimal | null {
  return own ?? (currency === standardCurrency ? standard : null)
}

type Looking = {
  customer: CustomerScope
  falls: readonly CreditFall[]
  last: readonly queries.LastFall[]
  moment: Moment
}

/** Returns what is new in one currency, and the ids of falls that ended. */
function changesIn(
  { grants, ...state }: CreditState,
  { customer, falls, last, moment }: Looking,
): { alerts: CreditAlert[]; endedIds: string[] } {
  const { currency, balance, promotional, unbilled, held } = state
  const figures = { currency, balance, promotional, unbilled, held, createdAt: moment.now }
  const made = () => ({ ...customer, ...figures, id: newId(), endedAt: null })
  const lastOf = (key: string) => last.find((one) => fallKey(one) === key)
  const fallen = falls.flatMap(({ isBelow, ...fall }): CreditAlert[] => {
    const before = lastOf(fallKey({ ...fall, currency }))
    if (!isBelow || (before && before.endedAt === null)) return []
    return [{ ...made(), ...fall, number: (before?.number ?? 0) + 1, expiresAt: null }]
  })
  const endedIds = falls.flatMap(({ isBelow, ...fall }) => {
    const before = lastOf(fallKey({ ...fall, currency }))
    return !isBelow && before && before.endedAt === null ? [before.id] : []
  })
  const expiring = grants.flatMap((grant): CreditAlert[] => {
    const { grantId, left: threshold, expiresAt } = grant
    const days = noticeAt(grant, moment.businessNow)
    if (days === undefined || grantId === null || threshold.lte(ZERO)) return []
    const isKnown = last.some(
      (one) => one.kind === 'expiring' && one.subjectId === grantId && one.number === days,
    )
    if (isKnown) return []
    const notice = { kind: 'expiring', subjectId: grantId, number: days } as const
    return [{ ...made(), ...notice, threshold, expiresAt }]
  })
  return { alerts: [...fallen, ...expiring], endedIds }
}
