/** Numbers as typed text. Only the service computes with them. */
const DECIMAL = /^\d+(\.\d+)?$/

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim())
}

/** Returns true if a typed number is greater than another, at any length. */
export function isAbove(text: string, other: string): boolean {
  const [a, b] = [partsOf(text), partsOf(other)]
  if (a.whole.length !== b.whole.length) return a.whole.length > b.whole.length
  if (a.whole !== b.whole) return a.whole > b.whole
  const digits = Math.max(a.fraction.length, b.fraction.length)
  return a.fraction.padEnd(digits, '0') > b.fraction.padEnd(digits, '0')
}

function partsOf(text: string) {
  const [whole = '', fraction = ''] = text.trim().split('.')
  return { whole: whole.replace(/^0+(?=\d)/, ''), fraction }
}
