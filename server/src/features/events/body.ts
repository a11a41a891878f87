import { toExactText } from '../../domain/money.ts'
import { COST_DECIMALS } from '../usage/record.ts'
import type { ListedEvent } from './list-events.ts'
import type { UsageEvent } from './schemas.ts'

export function toBody(event: ListedEvent): UsageEvent {
  const { signalName, signalShortName, usageCost, services, prices: _, ...fields } = event
  return {
    ...fields,
    models: [...new Set(services.map(({ model }) => model))],
    quantity: event.quantity.toFixed(),
    usageCost: usageCost === null ? null : toExactText(usageCost, COST_DECIMALS),
    usageDate: event.usageDate.toISOString(),
    eventProcessedAt: event.eventProcessedAt.toISOString(),
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
    correctedAt: event.correctedAt?.toISOString() ?? null,
    voidedAt: event.voidedAt?.toISOString() ?? null,
    signal: { id: event.signalId, name: signalName, shortName: signalShortName },
  }
}
