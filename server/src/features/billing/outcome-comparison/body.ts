import { sum } from '../../../domain/money.ts'
import { invoicesBody } from '../correction-preview/find-effects.ts'
import type { Comparison, Listed } from './compare.ts'
import type { OutcomeComparison } from './schemas.ts'

type Part = Comparison['agreed']

const partBody = ({ count, quantity }: Part) => ({ count, quantity: quantity?.toFixed() ?? null })

/** What the customer may see, too: no cost, no draft, and no other customer. */
export function comparisonBody(comparison: Comparison) {
  const { input, effects } = comparison
  return {
    signalId: input.signalId.toLowerCase(),
    startDate: input.startDate,
    endDate: input.endDate,
    timeZone: comparison.timeZone,
    countedBy: comparison.countedBy,
    agreed: partBody(comparison.agreed),
    onlyRecorded: partBody(comparison.onlyRecorded),
    onlyCounted: partBody(comparison.onlyCounted),
    duplicateCount: comparison.duplicateCount,
    outcomes: comparison.outcomes.map(outcomeBody),
    ids: comparison.ids.map(({ id, isUnbilled }) => ({
      id,
      reason: isUnbilled ? ('not_billed' as const) : ('not_recorded' as const),
    })),
    days: comparison.days.map(({ date, recorded, counted }) => ({
      date,
      recordedQuantity: recorded.toFixed(),
      countedQuantity: counted.toFixed(),
    })),
    worth: worthOf(effects.invoices),
    uninvoicedCount: effects.uninvoicedCount,
  }
}

function outcomeBody({ id, usageDate, quantity, keyHash: _, ...outcome }: Listed) {
  return {
    ...outcome,
    eventId: id,
    usageDate: usageDate.toISOString(),
    quantity: quantity.toFixed(),
  }
}

function worthOf(invoices: Comparison['effects']['invoices']) {
  const byCurrency = Map.groupBy(invoices, ({ currency }) => currency)
  return [...byCurrency].map(([currency, own]) => ({
    currency,
    amount: sum(own.map(({ amountChange }) => amountChange)).toFixed(),
  }))
}

type Of = { customerId: string; externalId: string | null }

/** The comparison for the operator, with the invoices and the file of corrections. */
export function toBody(comparison: Comparison, { customerId, externalId }: Of): OutcomeComparison {
  return {
    customerId,
    customerExternalId: externalId,
    ...comparisonBody(comparison),
    ...invoicesBody(comparison.effects, () => externalId),
    correctionsCsv: externalId === null ? null : correctionsCsv(externalId, comparison.outcomes),
  }
}

/** Returns the rows of a file of corrections; null if no outcome has a key. */
function correctionsCsv(externalId: string, outcomes: readonly Listed[]): string | null {
  const keys = outcomes.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  if (keys.length === 0) return null
  const rows = keys.map((key) => `${quoted(externalId)},${quoted(key)}\n`)
  return `customerExternalId,idempotencyKey\n${rows.join('')}`
}

/** Every text is a cell of its own in quotes, exactly as it is: a program reads the file, not a person. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
