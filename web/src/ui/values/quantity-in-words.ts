import { formatCount } from './money.ts'

type Counted = { quantity: string; rejectedQuantity: string }

/** Says the units of an event, and how many of them were rejected: "3 (2 rejected)". */
export function quantityInWords({ quantity, rejectedQuantity }: Counted): string {
  const all = formatCount(quantity)
  return Number(rejectedQuantity) === 0 ? all : `${all} (${formatCount(rejectedQuantity)} rejected)`
}

/** Says a number of units: "1 unit", "3 units". */
export function unitsInWords(count: string | number): string {
  return `${formatCount(count)} ${Number(count) === 1 ? 'unit' : 'units'}`
}
