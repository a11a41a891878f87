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

/** What a browser calls itself, in words: "Firefox on Linux". Each pretends to be the one after it. */
export function browserName(userAgent: string | null): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  if (browser === undefined) return 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
