/** Names and texts of generated Python. */

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export const isKeyword = (name: string): boolean => KEYWORDS.has(name)

/** Returns the name of a parameter or method, such as `customer_id` for `customerId`. */
export function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isKeyword(snake) ? `${snake}_` : snake
}

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase())

/** A text literal with double quotes. */
export const quoted = (value: unknown): string => JSON.stringify(value)

export const indented = (lines: readonly string[], by = 4): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line))

const WIDTH = 100

/** Breaks a text into lines that fit at an indentation. */
export function wrapped(text: string, indentation: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.trim().split('\n')) {
    const further = paragraph.startsWith('- ') ? '  ' : ''
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > WIDTH - indentation) {
        lines.push(line)
        line = further + word
        continue
      }
      line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
  }
  return lines
}

/** A docstring at an indentation of `by`; nothing without a text. */
export function docstring(text: string | undefined, by: number): string[] {
  if (text === undefined || text.trim() === '') return []
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const lines = wrapped(escaped, by + 6)
  if (lines.length === 1) return indented([`"""${lines[0]}"""`], by)
  return indented([`"""${lines[0]}`, ...lines.slice(1), '"""'], by)
}

/** Comments that document the following line. */
export const comment = (text: string | undefined): string[] =>
  text === undefined ? [] : wrapped(text, 8).map((line) => `#: ${line}`.trimEnd())
