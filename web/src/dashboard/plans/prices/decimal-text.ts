/** Numbers as they are typed. They stay text: what is computed of them, the service computes. */
const DECIMAL = /^\d+(\.\d+)?$/

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim())
}

/** Whether one typed number is above another, however long they are. */
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
