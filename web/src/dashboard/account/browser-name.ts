const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/**
 * Returns the browser and system of a user agent, such as "Firefox on Linux". The order of patterns
 * matters: each browser's user agent imitates the next one's.
 */
export function browserName(userAgent: string | null): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  if (browser === undefined) return 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
