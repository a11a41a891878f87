import type { Decimal } from '../../../domain/money.ts'

type Figures = { available: Decimal | null | undefined; spent: Decimal; limit: Decimal }

/** Returns what must stay available of a credit: its limit is what is left of it less this. */
export const reserveOf = ({ available, spent, limit }: { [Field in keyof Figures]: Decimal }) =>
  available.plus(spent).minus(limit)

/** Returns the figures that a credit alone has, as exact decimal text; null for other measures. */
export function creditFigures({ available, ...figures }: Figures): {
  available: string | null
  reserve: string | null
} {
  if (!available) return { available: null, reserve: null }
  return {
    available: available.toFixed(),
    reserve: reserveOf({ ...figures, available }).toFixed(),
  }
}
