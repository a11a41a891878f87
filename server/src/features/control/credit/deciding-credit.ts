import { countsAt } from '../../../domain/credit.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { CustomerScope } from '../../credit-balances/credit-balance.ts'
import type { Units } from '../revenue/priced-subscription.ts'
import { type HeldUnits, unitsOf } from '../revenue/use-of-priced.ts'
import { availableAfter } from './available.ts'
import { type CreditFacts, inCurrency, readFacts, runningOf, withHeldUnits } from './read-credit.ts'

/** The credit of a customer in one currency, as decisions see it. */
export type DecidingCredit = {
  /** Left of valid grants, promotional ones too, less debts of expired ones. */
  left: Decimal
  /** What is available before what open holds would be billed. */
  available: Decimal
  /** Returns what is available after the units that are held, changed by further ones. */
  availableWith: (changes: readonly HeldUnits[]) => Decimal
}

/** Returns the credit in a currency; nothing is left of a currency without credit. */
export type CreditIn = (currency: string) => DecidingCredit

/** Reads the credit of a customer for decisions. */
export type ReadDecidingCredit = (customer: CustomerScope, moment: Moment) => Promise<CreditIn>

/** Sums that are kept: asks of one group repeat the sum of the ask before. */
const KEPT = 4

/**
 * Reads the credit as `readCredit` does, in one snapshot of its own. Grants, usage, invoices and
 * holds are of one instant: a run that ends is either held or billed. For exact decisions the call
 * must follow the lock of the account, so that the snapshot has all decisions before it.
 */
export function createReadDecidingCredit(db: Db): ReadDecidingCredit {
  return async (customer, moment) => {
    const facts = await readFacts(db, customer, moment)
    const known = new Map<string, DecidingCredit>()
    return (currency) => {
      const credit = known.get(currency) ?? decidingCredit(facts, currency, moment.businessNow)
      known.set(currency, credit)
      return credit
    }
  }
}

function decidingCredit(facts: CreditFacts, currency: string, businessNow: Date): DecidingCredit {
  const { grants, invoices } = inCurrency(facts, currency)
  const running = runningOf(invoices)
  const kept = createBoundedCache<Decimal>(KEPT)
  const availableWith = (units: Units): Decimal => {
    const key = [...units].map(([id, quantity]) => `${id} ${quantity.toFixed()}`).join()
    const sumBefore = kept.get(key)
    if (sumBefore) return sumBefore
    const available = availableAfter(grants, withHeldUnits(invoices, units), businessNow)
    kept.set(key, available)
    return available
  }
  return {
    left: sum(grants.filter((one) => countsAt(one, businessNow)).map(({ left }) => left)),
    available: availableWith(new Map()),
    availableWith: (changes) => availableWith(held(unitsOf(running, [...facts.held, ...changes]))),
  }
}

/**
 * Leaves out signals of which nothing is held. A run that was settled before this snapshot holds
 * nothing in it; what the deciding run is to hold no more cannot make it less than nothing.
 */
function held(units: Units): Units {
  return new Map([...units].filter(([, quantity]) => quantity.gt(ZERO)))
}
