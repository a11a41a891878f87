/**
 * Derives readable colours from a company's accent. Text on the accent is black or white. Lines and
 * links are darkened or lightened until they stand out from the page.
 */
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The page background, and the background in the page that differs most from it. */
const GROUNDS: Record<'light' | 'dark', readonly Rgb[]> = {
  light: [WHITE, [241, 241, 243]],
  dark: [
    [17, 18, 22],
    [33, 35, 41],
  ],
}
/** Minimum contrast of WCAG AA, for text and for shapes. */
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3
/** A button has a label, so its background only needs to be noticeable. */
const GROUND_CONTRAST = 1.2
const STEP = 0.04
const HOVER = 0.12

/**
 * Returns CSS variables. Returns none for a missing or invalid colour, so that the theme's own
 * apply.
 */
export function accentVariables(color: string | null): Record<string, string> {
  const accent = parse(color)
  if (accent === undefined) return {}
  const [light, dark] = [variantOf(accent, 'light'), variantOf(accent, 'dark')]
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`
  return {
    '--mantine-primary-color-filled': both('filled'),
    '--mantine-primary-color-filled-hover': both('hover'),
    '--mantine-primary-color-contrast': both('contrast'),
    '--mantine-color-anchor': both('link'),
    '--piecework-accent-line': both('line'),
    '--piecework-series-1': both('link'),
  }
}

function variantOf(accent: Rgb, scheme: 'light' | 'dark') {
  const standsOut = (least: number) => (color: Rgb) =>
    GROUNDS[scheme].every((ground) => contrast(color, ground) >= least)
  const away = scheme === 'light' ? BLACK : WHITE
  const filled = until(accent, away, standsOut(GROUND_CONTRAST))
  const line = until(accent, away, standsOut(SHAPE_CONTRAST))
  const text = contrast(filled, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK
  const link = until(accent, away, standsOut(TEXT_CONTRAST))
  return {
    filled: css(filled),
    // Moves away from the text colour.
    hover: css(mix(filled, text === WHITE ? BLACK : WHITE, HOVER)),
    contrast: css(text),
    line: css(line),
    link: css(link),
  }
}

/** Mixes in another colour until `isEnough` holds. */
function until(color: Rgb, other: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, other, share)
    if (isEnough(mixed)) return mixed
  }
  return other
}

export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) =>
    Math.round(color[index] + (other[index] - color[index]) * share)
  return [part(0), part(1), part(2)]
}

export function parse(color: string | null): Rgb | undefined {
  const [, digits] = /^#([\da-f]{6})$/i.exec(color ?? '') ?? []
  if (digits === undefined) return undefined
  const part = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16)
  return [part(0), part(2), part(4)]
}

const css = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
