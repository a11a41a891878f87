import type { RatesInForce } from '../../api/api-types.ts'
import { formatCost } from '../../ui/values/money.ts'

const KINDS = [
  ['inputCost', 'Input'],
  ['outputCost', 'Output'],
  ['cacheReadCost', 'Cache read'],
  ['cacheWriteCost', 'Cache write'],
  ['cacheWrite1hCost', 'Cache write, 1 hour'],
  ['unitCost', 'Unit'],
] as const

export type Rates = { readonly [Kind in keyof RatesInForce]?: string | null }

/** Returns the rates that are set, each with its name. */
export function rateFacts(rates: Rates): [name: string, rate: string][] {
  return KINDS.flatMap(([kind, name]) => {
    const rate = rates[kind] ?? null
    return rate === null ? [] : [[name, formatCost(rate)] satisfies [string, string]]
  })
}
