import { sum, ZERO } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { parseWork, type UsedService } from '../batch/parse-record.ts'
import { amendedWork, namesServices, unusedWork } from '../batch/work.ts'
import { costRecord, type FindPrices } from '../costs/cost-record.ts'
import { costWarnings } from '../costs/cost-warnings.ts'
import { pricesFromText, pricesToText } from '../costs/price-text.ts'
import { withCosts } from '../costs/stored-cost.ts'
import { eventCostOf } from '../ingest/event-row.ts'
import type { EventValues } from './event-values.ts'

/**
 * Returns the values of an event that never happened. It keeps its services and their prices, so
 * that its cost keeps its components, all 0.
 */
export function voidedValues({ work, cost }: EventValues): EventValues {
  const unused = unusedWork(work)
  const { quantity, services } = parseWork(unused)
  // Without the mark of a service without tokens: here they are missing on purpose.
  const prices = pricesToText(
    pricesFromText(cost.prices ?? '').map(({ isWithoutTokens: _, ...price }) => price),
  )
  return {
    work: unused,
    quantity,
    cost: {
      status: 'PROCESSED',
      usageCost: ZERO,
      prices,
      services: withCosts(services, { prices }),
      uncosted: [],
    },
  }
}

type Amendment = {
  /** The fields that replace those of the record. */
  sent: JsonObject
  usageDate: Date
  findPrices: FindPrices
}

/** Values of an amended event, and what is probably a mistake in them. */
export type AmendedValues = EventValues & { warnings: readonly string[] }

/**
 * Returns the values with another quantity or other services; undefined if both stay the same. New
 * services are costed like those of a new event with this usage date. The same services keep their
 * prices, also with another quantity or other reported costs. Throws `invalid`.
 */
export function amendedValues(
  before: EventValues,
  { sent, usageDate, findPrices }: Amendment,
): AmendedValues | undefined {
  const work = amendedWork(before.work, sent)
  const { quantity, services, problems } = parseWork(work)
  if (problems.length > 0) throw new AppError('invalid', problems)
  // By the records: the costs of an older version say nothing of fields that it did not know.
  const former = parseWork(before.work).services
  if (textOf(services) === textOf(former)) {
    return quantity === before.quantity
      ? undefined
      : { work, quantity, cost: before.cost, warnings: [] }
  }
  const { prices } = before.cost
  if (prices !== null) {
    const isSameUse = useText(services) === useText(former)
    if (isSameUse || (!namesServices(sent) && hasRates(prices))) {
      const priced = withCosts(services, { prices })
      const usageCost = sum(priced.map(({ cost }) => cost))
      const cost = { ...before.cost, usageCost, services: priced }
      return { work, quantity, cost, warnings: [] }
    }
  }
  const cost = eventCostOf(costRecord(services, usageDate.getTime(), findPrices))
  const unknown = cost.uncosted.map(({ explanation }) => `the cost is not known: ${explanation}`)
  const warnings = [...new Set([...unknown, ...costWarnings(cost.services)])]
  return { work, quantity, cost, warnings }
}

/** Returns true if each service has the rates that another quantity needs; one of 0 had none. */
function hasRates(prices: string): boolean {
  return pricesFromText(prices).every(({ isWithoutTokens, rates }) => {
    return isWithoutTokens || rates.length > 0
  })
}

function textOf(services: readonly UsedService[]): string {
  return useText(services) + reportedText(services)
}

function useText(services: readonly UsedService[]): string {
  return JSON.stringify(
    services.map((one) => [
      one.modelProvider,
      one.model,
      one.quantity,
      one.inputTokens,
      one.outputTokens,
      one.cacheReadTokens,
      one.cacheWriteTokens,
      one.cacheWrite1hTokens,
      one.serviceTier,
      one.paidBy,
      one.calls,
    ]),
  )
}

function reportedText(services: readonly UsedService[]): string {
  return JSON.stringify(services.map(({ reportedCostUsd }) => reportedCostUsd))
}
