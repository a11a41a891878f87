/**
 * Returns a number as JSON text in plain notation, where JavaScript writes `9e+23` or `1e-7`. It
 * has the same digits, at most 17, which every parser reads as the same float.
 */
export function plainNumber(value: number): string {
  const text = String(value)
  const at = text.indexOf('e')
  if (at === -1) return text
  const [digits = '', exponent] = [text.slice(0, at), Number(text.slice(at + 1))]
  const sign = digits.startsWith('-') ? '-' : ''
  const [whole = '', decimals = ''] = digits.slice(sign.length).split('.')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${decimals}`
  return `${sign}${whole}${decimals.padEnd(exponent, '0')}`
}
