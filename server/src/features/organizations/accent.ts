/**
 * A company's colour and readable variants of it, with a contrast of at least 4.5 to 1 (WCAG 2 AA).
 */
export type Accent = {
  color: string
  /** Text on the colour: black or white, whichever is easier to read. */
  onColor: string
  /** The colour as text, on the background of a light and of a dark page. */
  textOnLight: string
  textOnDark: string
}

export const DEFAULT_ACCENT = '#1f5eff'

/** Backgrounds of text: the darkest of the light pages, and the lightest of the dark pages. */
const LIGHT_BACKGROUND = '#f3f5f8'
const DARK_BACKGROUND = '#1d2530'
const READABLE = 4.5
const STEPS = 20

export function accentOf(color: string | null): Accent {
  const own = color ?? DEFAULT_ACCENT
  const isWhiteReadable = contrast(own, '#ffffff') >= READABLE
  return {
    color: own,
    onColor: isWhiteReadable ? '#ffffff' : '#000000',
    textOnLight: readable(own, { on: LIGHT_BACKGROUND, towards: '#000000' }),
    textOnDark: readable(own, { on: DARK_BACKGROUND, towards: '#ffffff' }),
  }
}

/** Returns the colour if it is readable, otherwise the nearest readable mix with `towards`. */
function readable(color: string, { on, towards }: { on: string; towards: string }): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, towards, step / STEPS)
    if (contrast(mixed, on) >= READABLE) return mixed
  }
  return towards
}

/** Returns the contrast ratio that WCAG 2 defines, from 1 (identical) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) =>
    Math.round(value + ((others[index] ?? value) - value) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
