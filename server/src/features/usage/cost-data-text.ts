import { type Decimal, decimal } from '../../domain/money.ts'
import type { CostData } from './cost-record.ts'

/**
 * The costs of an event of before, to the last digit. Undefined when they are not as we wrote them: an
 * object of lines with plain decimals.
 */
export function costDataFromText(text: string): CostData | undefined {
  try {
    const lines: Record<string, { cost: Decimal; units: Decimal; costPerUnit: Decimal }> =
      JSON.parse(text, exactNumber)
    return new Map(Object.entries(lines))
  } catch {
    return undefined
  }
}

/** The engine tells a reviver the text of a number, which TypeScript does not know yet. */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? decimal(context?.source ?? '') : value
}
