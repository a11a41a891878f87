import type { DocumentTier } from './lines.ts'

/** "Above 100, up to 500: 400 × $0.02 = $8.00". */
export function tierText({ range, units, rate, amount }: DocumentTier): string {
  return rate.endsWith('pool')
    ? `${range}: ${units} used, ${rate}`
    : `${range}: ${units} × ${rate} = ${amount}`
}
