/**
 * Compares the answer shown on a page with the actual one. `…` stands for values that differ
 * between runs. A shown object may omit fields; a shown list is complete unless it ends with "…".
 */
export function differences(shown: unknown, came: unknown, at = 'the answer'): string[] {
  if (Array.isArray(shown)) return listDifferences(shown, came, at)
  if (isObject(shown)) {
    if (!isObject(came)) return [`${at}: an object is shown, ${textOf(came)} came`]
    return Object.entries(shown).flatMap(([name, value]) =>
      name in came
        ? differences(value, came[name], `${at}.${name}`)
        : [`${at}.${name} is shown and did not come`],
    )
  }
  if (typeof shown === 'string' && typeof came === 'string' && hasTheForm(shown, came)) return []
  if (shown === '…' && came !== null && came !== undefined) return []
  return shown === came ? [] : [`${at}: ${textOf(shown)} is shown, ${textOf(came)} came`]
}

function listDifferences(shown: unknown[], came: unknown, at: string): string[] {
  if (!Array.isArray(came)) return [`${at}: a list is shown, ${textOf(came)} came`]
  const isBeginning = shown.at(-1) === '…'
  const rows = isBeginning ? shown.slice(0, -1) : shown
  const fits = isBeginning ? came.length >= rows.length : came.length === rows.length
  if (!fits) return [`${at}: ${rows.length} are shown, ${came.length} came: ${textOf(came)}`]
  return rows.flatMap((row, index) => differences(row, came[index], `${at}[${index}]`))
}

/** Compares text line by line; trailing spaces are ignored. */
export function textDifferences(shown: string, came: string): string[] {
  const [left, right] = [linesOf(shown), linesOf(came)]
  if (left.length !== right.length) {
    return [`${left.length} lines are shown, ${right.length} came:\n${came}`]
  }
  return left.flatMap((line, index) =>
    hasTheForm(line, right[index] ?? '')
      ? []
      : [`line ${index + 1}: "${line}" is shown, "${right[index]}" came`],
  )
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())

function hasTheForm(shown: string, came: string): boolean {
  const form = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${form.join('[\\s\\S]*')}$`).test(came)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => JSON.stringify(value) ?? 'nothing'
