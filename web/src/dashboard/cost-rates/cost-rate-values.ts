import type { CostRate, CostRateCreate } from '../../api/api-types.ts'
import { given } from '../../ui/url/search-readers.ts'

const TOKEN_FIELDS = [
  'inputCost',
  'outputCost',
  'cacheReadCost',
  'cacheWriteCost',
  'cacheWrite1hCost',
] as const

/** Fields of each kind of price. */
const FIELDS = {
  percent: ['percentOff'],
  tokens: TOKEN_FIELDS,
  unit: ['unitCost'],
} as const
export type PriceKind = keyof typeof FIELDS

/** Form values; `kind` decides which fields of the price apply. */
export type CostRateValues = Record<(typeof FIELDS)[PriceKind][number], string> & {
  model: string
  modelProvider: string
  serviceTier: string
  effectiveFrom: string
  note: string
  kind: PriceKind
  isFree: boolean
}

export const NO_RATE: CostRateValues = {
  model: '',
  modelProvider: '',
  serviceTier: '',
  effectiveFrom: '',
  note: '',
  kind: 'tokens',
  percentOff: '',
  inputCost: '',
  outputCost: '',
  cacheReadCost: '',
  cacheWriteCost: '',
  cacheWrite1hCost: '',
  unitCost: '',
  isFree: false,
}

/** Returns the values of a rate that replaces another one; its start and its note are new. */
export function valuesOf(rate: CostRate): Partial<CostRateValues> {
  const { model, modelProvider, serviceTier, percentOff, unitCost } = rate
  const texts = TOKEN_FIELDS.map((field) => [field, rate[field] ?? ''] as const)
  return {
    model: model ?? '',
    modelProvider,
    serviceTier: serviceTier ?? '',
    kind: percentOff !== null ? 'percent' : unitCost !== null ? 'unit' : 'tokens',
    percentOff: percentOff === null ? '' : String(percentOff),
    unitCost: unitCost ?? '',
    ...Object.fromEntries(texts),
  }
}

const ZERO = /^0*(\.0*)?$/
const HUNDRED = /^0*100(\.0*)?$/

/** Returns true if the price makes the usage cost nothing, which needs a confirmation. */
export function isFreePrice(values: CostRateValues): boolean {
  const sent = Object.values(priceOf(values))
  const nothing = values.kind === 'percent' ? HUNDRED : ZERO
  return sent.length > 0 && sent.every((text) => nothing.test(text))
}

/** Returns the given fields of the price. Decimal numbers stay text, because parsing could round them. */
function priceOf(values: CostRateValues): Partial<Record<keyof CostRateValues, string>> {
  const texts = FIELDS[values.kind].map((field) => [field, values[field].trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

type Problems = { [Field in keyof CostRateValues]?: string }

/** Validates what must be given; the service validates the numbers. */
export function problemsOf(values: CostRateValues): Problems {
  const { kind, model, modelProvider, inputCost, outputCost, isFree } = values
  const price = priceOf(values)
  const hasNone = Object.keys(price).length === 0
  const lacksTokens = kind === 'tokens' && inputCost.trim() === '' && outputCost.trim() === ''
  return given({
    model:
      model.trim() === '' && kind !== 'percent'
        ? 'Enter a model. Only a percentage can apply to all models of a provider.'
        : undefined,
    modelProvider: modelProvider.trim() === '' ? 'Enter a provider' : undefined,
    percentOff: kind === 'percent' && hasNone ? 'Enter a percentage, such as 20' : undefined,
    inputCost: lacksTokens ? 'Enter a rate for input or output' : undefined,
    unitCost: kind === 'unit' && hasNone ? 'Enter a rate, such as 0.01' : undefined,
    isFree:
      isFreePrice(values) && !isFree ? 'Confirm this, or enter a price that is not 0' : undefined,
  })
}

export function toBody(values: CostRateValues): CostRateCreate {
  const { model, modelProvider, serviceTier, effectiveFrom, note, isFree } = values
  return {
    modelProvider: modelProvider.trim(),
    model: model.trim() || null,
    serviceTier: serviceTier.trim() || null,
    effectiveFrom: effectiveFrom || null,
    ...priceOf(values),
    isFree: isFree && isFreePrice(values),
    note: note.trim() || null,
  }
}
