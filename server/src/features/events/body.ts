import { type Decimal, toExactText } from '../../domain/money.ts'
import type { UsedService } from '../usage/batch/parse-record.ts'
import { COST_DECIMALS } from '../usage/record.ts'
import type { UsageEvent } from './fields.ts'
import type { ListedEvent } from './list-events.ts'
import type { ServiceBefore } from './schemas.ts'

export function toBody(event: ListedEvent): UsageEvent {
  const { signalName, signalShortName, services, prices: _, ...rest } = event
  const { provisionalQuantity: __, settlesAt: ___, ...fields } = rest
  return {
    ...fields,
    models: [...new Set(services.map(({ model }) => model))],
    quantity: event.quantity.toFixed(),
    rejectedQuantity: event.rejectedQuantity.toFixed(),
    usageCost: costText(event.usageCost),
    customerCost: costText(event.customerCost),
    usageDate: event.usageDate.toISOString(),
    eventProcessedAt: event.eventProcessedAt.toISOString(),
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
    correctedAt: event.correctedAt?.toISOString() ?? null,
    voidedAt: event.voidedAt?.toISOString() ?? null,
    signal: { id: event.signalId, name: signalName, shortName: signalShortName },
    ...windowBody(event),
  }
}

/** Returns the open settlement window of an event; nothing if it has none. */
export function windowBody({
  provisionalQuantity,
  settlesAt,
}: Pick<ListedEvent, 'provisionalQuantity' | 'settlesAt'>) {
  if (provisionalQuantity === null || settlesAt === null) return {}
  return { provisionalQuantity: provisionalQuantity.toFixed(), settlesAt: settlesAt.toISOString() }
}

/** Returns a service without what the API does not show. */
export function serviceBody({ calls: _, reportedCostUsd, ...service }: UsedService): ServiceBefore {
  return { ...service, reportedCostUsd: costText(reportedCostUsd) }
}

/** Returns a cost in USD, exact and with at least 10 decimals. */
export function costText(cost: Decimal | null): string | null {
  return cost === null ? null : toExactText(cost, COST_DECIMALS)
}
