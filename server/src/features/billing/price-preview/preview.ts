import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { amountNumber, isShowable } from '../../../domain/json-amount.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { chargesOf } from '../../../domain/prices/charges.ts'
import { curveEnd, priceCurve } from '../../../domain/prices/curve.ts'
import { isUsageStrategy, type PricedStrategy } from '../../../domain/prices/strategy.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Part } from '../../../domain/time/parts.ts'
import { AppError } from '../../../platform/errors.ts'
import { lineBody } from '../../invoices/view.ts'
import { NO_USAGE_FACTS } from '../facts/usage-facts.ts'
import { chargeLine } from '../lines/charge-lines.ts'
import type { PreviewRequest, PricedDraft } from './read-request.ts'
import type { PricePreview } from './schemas.ts'

const START = Temporal.Instant.from('2026-01-01T00:00:00Z')
const END = Temporal.Instant.from('2026-02-01T00:00:00Z')
const MONTH = { start: START, end: END }
const DAYS = 31
/** One whole period. Any full period gives the same result, because no fee is prorated. */
const PERIOD: Part = {
  ...MONTH,
  period: {
    ...MONTH,
    full: MONTH,
    daysCovered: DAYS,
    daysFull: DAYS,
    deal: { start: START, days: DAYS },
  },
}
const NOBODY = { id: '', name: '' }

/**
 * Prices unsaved strategies for one whole period, with the same charges and lines as an invoice.
 * Amounts are in the plan's currency.
 */
export function previewPrices({ currency, drafts }: PreviewRequest): PricePreview {
  const priced = drafts.flatMap((draft, index) => (draft.isActive ? [{ draft, index }] : []))
  const lines = priced.map(({ draft, index }) => previewLine(draft, { index, currency }))
  const subtotal = sum(lines.map(({ exact }) => exact))
  if (!isShowable(subtotal)) throw tooMuch('The subtotal', subtotal)
  return {
    currency,
    lines: lines.map(({ body }) => body),
    subtotal: amountNumber(subtotal),
    curves: priced.flatMap(({ draft, index }) => {
      const points = curveOf(draft, currency)
      return points ? [{ strategyIndex: index, points }] : []
    }),
  }
}

function previewLine(draft: PricedDraft, { index, currency }: { index: number; currency: string }) {
  const strategy = strategyOf(draft, index)
  const [charge, ...others] = chargesOf({
    window: MONTH,
    parts: [PERIOD],
    strategies: [strategy],
    fixed: { pricings: [], rates: [] },
    quantityIn: () => draft.quantity,
    quantityBefore: () => ZERO,
    seats: [{ from: null, count: Number(draft.quantity.toFixed()) }],
    startsAt: START,
    timeZone: 'UTC',
    currency,
  })
  assert(charge && others.length === 0, 'a strategy is charged once in a period')
  const lastPeriodStart = dateAt(MONTH.start)
  const context = { currency, timeZone: 'UTC', agent: NOBODY, window: MONTH, lastPeriodStart }
  const line = chargeLine(context, charge, { signals: new Map(), usage: NO_USAGE_FACTS })
  if (!isShowable(line.amount)) throw tooMuch(`strategies[${index}]`, line.amount)
  const { type, description, pricingModel, quantity, unitPrice, tiers, amount } = lineBody({
    ...line,
    id: '',
  })
  const shown = { type, description, pricingModel, quantity, unitPrice, tiers, amount }
  return { body: { strategyIndex: index, ...shown }, exact: line.amount }
}

function strategyOf({ price, name = 'Usage' }: PricedDraft, index: number): PricedStrategy {
  return { id: String(index), name, ...price }
}

function curveOf({ price, quantity }: PricedDraft, currency: string) {
  if (!isUsageStrategy(price)) return undefined
  const { pricing } = price
  return priceCurve(pricing, curveEnd(pricing, quantity))
    .map((point) => ({ ...point, amount: roundToMinorUnit(point.amount, currency) }))
    .filter(({ amount }) => isShowable(amount))
    .map(({ quantity: at, amount, unitPrice }) => ({
      quantity: amountNumber(at),
      amount: amountNumber(amount),
      unitPrice: unitPrice && amountNumber(unitPrice),
    }))
}

function tooMuch(what: string, amount: Decimal): AppError {
  return new AppError('invalid', [
    `${what} comes to ${amount.toFixed()}, which cannot be written exactly: lower the rate or the quantity`,
  ])
}
