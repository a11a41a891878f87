import { sql } from 'kysely'
import type { UnitSums } from '../../../domain/allocated-rates.ts'
import { decimalFromInteger, ZERO } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { isOurs } from '../costs/cost-record.ts'
import { storedServices } from '../costs/stored-event.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import { readEvents } from '../model-sums.ts'
import * as queries from './queries.ts'

export type { MonthOfModel } from './queries.ts'

/** Sums the usage of each model by UTC month, by the names of the model as sent. */
export function sumModelMonths(db: Db, months: queries.Months): Promise<queries.MonthOfModel[]> {
  return queries.sumModels(db, months)
}

/**
 * Sums the usage of some models that the organization pays for. Void usage counts as none, and usage
 * without a cost counts.
 */
export async function sumUnits(
  tx: Tx,
  months: queries.Months,
  isCounted: (pair: ModelPair) => boolean,
): Promise<UnitSums> {
  const used = (await queries.sumModels(tx, months)).filter(isCounted)
  const sums = used.reduce((sum, one) => {
    return {
      inputTokens: sum.inputTokens.plus(one.inputTokens),
      outputTokens: sum.outputTokens.plus(one.outputTokens),
      quantity: sum.quantity.plus(one.quantity),
    }
  }, NONE)
  const names = new Set(used.map(nameOf))
  if (names.size === 0) return sums
  const customers = await queries.listPayingCustomers(tx, months, used)
  let rest = sums
  for (const customerId of customers) {
    rest = minus(rest, await sumPaidByCustomer(tx, { ...months, customerId }, names))
  }
  return rest
}

/** Sums have no payer, so the events of a customer that pays for some of them are read. */
async function sumPaidByCustomer(
  tx: Tx,
  { organizationId, start, end, customerId }: queries.Months & { customerId: string },
  names: ReadonlySet<string>,
): Promise<UnitSums> {
  const window = { start: start.getTime(), end: end.getTime() }
  const mayBePaid = sql`and (payload ~ '"paidBy"' or corrected_work ~ '"paidBy"')`
  let sum = NONE
  for await (const event of readEvents(tx, { organizationId, customerId, window }, mayBePaid)) {
    for (const service of storedServices(event)) {
      const pair = { provider: service.modelProvider, model: service.model }
      if (isOurs(service) || !names.has(nameOf(pair))) continue
      sum = {
        inputTokens: sum.inputTokens.plus(decimalFromInteger(service.inputTokens)),
        outputTokens: sum.outputTokens.plus(decimalFromInteger(service.outputTokens)),
        quantity: sum.quantity.plus(decimalFromInteger(service.quantity)),
      }
    }
  }
  return sum
}

function minus(all: UnitSums, some: UnitSums): UnitSums {
  return {
    inputTokens: all.inputTokens.minus(some.inputTokens),
    outputTokens: all.outputTokens.minus(some.outputTokens),
    quantity: all.quantity.minus(some.quantity),
  }
}

const NONE: UnitSums = { inputTokens: ZERO, outputTokens: ZERO, quantity: ZERO }
const nameOf = ({ provider, model }: ModelPair) => `${provider}\u0000${model}`
